"""What is happening in a tournament just now, and its day so far, for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from django.utils.translation import gettext as _

from muster.app.common.names import naming
from muster.app.events.kinds import kind_of
from muster.app.events.overview import Leader, leaders, running_clock
from muster.app.events.public import names_for_all
from muster.app.floor.round_clock import RoundClock
from muster.app.floor.timers import ShownTimer, timers_of
from muster.app.registration.entries import places_left
from muster.app.rosters.terms import construction_of, rules_of
from muster.app.rounds.building import building
from muster.app.rounds.pods import drafting, in_pods
from muster.app.rounds.sheets import bracket_title, title_of
from muster.app.standings.finishing import PlaceRow, place_rows
from muster.app.standings.read import RankRow, rank_rows, standings_after, table_before
from muster.core.bracket.layouts import place_text
from muster.core.ids import Naming, RoundNo
from muster.core.messages import NOTHING, Message, of_rules, say_in
from muster.core.tournament import facts, queries
from muster.core.tournament.course import Course
from muster.core.tournament.next_step import next_step
from muster.core.tournament.state import Round, State
from muster.exchange.course_words import robin_words, rounds_words
from muster.exchange.elimination_words import only_words, with_elimination
from muster.exchange.prizes import read_prizes
from muster.exchange.words import cut_words
from muster.journal.store import Snapshot
from muster.people.models import Tournament
from muster.web.public.event.rules import structure_of, tier_of
from muster.web.public.event.schedule import Station, has_elimination, schedule_of
from muster.web.public.reading import Section, sections
from muster.web.public.rounds.lines import RoundForAll, round_for_all

Phase = Literal[
    "soon",
    "waiting",
    "begun",
    "drafting",
    "building",
    "playing",
    "between",
    "cut",
    "seeded",
    "played",
    "finished",
]

PODIUM: Final = 4

STEPS: Final = 3
"""Whoever has one of so many best places stands on the podium."""

TOP: Final = 8
"""So many of the standings stand beside the round."""

TABLES: Final = 60
"""A larger round has its own page only."""


@dataclass(frozen=True)
class Now:
    """A tournament as everybody sees it at this moment.

    Attributes:
        tournament: which.
        snapshot: how it stands; a proposal that is not published is no part of the page.
    """

    tournament: Tournament
    snapshot: Snapshot

    @property
    def state(self) -> State:
        """The tournament as it stands."""
        return self.snapshot.state

    @cached_property
    def phase(self) -> Phase:
        """Where the day stands."""
        return phase_of(self.state)

    @property
    def headline(self) -> str:
        """That in a few words."""
        return _headline(self.state, self.phase)

    @property
    def says(self) -> str:
        """A sentence more, where there is something to add."""
        return _says(self.state, self.phase)

    @property
    def round_no(self) -> RoundNo | None:
        """The round published last."""
        return self._round.number if self._round else None

    @property
    def round_title(self) -> str:
        """What that round is called, such as `final`, without its number in a bracket."""
        return str(bracket_title(self.state, self._round.number)) if self._round else ""

    @property
    def settled(self) -> int:
        """How many of its results are in."""
        return sum(match.settled for match in self._round.matches.values()) if self._round else 0

    @property
    def total(self) -> int:
        """How many results it has."""
        return len(self._round.matches) if self._round else 0

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock of the round being played."""
        return running_clock(self.snapshot) if self.phase == "playing" else None

    @cached_property
    def timers(self) -> list[ShownTimer]:
        """The timers that run for everybody."""
        return timers_of(self.tournament.pk)

    @property
    def players(self) -> int:
        """How many have entered and not left."""
        return sum(map(queries.present, self.state.players.values()))

    @property
    def entered(self) -> int:
        """How many have a place, once there are places."""
        return len(self.state.places or ())

    @property
    def here(self) -> int | None:
        """How many of them have checked in; None where that is not asked for, or not any more."""
        state = self.state
        if state.setup is None or not state.created.check_in or state.stages:
            return None
        return sum(one.status == "present" for one in state.players.values())

    @cached_property
    def registering(self) -> Literal["", "open", "waiting"]:
        """Whether one can register oneself now: not, for a place, or for the waiting list."""
        tournament, state = self.tournament, self.state
        shut = tournament.event.cancelled_at is not None or not tournament.registration_open
        if shut or state.setup is None or state.stages:
            return ""
        left = places_left(tournament, state)
        return "waiting" if left is not None and left <= 0 else "open"

    @cached_property
    def best(self) -> tuple[Leader, ...]:
        """Who leads, or has won."""
        if self.phase not in ("between", "cut", "seeded", "played", "finished"):
            return ()
        return leaders(self.state, self._name, PODIUM)

    @cached_property
    def round(self) -> RoundForAll | None:
        """The round that is played, with every table; None where there is none or it is too large for this page."""
        if self.phase != "playing" or self._round is None or len(self._round.matches) > TABLES:
            return None
        return round_for_all(self.state, self._round.number, self._name)

    @cached_property
    def top(self) -> tuple[RankRow, ...]:
        """The first of the standings while the Swiss rounds are played; who is first later stands in the bracket."""
        done = queries.completed(self.state)
        if not done or self.phase == "finished" or has_elimination(self.state):
            return ()
        table = standings_after(self.state, done)
        before = table_before(self.state, done)
        return rank_rows(self.state, table, self._name, rows=table.rows[:TOP], before=before)

    @property
    def podium(self) -> list[PlaceRow]:
        """Who stands on the podium once it is over."""
        if self.state.places is None:
            return []
        kept = [one for one in queries.shown_places(self.state) if one.first_place <= STEPS]
        gone = queries.disqualified(self.state)
        places = tuple(one for one in kept if one.player not in gone)
        return list(place_rows(self.state, places, self.tournament.prizes, self._name, None))

    @property
    def prizes(self) -> list[tuple[str, str]]:
        """What can be won, by place: the place, `1` or `2–4`, and the prize."""
        return [(place_text(one.first, one.last), one.what) for one in read_prizes(self.tournament.prizes)]

    @property
    def _name(self) -> Naming:
        return naming(names_for_all(self.tournament, self.state))

    @property
    def sections(self) -> list[Section]:
        """The pages there are."""
        return sections(self.state)

    @cached_property
    def schedule(self) -> tuple[Station, ...]:
        """The day's rounds."""
        return schedule_of(self.tournament, self.snapshot, over=self.phase == "finished")

    @property
    def plan(self) -> str:
        """How many rounds and what cut were announced, in words; empty before."""
        return plan_for_all(self.state)

    @property
    def plan_clause(self) -> str:
        """Where the regulations say so."""
        return plan_clause(self.snapshot)

    @property
    def tier(self) -> str:
        """The level of play; empty before the tournament is set up."""
        return tier_of(self.state) if self.state.setup else ""

    @property
    def kind(self) -> Message:
        """The kind of event, such as Store Showdown; nothing where none was chosen."""
        return kind_of(self.tournament, self.state.regulations.id) if self.state.setup else NOTHING

    @cached_property
    def format(self) -> str:
        """What is played with, such as Premier; empty where the game has but one way of building."""
        rules = rules_of(self.state)
        if rules is None or len(rules.constructions) == 1:
            return ""
        construction = construction_of(self.tournament, self.state)
        return str(of_rules(construction.name)) if construction else ""

    @property
    def match(self) -> str:
        """How a match is played, such as best of three; empty where the game has but one way."""
        if self.state.setup is None or len(self.state.regulations.match_formats) == 1:
            return ""
        named = {one.id: one.name for one in self.state.regulations.match_formats}
        return str(of_rules(named.get(self.state.created.swiss_match, "")))

    @property
    def structure(self) -> str:
        """How the number of rounds is found, or the organiser's own; empty before the tournament is set up."""
        if self.state.setup is None:
            return ""
        created = self.state.created
        cut = with_elimination(cut_words(created.cut_kind, created.cut or 0), created.elimination)
        if created.structure == "custom" and created.course.parts:
            return _rounds_and_cut(created.course, 0, cut)
        if created.structure == "custom" and created.course.robin:
            return f"{robin_words(created.course)}, {cut}"
        if created.structure == "custom" and created.rounds:
            return _rounds_and_cut(created.course, created.rounds, cut)
        return structure_of(self.state)

    @property
    def _round(self) -> Round | None:
        return queries.current_round(self.state)


def phase_of(state: State) -> Phase:
    """Where the day stands, without what only the desk knows."""
    if state.places is not None:
        return "finished"
    if not state.stages:
        return "soon" if state.plan is None else "waiting"
    round_ = queries.current_round(state)
    if drafting(state):
        return "drafting"
    if building(state):
        return "building"
    if round_ is None:
        return "begun" if state.pods or not in_pods(state) or state.places else "waiting"
    if not round_.complete:
        return "playing"
    step = next_step(state).step
    if step in ("finish", "cut"):
        return "played" if step == "finish" else "cut"
    return "seeded" if state.seeds is not None and state.stages[-1].format == "swiss" else "between"


def _headline(state: State, phase: Phase) -> str:
    words = {
        "soon": _("Not begun yet"),
        "waiting": _("About to begin"),
        "begun": _("Round 1 is being drawn"),
        "drafting": _("The draft is on"),
        "building": _("Decks are being built"),
        "cut": _("The Swiss rounds are over"),
        "seeded": _("The cut is made"),
        "played": _("Everything is played"),
        "finished": _("Final places"),
    }
    if phase in words:
        return words[phase]
    title = str(title_of(state, state.rounds[-1].number))
    return title if phase == "playing" else _("%(title)s is complete") % {"title": title}


def _says(state: State, phase: Phase) -> str:
    if phase == "cut" and state.plan:
        return _("Next: %(cut)s.") % {"cut": cut_words(state.plan.cut_kind, state.plan.cut)}
    words = {
        "waiting": _("The rounds are fixed. Round 1 appears here the moment it is published."),
        "begun": _("It appears here the moment it is published."),
        "drafting": _("The pods are posted. The first round appears here the moment it is published."),
        "building": _("The building tables are posted. Round 1 appears here the moment it is published."),
        "between": _("The next round appears here the moment it is published."),
        "seeded": _("The first round of the elimination appears here the moment it is published."),
        "played": _("The final places are announced in a moment."),
    }
    return words.get(phase, "")


def plan_for_all(state: State) -> str:
    """How many rounds and what cut were announced, in words; empty before."""
    plan = state.plan
    if plan is None:
        return ""
    if not plan.rounds:
        return str(only_words(plan.elimination))
    cut = with_elimination(cut_words(plan.cut_kind, plan.cut), plan.elimination)
    return _rounds_and_cut(plan.course, plan.rounds, cut)


def _rounds_and_cut(course: Course, rounds: int, cut: Message) -> str:
    going = rounds_words(course, rounds)
    return str(say_in("a plan", "{rounds}, {cut}", rounds=going, cut=cut))


def plan_clause(snapshot: Snapshot) -> str:
    """The clause the announced plan rests on; empty before."""
    announced = (entry.fact for entry in snapshot.entries if isinstance(entry.fact, facts.PlanAnnounced))
    return next((fact.clause for fact in announced), "")
