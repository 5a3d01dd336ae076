"""A roster mended item by item: each act gives a new roster and forgets the totals the old one stated."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muster.core.roster.roster import Item, Path, Roster

DEEPEST: Final = 4
"""An upgrade of an upgrade of an upgrade is as deep as any game goes."""


class NoSuchItemError(LookupError):
    """Nothing stands at this path: the roster has changed since it was looked at."""


def at(roster: Roster, path: Path) -> Item:
    """The item at a path.

    Raises:
        NoSuchItemError: there is none.
    """
    items = roster.items
    found: Item | None = None
    for place in path:
        if not 0 <= place < len(items):
            raise NoSuchItemError
        found = items[place]
        items = found.upgrades
    if found is None:
        raise NoSuchItemError
    return found


def added(roster: Roster, item: Item, under: Path = ()) -> Roster:
    """The roster with an item more, as an upgrade of the one at `under` if that is given.

    Copies of an item that is there already, with the same upgrades, are counted together where both stand in
    the same section and the item comes without upgrades of its own.

    Raises:
        NoSuchItemError: nothing stands at `under`, or it lies too deep to carry more.
    """
    if not under:
        return _anew(roster, _joined(roster.items, item))
    if len(under) >= DEEPEST:
        raise NoSuchItemError
    bearer = at(roster, under)
    return replaced(roster, under, replace(bearer, upgrades=(*bearer.upgrades, item)))


def replaced(roster: Roster, path: Path, item: Item) -> Roster:
    """The roster with another item in this place.

    Raises:
        NoSuchItemError: there is no item there.
    """
    at(roster, path)
    return _anew(roster, _put(roster.items, path, (item,)))


def recounted(roster: Roster, path: Path, count: int) -> Roster:
    """The roster with so many copies of an item; none takes it out.

    Raises:
        NoSuchItemError: there is no item there.
    """
    item = at(roster, path)
    return _anew(roster, _put(roster.items, path, (replace(item, count=count),) if count > 0 else ()))


def headed(roster: Roster, *, name: str, faction: str) -> Roster:
    """The roster under another name and faction."""
    return replace(roster, name=name, faction=faction)


def _joined(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    for place, there in enumerate(items):
        if not item.upgrades and replace(there, count=item.count) == item:
            return (*items[:place], replace(there, count=there.count + item.count), *items[place + 1 :])
    return (*items, item)


def _put(items: tuple[Item, ...], path: Path, instead: tuple[Item, ...]) -> tuple[Item, ...]:
    """These items with others in the place of the one at `path`, which is known to be there."""
    place = path[0]
    if len(path) > 1:
        there = items[place]
        instead = (replace(there, upgrades=_put(there.upgrades, path[1:], instead)),)
    return (*items[:place], *instead, *items[place + 1 :])


def _anew(roster: Roster, items: tuple[Item, ...]) -> Roster:
    """With other items; what the old list stated of itself no longer holds."""
    return replace(roster, items=items, total=None, activations=None, limit=None)
