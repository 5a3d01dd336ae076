"""An Armada fleet put together line by line, as all the readers of Armada lists do it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from muster.core.messages import Message, say
from muster.core.roster.catalogue import plain
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import BULLETS
from muster.exchange.rosters.reading import (
    MOST_COPIES,
    Reading,
    StatedSum,
    Unread,
    Unreadable,
)

OBJECTIVES: Final = ("assault", "defense", "navigation")
"""The slots of objectives, in the order in which lists name them."""

_SIGNS: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t"
_MARK: Final = "!"
_COUNT: Final = re.compile(r"(\d{1,9})\s{0,9}[xX]\s{1,9}(?=\S)")
_FIGURE: Final = re.compile(r"\s{0,9}(\d{1,6})\s{0,9}(?:points?|pts?\.?)?\s{0,9}", re.IGNORECASE)
_NONE: Final = ("none", "n/a")

_SHIP: Final = re.compile(
    r"(?:acclamator|arquitens|consular|cr90|gladiator|gozanti|gr|gr75|hammerhead|hardcell|imperial|isd|kuat|mc30c?|"
    r"mc75|mc80|modified|munificent|nebulon|onager|pelta|providence|quasar|raider|recusant|ssd|star|starhawk|"
    r"venator|victory|assault[ ]frigate|executor[ ]i{1,2}|interdictor\W{1,3}\w{1,20})\b",
    re.IGNORECASE,
)
"""How the names of ships begin. No squadron and no upgrade begins so; the two titles that nearly do end earlier."""

_CARDS: Final = frozenset(("squadron", "squad", "commander", "com", "officer", "off", "boarding", "title"))
"""What in parentheses tells a card from others of its name, but is no craft."""


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line with something on it: its number from 1 and what it says, without blanks around it."""

    number: int
    text: str


def lines(text: str) -> list[NumberedLine]:
    """The lines that say anything. Blank lines and rules of signs are left out."""
    found = [
        NumberedLine(number, stripped)
        for number, each in enumerate(text.split("\n"), 1)
        if (stripped := each.strip())
    ]
    return [each for each in found if each.text.strip(_SIGNS)]


def unbulleted(text: str) -> str | None:
    """What stands after a bullet; None for a line without one."""
    return text[1:].strip() if text[:1] and text[0] in BULLETS else None


def keyed(text: str) -> tuple[str, str]:
    """A line `Key: value`, the key in lower case; an empty key where there is no colon."""
    key, colon, value = text.partition(":")
    return (" ".join(key.split()).casefold(), value.strip()) if colon else ("", text)


def figure(text: str) -> int | None:
    """A number, with or without the word points; None if it is anything else."""
    found = _FIGURE.fullmatch(text)
    return None if found is None else int(found[1])


def bracketed(text: str) -> tuple[str, str]:
    """A text and what stands in the parentheses at its end; the latter empty where there are none."""
    text = text.rstrip()
    head, opened, inner = text[:-1].rpartition("(") if text.endswith(")") else ("", "", "")
    return (head.strip(), inner.strip()) if opened else (text.strip(), "")


@dataclass(frozen=True, slots=True)
class Priced:
    """A name with the figure after it: `YT-2400 (96)!`.

    Attributes:
        points: the figure; None where there is none.
        outdated: the figure is marked as no longer current.
    """

    name: str
    points: int | None = None
    outdated: bool = False


def priced(text: str) -> Priced:
    """A name and the price in the parentheses at its end, which may be followed by a mark."""
    marked = text.endswith(_MARK)
    name, inner = bracketed(text.rstrip(_MARK))
    points = figure(inner) if inner else None
    return Priced(" ".join(text.split())) if points is None else Priced(name, points, marked)


def counted(text: str) -> tuple[int, str]:
    """Copies and what is copied: `6 x YT-2400`; one where no number is stated."""
    found = _COUNT.match(text)
    return (int(found[1]), text[found.end() :]) if found else (1, text)


def is_ship(name: str) -> bool:
    """Whether a name is a ship's, for lists that do not tell ships without upgrades from squadrons."""
    return _SHIP.match(name.strip()) is not None


def named(section: str, name: str) -> Item:
    """An item of this name; what is in parentheses at its end is a squadron's craft, or tells the card apart."""
    bare, inner = bracketed(name)
    if not bare or not inner:
        return item(section, name)
    if section == "squadron" and plain(inner) not in _CARDS:
        return item(section, bare, form=inner)
    return item(section, bare, version=inner)


def item(section: str, name: str, form: str = "", version: str = "") -> Item:
    """An item with single blanks between its words."""
    return Item(section, _tidy(name), form=_tidy(form), version=_tidy(version))


def _tidy(words: str) -> str:
    return " ".join(words.split())


@dataclass(slots=True)
class _Ship:
    item: Item
    aboard: list[Item]
    stated: tuple[int, int] | None = None

    def whole(self) -> Item:
        return replace(self.item, upgrades=tuple(self.aboard))


@dataclass(frozen=True, slots=True)
class _Squadron:
    item: Item
    figure: int | None


class Fleet:
    """A fleet in the making: what a list says is told to it line by line.

    Attributes:
        lump: whether the figure after several squadrons is the price of all of them, not of each.
    """

    def __init__(self, format_id: str, *, lump: bool = True) -> None:
        """A fleet of nothing so far, of a list in this format."""
        self.format = format_id
        self.lump = lump
        self.name = self.faction = self.commander = ""
        self.total: int | None = None
        self.total_line = 0
        self.total_counted: int | None = None
        self.limit: int | None = None
        self.ship_open = False
        self._objectives: list[Item] = []
        self._ships: list[_Ship] = []
        self._squadrons: list[_Squadron] = []
        self._squadron_sum: tuple[int, int] | None = None
        self._unread: list[Unread] = []
        self._sums: list[StatedSum] = []
        self._remarks: dict[Message, None] = {}

    @property
    def begun(self) -> bool:
        """Whether there is a ship or squadron yet."""
        return bool(self._ships or self._squadrons)

    def ship(self, ship: Item) -> None:
        """Another ship; upgrades go aboard it from now on."""
        self._ships.append(_Ship(ship, []))
        self.ship_open = True

    def aboard(self, upgrade: Item) -> None:
        """An upgrade of the last ship, of which there is one."""
        self._ships[-1].aboard.append(upgrade)

    def squadron(self, squadron: Item, stated: int | None) -> None:
        """Squadrons with the figure behind them."""
        self.ship_open = False
        self._squadrons.append(_Squadron(squadron, stated))

    def objectives(self, slot: str, names: str, line: NumberedLine) -> None:
        """The objectives named in a line, split at commas; none if it is empty or says so."""
        for each in names.split(","):
            if each.strip() and each.strip().casefold() not in _NONE:
                self._objectives.append(replace(item("objective", each), slot=slot, line=line.number))

    def unread(self, line: NumberedLine) -> None:
        """A line that is not understood."""
        self._unread.append(Unread(line.number, line.text))

    def remark(self, sentence: Message) -> None:
        """A sentence on what was made of a doubtful place; said once."""
        self._remarks[sentence] = None

    def close(self, stated: int, line: NumberedLine) -> None:
        """A sum: of the ship upgrades are put aboard at this place, else of the squadrons."""
        if self.ship_open:
            self.state(stated, line)
        else:
            self._squadron_sum = (stated, line.number)
        self.ship_open = False

    def state(self, stated: int, line: NumberedLine) -> None:
        """What the last ship, of which there is one, is said to cost with all its upgrades, even those to come."""
        self._ships[-1].stated = (stated, line.number)

    def state_squadrons(self, stated: int, line: NumberedLine) -> None:
        """A sum of all squadrons."""
        self._squadron_sum = (stated, line.number)

    def state_sum(self, what: str, stated: int, counted: int | None, line: NumberedLine) -> None:
        """A sum of something else."""
        self._sums.append(StatedSum(what, stated, counted, line.number))

    def state_total(self, stated: int, line: NumberedLine, counted: int | None = None) -> None:
        """What the whole fleet is said to cost; `counted` where the lines have sums but no prices."""
        self.total, self.total_line, self.total_counted = stated, line.number, counted

    def points(self, value: str, line: NumberedLine) -> bool:
        """A total, perhaps with the limit: `398/400`. Tells whether it is one."""
        stated, _, limit = value.partition("/")
        total = figure(stated)
        if total is None or (limit and figure(limit) is None):
            return False
        self.state_total(total, line)
        self.limit = figure(limit)
        return True

    def reading(self) -> Reading | Unreadable:
        """What was read."""
        if not self.begun:
            return Unreadable(
                say(
                    "No ship and no squadron was found in this text. Copy the whole list from your fleet builder, "
                    "with the names of the ships and their points, and paste it here."
                )
            )
        squadrons = self._bought()
        ships = tuple(ship.whole() for ship in self._crowned())
        roster = Roster(
            "armada",
            (*self._objectives, *ships, *squadrons),
            name=_tidy(self.name),
            faction=_tidy(self.faction),
            commander=_tidy(self.commander),
            total=self.total,
            limit=self.limit,
        )
        unread = sorted(self._unread, key=lambda each: each.line)
        return Reading(
            self.format, roster, tuple(unread), tuple(self._all_sums(roster)), tuple(self._remarks)
        )

    def _all_sums(self, roster: Roster) -> Iterator[StatedSum]:
        for ship, item in zip(self._ships, roster.section("ship"), strict=True):
            if ship.stated:
                yield StatedSum(item.name, ship.stated[0], item.worth, ship.stated[1])
        yield from self._sums
        if self._squadron_sum:
            stated, line = self._squadron_sum
            worths = [each.worth for each in roster.section("squadron")]
            yield StatedSum("squadrons", stated, None if None in worths else _sum(worths), line)
        if self.total is not None:
            counted = roster.sum if self.total_counted is None else self.total_counted
            yield StatedSum("total", self.total, counted, self.total_line)

    def _crowned(self) -> list[_Ship]:
        """The ships, the slot stated for the commander that the head names: of namesakes the dearest."""
        named_so = [
            (each.points or 0, ship, place)
            for ship in self._ships
            for place, each in enumerate(ship.aboard)
            if plain(each.name) == plain(self.commander)
        ]
        if named_so and self.commander:
            _, ship, place = max(named_so, key=lambda each: each[0])
            ship.aboard[place] = replace(ship.aboard[place], slot="commander")
        elif self.commander:
            self.remark(
                say(
                    "The list names {name} as commander, but no ship of it carries them.",
                    name=_tidy(self.commander),
                )
            )
        return self._ships

    def _bought(self) -> tuple[Item, ...]:
        """The squadrons at the price of one: the figure divided by the count, or not where the sum says so."""
        if self._squadron_sum and any(each.item.count > 1 for each in self._squadrons):
            for lump in (self.lump, not self.lump):
                tried = tuple(_each(one, lump) for one in self._squadrons)
                if _sum(each.worth for each in tried) == self._squadron_sum[0]:
                    if lump != self.lump:
                        self.remark(_READ_AS[lump])
                    return tried
        for one in self._squadrons:
            if self.lump and one.figure and one.figure % one.item.count:
                self.remark(
                    say(
                        "{points} points cannot be the price of {count} {name} together; it was read as the price "
                        "of each.",
                        points=one.figure,
                        count=one.item.count,
                        name=one.item.name,
                    )
                )
        return tuple(_each(one, self.lump) for one in self._squadrons)


_READ_AS: Final = {
    True: say("The squadrons add up only if a price is that of all copies together; so it was read."),
    False: say("The squadrons add up only if a price is that of one copy; so it was read."),
}


def _each(one: _Squadron, lump: bool) -> Item:
    points, count = one.figure, one.item.count
    if points is not None and lump and points % count == 0:
        points //= count
    return replace(one.item, points=points)


def _sum(worths: Iterable[int | None]) -> int:
    return sum(each or 0 for each in worths)


def copies(text: str) -> tuple[int, str] | None:
    """Copies and what is copied, as `counted`; None where the number is none a list may have."""
    count, rest = counted(text)
    return (count, rest) if 1 <= count <= MOST_COPIES else None
