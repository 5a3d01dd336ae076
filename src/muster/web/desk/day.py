"""The day at a glance: where it stands and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from muster.app.brackets.play_offs import undecided
from muster.app.common.access import Act, Actor
from muster.app.floor.deck_building import building_time, timed
from muster.app.floor.round_times import minutes_ahead, usual_minutes
from muster.app.floor.showing import REVIEW, reviews_lists, starts_clock
from muster.app.rosters.limited import sealed
from muster.app.rounds.pods import in_groups, in_pods
from muster.core.ids import RoundNo, TableNo
from muster.core.messages import Message, paragraph, say
from muster.core.tournament import queries
from muster.core.tournament.course import fewest_of, usual_sizes
from muster.core.tournament.next_step import NextStep, Step, next_step, unfinished
from muster.core.tournament.queries import has_swiss
from muster.core.tournament.state import Match, State
from muster.journal.store import Snapshot

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


DayStep = Step | Literal["clock", "build"]
"""A step of the day as the desk goes it: between a round that is shown and its results, its clock is started, and so is
the time to build decks where tables for that are shown."""


PAGES: Final[dict[DayStep, Page]] = {
    "create": "now",
    "enter": "people",
    "check-in": "checkin",
    "announce": "plan",
    "start": "round",
    "pods": "round",
    "show-pods": "round",
    "building": "round",
    "show-building": "round",
    "build": "round",
    "day-two": "round",
    "pair": "round",
    "publish": "round",
    "clock": "round",
    "report": "results",
    "cut": "bracket",
    "finish": "finish",
    "nothing": "finish",
}
"""The page on which each next step is done."""


ACTS: Final[dict[DayStep, tuple[str, Act]]] = {
    "announce": ("announce", "plan"),
    "start": ("begin", "rounds"),
    "pods": ("draw-pods", "rounds"),
    "show-pods": ("show-pods", "rounds"),
    "building": ("draw-building", "rounds"),
    "show-building": ("show-building", "rounds"),
    "build": ("start-building", "clock"),
    "day-two": ("day-two", "rounds"),
    "pair": ("propose", "rounds"),
    "publish": ("publish", "rounds"),
    "clock": ("start-clock", "clock"),
    "cut": ("make-cut", "rounds"),
    "finish": ("end", "finish"),
}
"""The steps that a button does at once: where it posts to, and what one must be allowed to do."""


Fields = tuple[tuple[str, str], ...]
"""Hidden fields of a button's form, by name."""

_WITH_CLOCK: Final[Fields] = (("clock", "1"),)


@dataclass(frozen=True, slots=True)
class Other:
    """The same step in the way that was not taken last time: its button's words, and what it sends."""

    label: Message
    sends: Fields = ()


@dataclass(frozen=True, slots=True)
class Go:
    """The one obvious next step.

    Attributes:
        step: which.
        says: why.
        label: the words of its button.
        page: where it is done, or looked at.
        round_no: the round it is about.
        asks: something has to be typed first, so that no button alone does it.
        sends: what its button sends.
        other: the other way to do it, if there are two.
        clause: what it rests on, where that is not plain.
        on_page: why, said on that page, which tells the rest itself; None where `says` is all.
    """

    step: DayStep
    says: Message
    label: Message
    page: Page
    round_no: int = 0
    asks: bool = False
    sends: Fields = ()
    other: Other | None = None
    clause: str = ""
    on_page: Message | None = None

    @property
    def act(self) -> str:
        """Where the button posts to that does it at once; empty for a step that is done on its page."""
        return ACTS[self.step][0] if self.step in ACTS and not self.asks else ""

    def done_by(self, actor: Actor) -> bool:
        """Whether a button does it at once, and they may."""
        return bool(self.act) and actor.may(ACTS[self.step][1])


def go(snapshot: Snapshot, actor: Actor) -> Go:
    """The next step as a page offers it to whoever looks."""
    state = snapshot.state
    found = next_step(state)
    if found.step == "publish":
        return _showing(snapshot, actor, found)
    if found.step == "report" and actor.may("clock") and _waits_for_clock(state):
        clause, says = "", say("The pairings are out: start the clock once most players are seated.")
        if reviews_lists(state):
            says, clause = say("Players look at each other’s list now: start the clock after that."), REVIEW
        return Go("clock", says, say("Start the clock"), "round", len(state.rounds), clause=clause)
    decks = None if state.rounds else _deck_building(snapshot, actor, found)
    if decks is not None:
        return decks
    cut_made = found.step == "start" and state.seeds is not None
    number = len(state.rounds) + 1
    page: Page = "bracket" if cut_made else PAGES[found.step]
    label = _labels(number)[found.step]
    if found.step == "day-two" and state.announced.course.parts:
        label = say("Begin part {number}", number=queries.part_index(state) + 2)
    elif found.step == "show-pods" and in_groups(state):
        label = say("Show the groups")
    if found.step == "start" and (cut_made or not has_swiss(state)):
        label = say("Start the elimination")
    elif found.step == "pods" or (found.step == "start" and in_pods(state)):
        return Go("pods", found.says, _draw_pods(state, len(queries.active(state))), page)
    early = found.step == "finish" and unfinished(state) is not None
    says, on_page = found.says, None
    if found.step in ("cut", "day-two") and undecided(state):
        equal = say(
            "Some are equal in everything where the line is drawn: the draw decides, or they play for it."
        )
        says, on_page = paragraph(says, equal), says
    return Go(found.step, says, label, page, number, early, on_page=on_page)


def _deck_building(snapshot: Snapshot, actor: Actor, found: NextStep) -> Go | None:
    """In sealed play, before the first round is paired: tables to build decks at, then the time to build."""
    state = snapshot.state
    if found.step not in ("start", "pair"):
        return None
    if state.building is None:
        says = say("Draw the building tables: who opens packs and builds a deck opposite whom.")
        return (
            Go("building", says, _labels(1)["building"], "round")
            if sealed(snapshot.tournament, state)
            else None
        )
    time = building_time(state)
    if time is None or not actor.may("clock") or timed(snapshot.tournament):
        return None
    says = say("The building tables are out: hand out the packs, then start the time to build.")
    label = say("Start deck building: {minutes} minutes", minutes=time.minutes)
    return Go("build", says, label, "round", clause=time.clause)


def _showing(snapshot: Snapshot, actor: Actor, found: NextStep) -> Go:
    """Show the draft to the players, with its clock or without: as the round before was, unless they say otherwise."""
    proposal = snapshot.state.proposal
    number = proposal.round_no if proposal else 0
    plain = Other(say("Show to players"))
    if not actor.may("clock") or not minutes_ahead(snapshot.state):
        return Go("publish", found.says, plain.label, "round", number)
    both = Other(say("Show to players and start the clock"), _WITH_CLOCK)
    first, other = (both, plain) if starts_clock(snapshot) else (plain, both)
    clause, says = "", found.says
    if reviews_lists(snapshot.state):
        says = say(
            "In the cut players look at each other’s list before the first game: show the round, and start its "
            "clock after that.",
        )
        clause = REVIEW
    return Go("publish", says, first.label, "round", number, sends=first.sends, other=other, clause=clause)


def _waits_for_clock(state: State) -> bool:
    """Whether a round is shown, nobody has begun, and the regulations give it a time."""
    round_ = queries.current_round(state)
    return round_ is not None and not round_.begun and usual_minutes(state, round_.number)[0] is not None


def _draw_pods(state: State, here: int) -> Message:
    """The button that draws the pods or groups, with their sizes."""
    part, groups = queries.part(state), in_groups(state)
    if here < fewest_of(part):
        return say("Draw the groups") if groups else say("Draw the pods")
    sizes = " ".join(map(str, usual_sizes(part, here)))
    if groups:
        return say("Draw the groups: {sizes}", sizes=sizes)
    return say("Draw the pods: {sizes}", sizes=sizes)


def _labels(number: int) -> dict[Step, Message]:
    return {
        "create": say("Create the tournament"),
        "enter": say("Enter players"),
        "check-in": say("Check in"),
        "announce": say("Fix the rounds"),
        "start": say("Pair round {number}", number=number),
        "pods": say("Draw the pods"),
        "show-pods": say("Show the pods"),
        "building": say("Draw the building tables"),
        "show-building": say("Show the building tables"),
        "day-two": say("Begin day two"),
        "pair": say("Pair round {number}", number=number),
        "publish": say("Show to players"),
        "report": say("Enter results"),
        "cut": say("Make the cut"),
        "finish": say("Finish the tournament"),
        "nothing": say("See the final places"),
    }


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
