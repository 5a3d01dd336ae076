"""How long a round lasts by the regulations, and what they say happens when time is up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muster.core.ids import RoundNo
from muster.core.messages import Message
from muster.core.structure import round_minutes
from muster.core.tournament import doubles
from muster.core.tournament.state import Bye, Pairing, State
from muster.rules.schema import RoundKind

_SHARED_AT_TIME: Final = "COM-TIME-1"


def usual_minutes(state: State, round_no: RoundNo) -> tuple[int | None, str]:
    """The minutes the regulations give a round of this kind and match format, and the clause."""
    kind = round_kind(state, round_no)
    minutes, match = minutes_of(state, kind), _match_of(state, kind)
    times = state.regulations.round_times
    clause = next((one.clause for one in times if one.round == kind and one.match in (match, None)), "")
    return minutes, clause


def minutes_of(state: State, kind: RoundKind) -> int | None:
    """The minutes the regulations give a round of this kind as it is played here; None if they name none."""
    return round_minutes(state.regulations, kind, _match_of(state, kind))


def _match_of(state: State, kind: RoundKind) -> str:
    return state.created.swiss_match if kind == "swiss" else state.created.elimination_match


def minutes_ahead(state: State) -> int | None:
    """The minutes the regulations give the proposed round; None where there is none, or they name none."""
    if state.proposal is None:
        return None
    sheet, created = state.proposal.sheet, state.created
    swiss = state.stages[-1].format == "swiss"
    final = _is_final(state, (*sheet.pairings, *sheet.byes))
    kind: RoundKind = "swiss" if swiss else "final" if final else "elimination"
    match = created.swiss_match if swiss else created.elimination_match
    return round_minutes(state.regulations, kind, match)


def round_kind(state: State, round_no: RoundNo) -> RoundKind:
    """Which kind of round it is: Swiss, elimination, or the final, which is longer."""
    round_ = state.rounds[round_no - 1]
    if state.stages[round_.stage].format == "swiss":
        return "swiss"
    pairings = [match.pairing for match in round_.matches.values()]
    return "final" if _is_final(state, (*pairings, *round_.byes)) else "elimination"


def _is_final(state: State, games: Sequence[Pairing | Bye]) -> bool:
    """Whether what is played at once in a bracket is its final."""
    if state.double:
        return doubles.is_final(state, [one.game for one in games])
    return len(games) == 1


def at_time(state: State) -> tuple[tuple[str, Message], ...]:
    """What the regulations say happens when time is up: clauses with their words, the most telling first."""
    rules = state.regulations
    own = {end.id: end.clause for end in rules.ends}
    single = _single_game(state)
    cited = [single] if single else [own["time"]] if "time" in own else []
    # A clause only about time is the whole rule; one that counts the result says nothing of playing on.
    if own.get("time") == own.get("rounds"):
        cited.insert(0, _SHARED_AT_TIME)
    return tuple((clause, rules.words_of(clause)) for clause in cited if clause in rules.clauses)


def _single_game(state: State) -> str:
    """The clause of matches of one game, where the game has longer ones, too, and these are played now."""
    formats = state.regulations.match_formats
    if len(formats) == 1 or state.setup is None:
        return ""
    created = state.created
    played = (
        created.elimination_match
        if state.stages and state.stages[-1].format == "elimination"
        else created.swiss_match
    )
    return next((one.clause for one in formats if one.id == played and one.best_of == 1), "")
