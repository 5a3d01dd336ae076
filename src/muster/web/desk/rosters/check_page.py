"""The list a judge ticks while looking at what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from muster.core.messages import say
from muster.core.roster.catalogue import plain
from muster.core.roster.roster import Item, Path, Resolved, Roster

MARK_WORDS: Final = {
    "seen": say("There"),
    "missing": say("Missing"),
    "wrong": say("Wrong"),
}


@dataclass(frozen=True, slots=True)
class InspectedItem:
    """One thing to look for, in the order of the player's list.

    Attributes:
        path: its places in the roster, such as `3` or `3.1` for an upgrade.
        name: the card's full name, else as stated.
        count: how many of them must lie there; of an upgrade, over all copies that carry it.
        told: what tells it apart besides: version, formation, craft.
        upgrade: it belongs to the item before it.
        mark: what the judge found; empty while they have not looked.
    """

    path: str
    name: str
    count: int
    told: str
    upgrade: bool
    mark: str = ""


@dataclass(frozen=True, slots=True)
class InspectedPart:
    """A section of the roster with what is to be looked for in it."""

    section: str
    pieces: tuple[InspectedItem, ...]


@dataclass(frozen=True, slots=True)
class InspectionProgress:
    """How far a check has come."""

    seen: int
    total: int
    missing: int
    wrong: int

    @property
    def open(self) -> int:
        """Items nobody has looked at yet."""
        return self.total - self.seen - self.missing - self.wrong


def parts_of(
    roster: Roster, found: Mapping[Path, Resolved], marks: Mapping[str, str], names: Mapping[str, str]
) -> tuple[InspectedPart, ...]:
    """The roster as a list to tick, a part for each run of items of one section, in the builder's own order.

    Args:
        roster: what the player brought.
        found: every item by its path, with its card.
        marks: by path, as kept.
        names: the headings of sections by their ids.
    """
    made: list[tuple[str, list[InspectedItem]]] = []
    for number, item in enumerate(roster.items):
        if not made or made[-1][0] != item.section:
            made.append((item.section, []))
        made[-1][1].extend(_pieces((number,), item, 1, found, marks))
    return tuple(
        InspectedPart(names.get(section, section.capitalize()), tuple(pieces)) for section, pieces in made
    )


def _pieces(
    path: Path, item: Item, carriers: int, found: Mapping[Path, Resolved], marks: Mapping[str, str]
) -> Iterator[InspectedItem]:
    """An item and what it carries; no reader nests deeper than its own limit."""
    count, kept = item.count * carriers, path_text(path)
    name = found[path].name
    version = "" if plain(item.version) in plain(name) else item.version
    told = ", ".join(part for part in (version, item.form) if part)
    yield InspectedItem(kept, name, count, told, len(path) > 1, marks.get(kept, ""))
    for number, each in enumerate(item.upgrades):
        yield from _pieces((*path, number), each, count, found, marks)


def path_text(path: Path) -> str:
    """A path as marks and forms name it: `3.1`."""
    return ".".join(str(each) for each in path)


def paths(parts: Iterable[InspectedPart]) -> frozenset[str]:
    """The paths of everything there is to look for."""
    return frozenset(piece.path for part in parts for piece in part.pieces)


def progress(parts: Iterable[InspectedPart]) -> InspectionProgress:
    """How far a check has come."""
    marks = [piece.mark for part in parts for piece in part.pieces]
    return InspectionProgress(marks.count("seen"), len(marks), marks.count("missing"), marks.count("wrong"))
