"""The day at a glance: where it stands and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from muster.app.common.access import Act, Actor
from muster.app.events.overview import expected
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.core.tournament import queries
from muster.core.tournament.queries import Step, has_swiss, in_bracket, next_step
from muster.core.tournament.state import Match, Round, State

Page = Literal[
    "now",
    "people",
    "rosters",
    "checkin",
    "plan",
    "round",
    "results",
    "standings",
    "bracket",
    "finish",
    "hall",
    "history",
    "print",
]
"""The desk's pages of a tournament, by the names of their addresses."""


Standing = Literal["done", "current", "ahead"]


PAGES: Final[dict[Step, Page]] = {
    "create": "now",
    "enter": "people",
    "check-in": "checkin",
    "announce": "plan",
    "start": "round",
    "pair": "round",
    "publish": "round",
    "report": "results",
    "cut": "bracket",
    "finish": "finish",
    "nothing": "finish",
}
"""The page on which each next step is done."""


ACTS: Final[dict[Step, tuple[str, Act]]] = {
    "announce": ("announce", "plan"),
    "start": ("begin", "rounds"),
    "pair": ("propose", "rounds"),
    "publish": ("publish", "rounds"),
    "cut": ("make-cut", "rounds"),
}
"""The steps that a button does at once: where it posts to, and what one must be allowed to do."""


@dataclass(frozen=True, slots=True)
class Go:
    """The one obvious next step.

    Attributes:
        step: which.
        says: why.
        label: the words of its button.
        page: where it is done, or looked at.
        round_no: the round it is about.
    """

    step: Step
    says: Message
    label: Message
    page: Page
    round_no: int = 0

    @property
    def act(self) -> str:
        """Where the button posts to that does it at once; empty for a step that is done on its page."""
        return ACTS[self.step][0] if self.step in ACTS else ""

    def done_by(self, actor: Actor) -> bool:
        """Whether a button does it at once, and they may."""
        return self.step in ACTS and actor.may(ACTS[self.step][1])


def go(state: State) -> Go:
    """The next step as a page offers it."""
    found = next_step(state)
    cut_made = found.step == "start" and state.seeds is not None
    number = state.proposal.round_no if state.proposal else len(state.rounds) + 1
    page: Page = "bracket" if cut_made else PAGES[found.step]
    label = _labels(number)[found.step]
    if found.step == "start" and (cut_made or not has_swiss(state)):
        label = say("Start the elimination")
    return Go(found.step, found.says, label, page, number)


def _labels(number: int) -> dict[Step, Message]:
    return {
        "create": say("Create the tournament"),
        "enter": say("Enter players"),
        "check-in": say("Check in"),
        "announce": say("Announce the plan"),
        "start": say("Pair round {number}", number=number),
        "pair": say("Pair round {number}", number=number),
        "publish": say("Publish round {number}", number=number),
        "report": say("Enter results"),
        "cut": say("Make the cut"),
        "finish": say("Finish the tournament"),
        "nothing": say("See the final places"),
    }


@dataclass(frozen=True, slots=True)
class Milestone:
    """One station of the day.

    Attributes:
        label: its name.
        page: where it is looked at.
        standing: behind us, where we are, or still to come.
        note: how it stands, in a word or two.
        pips: for the Swiss rounds, how each stands.
    """

    label: Message
    page: Page
    standing: Standing
    note: Message = NOTHING
    pips: tuple[Standing, ...] = ()


def milestones(state: State) -> tuple[Milestone, ...]:
    """The stations of the day in order; exactly one is current, or all are done."""
    made = [
        _Station("set-up", say("Set up"), "history"),
        _Station("players", say("Players"), "people", _count(len(expected(state)))),
        *_check_in(state),
        _Station("plan", say("Plan"), "plan"),
        *_play(state),
        _Station("finish", say("Finish"), "finish"),
    ]
    step = go(state)
    if step.step == "nothing":
        return tuple(one.at("done") for one in made)
    current = [one.id for one in made].index(_station_of(state, step))
    return tuple(one.at(_standing_at(number, current)) for number, one in enumerate(made))


def _standing_at(number: int, current: int) -> Standing:
    return "done" if number < current else "current" if number == current else "ahead"


@dataclass(frozen=True, slots=True)
class _Station:
    id: str
    label: Message
    page: Page
    note: Message = NOTHING
    pips: tuple[Standing, ...] = ()

    def at(self, standing: Standing) -> Milestone:
        return Milestone(self.label, self.page, standing, self.note, self.pips)


def _station_of(state: State, step: Go) -> str:
    if step.step in ("start", "pair", "publish", "report"):
        return "elimination" if _in_elimination(state) else "rounds"
    stations = {
        "create": "set-up",
        "enter": "players",
        "check-in": "check-in",
        "announce": "plan",
        "cut": "cut",
    }
    return stations.get(step.step, "finish")


def _in_elimination(state: State) -> bool:
    return state.seeds is not None or in_bracket(state)


def _check_in(state: State) -> list[_Station]:
    if not state.created.check_in:
        return []
    here = sum(one.status == "present" for one in state.players.values())
    note = NOTHING if state.stages else verbatim(f"{here}/{len(expected(state))}")
    return [_Station("check-in", say("Check-in"), "checkin", note)]


def _play(state: State) -> list[_Station]:
    found: list[_Station] = []
    plan, swiss = state.plan, queries.swiss_rounds(state)
    if has_swiss(state):
        count = max(plan.rounds if plan else 0, len(swiss))
        note = say("{number} of {count}", number=len(swiss), count=count) if count else NOTHING
        found.append(_Station("rounds", say("Rounds"), "round", note, _pips(swiss, count)))
        if state.seeds is None and not (plan and plan.has_cut):
            return found
        found.append(_Station("cut", say("Cut"), "bracket", _top(state)))
    played = len(queries.elimination_rounds(state))
    note = say("round {number}", number=played) if played else NOTHING
    return [*found, _Station("elimination", say("Elimination"), "bracket", note)]


def _pips(rounds: Sequence[Round], count: int) -> tuple[Standing, ...]:
    published: list[Standing] = ["done" if round_.complete else "current" for round_ in rounds]
    ahead: list[Standing] = ["ahead"] * (count - len(rounds))
    return (*published, *ahead)


def _top(state: State) -> Message:
    size = len(state.seeds) if state.seeds else state.plan.cut if state.plan else 0
    return say("top {size}", size=size) if size else NOTHING


def _count(number: int) -> Message:
    return verbatim(str(number)) if number else NOTHING


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """How far the results of a round have come.

    Attributes:
        round_no: the round.
        total: its matches.
        settled: those with an undisputed result.
        missing: tables without a result, lowest first.
        disputed: tables whose players disagree.
        unconfirmed: how many settled results only one side has reported.
    """

    round_no: RoundNo
    total: int
    settled: int
    missing: tuple[TableNo, ...]
    disputed: tuple[TableNo, ...]
    unconfirmed: int


def progress(state: State) -> RoundProgress | None:
    """The running round's results; None if no round is published or it has no matches."""
    round_ = queries.current_round(state)
    if round_ is None or not round_.matches:
        return None
    tables = sorted(round_.matches.items())
    return RoundProgress(
        round_.number,
        len(tables),
        sum(match.settled for _, match in tables),
        tuple(table for table, match in tables if match.status == "open" and not match.settled),
        _tables_at(tables, "disputed"),
        len(_tables_at(tables, "reported")),
    )


def _tables_at(tables: Iterable[tuple[TableNo, Match]], status: str) -> tuple[TableNo, ...]:
    return tuple(table for table, match in tables if match.status == status)


@dataclass(frozen=True, slots=True)
class SideTask:
    """Something beside the next step that somebody may have to do now: its words, page and icon."""

    label: Message
    page: Page
    icon: str


def side_tasks(state: State) -> tuple[SideTask, ...]:
    """What else may have to be done at this moment of the day."""
    if state.places is not None:
        return (
            SideTask(say("Final standings"), "standings", "list-ordered"),
            SideTask(say("Correct a result"), "results", "pencil"),
            SideTask(say("Everything that happened"), "history", "history"),
        )
    if not state.rounds:
        return _before(state)
    return (
        SideTask(say("Somebody leaves or comes late"), "people", "user-round-cog"),
        SideTask(say("The clock, and more time for a table"), "round", "timer"),
        SideTask(say("Correct a result"), "results", "pencil"),
        SideTask(say("Standings so far"), "standings", "list-ordered"),
        SideTask(say("Everything that happened"), "history", "history"),
    )


def _before(state: State) -> tuple[SideTask, ...]:
    check_in = (
        [SideTask(say("Check players in"), "checkin", "user-round-check")] if state.created.check_in else []
    )
    return (
        SideTask(say("Add or import players"), "people", "user-round-plus"),
        *check_in,
        SideTask(say("Look at the plan"), "plan", "clipboard-list"),
        SideTask(say("Everything that happened"), "history", "history"),
    )
