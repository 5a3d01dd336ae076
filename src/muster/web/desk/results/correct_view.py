"""Corrections: first what one would change, then the reason, then the act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path

from muster.app.brackets.advancing import (
    DependentGames,
    RemadeBracket,
    correct_and_remake,
    dependent_games,
    remade_with,
)
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done
from muster.app.results import read as results
from muster.app.results.description import sides_of_outcome
from muster.app.results.impact import NOT_YET, CorrectionImpact, LaterRound, impact
from muster.app.results.report import ResultPreview, terms_of
from muster.app.results.report_forms import Data, data_of
from muster.app.rounds.re_pairing import (
    RePairing,
    after_correction,
    correct_together,
    re_pair,
    redraw,
    results_swapped,
    round_to_re_pair,
    suggested_swaps,
    swaps_of,
    swaps_text,
)
from muster.app.staff.conflicts import may_not_settle
from muster.core.ids import Naming, TableNo
from muster.core.private import LONGEST_REASON
from muster.core.tournament.acts.corrections import opens_by_undo, window_closed
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.results.match_view import form_context, preview_form, typed_data
from muster.web.desk.round.clock_view import number_typed

SHOWN: Final = 20
"""Rank changes shown; the rest are counted."""

MENDING: Final = ("affected", "anew")
"""What may be done at once with the round that was paired from the old result."""

BRACKET: Final = "bracket"
"""The cut, or the elimination round, that rests on the old result is made anew at once."""

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
    """The reason that was typed, in one line."""
    return " ".join(sent.get("reason", "").split())


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
    found = asked if isinstance(asked, Refusal) else impact(desk.state, *asked)
    context: dict[str, Any] = {
        "round": round_,
        "tables": tables,
        "base": desk.url("desk:results"),
        "refusal": found if isinstance(found, Refusal) else refusal,
        "reason": "" if isinstance(asked, Refusal) else _reason(desk.request.POST or desk.request.GET),
        "reason_fault": refusal is not None and refusal.code == "reason-missing",
        "longest": LONGEST_REASON,
        "hidden": [("with", tables[1])],
    }
    if isinstance(found, CorrectionImpact) and not isinstance(asked, Refusal):
        context |= _changes(desk, found)
        second = impact(desk.state, asked[1])
        context["sides"] += _changes(desk, second)["sides"] if isinstance(second, CorrectionImpact) else []
    status = 200 if context["refusal"] is None else 409 if refusal and refusal.code == "stale" else 422
    return desk.render("desk/results/exchanged.html", context, status=status)


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
    typed = preview or ResultPreview(round_.number, match.pairing.table, match)
    again = remade_with(desk.state, command, desk.names) if command else None
    found = impact(again.base if again else desk.state, command) if command else None
    context: dict[str, Any] = {
        **form_context(desk, round_, match, data, typed),
        "match": match,
        "closed": window_closed(desk.state, round_),
        "undo_first": opens_by_undo(desk.state, round_),
        "refusal": found if isinstance(found, Refusal) else refusal,
        "reason": data.get("reason", ""),
        "reason_fault": refusal is not None and refusal.code == "reason-missing",
        "longest": LONGEST_REASON,
        "others": [] if command else _others(round_, match),
        "token": typed.token,
        "hidden": [(name, value) for name, value in data.items() if name not in _OWN],
    }
    if isinstance(found, CorrectionImpact) and command is not None:
        context |= _changes(desk, found)
        context |= _choices(desk, found, replace(command, reason=NOT_YET))
        context |= _again(desk, again)
    elif isinstance(found, Refusal) and command is not None:
        context |= _too_late(desk, dependent_games(desk.state, command))
        status = 422 if status == 200 else status
    return desk.render("desk/results/correct.html", context, status=status)


def _others(round_: Round, match: Match) -> list[TableNo]:
    """The other tables with a result that may have been entered at each other's."""
    played = (table for table, one in round_.matches.items() if one.report and one is not match)
    return sorted(played) if match.report else []


def _changes(desk: Desk, found: CorrectionImpact) -> dict[str, Any]:
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
        "repointed": any(one.pairings for one in found.rested),
        "advances": [name(player) if player else "" for player in found.advances or ()],
    }


def _choices(desk: Desk, found: CorrectionImpact, command: CorrectResult) -> dict[str, Any]:
    """What may be done with the round that was paired from the old result and has not begun."""
    if found.consequence != "re-pair-affected" or found.cut_made or not desk.actor.may("rounds"):
        return {}
    after = after_correction(desk.state, command)
    round_ = after if isinstance(after, Refusal) else round_to_re_pair(after)
    if isinstance(after, Refusal) or isinstance(round_, Refusal) or round_.number != command.round_no + 1:
        return {"no_mend": round_ if isinstance(round_, Refusal) else None}
    offered = suggested_swaps(after, found.players, desk.names)
    mends = isinstance(offered, RePairing)
    return {
        "mend": offered if mends else None,
        "no_mend": offered if isinstance(offered, Refusal) else None,
        "swaps": swaps_text(offered.swaps) if isinstance(offered, RePairing) else "",
        "next_round": round_.number,
        "required": desk.state.regulations.correction.window == "until-paired",
    }


def _again(desk: Desk, found: RemadeBracket | None) -> dict[str, Any]:
    """What is made anew together with the correction, where the cut or a bracket rests on it."""
    return {"anew": found} if found and desk.actor.may("rounds") else {}


def _too_late(desk: Desk, found: DependentGames | None) -> dict[str, Any]:
    """Everything that rests on the winner of a bracket game, with names."""
    if found is None:
        return {}
    name = desk.name
    return {
        "resting": found,
        "resting_advances": [name(player) if player else "" for player in found.advances],
        "resting_later": [
            (one, [name(player) for player in one.players], name(one.winner) if one.winner else "")
            for one in found.later
        ],
        "resting_places": [(name(player), place) for player, place in found.places],
    }


def _rested(rested: LaterRound, name: Naming) -> dict[str, Any]:
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
    path("results/<int:round_no>/<int:table>/exchanged", exchanged, name="results-exchanged"),
]
