"""What a player's leaving brings about once the cut is made."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.core.bracket.cut import replace as replace_seed
from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.scored import won
from muster.core.scoring.unplayed import bye as bye_worth
from muster.core.tournament import facts, queries
from muster.core.tournament.facts import Fact
from muster.core.tournament.formats import best_of
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State

Left = facts.PlayerDropped | facts.PlayerDisqualified

QUALIFIED_LEFT: Final = "a qualified player left before the first game"
"""Why a round of the bracket is annulled without anybody's asking for it."""


def leave_elimination(state: State, left: Left) -> tuple[Fact, ...] | Refusal:
    """The facts of a player's leaving; in Swiss just that.

    Before the first game of the stage after a cut, a replacement enters (`COM-CUT-2`, `B23`, `B43`); later
    the opponent gets a bye (`COM-ELIM-4`).
    """
    if state.seeds is not None and left.player in state.seeds and _may_replace(state):
        voided = _void_unstarted(state)
        left = replace(left, after=RoundNo(left.after - len(voided)))
        return (*voided, left, _replacement(state, state.seeds, left.player))
    if not queries.elimination_rounds(state):
        return (left,)
    round_ = state.rounds[-1]
    match = queries.match_of(round_, left.player)
    if match is None or match.settled:
        return (left,)
    walkover = _walkover(state, match, left.player)
    return (left, facts.MatchAwarded(round_.number, match.pairing.table, walkover))


def _may_replace(state: State) -> bool:
    rounds = queries.elimination_rounds(state)
    if not rounds:
        return True
    if state.regulations.cut.replacement == "until-published" or len(rounds) > 1:
        return False
    return not state.rounds[-1].begun


def _void_unstarted(state: State) -> tuple[Fact, ...]:
    if not queries.elimination_rounds(state):
        return ()
    return (facts.RoundVoided(state.rounds[-1].number, QUALIFIED_LEFT),)


def _replacement(state: State, seeds: tuple[PlayerId, ...], leaving: PlayerId) -> facts.CutReplaced:
    line = _in_line(state, seeds)
    entered = line[0] if line else None
    return facts.CutReplaced(leaving, entered, replace_seed(seeds, (leaving,), line))


def _in_line(state: State, seeds: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    """Who would take the place of a seed who leaves, next first: the highest in the standings not in the cut.

    Nobody, where the cut asked for points or losses: the next player does not have them.
    """
    if state.created.cut_kind in ("at-least-points", "at-most-losses"):
        return ()
    return tuple(
        player
        for player in queries.table(state).order
        if player not in seeds and queries.present(state.players[player])
    )


def _walkover(state: State, match: Match, leaving: PlayerId) -> Outcome:
    """The opponent, who has not left or the match would be settled, wins as by a bye."""
    win, loss = bye_worth(state.regulations, best_of(state, "elimination")), SideOutcome("loss", 0)
    return won(1, win, loss) if match.pairing.players[0] == leaving else won(0, win, loss)
