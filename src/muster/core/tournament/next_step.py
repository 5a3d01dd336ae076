"""What the organiser would do next, and why: a question to a state. Pure reading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from muster.core.messages import NOTHING, Message, paragraph, say, say_n
from muster.core.tournament.course import CoursePart
from muster.core.tournament.elimination import anybody_left, bracket_over
from muster.core.tournament.queries import (
    active,
    current_round,
    day_one_over,
    part,
    part_index,
    part_over,
    part_rounds,
    parts,
    present,
)
from muster.core.tournament.state import State

Step = Literal[
    "create",
    "enter",
    "check-in",
    "announce",
    "start",
    "pods",
    "show-pods",
    "building",
    "show-building",
    "day-two",
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
        return _before_plan(len(active(state)), sum(map(present, state.players.values())))
    return _in_play(state)


def _before_plan(here: int, expected: int) -> NextStep:
    """Players are entered and checked in; what is fixed stays, so the rounds wait for half of those expected."""
    if expected < 2:
        return NextStep("enter", say("Enter the players."))
    if here < 2 or 2 * here < expected:
        says = say("Check the players in: {count} of {expected} are here.", count=here, expected=expected)
        return NextStep("check-in", says)
    if here < expected:
        says = say_n(
            "{count} of {expected} players is here: fix the rounds.",
            "{count} of {expected} players are here: fix the rounds.",
            here,
            expected=expected,
        )
        return NextStep("announce", says)
    return NextStep(
        "announce",
        say_n("{count} player is here: fix the rounds.", "{count} players are here: fix the rounds.", here),
    )


def _came_since(state: State) -> Message:
    """That players came or left since the plan was announced, which it does not follow (`B13`)."""
    announced, here = state.announced.attendance, len(active(state))
    if here == announced:
        return NOTHING
    return say_n(
        "The rounds were fixed for {announced} players and stay; {count} is here now.",
        "The rounds were fixed for {announced} players and stay; {count} are here now.",
        here,
        announced=announced,
    )


def _in_play(state: State) -> NextStep:
    """Drafts are shown, results come in, the stage or the part ends; else the next round is paired."""
    if not state.stages:
        return NextStep("start", paragraph(_first_act(part(state)), _came_since(state)))
    return (
        _pods_step(state)
        or _draft_to_show(state)
        or _results_or_end(state)
        or _part_or_stage(state)
        or NextStep("pair", say("Pair round {round}.", round=len(state.rounds) + 1))
    )


def _draft_to_show(state: State) -> NextStep | None:
    if state.building_draft is not None and not state.rounds:
        return NextStep(
            "show-building", say("The building tables are a draft: look at them, then show them.")
        )
    if state.proposal is None:
        return None
    return NextStep(
        "publish", say("Round {round} is a draft: look at it, then show it.", round=state.proposal.round_no)
    )


def _results_or_end(state: State) -> NextStep | None:
    """What the round that is out still needs, and whether it was the last; None before the first round."""
    round_ = current_round(state)
    if round_ is None:
        return None
    if not round_.complete:
        says = say(
            "Round {round}: {settled} of {matches} results in.",
            round=round_.number,
            settled=sum(match.settled for match in round_.matches.values()),
            matches=len(round_.matches),
        )
        return NextStep("report", says)
    if unfinished(state) is None:
        return NextStep("finish", say("Everything has been played: finish the tournament."))
    if not _cut_is_made(state) and not anybody_left(state):
        return NextStep("finish", say("Nobody is left to play: finish the tournament, with a reason."))
    return None


def _cut_is_made(state: State) -> bool:
    return bool(state.seeds) and state.stages[-1].format == "swiss"


def _part_or_stage(state: State) -> NextStep | None:
    """The stage, day or part that can begin now; None while the running one goes on."""
    plan = state.announced
    if _cut_is_made(state):
        return NextStep("start", say("The cut is made: start the elimination."))
    if part_over(state):
        says = say("Part {number} is over: {who}.", number=part_index(state) + 1, who=_who_plays_on(state))
        return NextStep("day-two", says)
    if day_one_over(state):
        says = say_n(
            "Day one is over: those with at least {count} point play on.",
            "Day one is over: those with at least {count} points play on.",
            plan.course.points,
        )
        return NextStep("day-two", says)
    if plan.has_cut and state.stages[-1].format == "swiss" and len(state.rounds) >= plan.rounds:
        return NextStep("cut", say("The Swiss rounds are over: make the cut."))
    return None


def _first_act(first: CoursePart) -> Message:
    if first.paired == "groups":
        return say("Draw the groups.")
    return say("Draw the pods of the draft.") if first.closed else say("Pair the first round.")


def _who_plays_on(state: State) -> Message:
    coming = parts(state)[part_index(state) + 1]
    return entry_words(coming)


def entry_words(part: CoursePart) -> Message:
    """Who plays on into a part, as the plan says it."""
    number = part.number
    match part.entry:
        case "everybody":
            return say("everybody plays on")
        case "top":
            return say_n("the best {count} plays on", "the best {count} play on", number)
        case "top-with-ties":
            return say_n(
                "the best {count} plays on, and everybody equal to them",
                "the best {count} play on, and everybody equal to the last of them",
                number,
            )
        case "at-least-points":
            return say_n(
                "those with at least {count} point play on",
                "those with at least {count} points play on",
                number,
            )
        case "at-most-losses":
            return say_n(
                "those with at most {count} loss play on", "those with at most {count} losses play on", number
            )
        case "best-of-groups":
            return say_n(
                "the winner of each group plays on", "the best {count} of each group play on", number
            )
        case _:
            assert_never(part.entry)


def pods_to_come(state: State) -> bool:
    """Whether the running part is played inside pods or groups that are not shown yet."""
    return part(state).closed and state.pods is None and not part_rounds(state)


def _pods_step(state: State) -> NextStep | None:
    """What is to be done about the pods or groups of a part before its first round."""
    if not state.stages or state.stages[-1].format != "swiss" or not pods_to_come(state):
        return None
    groups = part(state).paired == "groups"
    if state.pods_draft is None:
        if groups:
            return NextStep("pods", say("Draw the groups: who plays against whom."))
        return NextStep("pods", say("Draw the pods: who drafts with whom, and where they sit."))
    if groups:
        return NextStep("show-pods", say("The groups are a draft: look at them, then show them."))
    return NextStep("show-pods", say("The pods are a draft: look at them, then show them."))


def unfinished(state: State) -> Message | None:
    """What is still to be played, in words; None when the tournament can end."""
    if not state.rounds[-1].complete:
        return say("round {round} lacks results", round=state.rounds[-1].number)
    if state.stages[-1].format == "elimination":
        return None if bracket_over(state) else say("the elimination is not over")
    plan = state.announced
    if len(state.rounds) < plan.rounds:
        return say_n(
            "{count} Swiss round is still to come",
            "{count} Swiss rounds are still to come",
            plan.rounds - len(state.rounds),
        )
    return say("the cut has not been played") if plan.has_cut else None
