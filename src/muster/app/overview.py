"""The day at a glance: where it stands, what to do next, the figures that matter now, and what was done last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext as _

from muster.app.clocks import RoundClock, clock_of
from muster.app.standings import rank_rows, standings_after
from muster.core.bracket.places import Place
from muster.core.ids import Naming, RoundNo, TableNo
from muster.core.tournament import queries
from muster.core.tournament.next_step import Step, next_step
from muster.core.tournament.state import Match, Round, State
from muster.exchange.words import plan_words
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


@dataclass(frozen=True, slots=True)
class Go:
    """The one obvious next step: why, the words of its button, and the page it is done on."""

    step: Step
    says: str
    label: str
    page: Page


def go(state: State) -> Go:
    """The next step as a page offers it."""
    found = next_step(state)
    cut_made = found.step == "start" and state.seeds is not None
    return Go(found.step, found.says, _labels()[found.step], "bracket" if cut_made else PAGES[found.step])


def _labels() -> dict[Step, str]:
    return {
        "create": _("Create the tournament"),
        "enter": _("Enter players"),
        "check-in": _("Check in"),
        "announce": _("Announce the plan"),
        "start": _("Start"),
        "pair": _("Propose the round"),
        "publish": _("Review and publish"),
        "report": _("Enter results"),
        "cut": _("Make the cut"),
        "finish": _("Finish the tournament"),
        "nothing": _("See the final places"),
    }


def expected(state: State) -> Sequence[int]:
    """The entry numbers of those who have not left, checked in or not."""
    return [one.player for one in state.players.values() if queries.present(one)]


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

    label: str
    page: Page
    standing: Standing
    note: str = ""
    pips: tuple[Standing, ...] = ()


def milestones(state: State) -> tuple[Milestone, ...]:
    """The stations of the day in order; exactly one is current, or all are done."""
    made = [
        _Station("set-up", _("Set up"), "history"),
        _Station("players", _("Players"), "people", _count(len(expected(state)))),
        *_check_in(state),
        _Station("plan", _("Plan"), "plan"),
        *_play(state),
        _Station("finish", _("Finish"), "finish"),
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
    label: str
    page: Page
    note: str = ""
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


def in_bracket(state: State) -> bool:
    """Whether play is in a bracket, or begins there: no cut is to be made any more."""
    return not _has_swiss(state) or (bool(state.stages) and state.stages[-1].format == "elimination")


def _has_swiss(state: State) -> bool:
    return state.created.first_stage == "swiss"


def _check_in(state: State) -> list[_Station]:
    if not state.created.check_in:
        return []
    here = sum(one.status == "present" for one in state.players.values())
    note = "" if state.stages else f"{here}/{len(expected(state))}"
    return [_Station("check-in", _("Check-in"), "checkin", note)]


def _play(state: State) -> list[_Station]:
    found: list[_Station] = []
    plan, swiss = state.plan, queries.swiss_rounds(state)
    if _has_swiss(state):
        count = max(plan.rounds if plan else 0, len(swiss))
        note = _("%(number)d of %(count)d") % {"number": len(swiss), "count": count} if count else ""
        found.append(_Station("rounds", _("Rounds"), "round", note, _pips(swiss, count)))
        if state.seeds is None and not (plan and plan.has_cut):
            return found
        found.append(_Station("cut", _("Cut"), "bracket", _top(state)))
    played = len(queries.elimination_rounds(state))
    note = _("round %(number)d") % {"number": played} if played else ""
    return [*found, _Station("elimination", _("Elimination"), "bracket", note)]


def _pips(rounds: Sequence[Round], count: int) -> tuple[Standing, ...]:
    published: list[Standing] = ["done" if round_.complete else "current" for round_ in rounds]
    ahead: list[Standing] = ["ahead"] * (count - len(rounds))
    return (*published, *ahead)


def _top(state: State) -> str:
    size = len(state.seeds) if state.seeds else state.plan.cut if state.plan else 0
    return _("top %(size)d") % {"size": size} if size else ""


def _count(number: int) -> str:
    return str(number) if number else ""


@dataclass(frozen=True, slots=True)
class Progress:
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


def progress(state: State) -> Progress | None:
    """The running round's results; None if no round is published or it has no matches."""
    round_ = queries.current_round(state)
    if round_ is None or not round_.matches:
        return None
    tables = sorted(round_.matches.items())
    return Progress(
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
class Heads:
    """How many players there are: not gone, here to be paired, gone."""

    expected: int
    here: int
    gone: int


def heads(state: State) -> Heads:
    """How many players there are."""
    staying = len(expected(state))
    return Heads(staying, len(queries.active(state)), len(state.players) - staying)


def running_clock(snapshot: Snapshot) -> RoundClock | None:
    """The clock of the round being played, if it was started."""
    round_ = queries.current_round(snapshot.state)
    if round_ is None or round_.complete:
        return None
    found = clock_of(snapshot.tournament, round_.number, snapshot=snapshot)
    return found if found.shown else None


@dataclass(frozen=True, slots=True)
class Leader:
    """Somebody at the top: the place as it is shown, the name, and the points where they are Swiss standings."""

    place: str
    name: str
    points: int | None = None


def leaders(state: State, name: Naming, count: int = 4) -> tuple[Leader, ...]:
    """The first few: final places once there are any, else the Swiss standings between two rounds."""
    if state.places is not None:
        return tuple(Leader(_place(one), name(one.player)) for one in state.places[:count])
    round_ = queries.current_round(state)
    if round_ is None or not round_.complete or not queries.completed(state):
        return ()
    table = standings_after(state)
    return tuple(
        Leader(row.rank_text, row.name, row.points)
        for row in rank_rows(state, table, name, rows=table.rows[:count])
    )


def _place(place: Place) -> str:
    one, other = place.first_place, place.last_place
    return str(one) if one == other else f"{one}-{other}"


def plan_in_words(state: State) -> str:
    """What is played: the announced plan; empty before."""
    return plan_words(state.plan) if state.plan else ""


@dataclass(frozen=True, slots=True)
class SideTask:
    """Something beside the next step that somebody may have to do now: its words, page and icon."""

    label: str
    page: Page
    icon: str


def side_tasks(state: State) -> tuple[SideTask, ...]:
    """What else may have to be done at this moment of the day."""
    if state.places is not None:
        return (
            SideTask(_("Final standings"), "standings", "list-ordered"),
            SideTask(_("Correct a result"), "results", "pencil"),
            SideTask(_("Everything that happened"), "history", "history"),
        )
    if not state.rounds:
        return _before(state)
    return (
        SideTask(_("Somebody leaves or comes late"), "people", "user-round-cog"),
        SideTask(_("The clock, and more time for a table"), "round", "timer"),
        SideTask(_("Correct a result"), "results", "pencil"),
        SideTask(_("Standings so far"), "standings", "list-ordered"),
        SideTask(_("Everything that happened"), "history", "history"),
    )


def _before(state: State) -> tuple[SideTask, ...]:
    check_in = (
        [SideTask(_("Check players in"), "checkin", "user-round-check")] if state.created.check_in else []
    )
    return (
        SideTask(_("Add or import players"), "people", "user-round-plus"),
        *check_in,
        SideTask(_("Look at the plan"), "plan", "clipboard-list"),
        SideTask(_("Everything that happened"), "history", "history"),
    )
