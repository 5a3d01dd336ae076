"""Corrections: first what one would change, then the reason, then the act."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path

from muster.app import results
from muster.app.impact import NOT_YET, Impact, Rested, impact
from muster.app.repairing import (
    Mend,
    after_correction,
    draw_anew,
    mend,
    round_to_mend,
    smallest,
    swaps_of,
    swaps_text,
)
from muster.app.report_forms import Data, data_of
from muster.app.reports import Weighed, sides_of_outcome, terms_of
from muster.app.running import Done
from muster.core.ids import Naming, TableNo
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.decisions.guards import LONGEST_REASON
from muster.core.tournament.decisions.results import window_closed
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.result_forms import form_context, typed_data, weighed_form

SHOWN: Final = 20
"""Rank changes shown; the rest are counted."""

MENDING: Final = ("affected", "anew")
"""What may be done at once with the round that was paired from the old result."""

_OWN: Final = frozenset(
    {"csrfmiddlewaretoken", "version", "key", "step", "sure", "reason", "round", "then", "swaps"}
)
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
    answer = _carried_out(desk, command, data)
    if isinstance(answer, Refusal):
        found = impact(desk.state, command)
        status = 409 if answer.code == "stale" else 422
        return _render(desk, round_, match, data, weighed, found=found, refusal=answer, status=status)
    desk.tell(answer)
    if data.get("then", "") in MENDING:
        return desk.go("desk:round")
    return desk.go("desk:results", query=f"?round={round_.number}&show=all")


def _carried_out(desk: Desk, command: CorrectResult, data: Data) -> Done | Refusal:
    """Correct, and do with the round paired from the old result what was chosen; one act."""
    then = data.get("then", "")
    if then not in MENDING or isinstance(after_correction(desk.state, command), Refusal):
        return desk.submit(command)
    how = {"expected_version": desk.sent_version, "key": desk.sent_key}
    if then == "anew":
        return draw_anew(desk.tournament.pk, desk.actor, command.reason, first=command, **how)  # type: ignore[arg-type]
    swaps = swaps_of(data.get("swaps", ""))
    return mend(desk.tournament.pk, desk.actor, swaps, command.reason, first=command, **how)  # type: ignore[arg-type]


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
    if isinstance(found, Impact) and typed.report is not None:
        context |= _changes(desk, found)
        context |= _choices(
            desk, found, CorrectResult(round_.number, match.pairing.table, typed.report, NOT_YET)
        )
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
        "rested": [_rested(one, name) for one in found.rested],
        "advances": [name(player) if player else "" for player in found.advances or ()],
    }


def _choices(desk: Desk, found: Impact, command: CorrectResult) -> dict[str, Any]:
    """What may be done with the round that was paired from the old result and has not begun."""
    if found.consequence != "re-pair-affected" or found.cut_made or not desk.actor.may("rounds"):
        return {}
    after = after_correction(desk.state, command)
    round_ = after if isinstance(after, Refusal) else round_to_mend(after)
    if isinstance(after, Refusal) or isinstance(round_, Refusal) or round_.number != command.round_no + 1:
        return {"no_mend": round_ if isinstance(round_, Refusal) else None}
    offered = smallest(after, found.players, desk.names)
    mends = isinstance(offered, Mend)
    return {
        "mend": offered if mends else None,
        "no_mend": offered if isinstance(offered, Refusal) else None,
        "swaps": swaps_text(offered.swaps) if isinstance(offered, Mend) else "",
        "next_round": round_.number,
        "required": desk.state.regulations.correction.window == "until-paired",
    }


def _rested(rested: Rested, name: Naming) -> dict[str, Any]:
    """A later round with what would have been otherwise in it, with names."""
    return {
        "round_no": rested.round_no,
        "byes": [name(player) for player in rested.byes],
        "bye_instead": name(rested.bye_instead) if rested.bye_instead else "",
        "pairings": [
            (one.table, tuple(zip(map(name, one.players), one.before, one.after, strict=True)))
            for one in rested.pairings
        ],
    }


urlpatterns: list[URLPattern] = [
    path("results/<int:round_no>/<int:table>/correct", correct, name="result-correct"),
]
