"""One match with labelled fields: for whoever prefers them, and for a browser without scripts."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app import results
from muster.app.judging import losses
from muster.app.judging.conflicts import may_not_settle
from muster.app.report_forms import Data, data_of, elsewhere, form_of, read_form
from muster.app.reports import Weighed, terms_of, token_of, weigh
from muster.core.ids import TableNo
from muster.core.scoring.problems import Problem
from muster.core.tournament.commands import Command, ConfirmResult, ReportResult
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.exchange.quick_results import Quick, read_result
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.results import dispute, is_open, number, preview_context, record
from muster.web.desk.tally import filled_in, roster_context


@desk_page("results")
def match_page(desk: Desk, table: int) -> HttpResponse:
    """The form of one match of the running round; sent, it records the result."""
    round_ = results.round_at(desk.state, None)
    match = round_.matches.get(TableNo(table)) if round_ else None
    if round_ is None or match is None or not is_open(desk, round_):
        return desk.render("desk/results/none.html", {"table": table, "round": round_}, status=404)
    if desk.request.method != "POST":
        return render_match(desk, round_, match, _first_data(desk, round_, match))
    data = typed_data(desk)
    weighed = weighed_form(desk, round_, match, data)
    refusal = _other_round(desk, round_)
    if refusal or weighed.report is None or weighed.problems:
        return render_match(desk, round_, match, data, weighed, refusal=refusal)
    if weighed.surprises and desk.request.POST.get("sure", "") != weighed.token:
        return render_match(desk, round_, match, data, weighed)
    answer = record(desk, round_, weighed)
    if isinstance(answer, Refusal):
        return render_match(desk, round_, match, data, weighed, refusal=answer)
    desk.tell(answer)
    now = results.round_at(answer.snapshot.state, round_.number) or round_
    following = results.next_open(now, table)
    if desk.request.POST.get("then") == "next" and following is not None:
        return desk.go("desk:result", following)
    return desk.go("desk:results", query=f"?last={table}")


@desk_page("results")
def match_preview(desk: Desk, table: int) -> HttpResponse:
    """What the fields of the form come to, while they are filled in."""
    round_ = results.round_at(desk.state, number(desk.request.GET.get("round", "")))
    match = round_.matches.get(TableNo(table)) if round_ else None
    data = desk.request.GET.dict()
    if round_ is None or match is None or not data.get("end"):
        return HttpResponse()
    weighed = weighed_form(desk, round_, match, cast("Data", data))
    context = {**preview_context(desk, round_, weighed), "typing": True}
    return desk.render("desk/results/worth.html", context)


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
    round_ = results.round_at(desk.state, number(desk.request.POST.get("round", "")))
    match = round_.matches.get(TableNo(table)) if round_ else None
    if round_ is None or match is None or match.report is None:
        desk.refuse(Refusal("nothing-recorded", _("There is nothing to confirm at this table.")))
        return desk.go("desk:results")
    if desk.request.POST.get("seen", "") != token_of(round_.number, match, match.report):
        says = _("The result of table %(table)d has changed since the page was opened. Look at it again.")
        desk.refuse(Refusal("stale", says % {"table": table}))
        return desk.go("desk:results", query=f"?round={round_.number}")
    command: Command = ConfirmResult(round_.number, TableNo(table))
    if take == "dispute" and match.dispute is not None:
        command = ReportResult(round_.number, TableNo(table), match.dispute)
    report = command.report if isinstance(command, ReportResult) else match.report
    own = may_not_settle(desk.tournament.pk, desk.actor, desk.state, round_.number, table, report)
    if against := own or _against(desk, round_, match, command):
        desk.refuse(against)
        return desk.go("desk:result", table)
    answer = desk.submit(command, stale=False)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        desk.tell(answer)
    return desk.go("desk:results", query=f"?round={round_.number}&last={table}")


def _against(desk: Desk, round_: Round, match: Match, command: Command) -> Refusal | None:
    """Why the version of a player is not taken as it is: it goes against a penalty, so its form has to ask."""
    report = command.report if isinstance(command, ReportResult) else match.report
    decided = losses.losses_of(desk.tournament.pk, desk.state, round_, match)
    found = decided.against(report, desk.name) if report else ()
    if not found:
        return None
    says = _("%(problem)s Enter the result here, and record it twice if it is meant all the same.")
    return Refusal("bad-result", says % {"problem": found[0].message}, found[0].clause)


def weighed_form(desk: Desk, round_: Round, match: Match, data: Data) -> Weighed:
    """What a filled-in form comes to."""
    table = match.pairing.table
    report = read_form(data, terms_of(desk.state, round_))
    if isinstance(report, tuple):
        return weigh(desk.state, round_, Quick(table, problems=report), desk.name)
    weighed = weigh(desk.state, round_, Quick(table, report), desk.name)
    return losses.asked(desk.tournament.pk, weighed, desk.state, desk.name)


def form_context(desk: Desk, round_: Round, match: Match, data: Data, weighed: Weighed) -> dict[str, Any]:
    """The fields of a match's form, each with its problems and surprises."""
    one, two = match.pairing.players
    found: tuple[Problem, ...] = weighed.problems or weighed.surprises
    fields = form_of(terms_of(desk.state, round_), (desk.name(one), desk.name(two)), data, found)
    asks = bool(weighed.surprises and not weighed.problems)
    decided = losses.losses_of(desk.tournament.pk, desk.state, round_, match)
    return {
        **preview_context(desk, round_, weighed),
        "fields": fields,
        "decided": decided.notes(desk.name),
        "elsewhere": elsewhere(fields, found),
        "asks": asks,
        "sure": weighed.token if asks else "",
    }


def render_match(
    desk: Desk,
    round_: Round,
    match: Match,
    data: Data,
    weighed: Weighed | None = None,
    *,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page of one match."""
    table = match.pairing.table
    typed = weighed or Weighed(round_.number, table, match)
    context = {
        **form_context(desk, round_, match, data, typed),
        **roster_context(desk, match),
        "match": match,
        "refusal": refusal,
        "following": results.next_open(round_, table),
        "dispute": dispute(desk, round_, table) if match.status == "disputed" else None,
        "token": token_of(round_.number, match, match.report) if match.report else "",
    }
    status = 200 if weighed is None else 409 if refusal and refusal.code == "stale" else 422
    return desk.render("desk/results/match.html", context, status=status)


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
        report = losses.losses_of(desk.tournament.pk, desk.state, round_, match).offered
    return {} if report is None or isinstance(report, tuple) else data_of(report, terms)


def _other_round(desk: Desk, round_: Round) -> Refusal | None:
    """A refusal if the form belongs to another round than the running one."""
    sent = desk.request.POST.get("round", "")
    if sent == str(round_.number) and not results.published_since(desk.snapshot, desk.sent_version):
        return None
    return Refusal("stale", _("Another round was published since this page was opened. Look at it again."))


urlpatterns: list[URLPattern] = [
    path("results/<int:table>", match_page, name="result"),
    path("results/<int:table>/preview", match_preview, name="result-preview"),
    path("results/<int:table>/confirm", confirm, name="result-confirm"),
    path("results/<int:table>/settle", settle, name="result-settle"),
]
