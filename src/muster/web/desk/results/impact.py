"""What a correction would change, before anybody makes it: told from a fold of facts nobody has recorded.

Nothing here guesses: the correction is decided on by the engine and folded into a state of its own, and the two
states are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.app.brackets.advancing import NOT_YET
from muster.app.standings.read import standings_after
from muster.core.bracket.cut import qualify
from muster.core.draws import DrawSeed
from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.outcomes import Outcome
from muster.core.pairing.bye import choose_bye
from muster.core.standings.values import Table
from muster.core.tournament import facts, queries
from muster.core.tournament.acts.corrections import Consequence
from muster.core.tournament.acts.cut import contenders
from muster.core.tournament.commands import CorrectResult
from muster.core.tournament.drawing_swiss import candidates, swiss_field
from muster.core.tournament.elimination import goes_on
from muster.core.tournament.engine import decide, replay
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, PlayerStatus, Round, State, best_of

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
class LaterPairing:
    """A later pairing of one of the players: the points they were paired with, and would have had."""

    table: TableNo
    players: tuple[PlayerId, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A later round that was paired from the result as it was.

    Attributes:
        round_no: the round.
        byes: who had a bye in it that was not awarded.
        bye_instead: who would have had it with the corrected result; None if it would have been the same.
        pairings: the pairings made with other points than they would have been made with.
    """

    round_no: RoundNo
    byes: tuple[PlayerId, ...]
    bye_instead: PlayerId | None = None
    pairings: tuple[LaterPairing, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectionImpact:
    """What a correction would change.

    Attributes:
        players: everybody at the table.
        before: the outcome on record.
        after: the outcome as corrected.
        ranked_after: the round up to which the standings compared here go; 0 if there are none.
        counts_later: the corrected round is not in the standings yet, because it is not complete.
        ranks: the players concerned first, then everybody whose rank changes, best first.
        into_cut: who would be in the cut, or would have been.
        out_of_cut: who would not be in it any more.
        cut_made: the cut has been made and stands.
        play_offs_gone: play-offs that count for nothing with it, because their players are not equal any more.
        rested: the later rounds that were paired from the old result.
        proposal: a round is proposed, and has to be proposed anew.
        advances: in elimination, who goes on instead of whom: before and after; None if nothing changes.
        consequence: what the regulations make of it for later pairings.
        clause: the clause on corrections.
        best_of: the most games of the match.
    """

    players: tuple[PlayerId, ...]
    before: Outcome
    after: Outcome
    ranked_after: int
    counts_later: bool
    ranks: tuple[RankChange, ...]
    into_cut: tuple[PlayerId, ...]
    out_of_cut: tuple[PlayerId, ...]
    cut_made: bool
    play_offs_gone: tuple[tuple[PlayerId, ...], ...]
    rested: tuple[LaterRound, ...]
    proposal: RoundNo | None
    advances: tuple[PlayerId | None, PlayerId | None] | None
    consequence: Consequence
    clause: str
    best_of: int


def impact(state: State, command: CorrectResult, *also: CorrectResult) -> CorrectionImpact | Refusal:
    """What a correction would change, or why it is not possible. The reason may still be missing.

    Args:
        state: the tournament as it is.
        command: the correction.
        also: corrections of the same round made in the same act.
    """
    after, made = state, list[facts.ResultCorrected]()
    for one in (command, *also):
        decision = decide(after, one if one.reason.given else replace(one, reason=NOT_YET))
        if isinstance(decision, Refusal):
            return decision
        after = replay(decision, after)
        made += [fact for fact in decision if isinstance(fact, facts.ResultCorrected)]
    fact = made[0]
    round_ = state.rounds[command.round_no - 1]
    match = round_.matches[command.table]
    own = tuple(player for one in made for player in round_.matches[one.table].pairing.players)
    swiss = state.stages[round_.stage].format == "swiss"
    before = match.outcome or fact.outcome
    upto = queries.completed(after) if swiss else 0
    tables = (standings_after(state, upto), queries.shown_table(after, upto)) if upto else None
    into, out = _cut_changes(state, after, tables) if tables else ((), ())
    return CorrectionImpact(
        match.pairing.players,
        before,
        fact.outcome,
        ranked_after=upto,
        counts_later=swiss and command.round_no > upto,
        ranks=_rank_changes(tables, own) if tables else (),
        into_cut=into,
        out_of_cut=out,
        cut_made=state.seeds is not None,
        play_offs_gone=_play_offs_gone(state, after),
        rested=_rested(state, after, command.round_no),
        proposal=state.proposal.round_no if state.proposal else None,
        advances=None if swiss else _advances(state, match, before, fact.outcome),
        consequence=fact.consequence,
        clause=state.regulations.correction.clause,
        best_of=best_of(state, state.stages[round_.stage].format),
    )


def _rank_changes(tables: Tables, players: tuple[PlayerId, ...]) -> tuple[RankChange, ...]:
    """The players concerned, then everybody whose rank changes. Ranks are those without the random key."""
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


def _play_offs_gone(state: State, after: State) -> tuple[tuple[PlayerId, ...], ...]:
    """The play-offs that stand in the standings now and would not any more."""
    if not state.play_offs:
        return ()
    return tuple(sorted(queries.counting_play_offs(state) - queries.counting_play_offs(after)))


def _rested(state: State, after: State, round_no: RoundNo) -> tuple[LaterRound, ...]:
    """The rounds paired later, with the pairings and byes that would have been others."""
    swiss = len(queries.swiss_rounds(state))
    return tuple(
        LaterRound(
            round_.number,
            tuple(bye.player for bye in round_.byes if not bye.awarded),
            _bye_instead(after, round_) if round_.number <= swiss else None,
            _repointed(state, after, round_) if round_.number <= swiss else (),
        )
        for round_ in state.rounds[round_no:]
    )


def _repointed(state: State, after: State, round_: Round) -> tuple[LaterPairing, ...]:
    """The pairings of a round whose players would have come to it with other points."""
    done = round_.number - 1
    old = queries.pairing_points(state, standings_after(state, done), done)
    new = queries.pairing_points(after, queries.table(after, done), done)
    found = []
    for table, match in sorted(round_.matches.items()):
        players = match.pairing.players
        # Whoever was disqualified since is in no standings any more.
        was, now = (tuple(of.get(one, 0) for one in players) for of in (old, new))
        if was != now:
            found.append(LaterPairing(table, players, was, now))
    return tuple(found)


def _bye_instead(after: State, round_: Round) -> PlayerId | None:
    """Who would have had the bye of a later round, if somebody else."""
    drawn = {bye.player for bye in round_.byes if not bye.awarded}
    if len(drawn) != 1:
        return None
    there = {player for match in round_.matches.values() for player in match.pairing.players} | drawn
    players = after.players
    for player in players:
        status: PlayerStatus = "present" if player in there else "dropped"
        players = players.set(player, changed(players[player], status=status))
    then = changed(after, players=players, rounds=after.rounds[: round_.number - 1], proposal=None)
    chosen = choose_bye(candidates(swiss_field(then)), DrawSeed("0" * 64), first_round=False).player
    return None if chosen in drawn else chosen


def _advances(
    state: State, match: Match, before: Outcome, after: Outcome
) -> tuple[PlayerId | None, PlayerId | None] | None:
    old, new = (goes_on(state, match, one) for one in (before, after))
    return None if old == new else (old, new)
