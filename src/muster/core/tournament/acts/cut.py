"""The cut: made, and filled up where a qualified player leaves."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.bracket.cut import Contender, qualify
from muster.core.frozen import changed
from muster.core.ids import PlayerId
from muster.core.messages import Message, say, say_n
from muster.core.pairing.pods import Pod
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class MakeCut(Command):
    """End Swiss and take the qualified players on."""

    right = "rounds"

    def decide(self, state: State) -> Decision:
        """Once the Swiss rounds are over (`COM-CUT-1`).

        Once more where a Swiss result was corrected since, other players or seeds follow from it, and no
        elimination round is published.
        """
        refusal = _no_cut_now(state)
        if refusal:
            return refusal
        plan = state.announced
        qualified = qualify(contenders(state), plan.cut_kind, plan.cut)
        if not qualified.seeds:
            says = say("Nobody qualifies for this cut; finish the tournament instead.")
            return Refusal("no-cut", says, state.regulations.cut.clause)
        if qualified.seeds == state.seeds:
            return Refusal("no-cut", say("The cut has been made."))
        return (CutMade(qualified.seeds, plan.cut),)


@dataclass(frozen=True, slots=True)
class CutMade(Fact):
    """Swiss ended; these players go on, best first."""

    kind = "cut.made"
    title = say("the cut")
    right = "rounds"
    group = "cut"
    seeds: tuple[PlayerId, ...]
    size: int

    def evolve(self, state: State) -> State:
        """These go on. A second cut takes back an elimination of which no round is out."""
        corrected = sum(match.corrections for round_ in state.rounds for match in round_.matches.values())
        return changed(state, seeds=self.seeds, stages=state.stages[:1], cut_after=corrected)

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("In the cut, best first: {players}.", players=to.names(self.seeds))

    def asked_by(self) -> Command:
        """Who goes on follows."""
        return MakeCut()


@dataclass(frozen=True, slots=True)
class CutReplaced(Fact):
    """A qualified player left before the stage: the seeds now; `entered` is None if nobody was left."""

    kind = "cut.replaced"
    title = say("a replacement in the cut")
    right = "drop"
    group = "cut"
    follows = True
    left: PlayerId
    entered: PlayerId | None
    seeds: tuple[PlayerId, ...]

    def evolve(self, state: State) -> State:
        """Other seeds."""
        return changed(state, seeds=self.seeds)

    def describe(self, to: Describer) -> Message:
        """Who for whom."""
        left, seeds = to.name(self.left), to.names(self.seeds)
        if self.entered is None:
            return say("nobody comes in for {left}. In the cut: {players}.", left=left, players=seeds)
        return say(
            "{entered} comes in for {left}. In the cut: {players}.",
            entered=to.name(self.entered),
            left=left,
            players=seeds,
        )


def contenders(state: State, standing: Table | None = None) -> list[Contender]:
    """The final Swiss standings as a cut sees them; `standing` if the caller has them already."""
    return _contenders(state, state.going_on, state.pods, standing)


def contenders_for(state: State, part: int, standing: Table | None = None) -> list[Contender]:
    """The standings as the entry to a part sees them, that of a part that begins, or begins anew."""
    anew = part == len(state.passed)
    came = state.passed[part - 2] if part > 1 else None
    return _contenders(state, came, state.pods_before if anew else state.pods, standing)


def _contenders(
    state: State,
    came: tuple[PlayerId, ...] | None,
    groups: tuple[Pod, ...] | None,
    standing: Table | None = None,
) -> list[Contender]:
    table = standing or queries.table(state)
    here = {player for player, one in state.players.items() if queries.present(one)}
    if came is not None:
        here &= {*came}
    of = {player: number for number, group in enumerate(groups or (), 1) for player in group}
    losses = {
        player: sum(record.side.verdict == "loss" for record in own)
        for player, own in queries.counted(state).items()
    }
    return [
        Contender(player, points, losses[player], shared, player in here, of.get(player))
        for player, points, shared in zip(table.order, table.points, table.shared_ranks, strict=True)
    ]


def _no_cut_now(state: State) -> Refusal | None:
    if not state.stages:
        return Refusal("no-stage", say("No stage has started; fix the rounds and start it first."))
    plan, clause = state.announced, state.regulations.cut.clause
    if not plan.has_cut:
        says = say("The plan has no cut; finish the tournament after the last round.")
        return Refusal("no-cut", says, clause)
    if state.seeds is not None and not _may_be_made_again(state):
        return Refusal("no-cut", say("The cut has been made."))
    done = queries.completed(state)
    if done < plan.rounds:
        says = say_n(
            "The cut comes after {count} round; complete so far: {done}.",
            "The cut comes after {count} rounds; complete so far: {done}.",
            plan.rounds,
            done=done,
        )
        return Refusal("results-missing", says, clause)
    return None


def _may_be_made_again(state: State) -> bool:
    """Whether nobody relies on the cut yet, and a result corrected since may have shifted it."""
    return queries.swiss_corrections(state) > state.cut_after and not elimination_rounds(state)
