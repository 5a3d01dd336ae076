"""Corrections: first what one would change, then the reason, then the act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path

from muster.app.brackets.advancing import correct_and_remake
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done
from muster.app.results import read as results
from muster.app.results.report import ResultPreview, terms_of
from muster.app.results.report_forms import Data, data_of
from muster.app.rounds.re_pairing import correct_together, re_pair, redraw, results_swapped, round_to_re_pair
from muster.app.staff.conflicts import may_not_settle
from muster.core.ids import TableNo
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.repair.preview import after_correction, swaps_of
from muster.web.desk.results.correct_page import CorrectPage, ExchangePage
from muster.web.desk.results.match_view import preview_form, typed_data
from muster.web.desk.round.clock_view import number_typed

MENDING: Final = ("affected", "anew")
"""What may be done at once with the round that was paired from the old result."""

BRACKET: Final = "bracket"
"""The cut, or the elimination round, that rests on the old result is made anew at once."""


@desk_page("correct")
def correct(desk: Desk, round_no: int, table: int) -> HttpResponse:
    """The form of a recorded result: looked at first, then corrected with a reason."""
    round_ = results.round_at(desk.state, round_no)
    match = round_.matches.get(TableNo(table)) if round_ else None
    if round_ is None or match is None or match.outcome is None:
        raise Http404("There is no recorded result at this table of this round.")
    terms = terms_of(desk.state, round_)
    if desk.request.method != "POST":
        data = data_of(match.report, terms) if match.report else {}
        return _render(desk, round_, match, data)
    return _asked(desk, round_, match, typed_data(desk))


def _asked(desk: Desk, round_: Round, match: Match, data: Data) -> HttpResponse:
    """A correction that was looked at, or is to be made."""
    preview = preview_form(desk, round_, match, data)
    if preview.report is None or preview.problems:
        return _render(desk, round_, match, data, preview, status=422)
    command = CorrectResult(round_.number, match.pairing.table, preview.report, typed(_reason(data)))
    # Looking is not acting: only the form below the changes corrects, and only what it has shown.
    if data.get("step") != "correct" or data.get("sure", "") != preview.token:
        return _render(desk, round_, match, data, preview, command)
    answer = _not_own(desk, round_, command) or _carried_out(desk, command, data)
    if isinstance(answer, Refusal):
        status = 409 if answer.code == "stale" else 422
        return _render(desk, round_, match, data, preview, command, refusal=answer, status=status)
    desk.tell(answer)
    if data.get("then", "") in MENDING:
        return desk.go("desk:round")
    if data.get("then", "") == BRACKET:
        return desk.go("desk:bracket")
    return desk.go("desk:results", query=f"?round={round_.number}&show=all")


def _reason(sent: Mapping[str, Any]) -> str:
    """The reason, as it was typed."""
    return str(sent.get("reason", ""))


@desk_page("correct")
def exchanged(desk: Desk, round_no: int, table: int) -> HttpResponse:
    """The results of two tables were entered at each other's: looked at first, then both corrected with a reason."""
    round_ = results.round_at(desk.state, round_no)
    if round_ is None or TableNo(table) not in round_.matches:
        raise Http404("Nobody plays at this table in this round.")
    sent = desk.request.POST or desk.request.GET
    tables = (TableNo(table), TableNo(number_typed(sent.get("with", ""))))
    asked = results_swapped(round_, tables, typed(_reason(sent)))
    if desk.request.method != "POST" or isinstance(asked, Refusal):
        return _exchange_page(desk, round_, tables, asked)
    answer = _not_own(desk, round_, *asked) or correct_together(
        desk.tournament.pk, desk.actor, asked, expected_version=desk.sent_version, key=desk.sent_key
    )
    if isinstance(answer, Refusal):
        return _exchange_page(desk, round_, tables, asked, answer)
    desk.tell(answer)
    if desk.state.seeds is not None:
        return desk.go("desk:bracket")
    if isinstance(round_to_re_pair(answer.snapshot.state), Round) and round_.number < len(desk.state.rounds):
        return desk.go("desk:repair")
    return desk.go("desk:results", query=f"?round={round_.number}&show=all")


def _exchange_page(
    desk: Desk,
    round_: Round,
    tables: tuple[TableNo, TableNo],
    asked: tuple[CorrectResult, CorrectResult] | Refusal,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """What giving both tables each other's result would change."""
    reason = _reason(desk.request.POST or desk.request.GET)
    page = ExchangePage(desk, round_, tables, asked, reason, refusal)
    stale = refusal is not None and refusal.code == "stale"
    status = 200 if page.refusal is None else 409 if stale else 422
    return desk.show(page, status=status)


def _not_own(desk: Desk, round_: Round, *asked: CorrectResult) -> Refusal | None:
    """Why whoever plays at one of these tables leaves the correction to others (`COM-ROLE-4`)."""
    found = (
        may_not_settle(desk.tournament.pk, desk.actor, desk.state, round_.matches[one.table]) for one in asked
    )
    return next(filter(None, found), None)


def _carried_out(desk: Desk, command: CorrectResult, data: Data) -> Done | Refusal:
    """Correct, and do with the round paired from the old result what was chosen; one act."""
    then = data.get("then", "")
    if then == BRACKET:
        return correct_and_remake(
            desk.tournament.pk, desk.actor, command, expected_version=desk.sent_version, key=desk.sent_key
        )
    if then not in MENDING or isinstance(after_correction(desk.state, command), Refusal):
        return desk.submit(command)
    how = {"expected_version": desk.sent_version, "key": desk.sent_key}
    if then == "anew":
        return redraw(desk.tournament.pk, desk.actor, command.reason, first=command, **how)  # type: ignore[arg-type]
    swaps = swaps_of(data.get("swaps", ""))
    return re_pair(desk.tournament.pk, desk.actor, swaps, command.reason, first=command, **how)  # type: ignore[arg-type]


def _render(
    desk: Desk,
    round_: Round,
    match: Match,
    data: Data,
    preview: ResultPreview | None = None,
    command: CorrectResult | None = None,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = preview or ResultPreview(round_.number, match.pairing.table, match)
    page = CorrectPage(desk, round_, shown, match, data, command, refusal)
    return desk.show(page, status=422 if status == 200 and isinstance(page.found, Refusal) else status)


urlpatterns: list[URLPattern] = [
    path("results/<int:round_no>/<int:table>/correct", correct, name="result-correct"),
    path("results/<int:round_no>/<int:table>/exchanged", exchanged, name="results-exchanged"),
]
