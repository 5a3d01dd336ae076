"""What the two BattleScribe sources share: a look into its XML without recursion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from muster.exchange.catalogues.entries import tidy, whole

SPACES: Final = (
    "{http://www.battlescribe.net/schema/catalogueSchema}",
    "{http://www.battlescribe.net/schema/gameSystemSchema}",
)

_DEEPEST: Final = 60
"""Levels of entries that are looked at."""

Place = tuple[Element, tuple[Element, ...]]
"""An entry, and the entries and groups it stands in, the outermost first."""


def is_battlescribe(value: object, games: tuple[str, ...]) -> bool:
    """Whether it is a catalogue or game system of BattleScribe, of one of these names."""
    if not isinstance(value, Element) or not value.tag.startswith(SPACES):
        return False
    return (value.get("name") or "") in games


def entries_of(root: Element) -> Iterator[Place]:
    """Every entry of a catalogue in order, with what it stands in."""
    waiting: list[Place] = [(root, ())]
    while waiting:
        element, above = waiting.pop()
        if local(element) == "selectionEntry":
            yield element, above
        if len(above) < _DEEPEST:
            inside = (*above, element)
            waiting += [
                (each, inside)
                for part in element
                if local(part) in _LISTS
                for each in part
                if local(each) in ("selectionEntry", "selectionEntryGroup")
            ][::-1]


_LISTS: Final = (
    "selectionEntries",
    "selectionEntryGroups",
    "sharedSelectionEntries",
    "sharedSelectionEntryGroups",
)


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def parts(element: Element, container: str) -> Iterator[Element]:
    """The elements in a container of an entry: its `costs`, `constraints`, `categoryLinks`."""
    return (each for part in element if local(part) == container for each in part)


def cost(element: Element) -> int | None:
    """What an entry costs; None where it does not say."""
    return next((whole(each.get("value")) for each in parts(element, "costs")), None)


def once_in_roster(element: Element) -> bool:
    """Whether a whole roster may hold it only once."""
    return any(
        each.get("type") == "max"
        and each.get("scope") in ("roster", "force")
        and whole(each.get("value")) == 1
        for each in parts(element, "constraints")
    )


def name_of(element: Element) -> str:
    """What an entry is called."""
    return tidy(element.get("name"))
