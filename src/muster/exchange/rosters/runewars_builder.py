"""The text of the Runewars web builder, as pasted into the game's forum.

`Name [price] WxH` is a unit, the lines after it are its upgrades, and `Total Unit Cost: N` closes it.
"""

from __future__ import annotations

import re
from typing import Final

from muster.core.messages import listing, paragraph, say
from muster.core.roster.roster import Item
from muster.exchange.rosters.reading import Format, Reading, Unreadable
from muster.exchange.rosters.runewars_lines import (
    FORM,
    USE_THE_FORM,
    RunewarsList,
    formed,
    lines_of,
    reading_of,
    tidy,
    unbulleted,
    upgrade,
)

ID: Final = "runewars-builder"

_UNIT: Final = re.compile(rf"([^\[\]]*)\[(\d{{1,4}})\]\s*({FORM})", re.ASCII)
_UPGRADE: Final = re.compile(r"([^\[\]]+)\[(\d{1,4})\]", re.ASCII)
_COST: Final = re.compile(r"total unit cost\s*:?\s*(\d{1,4})", re.IGNORECASE | re.ASCII)
_LIKE: Final = re.compile(rf"\[\d{{1,4}}\]\s*{FORM}\s*$", re.MULTILINE | re.ASCII)


def likeness(text: str) -> int:
    """How much a text looks like the web builder's: units with formations, each closed by its cost."""
    units, costs = _LIKE.search(text), "total unit cost" in text.lower()
    return 100 if units and costs else 80 if units else 60 if costs else 0


def read(text: str) -> Reading | Unreadable:
    """Read a list of the web builder. Refused without a unit, and where a unit has lost its name."""
    sheet = _Sheet()
    for number, line in lines_of(text):
        sheet.take(number, unbulleted(line)[1])
    sheet.drop()
    if sheet.nameless:
        return _lost(sheet.nameless)
    if not sheet.items:
        return Unreadable(paragraph(say("No units were found, such as “Reanimates [64] 4x3”."), USE_THE_FORM))
    return reading_of(ID, sheet)


class _Sheet(RunewarsList):
    """What has been read so far; `name` is a line that may be the name of a unit whose price follows."""

    def __init__(self) -> None:
        super().__init__()
        self.name: tuple[int, str] | None = None
        self.nameless: list[tuple[int, str]] = []

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        found = _UNIT.fullmatch(line)
        if found is not None:
            self._unit(number, found)
            return
        self.drop()
        if self.lays(number, line):
            return
        cost, listed = _COST.fullmatch(line), _UPGRADE.fullmatch(line)
        if cost is not None and self.items:
            self.stated[len(self.items) - 1] = int(cost[1]), number
        elif listed is None:
            self.name = None if self.is_total(number, line) else (number, line)
        elif not self.carry(upgrade(tidy(listed[1]), int(listed[2]), number)):
            self.lose(number, line)

    def _unit(self, number: int, found: re.Match[str]) -> None:
        name, line = tidy(found[1]), number
        if not name and self.name is not None:
            line, name = self.name[0], tidy(self.name[1])
            self.name = None
        self.drop()
        if not name:
            self.nameless.append((number, found[0].strip()))
        self.items.append(Item("unit", name, points=int(found[2]), form=formed(found[3]), line=line))

    def drop(self) -> None:
        """What looked like the name of a unit was none: nothing understood, or the title."""
        if self.name is not None:
            self.lose(*self.name)
        self.name = None


def _lost(nameless: list[tuple[int, str]]) -> Unreadable:
    places = [say("line {line} ({text})", line=number, text=text) for number, text in nameless[:_SHOWN]]
    return Unreadable(
        say(
            "The name of a unit is missing at {places}: it was lost when the text was copied. Write it before the "
            "price, as in “Reanimates [35] 3x2”, and paste the list again.",
            places=listing(places),
        ),
        nameless[0][0],
    )


_SHOWN: Final = 5
"""Places that are named."""


FORMAT: Final = Format(
    ID,
    say("the Runewars web builder"),
    ("runewars",),
    likeness,
    read,
    needs=re.compile(rf"{_LIKE.pattern}|total unit cost", re.IGNORECASE | re.MULTILINE | re.ASCII),
)
