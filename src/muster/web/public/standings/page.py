"""Standings, brackets and final places for everybody as their templates get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, Final

from django.core.paginator import Page as TablePage
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from muster.app.brackets.cutting import seed_numbers
from muster.app.brackets.read import Bracket, bracket_of
from muster.app.events.public import next_of_organiser
from muster.app.rounds.pods import in_groups
from muster.app.standings.breakdown import RankBreakdown
from muster.app.standings.finishing import PlaceRow, place_rows, swiss_table
from muster.app.standings.groups import GroupTable, group_tables
from muster.app.standings.read import NO_SEEDS, RankRow, columns_of, rank_rows, standings_after
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.standings.values import Column, Table
from muster.core.tournament import queries
from muster.exchange.course_words import carry_notes
from muster.exchange.folding import folded
from muster.people.models import Event
from muster.web.bracket_rounds import ShownRound, shown_rounds
from muster.web.page import Page
from muster.web.public.context import Floor, ListPage
from muster.web.public.event.hero import Hero
from muster.web.public.event.now import Now
from muster.web.public.reading import has_bracket
from muster.web.public.rosters.opened import are_open
from muster.web.public.share.post import post_of
from muster.web.public.standings.grid import MeetingGrid, meeting_grid
from muster.web.public.standings.lines import ranked_lines
from muster.web.public.standings.went import HowItWent, how_it_went

PODIUM: Final = 3
"""Whoever has one of so many best places stands on the podium."""


@dataclass(frozen=True)
class NoPublicStandings(Page):
    """No round is complete yet."""

    template: ClassVar[str] = "public/standings/no_standings.html"

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Standings")


@dataclass(frozen=True)
class PublicAfterRound:
    """What every page of standings shows of the round they are after.

    Attributes:
        floor: the tournament.
        after: the round, which is complete.
    """

    floor: Floor
    after: int

    @cached_property
    def table(self) -> Table:
        """The standings."""
        return standings_after(self.floor.state, self.after)

    @property
    def columns(self) -> list[Column]:
        """The columns in the order in which they are compared."""
        return columns_of(self.table)

    @property
    def carry_notes(self) -> tuple[Message, ...]:
        """What points count, where not all that were won do."""
        return carry_notes(self.floor.state, self.after)

    @property
    def rounds(self) -> list[tuple[int, str]]:
        """The rounds after which there are standings, each with their address."""
        return [(one, self.floor.page("standings-after", one)) for one in range(1, self.last + 1)]

    @property
    def last(self) -> int:
        """The last complete round."""
        return queries.completed(self.floor.state)

    @property
    def running(self) -> int | None:
        """The Swiss round that is being played and not counted yet."""
        rounds = queries.swiss_rounds(self.floor.state)
        return rounds[-1].number if rounds and not rounds[-1].complete else None

    @property
    def base(self) -> str:
        """The address of these standings, which stays."""
        return self.floor.page("standings-after", self.after)


@dataclass(frozen=True)
class Standings(PublicAfterRound, ListPage[RankRow]):
    """The Swiss standings after a round."""

    template: ClassVar[str] = "public/standings/standings.html"

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Standings after round %d") % self.after

    @property
    def ranked(self) -> SafeString:
        """The lines shown, with the line of the cut."""
        made, table = self.floor.state.seeds is not None, self.table
        return ranked_lines(
            table,
            list(self.page.object_list),
            self.floor.page("players"),
            seeds=made,
            cut_after=None if self.q else self._last_in,
            cut=_("Top %d play on") % self._best,
        )

    @property
    def grid(self) -> MeetingGrid | None:
        """Who met whom; None where somebody is looked for, and where there are too many players."""
        if self.q:
            return None
        rounds = queries.swiss_rounds(self.floor.state)[: self.after]
        return meeting_grid(rounds, self.table.order, self.floor.name)

    @cached_property
    def group_tables(self) -> tuple[GroupTable, ...]:
        """The standings of each group or pod; none where somebody is looked for, and on further pages."""
        if self.q or self.page.number > 1:
            return ()
        return group_tables(self.floor.state, list(self.page.paginator.object_list), self.after)

    @property
    def groups(self) -> bool:
        """Whether they are groups in which everybody meets everybody."""
        return in_groups(self.floor.state)

    @property
    def _best(self) -> int:
        """How many play on."""
        return len(seeds_after(self.floor, self.after))

    @property
    def _last_in(self) -> PlayerId | None:
        """Whoever stands last of those in the cut; nobody where the best of every group go on, who stand apart."""
        plan = self.floor.state.plan
        if plan is not None and plan.cut_kind == "best-of-groups":
            return None
        ranked = [player for player in seeds_after(self.floor, self.after) if player in self.table.places]
        return max(ranked, key=self.table.places.__getitem__) if ranked else None


def seeds_after(floor: Floor, after: int) -> Mapping[PlayerId, int]:
    """The seed numbers that stand in the table after this round: in the latest only."""
    return seed_numbers(floor.state) if after == queries.completed(floor.state) else NO_SEEDS


def standings_page(floor: Floor, after: int) -> Standings:
    """The standings after a round: all lines, or those that are looked for."""
    table = standings_after(floor.state, after)
    rows = rank_rows(floor.state, table, floor.name, seeds=seeds_after(floor, after))
    query = folded(floor.query)
    return Standings(floor, [row for row in rows if query in folded(row.name)] if query else rows, after)


@dataclass(frozen=True)
class WhyRank(PublicAfterRound, Page):
    """Why a player stands where they stand.

    Attributes:
        standing: each of their numbers with its arithmetic.
    """

    template: ClassVar[str] = "public/standings/why_rank.html"
    standing: RankBreakdown

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("%(name)s after round %(after)d") % {"name": self.name, "after": self.after}

    @property
    def name(self) -> str:
        """Who it is."""
        return self.floor.name(self.standing.row.player)

    @property
    def carry_notes(self) -> tuple[Message, ...]:
        """What points count, where not all that were won do."""
        return carry_notes(self.floor.state, self.after)

    @property
    def rounds(self) -> list[tuple[int, str]]:
        """The rounds after which it can be asked, each with its address."""
        player = self.standing.row.player
        return [(number, f"{url}/why-rank/{player}") for number, url in super().rounds]


@dataclass(frozen=True)
class PublicBracket(Page):
    """The elimination: every round with its games, once the cut is made."""

    template: ClassVar[str] = "public/standings/bracket.html"
    floor: Floor

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Bracket")

    @cached_property
    def bracket(self) -> Bracket | None:
        """The bracket; None before the cut."""
        return bracket_of(self.floor.state, self.floor.name) if has_bracket(self.floor.state) else None

    @property
    def shown_rounds(self) -> tuple[ShownRound, ...]:
        """Its rounds, first to last; none before the cut."""
        return shown_rounds(self.bracket, partial(self.floor.page, "round")) if self.bracket else ()


@dataclass(frozen=True)
class NoPlaces(Page):
    """The tournament is not over yet."""

    template: ClassVar[str] = "public/standings/no_places.html"

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Final places")


@dataclass(frozen=True)
class FinalPlaces(ListPage[PlaceRow]):
    """The final places.

    Attributes:
        every: all places, whether looked for or not.
    """

    template: ClassVar[str] = "public/standings/final.html"
    every: Sequence[PlaceRow]

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Final places")

    @property
    def band(self) -> bool:
        """A dark band stands on top."""
        return True

    @property
    def hero(self) -> Hero:
        """The band on top: this tournament's alone."""
        return Hero(self.floor.event, [Now(self.floor.tournament, self.floor.snapshot)])

    @property
    def next(self) -> Event | None:
        """The next event that its organiser lists."""
        return next_of_organiser(self.floor.event, timezone.now())

    @property
    def rows(self) -> TablePage[PlaceRow]:
        """The places shown."""
        return self.page

    @property
    def winners(self) -> list[PlaceRow]:
        """Who has won."""
        return [row for row in self.every if row.first == 1]

    @property
    def podium(self) -> list[PlaceRow]:
        """The best three, or as many as share the third place; nobody on a page of those who are looked for."""
        return [] if self.q or self.page.number > 1 else [row for row in self.every if row.first <= PODIUM]

    @property
    def post(self) -> str:
        """The result as a text to post."""
        return post_of(self.floor, self.floor.tournament, self.podium, len(self.every))

    @property
    def went(self) -> HowItWent | None:
        """Every place after every Swiss round, on the first page; None where nothing can have moved."""
        if self.q or self.page.number > 1:
            return None
        best = {row.player: row.first for row in self.podium}
        return how_it_went(self.floor.state, self.floor.name, best)

    @property
    def prizes(self) -> bool:
        """Whether anybody wins a prize."""
        return any(row.prizes for row in self.every)

    @property
    def points(self) -> Column | None:
        """The column of the points; None without a Swiss stage."""
        table = swiss_table(self.floor.state)
        return columns_of(table)[0] if table else None

    @property
    def rosters(self) -> bool:
        """Whether everybody sees the rosters."""
        return are_open(self.floor.tournament, self.floor.state)


def final_page(floor: Floor, places: Sequence[Place]) -> FinalPlaces:
    """These final places but those of disqualified players: all, or those that are looked for."""
    kept = tuple(place for place in places if place.player not in queries.disqualified(floor.state))
    table, prizes = swiss_table(floor.state), floor.tournament.prizes
    every = place_rows(floor.state, kept, prizes, floor.name, table)
    query = folded(floor.query)
    return FinalPlaces(floor, [row for row in every if query in folded(row.name)], every)
