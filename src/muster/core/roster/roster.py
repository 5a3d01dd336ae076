"""What a player brings, exactly as they state it: nothing here is looked up, completed or judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from muster.rules.rosters import Game


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a roster: so many equal copies of a card, with the upgrades each copy carries.

    Attributes:
        section: where it stands: the id of a section of the regulations; `upgrades` for an upgrade.
        name: as stated, cleaned of marks and prices only.
        subtitle: the second line of a name, where it is told apart by one: `Audacious Smuggler`.
        count: copies, from 1.
        points: the stated price of one copy without upgrades; None where the list does not say.
        slot: as stated: `commander`, `corps`, `1` (pips), `assault`; empty where the list does not say.
        form: the formation of a Runewars unit, such as `4x3`; the craft of an Armada ace.
        key: the key of a card as stated: `SOR_017`, or the id of a list builder.
        version: what stands in parentheses to tell the card apart: `Squadron`, `Operative`.
        upgrades: what each copy carries.
        line: where it stood in the text, from 1; 0 if it came from no text.
        outdated: the list itself marks the price as no longer current.
    """

    section: str
    name: str
    subtitle: str = ""
    count: int = 1
    points: int | None = None
    slot: str = ""
    form: str = ""
    key: str = ""
    version: str = ""
    upgrades: tuple[Item, ...] = ()
    line: int = field(default=0, compare=False)
    outdated: bool = field(default=False, compare=False)

    @property
    def worth(self) -> int | None:
        """Points of all copies with their upgrades by the list's own prices; None where one is missing."""
        parts = [self.points, *(each.worth for each in self.upgrades)]
        if any(part is None for part in parts):
            return None
        return self.count * sum(part for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class Roster:
    """What a player brings.

    Attributes:
        game: whose cards.
        items: in the builder's order.
        name: what the player calls it.
        faction: as stated; empty where the list does not say.
        commander: the commander named in the head of a list; empty where it does not say.
        total: the stated total; None where the list does not say.
        activations: the stated number of activations (Legion).
        limit: the stated limit, as in `398/400`.
    """

    game: Game
    items: tuple[Item, ...] = ()
    name: str = ""
    faction: str = ""
    commander: str = ""
    total: int | None = None
    activations: int | None = None
    limit: int | None = None

    def section(self, name: str) -> tuple[Item, ...]:
        """The items of one section, in order."""
        return tuple(item for item in self.items if item.section == name)

    def every(self) -> Iterator[Item]:
        """Every item and every upgrade, depth first, in the order of the list."""
        for item in self.items:
            yield item
            yield from _below(item)

    @property
    def sum(self) -> int | None:
        """The sum of the list's own prices; None where no item has one, or an item with priced upgrades lacks its own.

        Items that cost nothing by nature (objectives, command cards) have no price and are passed over; an item
        without a price beside priced ones of its section makes the sum unknown.
        """
        priced = {item.section for item in self.items if item.points is not None}
        worths = [item.worth for item in self.items if item.section in priced]
        return None if not worths or None in worths else sum(each for each in worths if each is not None)


def _below(item: Item) -> Iterator[Item]:
    for each in item.upgrades:
        yield each
        yield from _below(each)
