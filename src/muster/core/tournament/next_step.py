"""The one obvious next step of a day, as a command word and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from muster.core.tournament import queries
from muster.core.tournament.decisions.ending import unfinished
from muster.core.tournament.state import State

Step = Literal[
    "create",
    "enter",
    "check-in",
    "announce",
    "start",
    "pair",
    "publish",
    "report",
    "cut",
    "finish",
    "nothing",
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next, and why."""

    step: Step
    says: str


def next_step(state: State) -> NextStep:
    """What the organiser would do next if all goes as planned."""
    if state.setup is None:
        return NextStep("create", "Create the tournament.")
    if state.places is not None:
        return NextStep("nothing", "The tournament is finished.")
    if state.plan is None:
        count = len(queries.active(state))
        if count < 2:
            return _before_two(state, count)
        return NextStep("announce", f"{count} players are here: announce the plan.")
    return _in_play(state)


def _before_two(state: State, count: int) -> NextStep:
    """Players are missing: not entered yet, or entered but not there."""
    expected = sum(map(queries.present, state.players.values()))
    if expected < 2:
        return NextStep("enter", "Enter the players.")
    return NextStep("check-in", f"Check the players in: {count} of {expected} are here.")


def _came_since(state: State) -> str:
    """That players came or left since the plan was announced, which it does not follow (`B13`)."""
    announced, here = state.announced.attendance, len(queries.active(state))
    if here == announced:
        return ""
    return f" The plan was announced for {announced} players and stands; {here} are here now."


def _in_play(state: State) -> NextStep:
    if not state.stages:
        return NextStep("start", f"Start the first stage.{_came_since(state)}")
    if state.proposal is not None:
        return NextStep("publish", f"Review the proposal of round {state.proposal.round_no} and publish it.")
    round_ = queries.current_round(state)
    if round_ is not None and not round_.complete:
        missing = sum(not match.settled for match in round_.matches.values())
        return NextStep(
            "report", f"Round {round_.number}: {missing} of {len(round_.matches)} results are missing."
        )
    if round_ is not None and unfinished(state) is None:
        return NextStep("finish", "Everything has been played: finish the tournament.")
    if state.seeds and state.stages[-1].format == "swiss":
        return NextStep("start", "The cut is made: start the elimination.")
    if round_ is not None and not queries.anybody_left(state):
        return NextStep("finish", "Nobody is left to play: finish the tournament, with a reason.")
    plan = state.announced
    if plan.has_cut and state.stages[-1].format == "swiss" and len(state.rounds) >= plan.rounds:
        return NextStep("cut", "The Swiss rounds are over: make the cut.")
    return NextStep("pair", f"Propose round {len(state.rounds) + 1}.")
