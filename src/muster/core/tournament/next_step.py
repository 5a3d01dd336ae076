"""The one obvious next step of a day, as a command word and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.tournament import queries
from muster.core.tournament.acts.ending import unfinished
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
    says: Message


def next_step(state: State) -> NextStep:
    """What the organiser would do next if all goes as planned."""
    if state.setup is None:
        return NextStep("create", say("Create the tournament."))
    if state.places is not None:
        return NextStep("nothing", say("The tournament is finished."))
    if state.plan is None:
        count = len(queries.active(state))
        if count < 2:
            return _before_two(state, count)
        return NextStep("announce", say("{count} players are here: announce the plan.", count=count))
    return _in_play(state)


def _before_two(state: State, count: int) -> NextStep:
    """Players are missing: not entered yet, or entered but not there."""
    expected = sum(map(queries.present, state.players.values()))
    if expected < 2:
        return NextStep("enter", say("Enter the players."))
    says = say("Check the players in: {count} of {expected} are here.", count=count, expected=expected)
    return NextStep("check-in", says)


def _came_since(state: State) -> Message:
    """That players came or left since the plan was announced, which it does not follow (`B13`)."""
    announced, here = state.announced.attendance, len(queries.active(state))
    if here == announced:
        return NOTHING
    return say(
        "The plan was announced for {announced} players and stands; {here} are here now.",
        announced=announced,
        here=here,
    )


def _in_play(state: State) -> NextStep:
    if not state.stages:
        return NextStep("start", paragraph(say("Start the first stage."), _came_since(state)))
    if state.proposal is not None:
        says = say("Review the proposal of round {round} and publish it.", round=state.proposal.round_no)
        return NextStep("publish", says)
    round_ = queries.current_round(state)
    if round_ is not None and not round_.complete:
        says = say(
            "Round {round}: {missing} of {matches} results are missing.",
            round=round_.number,
            missing=sum(not match.settled for match in round_.matches.values()),
            matches=len(round_.matches),
        )
        return NextStep("report", says)
    if round_ is not None and unfinished(state) is None:
        return NextStep("finish", say("Everything has been played: finish the tournament."))
    if state.seeds and state.stages[-1].format == "swiss":
        return NextStep("start", say("The cut is made: start the elimination."))
    if round_ is not None and not queries.anybody_left(state):
        return NextStep("finish", say("Nobody is left to play: finish the tournament, with a reason."))
    plan = state.announced
    if plan.has_cut and state.stages[-1].format == "swiss" and len(state.rounds) >= plan.rounds:
        return NextStep("cut", say("The Swiss rounds are over: make the cut."))
    return NextStep("pair", say("Propose round {round}.", round=len(state.rounds) + 1))
