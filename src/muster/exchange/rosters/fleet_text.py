"""The grammar that Kingston's Fleet Builder began and others follow: a head, ships with bullets below, sums."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from muster.core.messages import say
from muster.core.roster.roster import Item
from muster.exchange.rosters.fleet import (
    OBJECTIVES,
    Fleet,
    NumberedLine,
    bracketed,
    copies,
    keyed,
    lines,
    named,
    priced,
    unbulleted,
)
from muster.exchange.rosters.reading import MOST_COPIES, Reading, Unreadable

_SUM: Final = re.compile(
    r"=\s{0,9}(\d{1,6})\s{0,9}(?:(?:total\s{1,9})?points?|total\s{1,9}(?:ship|squadron)\s{1,9}cost)?",
    re.IGNORECASE,
)
_FLAGSHIP: Final = re.compile(r"\[\s{0,9}flagship\s{0,9}\]\s{0,9}", re.IGNORECASE)
_LOOSE: Final = re.compile(r"(\d{1,9})\s{1,9}(?=\S)")
_NO_BULLETS: Final = say(
    "The list has lost its bullets: what stands between a ship and its sum was read as its upgrades."
)
_HEADING: Final = re.compile(
    r"squadrons(?:\s{0,9}\(\s{0,3}(\d{1,6})\s{0,3}(?:/\s{0,3}\d{1,6}\s{0,3})?\))?\s{0,3}:?", re.IGNORECASE
)
"""The heading of the squadrons, with or without what they cost: `Squadrons (84/134):`."""


KEYS: Final[Mapping[str, str]] = {
    "name": "name",
    "faction": "faction",
    "commander": "commander",
    "total points": "points",
    "total": "points",
    "points": "points",
    "author": "note",
    "gamemode": "note",
    "game mode": "note",
    "objective": "",
    "objectives": "",
    **{key: slot for slot in (*OBJECTIVES, "campaign", "skirmish") for key in (slot, f"{slot} objective")},
}
"""What may stand before a colon, and what it states: a part of the head, or the slot of objectives."""

_HEAD: Final = ("name", "faction", "commander", "points", "note")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one list builder writes.

    Attributes:
        format: its id.
        named: an item of a section by what stands for its name.
        loose: squadrons stand by themselves as `6 YT-2400s (96)`, without heading or bullet.
        lump: the figure after several squadrons is the price of all.
    """

    format: str
    named: Callable[[str, str], Item] = named
    loose: bool = False
    lump: bool = True


def read_fleet(text: str, dialect: Dialect) -> Reading | Unreadable:
    """Read a list in the common grammar."""
    return FleetReader(lines(text), dialect).read()


class FleetReader:
    """One reading of a list: line after line, each understood by where it stands and how it begins."""

    def __init__(self, found: list[NumberedLine], dialect: Dialect) -> None:
        self.lines = found
        self.dialect = dialect
        self.fleet = Fleet(dialect.format, lump=dialect.lump)
        self.seen: set[str] = set()
        self.title: NumberedLine | None = None
        self.in_squadrons = False
        self.bulleted = any(unbulleted(each.text) is not None for each in found)

    def read(self) -> Reading | Unreadable:
        """What the list says. Refused where a second fleet begins, and without ships and squadrons."""
        for place, line in enumerate(self.lines):
            if self._second(line):
                return Unreadable(
                    say("Another fleet begins in line {line}: paste one fleet at a time.", line=line.number),
                    line.number,
                )
            if not (self._key(line) or self._sum(line) or self._heading(line) or self._piece(line)):
                self._bare(line, place)
        if self.title is not None and not self.fleet.name:
            self.fleet.name = self.title.text
        elif self.title is not None:
            self.fleet.unread(self.title)
        return self.fleet.reading()

    def _second(self, line: NumberedLine) -> bool:
        key, value = keyed(line.text)
        return key in ("name", "faction") and key in self.seen and self.fleet.begun and bool(value)

    def _key(self, line: NumberedLine) -> bool:
        key, value = keyed(line.text)
        what = KEYS.get(key)
        if what is None:
            return False
        self.in_squadrons = self.in_squadrons and what != "points"
        if what not in _HEAD:
            self.fleet.objectives(what, value, line)
        elif what in self.seen and what != "note":
            self.fleet.unread(line)
        else:
            self._head(what, value, line)
        self.seen.add(what)
        return True

    def _head(self, what: str, value: str, line: NumberedLine) -> None:
        if what == "name":
            self.fleet.name = value
        elif what == "faction":
            self.fleet.faction = value
        elif what == "commander":
            self.fleet.commander = "" if value.casefold() == "none" else self._commander(value)
        elif what == "note":
            self.fleet.remark(say("The list also says: {text}", text=line.text[:200]))
        elif value and not self.fleet.points(value, line):
            self.fleet.unread(line)

    def _commander(self, value: str) -> str:
        return self.dialect.named("upgrades", priced(value).name).name if value else ""

    def _sum(self, line: NumberedLine) -> bool:
        found = _SUM.fullmatch(line.text)
        if found is None:
            return False
        if not self.in_squadrons and not self.fleet.begun:
            self.fleet.unread(line)
        else:
            self.fleet.close(int(found[1]), line)
            self.in_squadrons = False
        return True

    def _heading(self, line: NumberedLine) -> bool:
        found = _HEADING.fullmatch(line.text)
        if found is None:
            return False
        self.in_squadrons, self.fleet.ship_open = True, False
        if found[1]:
            self.fleet.state_squadrons(int(found[1]), line)
        return True

    def _piece(self, line: NumberedLine) -> bool:
        """A ship, an upgrade or squadrons. Tells whether it was one."""
        body = unbulleted(line.text)
        if self.in_squadrons or (self.dialect.loose and body is None and _LOOSE.match(line.text)):
            return self._squadron(line, line.text if body is None else body, bulleted=body is not None)
        if body is None:
            return self._ship_or_upgrade(line)
        if not self.fleet.ship_open or not (upgrade := self._item("upgrades", body, line)).name:
            return False
        self.fleet.aboard(upgrade)
        return True

    def _ship_or_upgrade(self, line: NumberedLine) -> bool:
        found = priced(_FLAGSHIP.sub("", line.text, count=1))
        if found.points is None or not found.name:
            return False
        if self.fleet.ship_open and not self.bulleted:
            self.fleet.remark(_NO_BULLETS)
            self.fleet.aboard(self._item("upgrades", line.text, line))
        else:
            self._ship(line)
        return True

    def _ship(self, line: NumberedLine) -> None:
        self.fleet.ship(self._item("ship", _FLAGSHIP.sub("", line.text, count=1), line))

    def _squadron(self, line: NumberedLine, body: str, *, bulleted: bool) -> bool:
        found = priced(body)
        counted = self._copies(found.name)
        if counted is None or not counted[1] or (found.points is None and not bulleted):
            return False
        item = self.dialect.named("squadron", counted[1])
        self.fleet.squadron(
            replace(item, count=counted[0], line=line.number, outdated=found.outdated), found.points
        )
        return True

    def _copies(self, name: str) -> tuple[int, str] | None:
        found = _LOOSE.match(name) if self.dialect.loose else None
        if found is None:
            return copies(name)
        rest = name[found.end() :].removeprefix("x ").strip()
        return (int(found[1]), rest) if 1 <= int(found[1]) <= MOST_COPIES else None

    def _item(self, section: str, text: str, line: NumberedLine) -> Item:
        found = priced(text)
        item = self.dialect.named(section, found.name)
        return replace(item, points=found.points, line=line.number, outdated=found.outdated)

    def _bare(self, line: NumberedLine, place: int) -> None:
        """A line without a price: a ship that lost its own, if upgrades or a sum follow; a title, if first."""
        following = self.lines[place + 1].text if place + 1 < len(self.lines) else ""
        carries = unbulleted(following) is not None or _SUM.fullmatch(following) is not None
        named_alone = priced(line.text).points is None and bool(bracketed(line.text)[0])
        may_be_ship = named_alone and unbulleted(line.text) is None and not line.text.startswith("=")
        if may_be_ship and carries and not self.in_squadrons and (self.seen or self.fleet.begun):
            self._ship(line)
        elif not self.seen and not self.fleet.begun and self.title is None:
            self.title = line
        else:
            self.fleet.unread(line)


def sums_in(text: str) -> int:
    """How many lines of a text are sums such as `= 169 Points`."""
    return sum(
        line.lstrip().startswith("=") and _SUM.fullmatch(line.strip()) is not None
        for line in text.split("\n")
    )


def keys_in(text: str) -> frozenset[str]:
    """What stands before the colon in the lines of a text, in lower case."""
    return frozenset(key for line in text.split("\n") if (key := keyed(line[:200])[0]))
