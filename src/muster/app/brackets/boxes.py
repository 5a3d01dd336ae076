"""What the elimination is to pages: slots, games, rounds and the whole of it, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from muster.core.ids import Naming, PlayerId, TableNo
from muster.core.messages import NOTHING, Message, verbatim
from muster.core.tournament import queries
from muster.core.tournament.state import Match, State
from muster.exchange.words import counted_figures

SlotKind = Literal["won", "lost", "playing", "bye", "waiting", "nobody"]
BoxKind = Literal["done", "playing", "next", "waiting"]

LARGEST_SHEET: Final = 32
"""The most games a column of the drawn bracket has; larger rounds are listed only."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One player of a game, or whoever will come there.

    Attributes:
        kind: how it stands; `waiting` for the winner of a game that is not decided, `nobody` for an empty seat.
        text: the name, or what is waited for.
        player: who; None where nobody is known.
        seed: the seed number, if there is one.
        place: the final place, once it is fixed.
        score: what they scored; empty until it stands, and where a match ended without figures.
    """

    kind: SlotKind
    text: Message
    player: PlayerId | None = None
    seed: int | None = None
    place: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class GameBox:
    """One game of the bracket.

    Attributes:
        game: its number in the round.
        kind: `done`, `playing`, `next` (both players known, not yet published) or `waiting`.
        slots: its two sides, from the top of the sheet; at a table of three or four everybody, by seat or by seed.
        table: where it is played.
        words: how it ended, as typed.
        level: the clause that decided it where the score was level; empty elsewhere.
        onward: where its winner goes on; empty for the final, and once the round after it is published.
        of: in a double elimination the games of the same bracket whose winners come to it.
    """

    game: int
    kind: BoxKind
    slots: tuple[Slot, ...]
    table: TableNo | None = None
    words: Message = NOTHING
    level: str = ""
    onward: Message = NOTHING
    of: tuple[int, ...] = ()

    @property
    def known(self) -> bool:
        """Whether anything is known of it but whose winners it waits for."""
        return any(slot.kind != "waiting" for slot in self.slots)

    @property
    def scored(self) -> bool:
        """Whether it ended with figures."""
        return any(slot.score for slot in self.slots)

    @property
    def sides(self) -> tuple[Slot, ...]:
        """Its sides for listing: without the empty seat beside a bye."""
        seats = tuple(slot for slot in self.slots if slot.kind != "nobody")
        return seats if any(slot.kind == "bye" for slot in seats) else self.slots


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round of the bracket, its games from the top of the sheet to its foot.

    Attributes:
        title: what the round is called.
        round_no: its number once it is published.
        places: the places of those who are out in it.
        boxes: the games.
        at: in a double elimination the round of the stage, from 1, in which they are played.
    """

    title: Message
    round_no: int | None
    places: str
    boxes: tuple[GameBox, ...]
    at: int = 0

    @property
    def over(self) -> bool:
        """Whether every game of it is settled."""
        return all(box.kind == "done" for box in self.boxes)


@dataclass(frozen=True, slots=True)
class DoublePart:
    """One of the brackets of a double elimination, or its final: what it is called, and its rounds."""

    id: str
    title: Message
    columns: tuple[BracketColumn, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole elimination.

    Attributes:
        columns: every round, first to last.
        provisional: nothing of it is published: it is as the seeds stand.
        champion: the winner's name, once there is one.
        at_tables: whether its games are tables of three and four.
        parts: of a double elimination its brackets and its final; else nothing.
    """

    columns: tuple[BracketColumn, ...]
    provisional: bool
    champion: str
    at_tables: bool = False
    parts: tuple[DoublePart, ...] = ()

    @property
    def drawn(self) -> tuple[BracketColumn, ...]:
        """The rounds that fit on a sheet, for drawing."""
        return tuple(column for column in self.columns if len(column.boxes) <= LARGEST_SHEET)

    @property
    def listed(self) -> tuple[BracketColumn, ...]:
        """The rounds of which something is known, for listing: those to be played first, then the latest.

        Their games are in the order of their numbers.
        """
        known = [
            replace(column, boxes=tuple(sorted(column.boxes, key=lambda box: box.game)))
            for column in self.columns
            if any(box.known for box in column.boxes)
        ]
        over = [column for column in known if column.over]
        return (*(column for column in known if column not in over), *reversed(over))


@dataclass(frozen=True, slots=True)
class KnownSlots:
    """What every slot is made from."""

    state: State
    name: Naming
    seeds: Mapping[PlayerId, int]
    places: Mapping[PlayerId, str]

    def slot(self, kind: SlotKind, player: PlayerId, score: str = "") -> Slot:
        """A player as a slot."""
        name, seed, place = self.name(player), self.seeds.get(player), self.places.get(player, "")
        return Slot(kind, verbatim(name), player, seed, place, score)

    def score(self, match: Match, player: PlayerId) -> str:
        """What a player scored in a settled match; empty where it ended without figures."""
        figures = counted_figures(self.state, match.report) if match.report else (0, 0)
        return str(figures[match.pairing.players.index(player)]) if any(figures) else ""

    def here(self, player: PlayerId) -> bool:
        """Whether a player has not left."""
        return queries.present(self.state.players[player])
