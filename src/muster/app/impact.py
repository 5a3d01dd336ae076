"""What a correction would change, before anybody makes it: told from a fold of facts nobody has recorded.

Nothing here guesses: the correction is decided on by the engine and folded into a state of its own, and the two
states are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from muster.app.standings import standings_after
from muster.core.bracket.cut import qualify
from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import Outcome
from muster.core.standings.values import Table
from muster.core.tournament import facts, queries
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.decide import decide
from muster.core.tournament.decisions.ending import contenders
from muster.core.tournament.decisions.results import Consequence
from muster.core.tournament.evolve import replay
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

NOT_YET: Final = "(not given yet)"
"""Stands for the reason while it is still to be written."""

Tables = tuple[Table, Table]
"""The standings before and after."""


@dataclass(frozen=True, slots=True)
class RankChange:
    """A player who moves in the standings; ranks and points before and after."""

    player: PlayerId
    rank: tuple[int, int]
    points: tuple[int, int]

    @property
    def up(self) -> int:
        """Places gained; negative for places lost."""
        return self.rank[0] - self.rank[1]


@dataclass(frozen=True, slots=True)
class Rested:
    """A later round that was paired from the result as it was, and who had a bye in it."""

    round_no: RoundNo
    byes: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Impact:
    """What a correction would change.

    Attributes:
        players: the two players.
        before: the outcome on record.
        after: the outcome as corrected.
        ranked_after: the round up to which the standings compared here go; 0 if there are none.
        counts_later: the corrected round is not in the standings yet, because it is not complete.
        ranks: the two players first, then everybody whose rank changes, best first.
        into_cut: who would be in the cut, or would have been.
        out_of_cut: who would not be in it any more.
        cut_made: the cut has been made and stands.
        rested: the later rounds that were paired from the old result.
        proposal: a round is proposed, and has to be proposed anew.
        advances: in elimination, who goes on instead of whom: before and after; None if nothing changes.
        consequence: what the regulations make of it for later pairings.
        clause: the clause on corrections.
    """

    players: tuple[PlayerId, PlayerId]
    before: Outcome
    after: Outcome
    ranked_after: int
    counts_later: bool
    ranks: tuple[RankChange, ...]
    into_cut: tuple[PlayerId, ...]
    out_of_cut: tuple[PlayerId, ...]
    cut_made: bool
    rested: tuple[Rested, ...]
    proposal: RoundNo | None
    advances: tuple[PlayerId | None, PlayerId | None] | None
    consequence: Consequence
    clause: str


def impact(state: State, command: CorrectResult) -> Impact | Refusal:
    """What a correction would change, or why it is not possible. The reason may still be missing.

    Args:
        state: the tournament as it is.
        command: the correction.
    """
    asked = command if command.reason.strip() else replace(command, reason=NOT_YET)
    decision = decide(state, asked)
    if isinstance(decision, Refusal):
        return decision
    fact = next(fact for fact in decision if isinstance(fact, facts.ResultCorrected))
    after = replay(decision, state)
    round_ = state.rounds[command.round_no - 1]
    match = round_.matches[command.table]
    swiss = state.stages[round_.stage].format == "swiss"
    before = match.outcome or fact.outcome
    upto = queries.completed(after) if swiss else 0
    tables = (standings_after(state, upto), queries.table(after, upto)) if upto else None
    into, out = _cut_changes(state, after, tables) if tables else ((), ())
    return Impact(
        match.pairing.players,
        before,
        fact.outcome,
        ranked_after=upto,
        counts_later=swiss and command.round_no > upto,
        ranks=_rank_changes(tables, match.pairing.players) if tables else (),
        into_cut=into,
        out_of_cut=out,
        cut_made=state.seeds is not None,
        rested=_rested(state, command.round_no),
        proposal=state.proposal.round_no if state.proposal else None,
        advances=None if swiss else _advances(match.pairing.players, before, fact.outcome),
        consequence=fact.consequence,  # type: ignore[arg-type]  # the fact keeps it as text
        clause=state.regulations.correction.clause,
    )


def _rank_changes(tables: Tables, players: tuple[PlayerId, PlayerId]) -> tuple[RankChange, ...]:
    """The two players, then everybody whose rank changes. Ranks are those without the random key."""
    old, new = tables
    ranks = dict(zip(old.order, old.shared_ranks, strict=True))
    points = dict(zip(old.order, old.points, strict=True))
    changes = [
        RankChange(player, (ranks[player], rank), (points[player], worth))
        for player, rank, worth in zip(new.order, new.shared_ranks, new.points, strict=True)
    ]
    own = [change for change in changes if change.player in players]
    return (*own, *(change for change in changes if change.up and change.player not in players))


def _cut_changes(
    state: State, after: State, tables: Tables
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Who comes into the cut and who falls out of it, once the Swiss rounds are over."""
    plan = state.announced
    if not plan.has_cut or queries.completed(after) < plan.rounds:
        return (), ()
    old, new = (_qualified(*each) for each in zip((state, after), tables, strict=True))
    return (
        tuple(player for player in new if player not in old),
        tuple(player for player in old if player not in new),
    )


def _qualified(state: State, standing: Table) -> tuple[PlayerId, ...]:
    plan = state.announced
    return qualify(contenders(state, standing), plan.cut_kind, plan.cut).seeds


def _rested(state: State, round_no: RoundNo) -> tuple[Rested, ...]:
    """The rounds paired later, with the byes that were drawn in them."""
    return tuple(
        Rested(round_.number, tuple(bye.player for bye in round_.byes if not bye.awarded))
        for round_ in state.rounds[round_no:]
    )


def _advances(
    players: tuple[PlayerId, PlayerId], before: Outcome, after: Outcome
) -> tuple[PlayerId | None, PlayerId | None] | None:
    if before.winner == after.winner:
        return None
    old, new = (None if one.winner is None else players[one.winner] for one in (before, after))
    return old, new
