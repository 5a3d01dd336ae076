"""What Runewars lists have in common: units with prices in brackets, formations, what units add up to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from muster.core.messages import Message, say
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.legion_lines import copies_in, lines_of, names_in, tidy, unbulleted
from muster.exchange.rosters.reading import Reading, StatedSum, Unread, with_upgrades

FORM: Final = r"[1-4] ?x ?[1-4]"
"""Trays wide by trays deep."""

USE_THE_FORM: Final = say(
    "Enter the army in the form, unit by unit, or paste the text of the Runewars web builder."
)

_TOTAL: Final = re.compile(
    r"(?:(?:total|sum)\s*[:=-]?\s*|=\s*)?(\d{1,4})\s*/\s*(\d{1,4})|(?:total|sum)\s*[:=-]?\s*(\d{1,4})(?:\s*points?)?",
    re.IGNORECASE | re.ASCII,
)
_HERO: Final = re.compile(r"\(([ISC]|infantry|siege|cavalry)(?: upgrade)?\)$", re.IGNORECASE)

_TERRAIN: Final = re.compile(
    r"terrain(?:\s(?:cards|deck))?\s*(?:\(\d{1,2}\)|\d{1,2})?(?:\s*:\s*(.*))?", re.IGNORECASE | re.ASCII
)
_FREE: Final = re.compile(r"\s*\[0\]$")
_PRICED: Final = re.compile(r"\[|\d (?:points|pts)\b", re.IGNORECASE)
_LAID: Final = re.compile(r"(?:(\d) )?(.+?)(?:\s*[x×](\d)|\s*\((\d)\))?", re.IGNORECASE | re.ASCII)
"""A terrain card with its copies, before or behind its name."""

__all__ = [
    "FORM",
    "USE_THE_FORM",
    "RunewarsList",
    "formed",
    "lines_of",
    "reading_of",
    "tidy",
    "unbulleted",
    "upgrade",
]


def formed(form: str) -> str:
    """A formation as catalogues write it: `4 x 3` is `4x3`."""
    return form.replace(" ", "").lower()


def upgrade(name: str, points: int | None, line: int) -> Item:
    """An upgrade; a hero in the form of one carries the letter of the unit it joins as its version."""
    found = _HERO.search(name)
    version = found[1] if found else ""
    return Item(
        "upgrades", tidy(name[: found.start()] if found else name), points=points, version=version, line=line
    )


@dataclass(slots=True)
class RunewarsList:
    """What has been read so far of a Runewars list.

    Attributes:
        laying: whether the lines below a heading for terrain are being read.
        stated: what the unit at a place of `items` is stated to cost with its upgrades, and on which line.
    """

    items: list[Item] = field(default_factory=list)
    stated: dict[int, tuple[int, int]] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)
    above: list[tuple[int, str]] = field(default_factory=list)
    remarks: list[Message] = field(default_factory=list)
    total: int | None = None
    total_line: int = 0
    limit: int | None = None
    laying: bool = False

    def lays(self, number: int, line: str) -> bool:
        """Whether a line heads the terrain cards, with names behind it or not, or is one of them (`RUN-LIST-1`)."""
        if self.laying and self.is_total(number, line):
            return True
        found = _TERRAIN.fullmatch(line)
        text = _FREE.sub("", line if found is None else found[1] or "")
        laid = found is not None or (self.laying and not _PRICED.search(text))
        self.laying = laid and (found is None or not text)
        if laid:
            self.items += (_laid(name, number) for name in names_in(text))
        return laid

    def is_total(self, number: int, line: str) -> bool:
        """Whether a line states the total; the first one that does is kept."""
        found = _TOTAL.fullmatch(line)
        if found is None:
            return False
        if self.total is None:
            self.total, self.total_line = int(found[1] or found[3]), number
            self.limit = int(found[2]) if found[2] else None
        return True

    def carry(self, item: Item) -> bool:
        """Give an upgrade to the last unit; not if there is none."""
        if not self.items or self.items[-1].section != "unit":
            return False
        last = self.items[-1]
        self.items[-1] = with_upgrades(last, (item,))
        return True

    def lose(self, number: int, line: str) -> None:
        """Keep a line that is not understood: above the first unit it may be the title."""
        if self.items:
            self.unread.append(Unread(number, line))
        else:
            self.above.append((number, line))


def _laid(text: str, line: int) -> Item:
    """A terrain card with its copies: `2x Forest`, `2 Forest`, `Forest x2`, `Forest (2)`."""
    count, bare = copies_in(text)
    found = _LAID.fullmatch(bare)
    if found is None or count > 1:
        return Item("terrain", tidy(bare), count=count, line=line)
    return Item("terrain", tidy(found[2]), count=int(found[1] or found[3] or found[4] or 1) or 1, line=line)


def reading_of(format_id: str, sheet: RunewarsList) -> Reading:
    """The reading of a whole list, with the sums of its units and of itself."""
    sums = [
        StatedSum(sheet.items[at].name, stated, sheet.items[at].worth, line)
        for at, (stated, line) in sheet.stated.items()
    ]
    roster = Roster(
        "runewars",
        tuple(sheet.items),
        name=tidy(sheet.above[-1][1]) if sheet.above else "",
        total=sheet.total,
        limit=sheet.limit,
    )
    if sheet.total is not None:
        sums.append(StatedSum("total", sheet.total, _whole(sheet, roster), sheet.total_line))
    lost = tuple(Unread(*line) for line in sheet.above[:-1])
    return Reading(format_id, roster, (*lost, *sheet.unread), tuple(sums), tuple(sheet.remarks))


def _whole(sheet: RunewarsList, roster: Roster) -> int | None:
    """The sum of the list's own prices; where a unit's own is not stated, of what it costs with its upgrades."""
    worths: Sequence[int | None] = [
        item.worth if item.worth is not None else sheet.stated.get(at, (None, 0))[0]
        for at, item in enumerate(roster.items)
        if item.section == "unit"
    ]
    return None if None in worths else sum(each for each in worths if each is not None)
