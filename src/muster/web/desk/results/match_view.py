"""One match with labelled fields: for whoever prefers them, and for a browser without scripts."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.floor.left_tables import left
from muster.app.player.playing import meeting_of
from muster.app.results import read as results
from muster.app.results.losses import losses_of
from muster.app.results.report import (
    ResultAnswer,
    ResultPreview,
    preview_result,
    settle_result,
    terms_of,
    token_of,
)
from muster.app.results.report_forms import Data, data_of, read_form
from muster.core.ids import TableNo
from muster.core.messages import say
from muster.core.scoring.reports import PlacingReport, Report
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.exchange.quick_results import Quick, read_result
from muster.exchange.whole import whole_number
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.results.count_view import filled_in
from muster.web.desk.results.match_page import MatchPage
from muster.web.desk.results.page import FieldsPreview, NoMatch, OfRound
from muster.web.desk.results.view import report_typed


@desk_page("results")
def match_page(desk: Desk, table: int) -> HttpResponse:
    """The form of one match of the running round; sent, it records the result."""
    round_ = results.round_at(desk.state, None)
    match = round_.matches.get(TableNo(table)) if round_ else None
    if round_ is None or match is None or not OfRound(desk, round_).open:
        return desk.show(NoMatch(table, round_), status=404)
    if desk.request.method != "POST":
        return render_match(desk, round_, match, _first_data(desk, round_, match))
    data = typed_data(desk)
    preview = preview_form(desk, round_, match, data)
    refusal = _other_round(desk, round_)
    answer = ResultAnswer(refusal=refusal, preview=preview) if refusal else report_typed(desk, preview)
    if answer.done is None:
        return render_match(desk, round_, match, data, preview, refusal=answer.refusal)
    desk.tell(answer.done)
    now = results.round_at(answer.done.snapshot.state, round_.number) or round_
    following = results.next_open(now, table)
    if desk.request.POST.get("then") == "next" and following is not None:
        return desk.go("desk:result", following)
    return desk.go("desk:results", query=f"?last={table}")


@desk_page("results")
def match_preview(desk: Desk, table: int) -> HttpResponse:
    """What the fields of the form come to, while they are filled in."""
    round_ = results.round_at(desk.state, whole_number(desk.request.GET.get("round", "")))
    match = round_.matches.get(TableNo(table)) if round_ else None
    data = desk.request.GET.dict()
    if round_ is None or match is None or not data.get("end"):
        return HttpResponse()
    preview = preview_form(desk, round_, match, cast("Data", data))
    return desk.show(FieldsPreview(preview))


@require_POST
@desk_page("results")
def confirm(desk: Desk, table: int) -> HttpResponse:
    """Confirm the result a player reported, by the staff's word."""
    return _settle(desk, table, "report")


@require_POST
@desk_page("results")
def settle(desk: Desk, table: int) -> HttpResponse:
    """Settle a dispute by taking one of the two versions."""
    return _settle(desk, table, desk.request.POST.get("take", ""))


def _settle(desk: Desk, table: int, take: str) -> HttpResponse:
    round_ = results.round_at(desk.state, whole_number(desk.request.POST.get("round", "")))
    match = round_.matches.get(TableNo(table)) if round_ else None
    if round_ is None or match is None or match.report is None:
        desk.refuse(Refusal("nothing-recorded", say("There is nothing to confirm at this table.")))
        return desk.go("desk:results")
    if desk.request.POST.get("seen", "") != token_of(round_.number, match, match.report):
        says = say(
            "The result of table {table} has changed since the page was opened. Look at it again.",
            table=table,
        )
        desk.refuse(Refusal("stale", says))
        return desk.go("desk:results", query=f"?round={round_.number}")
    answer = settle_result(
        desk.tournament.pk,
        desk.actor,
        desk.state,
        round_,
        match,
        desk.name,
        dispute=take == "dispute",
        key=desk.sent_key,
    )
    if not isinstance(answer, Refusal):
        desk.tell(answer)
        return desk.go("desk:results", query=f"?round={round_.number}&last={table}")
    desk.refuse(answer)
    if answer.code in ("not-playing", "bad-result"):  # another leader, or the form, which asks twice
        return desk.go("desk:result", table)
    return desk.go("desk:results", query=f"?round={round_.number}&last={table}")


def preview_form(desk: Desk, round_: Round, match: Match, data: Data) -> ResultPreview:
    """What a filled-in form comes to."""
    report = read_form(data, terms_of(desk.state, round_), len(match.pairing.players))
    table = match.pairing.table
    quick = Quick(table, problems=report) if isinstance(report, tuple) else Quick(table, report)
    return preview_result(desk.tournament.pk, desk.state, round_, quick, desk.name)


def render_match(
    desk: Desk,
    round_: Round,
    match: Match,
    data: Data,
    preview: ResultPreview | None = None,
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page of one match."""
    shown = preview or ResultPreview(round_.number, match.pairing.table, match)
    status = 200 if preview is None else status_of(refusal, otherwise=422)
    return desk.show(MatchPage(desk, round_, shown, match, data, refusal), status=status)


def typed_data(desk: Desk) -> Data:
    """What the form sent."""
    return cast("Data", desk.request.POST.dict())


def _first_data(desk: Desk, round_: Round, match: Match) -> Data:
    """What the form opens with: a count from rosters, a line typed in the bar, a player's report, or penalties'."""
    filled = filled_in(desk.request.GET.dict())
    if filled is not None:
        return filled
    terms = terms_of(desk.state, round_)
    line = desk.request.GET.get("line", "")[:200]
    report = read_result(line, terms) if line else match.report
    if report is None:
        report = _known(desk, round_, match)
    if report is None or isinstance(report, tuple):
        return {"end": "decided"} if desk.state.at_tables else {}
    return data_of(report, terms)


def _known(desk: Desk, round_: Round, match: Match) -> Report | None:
    """What is known before anybody reports: what penalties have decided, and who has left a table of three or four."""
    report = losses_of(desk.tournament.pk, desk.state, round_, match).offered
    gone = left(desk.tournament.pk, meeting_of(round_.number, match.pairing)) if desk.state.at_tables else ()
    if not gone:
        return report
    known = report if isinstance(report, PlacingReport) else PlacingReport(end="decided", left=())
    seats = tuple(map(match.pairing.seat_of, gone))
    return replace(known, conceded=tuple(seat for seat in seats if seat not in known.lost))


def _other_round(desk: Desk, round_: Round) -> Refusal | None:
    """A refusal if the form belongs to another round than the running one."""
    sent = desk.request.POST.get("round", "")
    if sent == str(round_.number) and not results.published_since(desk.snapshot, desk.sent_version):
        return None
    return Refusal("stale", say("Another round was published since this page was opened. Look at it again."))


urlpatterns: list[URLPattern] = [
    path("results/<int:table>", match_page, name="result"),
    path("results/<int:table>/preview", match_preview, name="result-preview"),
    path("results/<int:table>/confirm", confirm, name="result-confirm"),
    path("results/<int:table>/settle", settle, name="result-settle"),
]
