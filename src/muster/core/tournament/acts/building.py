"""Tables to build decks at, before the first round of sealed play: drawn, changed by hand, published."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.draws import ChainLink, DrawSeed, draw_seed
from muster.core.frozen import changed
from muster.core.ids import PlayerId
from muster.core.messages import Message, Numbered, say, say_n
from muster.core.pairing.building import FEWEST, MOST, BuildingTable, building_tables
from muster.core.tournament import queries
from muster.core.tournament.acts.base import Command, Decision, Describer, Fact
from muster.core.tournament.acts.guards import structure_clause, wrong_link
from muster.core.tournament.acts.pods import exchanged
from muster.core.tournament.course import parts_of
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class DrawBuilding(Command):
    """Draw who builds a deck at which table; `link` is the next link of the chain."""

    right = "rounds"
    link: ChainLink

    def decide(self, state: State) -> Decision:
        """Once those who are there are known, and before round 1."""
        here, number = queries.active(state), draw_number(state)
        refusal = _no_tables_now(state, len(here)) or wrong_link(state, self.link, number)
        if refusal:
            return refusal
        attempt = state.draws.attempts.get(number, 0) + 1
        seed = draw_seed(self.link, state.head, number, attempt)
        return (BuildingDrawn(number, attempt, self.link, seed, building_tables(here, seed)),)


@dataclass(frozen=True, slots=True)
class BuildingDrawn(Fact):
    """Building tables were drawn for review. Every attempt is on record, with the link it revealed and its seed."""

    kind = "building.drawn"
    title = say("drawn building tables")
    right = "rounds"
    group = "rounds"
    parts = ()
    draw_no: int
    attempt: int
    link: ChainLink
    seed: DrawSeed
    tables: tuple[BuildingTable, ...]

    def evolve(self, state: State) -> State:
        """On the table."""
        draws = state.draws.drafted(self.draw_no, self.attempt, self.link)
        return changed(state, building_draft=self, draws=draws)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """Which attempt."""
        return say("Draft {attempt} of the building tables.", attempt=self.attempt)

    def asked_by(self) -> Command:
        """The same link: all else follows."""
        return DrawBuilding(self.link)


@dataclass(frozen=True, slots=True)
class SwapBuilders(Command):
    """Exchange the seats of two players at the building tables that were drawn."""

    right = "rounds"
    players: tuple[PlayerId, PlayerId]

    def decide(self, state: State) -> Decision:
        """Before the tables are published."""
        draft = state.building_draft
        if draft is None:
            return Refusal(
                "no-proposal", say("There are no drawn building tables to change; draw them first.")
            )
        one, two = self.players
        seated = {player for table in draft.tables for player in table}
        for player in self.players:
            if player not in seated:
                says = say("Player {player} sits at no building table.", player=Numbered(player))
                return Refusal("not-in-proposal", says)
        if one == two:
            return Refusal("bad-pair", say("Name two different players."))
        return (BuildersSwapped((one, two), exchanged(draft.tables, one, two)),)


@dataclass(frozen=True, slots=True)
class BuildersSwapped(Fact):
    """The organiser exchanged the seats of two players at the building tables that were drawn, by hand."""

    kind = "building.swapped"
    title = say("players exchanged at the building tables")
    right = "rounds"
    group = "rounds"
    parts = ()
    players: tuple[PlayerId, PlayerId]
    tables: tuple[BuildingTable, ...]

    def evolve(self, state: State) -> State:
        """The drawn tables as they are now."""
        draft = changed(state.building_draft, tables=self.tables) if state.building_draft else None
        return changed(state, building_draft=draft)

    def describe(self, to: Describer) -> Message:
        """Who."""
        return say("Exchanged at the building tables: {players}.", players=to.names(self.players))

    def asked_by(self) -> Command:
        """The same two."""
        return SwapBuilders(self.players)


@dataclass(frozen=True, slots=True)
class PublishBuilding(Command):
    """Make the drawn building tables official."""

    right = "rounds"

    def decide(self, state: State) -> Decision:
        """As they are on the table, before round 1."""
        if state.building_draft is None or state.rounds:
            return Refusal("no-proposal", say("There are no drawn building tables to show; draw them first."))
        return (BuildingPublished(state.building_draft.tables),)


@dataclass(frozen=True, slots=True)
class BuildingPublished(Fact):
    """Who builds a deck at which table, and opposite whom, became official."""

    kind = "building.published"
    title = say("published building tables")
    right = "rounds"
    group = "rounds"
    boundary = True
    instead = say("Players have taken their seats: seat who comes late at a table, or drop those who leave.")
    tables: tuple[BuildingTable, ...]

    def evolve(self, state: State) -> State:
        """They sit. The draw that is shown has had its link of the chain, as published pods have."""
        draws = changed(state.draws, seatings=state.draws.seatings + 1)
        return changed(state, building=self.tables, building_draft=None, draws=draws)

    def describe(self, to: Describer) -> Message:  # noqa: ARG002  (nobody is named)
        """How many."""
        return say_n(
            "{count} building table is published.",
            "{count} building tables are published.",
            len(self.tables),
        )

    def asked_by(self) -> Command:
        """The seats follow."""
        return PublishBuilding()


@dataclass(frozen=True, slots=True)
class JoinBuilding(Command):
    """Seat a player who came late at a building table: one that has room, or a new one after the last."""

    right = "rounds"
    player: PlayerId
    table: int

    def decide(self, state: State) -> Decision:
        """Before round 1."""
        tables = state.building
        if tables is None or state.rounds:
            says = say("A building table takes somebody in after it is published and before round 1.")
            return Refusal("bad-building", says)
        if self.player not in queries.active(state):
            says = say("Player {player} is not here.", player=Numbered(self.player))
            return Refusal("not-playing", says)
        if any(self.player in table for table in tables):
            says = say("Player {player} sits at a building table already.", player=Numbered(self.player))
            return Refusal("bad-building", says)
        if not 1 <= self.table <= len(tables) + 1:
            says = say(
                "There is no building table {table}; the next new one is {next}.",
                table=self.table,
                next=len(tables) + 1,
            )
            return Refusal("bad-building", says)
        if self.table <= len(tables) and not with_room(state, tables[self.table - 1]):
            says = say("Building table {table} is full.", table=self.table)
            return Refusal("bad-building", says)
        return (BuildingJoined(self.player, self.table),)


@dataclass(frozen=True, slots=True)
class BuildingJoined(Fact):
    """A player who came late sits at a building table."""

    kind = "building.joined"
    title = say("a seat at a building table")
    right = "rounds"
    group = "rounds"
    parts = ("round", "people")
    player: PlayerId
    table: int

    def evolve(self, state: State) -> State:
        """One seat more, or one table more."""
        tables = (*(state.building or ()), ())
        joined = tuple(
            (*table, self.player) if number == self.table else table for number, table in enumerate(tables, 1)
        )
        return changed(state, building=tuple(table for table in joined if table))

    def describe(self, to: Describer) -> Message:
        """Who, where."""
        return say(
            "{player} builds at building table {table}.", player=to.name(self.player), table=self.table
        )

    def asked_by(self) -> Command:
        """The same seat."""
        return JoinBuilding(self.player, self.table)


def with_room(state: State, table: BuildingTable) -> bool:
    """Whether one more can sit at a building table; who has left takes no room."""
    return sum(queries.present(state.players[player]) for player in table) < MOST


def _no_tables_now(state: State, here: int) -> Refusal | None:
    if not state.stages or not sealed_possible(state):
        return Refusal(
            "bad-building", say("No decks are built here before round 1."), structure_clause(state)
        )
    if state.building is not None or state.rounds:
        return Refusal("bad-building", say("The building tables are published, or round 1 is."))
    if here < FEWEST:
        says = say("{here} is here; building tables need at least two players.", here=here)
        return Refusal("attendance", says)
    return None


def sealed_possible(state: State) -> bool:
    """Whether the regulations know decks that are built at the event, and no draft in pods comes first."""
    roster = state.regulations.roster
    known = roster is not None and any(one.pool for one in roster.constructions)
    return known and not state.at_tables and parts_of(state.course, 0)[0].paired != "pods"
