"""The next part of a plan, or day two: who plays on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from muster.core.bracket.cut import qualify
from muster.core.frozen import changed
from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.cut import contenders_for
from muster.core.tournament.acts.guards import structure_clause
from muster.core.tournament.acts.pods import AsNeeded
from muster.core.tournament.changes import with_part_rounds
from muster.core.tournament.course import fewest_of, rounds_needed
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class BeginDayTwo(Command):
    """End day one, or a part of the rounds: who has the points, or comes in by another rule, plays on."""

    right = "rounds"

    def decide(self, state: State) -> Decision:
        """Once its rounds are complete; again, where a result corrected since asks for others."""
        begins = queries.part_to_begin(state)
        refusal = _no_day_two(state) if begins is None else None
        if refusal:
            return refusal
        going_on = qualified(state)
        if len(going_on) < 2:
            says = say(
                "Fewer than two players have the points to go on: finish the tournament, with a reason."
            )
            return Refusal("attendance", says)
        if begins is None:
            again = Refusal("no-cut", say("Day two has begun."))
            return again if going_on == state.going_on else (DayTwoBegun(going_on),)
        if begins == queries.part_index(state) and going_on == state.going_on:
            return Refusal("no-cut", say("This part has begun, with the same players."))
        part = queries.parts(state)[begins]
        if part.closed and len(going_on) < fewest_of(part):
            says = say(
                "Too few players come into this part for a pod or a group: finish the tournament, with a reason."
            )
            return Refusal("attendance", says)
        rounds = rounds_needed(part, len(going_on)) if part.robin else None
        return (DayTwoBegun(going_on, begins, rounds),)


@dataclass(frozen=True, slots=True)
class DayTwoBegun(Fact):
    """The rounds of day one, or of a part, are over; these play on, best first.

    `part` is the index of the part that begins; `rounds` how many a round robin of so many needs.
    """

    kind = "day.begun"
    title = say("day two")
    right = "rounds"
    group = "cut"
    players: tuple[PlayerId, ...]
    part: Annotated[int, Field(exclude_if=lambda value: value == 1)] = 1
    rounds: AsNeeded = None

    def evolve(self, state: State) -> State:
        """Only they are paired, in pods of their own where the part has pods."""
        passed = (*state.passed[: self.part - 1], self.players)
        if not state.announced.course.parts:
            return changed(state, passed=passed)
        before = state.pods_before if len(state.passed) == self.part else state.pods
        draws = changed(state.draws, part_seed=None)
        state = changed(state, passed=passed, pods=None, pods_draft=None, pods_before=before, draws=draws)
        return with_part_rounds(state, self.rounds)

    def describe(self, to: Describer) -> Message:
        """Who."""
        if self.part > 1:
            return say(
                "They play on in part {number}: {players}.",
                number=self.part + 1,
                players=to.names(self.players),
            )
        return say("They play on after day one: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """Who goes on follows."""
        return BeginDayTwo()


def qualified(state: State) -> tuple[PlayerId, ...]:
    """Who is here and plays on after day one, or comes into the part that can begin, best first."""
    begins = queries.part_to_begin(state)
    if begins is not None:
        part = queries.parts(state)[begins]
        everybody = contenders_for(state, begins)
        if part.entry == "everybody":
            return tuple(one.player for one in everybody if one.active)
        return qualify(everybody, part.entry, part.number).seeds
    table, points = queries.table(state), state.announced.course.points
    return tuple(
        row.player
        for row in table.rows
        if row.points >= points and queries.present(state.players[row.player])
    )


def _no_part(state: State) -> Refusal:
    index, clause = queries.part_index(state), structure_clause(state)
    if index + 1 == len(queries.parts(state)):
        return Refusal("no-cut", say("The last part of the plan has begun."), clause)
    says = say(
        "Part {number} is over after round {rounds}; complete so far: {done}.",
        number=index + 1,
        rounds=queries.ends(state)[index],
        done=queries.completed(state),
    )
    return Refusal("results-missing", says, clause)


def _no_day_two(state: State) -> Refusal | None:
    course = state.announced.course if state.plan else None
    if course is not None and course.parts:
        return _no_part(state)
    if course is None or not course.day_one:
        return Refusal("no-cut", say("The plan has one day only."), structure_clause(state))
    if not queries.day_one_played(state):
        done = queries.completed(state)
        says = say("Rounds of day one: {rounds}; complete so far: {done}.", rounds=course.day_one, done=done)
        return Refusal("results-missing", says, structure_clause(state))
    return None
