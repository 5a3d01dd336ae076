"""The cut, the end, and opening a finished tournament again."""

from __future__ import annotations

from muster.core.bracket.cut import Contender, qualify
from muster.core.standings.values import Table
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.decisions.guards import reason_fits, reason_given
from muster.core.tournament.facts import Fact
from muster.core.tournament.final import final_places
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

Decision = tuple[Fact, ...] | Refusal


def make_cut(state: State, _: commands.MakeCut) -> Decision:
    """End Swiss and take the qualified players on (`COM-CUT-1`).

    A cut that was made is made anew where a Swiss result was corrected since, other players or seeds follow
    from it, and no elimination round is published; refused otherwise.
    """
    refusal = _no_cut_now(state)
    if refusal:
        return refusal
    plan = state.announced
    found = qualify(contenders(state), plan.cut_kind, plan.cut)
    if not found.seeds:
        says = "Nobody qualifies for this cut; finish the tournament instead."
        return Refusal("no-cut", says, state.regulations.cut.clause)
    if found.seeds == state.seeds:
        return Refusal("no-cut", "The cut has been made.")
    return (facts.CutMade(found.seeds, plan.cut),)


def contenders(state: State, standing: Table | None = None) -> list[Contender]:
    """The final Swiss standings as a cut sees them; `standing` if the caller has them already."""
    table = standing or queries.table(state)
    losses = {
        player: sum(record.side.verdict == "loss" for record in own)
        for player, own in queries.records(state).items()
    }
    return [
        Contender(player, points, losses[player], shared, queries.present(state.players[player]))
        for player, points, shared in zip(table.order, table.points, table.shared_ranks, strict=True)
    ]


def finish(state: State, command: commands.FinishTournament) -> Decision:
    """End the tournament with final places; before everything is played only with a reason."""
    if not state.rounds:
        return Refusal("results-missing", "Nothing has been played yet: publish a round first.")
    left = unfinished(state)
    asked = reason_given(command.reason, f"finish early ({left})") if left else None
    refusal = asked or reason_fits(command.reason, "finish")
    if refusal:
        return refusal
    return (facts.TournamentFinished(final_places(state), command.reason),)


def unfinished(state: State) -> str | None:
    """What is still to be played, in words; None when the tournament can end."""
    if not state.rounds[-1].complete:
        return f"round {state.rounds[-1].number} lacks results"
    if state.stages[-1].format == "elimination":
        rounds = queries.elimination_rounds(state)
        return None if rounds and len(rounds[-1].games) == 1 else "the elimination is not over"
    plan = state.announced
    if len(state.rounds) < plan.rounds:
        return f"{plan.rounds - len(state.rounds)} Swiss rounds are still to come"
    return "the cut has not been played" if plan.has_cut else None


def reopen(state: State, command: commands.ReopenTournament) -> Decision:
    """Open a finished tournament again, with a reason."""
    if state.places is None:
        return Refusal("not-finished", "The tournament is not finished.")
    return reason_given(command.reason, "reopen the tournament") or (
        facts.TournamentReopened(command.reason),
    )


def _no_cut_now(state: State) -> Refusal | None:
    if not state.stages:
        return Refusal("no-stage", "No stage has started; announce the plan and start it first.")
    plan, clause = state.announced, state.regulations.cut.clause
    if not plan.has_cut:
        says = "The announced plan has no cut; finish the tournament after the last round."
        return Refusal("no-cut", says, clause)
    if state.seeds is not None and not _may_be_made_anew(state):
        return Refusal("no-cut", "The cut has been made.")
    if queries.completed(state) < plan.rounds:
        done = queries.completed(state)
        says = f"The cut comes after {plan.rounds} rounds; {done} are complete."
        return Refusal("results-missing", says, clause)
    return None


def _may_be_made_anew(state: State) -> bool:
    """Whether nobody relies on the cut yet, and a result corrected since may have shifted it."""
    return queries.swiss_corrections(state) > state.cut_after and not queries.elimination_rounds(state)
