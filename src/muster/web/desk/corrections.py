"""Corrections: first what one would change, then the reason, then the act."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path

from muster.app import results
from muster.app.impact import Impact, impact
from muster.app.report_forms import Data, data_of
from muster.app.reports import Weighed, sides_of_outcome, terms_of
from muster.core.ids import TableNo
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.decisions.guards import LONGEST_REASON
from muster.core.tournament.decisions.results import window_closed
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.result_forms import form_context, typed_data, weighed_form

SHOWN: Final = 20
"""Rank changes shown; the rest are counted."""

_OWN: Final = frozenset({"csrfmiddlewaretoken", "version", "key", "step", "sure", "reason", "round"})
"""What the forms send besides the fields of the report."""


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
    weighed = weighed_form(desk, round_, match, data)
    if weighed.report is None or weighed.problems:
        return _render(desk, round_, match, data, weighed, status=422)
    reason = " ".join(data.get("reason", "").split())
    command = CorrectResult(round_.number, match.pairing.table, weighed.report, reason)
    # Looking is not acting: only the form below the changes corrects, and only what it has shown.
    if data.get("step") != "correct" or data.get("sure", "") != weighed.token:
        return _render(desk, round_, match, data, weighed, found=impact(desk.state, command))
    answer = desk.submit(command)
    if isinstance(answer, Refusal):
        found = impact(desk.state, command)
        status = 409 if answer.code == "stale" else 422
        return _render(desk, round_, match, data, weighed, found=found, refusal=answer, status=status)
    desk.tell(answer)
    return desk.go("desk:results", query=f"?round={round_.number}&show=all")


def _render(
    desk: Desk,
    round_: Round,
    match: Match,
    data: Data,
    weighed: Weighed | None = None,
    *,
    found: Impact | Refusal | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = weighed or Weighed(round_.number, match.pairing.table, match)
    context: dict[str, Any] = {
        **form_context(desk, round_, match, data, typed),
        "match": match,
        "closed": window_closed(desk.state, round_),
        "refusal": found if isinstance(found, Refusal) else refusal,
        "reason": data.get("reason", ""),
        "reason_fault": refusal is not None and refusal.code == "reason-missing",
        "longest": LONGEST_REASON,
        "token": typed.token,
        "hidden": [(name, value) for name, value in data.items() if name not in _OWN],
    }
    if isinstance(found, Impact):
        context |= _changes(desk, found)
    elif isinstance(found, Refusal) and status == 200:
        status = 422
    return desk.render("desk/results/correct.html", context, status=status)


def _changes(desk: Desk, found: Impact) -> dict[str, Any]:
    """What would change, with names."""
    name, regulations = desk.name, desk.state.regulations
    one, two = found.players
    names = (name(one), name(two))
    return {
        "impact": found,
        "sides": list(
            zip(
                sides_of_outcome(found.before, regulations, names),
                sides_of_outcome(found.after, regulations, names),
                strict=True,
            )
        ),
        "ranks": [(name(change.player), change) for change in found.ranks[:SHOWN]],
        "more_ranks": max(0, len(found.ranks) - SHOWN),
        "into_cut": [name(player) for player in found.into_cut],
        "out_of_cut": [name(player) for player in found.out_of_cut],
        "rested": [(one.round_no, [name(player) for player in one.byes]) for one in found.rested],
        "advances": [name(player) if player else "" for player in found.advances or ()],
    }


urlpatterns: list[URLPattern] = [
    path("results/<int:round_no>/<int:table>/correct", correct, name="result-correct"),
]
