"""What each round of one player is worth, and why: the scoring step by step, byes, and losses without an opponent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.app.results.report import scored_result
from muster.app.rounds.sheets import title_of
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Message, say
from muster.core.outcomes import SideOutcome
from muster.core.pairing.explain import counted
from muster.core.tournament import queries
from muster.core.tournament.state import Match, Round, State
from muster.exchange.quick_results import Quick
from muster.web.player.page.own_first import OwnFirst


@dataclass(frozen=True, slots=True)
class OwnWorth:
    """One round of a player.

    Attributes:
        title: what the round is called.
        says: why it is worth what it is, in a sentence; empty for a match that was scored.
        preview: how the match was scored, for everybody at the table.
        clauses: the clauses it rests on; a scored match has its own at every step.
    """

    title: Message
    says: Message = NOTHING
    preview: OwnFirst | None = None
    clauses: tuple[str, ...] = ()


def ended_word(match: Match, player: PlayerId) -> Message:
    """How a match ended for a player, in a word; where they came at a table of three or four."""
    if match.outcome is None or match.status == "disputed":
        return NOTHING
    side = match.outcome.sides[match.pairing.seat_of(player)]
    if side.place is not None:
        return say("place {place}", place=side.place)
    return {"win": say("won"), "loss": say("lost"), "draw": say("drawn")}[side.verdict]


def own_worths(state: State, player: PlayerId, name: Naming) -> tuple[OwnWorth, ...]:
    """What every settled round of a player is worth, the latest first."""
    return tuple(
        found for round_ in reversed(state.rounds) for found in _of_round(state, round_, player, name)
    )


def _of_round(state: State, round_: Round, player: PlayerId, name: Naming) -> Iterator[OwnWorth]:
    title, rules = title_of(state, round_.number), state.regulations
    match = queries.match_of(round_, player)
    elimination = state.stages[round_.stage].format == "elimination"
    if match is not None and match.settled and match.report is not None:
        quick = Quick(match.pairing.table, match.report)
        scored = scored_result(state, round_, quick, name)
        yield OwnWorth(title, preview=OwnFirst(scored, match.pairing.seat_of(player)))
    elif match is not None and match.settled:
        says = say("The match was awarded, because a player had dropped or was disqualified.")
        yield OwnWorth(title, says, clauses=(rules.elimination.drop_clause,))
    for bye in round_.byes:
        if bye.player == player and elimination:
            yield OwnWorth(
                title, say("A bye: on to the next round."), clauses=(rules.elimination.drop_clause,)
            )
        elif bye.player == player:
            says = say("A bye counts as a win: {points}.", points=_points(state, bye.outcome))
            yield OwnWorth(title, says, clauses=(rules.pairing.bye_clause, rules.bye.clause))
    for missed in state.players[player].missed:
        if round_.number in missed.rounds and not queries.takes_part(round_, player):
            says = say(
                "Not in this round when it was paired: a loss without an opponent, {points}.",
                points=_points(state, missed.outcome),
            )
            clauses = (rules.attendance.late_entry_clause, rules.unpaired_loss.clause)
            yield OwnWorth(title, says, clauses=tuple(dict.fromkeys(clauses)))


def _points(state: State, outcome: SideOutcome) -> Message:
    """What a round without an opponent brings, in words."""
    words = counted(outcome.points, state.regulations.standings.points_name)
    if outcome.averaged:
        return say("{points}, and the average of the other games as margin of victory", points=words)
    if outcome.margin:
        return say("{points}, margin of victory {margin}", points=words, margin=outcome.margin)
    return words
