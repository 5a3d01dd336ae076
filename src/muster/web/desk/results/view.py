"""The desk's results page: the entry bar, the lists, and what happens to a line that is typed."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.latest import undo as take_back
from muster.app.history.submitting import Done
from muster.app.results import read as results
from muster.app.results.report import ResultAnswer, ResultPreview, preview_line, report_result
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.exchange.quick_results import LONGEST_LINE
from muster.exchange.whole import number_of, whole_number
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.results.page import (
    LinePreview,
    LineRecorded,
    LineWithoutRound,
    NoMatch,
    NotRecorded,
    ResultsList,
    ResultsPage,
)


@desk_page("results")
def page(desk: Desk) -> HttpResponse:
    """The entry bar and the list of one round, the running one unless another is asked for."""
    round_ = results.round_at(desk.state, whole_number(desk.request.GET.get("round", "")))
    if round_ is None:
        return desk.show(NoMatch())
    return desk.show(ResultsPage(desk, round_))


@desk_page("results")
def listed(desk: Desk) -> HttpResponse:
    """The list alone, for a page that is open; nothing if it is as the page has it (204)."""
    round_ = results.round_at(desk.state, whole_number(desk.request.GET.get("round", "")))
    if round_ is None or desk.request.GET.get("v") == str(desk.version):
        return HttpResponse(status=204)
    return desk.show(ResultsList(desk, round_))


@desk_page("results")
def preview(desk: Desk) -> HttpResponse:
    """What a line would be worth, while it is typed."""
    round_ = results.round_at(desk.state, whole_number(desk.request.GET.get("round", "")))
    if round_ is None:
        return HttpResponse(status=204)
    line = desk.request.GET.get("line", "")[: LONGEST_LINE + 1]
    previewed = preview_line(desk.tournament.pk, desk.state, round_, line, desk.name)
    return desk.show(LinePreview(desk, round_, previewed))


@require_POST
@desk_page("results")
def enter(desk: Desk) -> HttpResponse:
    """Record a typed line. A surprising one is asked for again once, a mistaken one comes back as typed."""
    line = desk.request.POST.get("line", "")[: LONGEST_LINE + 1]
    round_ = results.round_at(desk.state, whole_number(desk.request.POST.get("round", "")))
    if round_ is None:
        page = LineWithoutRound(line, _no_round()) if desk.live else NoMatch()
        return desk.show(page, status=422)
    preview = preview_line(desk.tournament.pk, desk.state, round_, line, desk.name)
    answer = _moved_on(desk, preview) or report_typed(desk, preview)
    if answer.done is None:
        return _not_recorded(desk, NotRecorded(desk, round_, answer.preview or preview, line, answer.refusal))
    return _recorded(desk, round_, preview, answer.done)


def report_typed(desk: Desk, preview: ResultPreview) -> ResultAnswer:
    """Record what was typed. The engine keeps two scorekeepers apart, table by table."""
    sure = desk.request.POST.get("sure", "")
    tournament, key = desk.tournament.pk, desk.sent_key
    return report_result(tournament, desk.actor, desk.state, preview, sure=sure, key=key)


def _moved_on(desk: Desk, preview: ResultPreview) -> ResultAnswer | None:
    """A refusal if a round was published since the page was made: its tables mean other matches now."""
    if not results.published_since(desk.snapshot, desk.sent_version):
        return None
    says = say("Another round was published since this page was opened. Look at the round before you enter.")
    return ResultAnswer(refusal=Refusal("stale", says), preview=preview)


def _no_round() -> Refusal:
    return Refusal("no-round", say("There is no such round."))


def _not_recorded(desk: Desk, answer: NotRecorded) -> HttpResponse:
    """Why a line was not recorded, with the line: for the open page a part of it, else the whole page."""
    page = answer if desk.live else ResultsPage(desk, answer.round, answer)
    return desk.show(page, status=status_of(answer.refusal, otherwise=422))


def _recorded(desk: Desk, round_: Round, preview: ResultPreview, done: Done) -> HttpResponse:
    """The answer to a line that is on record."""
    if not desk.live:
        desk.tell(done)
        return desk.go("desk:results", query=f"?last={preview.table}")
    before, desk.snapshot = desk.version, done.snapshot
    now = results.round_at(desk.state, round_.number) or round_
    return desk.show(LineRecorded(desk, now, done, preview.table or TableNo(0), before))


@require_POST
@desk_page("undo")
def undo(desk: Desk) -> HttpResponse:
    """Take back the latest act and stay on this page."""
    answer = take_back(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    desk.report(answer)
    return desk.go("desk:results")


@require_POST
@desk_page("results")
def confirm_all(desk: Desk) -> HttpResponse:
    """Confirm every result that waited for the opponent's word when the page was made, as one act."""
    round_no = RoundNo(number_of(desk.request.POST.get("round", "")))
    answer = results.confirm_all(
        desk.snapshot, round_no, desk.actor, seen=desk.sent_version, key=desk.sent_key
    )
    desk.report(answer)
    return desk.go("desk:results", query=f"?round={round_no}")


urlpatterns: list[URLPattern] = [
    path("results", page, name="results"),
    path("results/list", listed, name="results-list"),
    path("results/preview", preview, name="results-preview"),
    path("results/enter", enter, name="results-enter"),
    path("results/undo", undo, name="results-undo"),
    path("results/confirm-all", confirm_all, name="results-confirm-all"),
]
