"""The plan, announced and fixed, and the start of a stage."""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.core.custom_structure import check_custom
from muster.core.draws import ChainLink, is_digest
from muster.core.frozen import changed
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, Numbered, say, say_n
from muster.core.pairing.round_robin import FEWEST, rounds_of
from muster.core.scoring.scored import Problem
from muster.core.structure import PlanRefusal, plan_for
from muster.core.structure import RoundsAndCut as ComputedPlan
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Clause, Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import some, structure_clause
from muster.core.tournament.acts.setup import announced_already
from muster.core.tournament.course import resolved
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import DrawLog, Plan, Stage, StageFormat, State


@dataclass(frozen=True, slots=True)
class AnnouncePlan(Command):
    """Announce and lock rounds and cut, and bind the dice to a hash chain's end."""

    right = "plan"
    commitment: ChainLink

    def decide(self, state: State) -> Decision:
        """The plan that the attendance gives (`COM-PAIR-1`, `SWU-RNDS-1`, `B13`)."""
        if state.plan is not None:
            return announced_already(state)
        if not is_digest(self.commitment):
            says = say("The commitment is not the end of a hash chain: 64 hexadecimal digits.")
            return Refusal("bad-commitment", says)
        computed = planned(state)
        if isinstance(computed, PlanRefusal):
            clause = next((problem.clause for problem in computed.problems if problem.clause), None)
            problems = tuple(Problem(one.field, one.message, one.clause) for one in computed.problems)
            return Refusal("attendance", say("There is no such plan."), clause, problems)
        kind = state.created.cut_kind
        cut = computed.cut if kind == "top" else (state.created.cut or 0)
        created = state.created
        course = resolved(created.course, computed.attendance)
        plan = Plan(computed.attendance, computed.rounds, kind, cut, course, created.elimination)
        return (PlanAnnounced(plan, Clause(computed.clause), self.commitment),)


@dataclass(frozen=True, slots=True)
class PlanAnnounced(Fact):
    """Rounds and cut were announced and are fixed; the dice are bound to the end of a hash chain."""

    kind = "plan.announced"
    title = say("the fixed rounds")
    right = "plan"
    group = "plan"
    boundary = True
    instead = say("Players rely on it; they can still enter late, drop and rejoin.")
    plan: Plan
    clause: Clause
    commitment: ChainLink

    def evolve(self, state: State) -> State:
        """Fixed."""
        return changed(state, plan=self.plan, draws=DrawLog(commitment=self.commitment))

    def describe(self, to: Describer) -> Message:
        """The plan."""
        return say("Rounds fixed: {plan}.", plan=to.plan(self.plan))

    def asked_by(self) -> Command:
        """The same dice."""
        return AnnouncePlan(self.commitment)


def planned(state: State) -> ComputedPlan | PlanRefusal:
    """The plan for the players who are there now, with its warnings, whether or not it was announced."""
    created, attendance = state.created, len(queries.active(state))
    if created.first_stage == "elimination":
        double = created.elimination != "single"
        return check_custom(created.regulations, attendance, 0, 0, tier=created.tier, double=double)
    if created.structure != "custom":
        return plan_for(created.regulations, created.structure, attendance, tier=created.tier)
    size = (created.cut or 0) if created.cut_kind in ("top", "top-with-ties") else 0
    course = created.course
    found = check_custom(
        created.regulations, attendance, custom_rounds(state, attendance), size, tier=created.tier
    )
    if not (course.robin or course.parts) or isinstance(found, PlanRefusal):
        return found
    warnings = tuple(one for one in found.warnings if one.code != "forced-rematch")
    return replace(found, warnings=warnings)


def custom_rounds(state: State, attendance: int) -> int:
    """How many rounds a custom structure has: the organiser's figure, or what a round robin of so many needs."""
    course = state.created.course
    if course.parts:
        return sum(one.rounds for one in resolved(course, attendance).parts)
    if course.robin:
        return rounds_of(max(FEWEST, attendance), double=course.paired == "double-round-robin")
    return state.created.rounds or 0


@dataclass(frozen=True, slots=True)
class StartStage(Command):
    """Begin the next stage with the players who are there."""

    right = "rounds"

    def decide(self, state: State) -> Decision:
        """Swiss with the players who are there, or elimination with the seeds of the cut."""
        if state.plan is None:
            says = say("Fix the rounds first: players must know the rounds and the cut.")
            return Refusal("not-announced", says, structure_clause(state))
        refusal = _stage_running(state)
        if refusal:
            return refusal
        if state.seeds == ():
            says = say("Nobody in the cut is playing any more: finish the tournament, with a reason.")
            return Refusal("attendance", says, state.regulations.cut.replacement_clause)
        if state.seeds is not None:
            return (StageStarted("elimination", state.seeds),)
        return _attendance(state) or (StageStarted(state.created.first_stage, queries.active(state)),)


@dataclass(frozen=True, slots=True)
class StageStarted(Fact):
    """A stage began with these players; in elimination they stand in seed order, best first."""

    kind = "stage.started"
    title = say("a part of the tournament begins")
    right = "rounds"
    group = "rounds"
    format: StageFormat
    players: tuple[PlayerId, ...]

    def evolve(self, state: State) -> State:
        """One stage more."""
        stage = Stage(self.format, self.players, RoundNo(len(state.rounds) + 1))
        return changed(state, stages=(*state.stages, stage))

    def describe(self, to: Describer) -> Message:
        """How many play, or who."""
        if self.format == "swiss":
            return say_n(
                "The rounds begin with {count} player.",
                "The rounds begin with {count} players.",
                len(self.players),
            )
        return say("The elimination begins: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """Who is there follows."""
        return StartStage()


def _stage_running(state: State) -> Refusal | None:
    if not state.stages:
        return None
    if state.stages[-1].format == "elimination":
        return Refusal("stage-running", say("The elimination has begun; it is the last stage."))
    if state.seeds is None:
        says = say("Swiss rounds are running; make the cut first.")
        return Refusal("stage-running", says, state.regulations.cut.clause)
    return None


def _attendance(state: State) -> Refusal | None:
    waiting = sorted(player.player for player in state.players.values() if player.status == "entered")
    if state.created.check_in and waiting:
        says = say(
            "Not checked in yet: players {players}. Check them in or drop them.",
            players=some([Numbered(player) for player in waiting]),
        )
        return Refusal("attendance", says)
    here = len(queries.active(state))
    if here >= 2:
        return None
    says = say_n(
        "There is {count} player; nobody could play.", "There are {count} players; nobody could play.", here
    )
    return Refusal("attendance", says)
