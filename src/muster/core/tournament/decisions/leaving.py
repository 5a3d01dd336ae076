"""What a player's leaving brings about once the cut is made."""

from __future__ import annotations

from muster.core.bracket.cut import replace as replace_seed
from muster.core.ids import PlayerId
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.scoring.unplayed import bye as bye_worth
from muster.core.tournament import facts, queries
from muster.core.tournament.facts import Fact
from muster.core.tournament.formats import best_of
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, State

Left = facts.PlayerDropped | facts.PlayerDisqualified


def leave_elimination(state: State, left: Left) -> tuple[Fact, ...] | Refusal:
    """The facts of a player's leaving; in Swiss just that.

    Before the first game of the stage after a cut, a replacement enters (`COM-CUT-2`, `B23`, `B43`); later
    the opponent gets a bye (`COM-ELIM-4`).
    """
    if state.seeds is not None and left.player in state.seeds and _may_replace(state):
        voided = _void_unstarted(state)
        return (*voided, left, _replacement(state, left.player))
    if not state.stages or state.stages[-1].format != "elimination":
        return (left,)
    if queries.elimination_rounds(state) and left.player not in queries.in_elimination(state):
        return (left,)
    round_ = queries.current_round(state)
    match = queries.match_of(round_, left.player) if round_ and queries.elimination_rounds(state) else None
    if round_ is None or match is None or match.settled:
        return (left,)
    return (
        left,
        facts.MatchAwarded(round_.number, match.pairing.table, _walkover(state, match, left.player)),
    )


def _may_replace(state: State) -> bool:
    rounds = queries.elimination_rounds(state)
    if not rounds:
        return True
    if state.regulations.cut.replacement == "until-published" or len(rounds) > 1:
        return False
    return not state.rounds[-1].started and not _has_results(state)


def _has_results(state: State) -> bool:
    return any(match.outcome is not None for match in state.rounds[-1].matches.values())


def _void_unstarted(state: State) -> tuple[Fact, ...]:
    if not queries.elimination_rounds(state):
        return ()
    reason = "a qualified player left before the first game"
    return (facts.RoundVoided(state.rounds[-1].number, reason),)


def _replacement(state: State, leaving: PlayerId) -> facts.CutReplaced:
    seeds = state.seeds or ()
    line = in_line(state)
    entered = line[0] if line else None
    return facts.CutReplaced(leaving, entered, replace_seed(seeds, (leaving,), line))


def in_line(state: State) -> tuple[PlayerId, ...]:
    """Who would take the place of a seed who leaves, next first: the highest in the standings not in the cut.

    Nobody, where the cut asked for points or losses: the next player does not have them.
    """
    plan, seeds = state.plan, state.seeds
    if plan is None or seeds is None or plan.cut_kind in ("at-least-points", "at-most-losses"):
        return ()
    return tuple(
        player
        for player in queries.table(state).order
        if player not in seeds and player not in state.cut_left and queries.present(state.players[player])
    )


def _walkover(state: State, match: Match, leaving: PlayerId) -> Outcome:
    """The opponent wins as by a bye; nobody, if the opponent has left, too."""
    seat = 0 if match.pairing.players[0] == leaving else 1
    opponent = match.pairing.players[1 - seat]
    loss = SideOutcome("loss", 0)
    if not queries.present(state.players[opponent]):
        return Outcome((loss, loss), None)
    win = bye_worth(state.regulations, best_of(state, "elimination"))
    return Outcome((loss, win), 1) if seat == 0 else Outcome((win, loss), 0)
