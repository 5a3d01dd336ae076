"""Organisers' spreadsheets of Armada fleets: a row for each, ships and upgrades in cells, nicknames and all."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from muster.core.messages import figure, say
from muster.exchange.rosters.fleet import (
    OBJECTIVES,
    Fleet,
    NumberedLine,
    bracketed,
    copies,
    is_ship,
    item,
    named,
)
from muster.exchange.rosters.reading import LARGEST, Format, Reading, Unreadable, bounded

ID: Final = "armada-sheet"

MOST_FLEETS: Final = 1_000
"""Fleets of one sheet."""

_NEEDED: Final = ("flagship", "squadron")
_TOTALS: Final = ("ships", "squadrons", "total")
_NO_SHEET: Final = say(
    "This is no sheet of fleets: its first row must hold headings such as FACTION, COMMANDER, FLAGSHIP, UPGRADE, "
    "SHIP #2, SQUADRON #1 and LIST TOTAL. Save the sheet as CSV with that row on top."
)
_KINDS: Final = (
    ("flagship", "ship"),
    ("ship #", "ship"),
    ("upgrade", "upgrade"),
    ("squadron #", "squadron"),
    ("ship total", "total"),
    ("squadron total", "total"),
    ("list total", "total"),
    ("faction", "faction"),
    ("commander", "commander"),
    ("name", "name"),
    ("fleet", "name"),
    *((f"{slot} objective", slot) for slot in OBJECTIVES),
    ("row", "label"),
)
"""What columns hold, by the beginnings of their headings."""


def likeness(text: str) -> int:
    """How much a text looks like a sheet of fleets."""
    head = text[:4_000].casefold().partition("\n")[0]
    return 99 if all(each in head for each in _NEEDED) and "ship #" in head else 0


def read(text: str) -> Reading | Unreadable:
    """Read a sheet of one fleet."""
    found = read_sheet(text)
    if isinstance(found, Unreadable) or len(found) == 1:
        return found if isinstance(found, Unreadable) else found[0]
    return Unreadable(
        say(
            "This sheet holds {count} fleets. Paste the row of headings and the row of one fleet only.",
            count=len(found),
        )
    )


def read_sheet(text: str) -> tuple[Reading, ...] | Unreadable:
    """Read a sheet, in CSV or pasted from a spreadsheet: a reading for each row, in order.

    Numbers are totals wherever they stand, and a row whose cells have slipped is read by what they say. A row
    in which no fleet can be read spoils the sheet: the answer names its line.
    """
    rows = _rows(text)
    if isinstance(rows, Unreadable):
        return rows
    (_, heads), *others = rows or [(0, [])]
    kinds = tuple(_kind(head) for head in heads)
    if "ship" not in kinds or "squadron" not in kinds:
        return Unreadable(_NO_SHEET, 1)
    if len(others) > MOST_FLEETS:
        return Unreadable(say("This sheet has more than {most} rows: split it.", most=figure(MOST_FLEETS)))
    readings: list[Reading] = []
    for line, cells in others:
        reading = _Row(kinds, line).read(cells)
        if isinstance(reading, Unreadable):
            return Unreadable(
                say(
                    "The row of line {line} cannot be read; mend or remove it. {why}",
                    line=line,
                    why=reading.says,
                ),
                line,
            )
        readings.append(reading)
    return (
        tuple(readings)
        if readings
        else Unreadable(say("There is no fleet below the headings of this sheet."), 1)
    )


def _rows(text: str) -> list[tuple[int, list[str]]] | Unreadable:
    """The rows that are not empty, each with the line it begins in."""
    if len(text) > 10 * LARGEST:
        return Unreadable(say("This sheet is too large: split it."))
    marks = "\t" if text.partition("\n")[0].count("\t") > text.partition("\n")[0].count(",") else ","
    reader, rows, start = csv.reader(io.StringIO(text, newline=""), delimiter=marks), [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((start, [" ".join(cell.split()) for cell in cells]))
            start = reader.line_num + 1
    except csv.Error:
        return Unreadable(
            say("The sheet is damaged from line {line} on: save it as CSV again.", line=start), start
        )
    return rows


def _kind(head: str) -> str:
    plain_head = head.casefold()
    return next((kind for beginning, kind in _KINDS if plain_head.startswith(beginning)), "")


@dataclass(slots=True)
class _Row:
    """One row being read.

    Attributes:
        kinds: what each column holds.
        line: where the row begins.
        totals: the numbers met, in the order ships, squadrons, all.
        strayed: whether the last ship stood in a column of upgrades, so that cells have slipped.
    """

    kinds: Sequence[str]
    line: int
    fleet: Fleet = field(default_factory=lambda: Fleet(ID))
    totals: list[int] = field(default_factory=list)
    strayed: bool = False

    def read(self, cells: Sequence[str]) -> Reading | Unreadable:
        for kind, cell in self._filled(cells):
            if kind in OBJECTIVES:
                self.fleet.objectives(kind, cell, self._at(cell))
            elif kind in ("name", "faction", "commander"):
                setattr(self.fleet, kind, cell)
            elif cell.isdecimal() and len(cell) < 7 and kind != "label":
                self.totals.append(int(cell))
            elif not (kind == "label" or self._card(kind, cell)):
                self.fleet.unread(self._at(cell))
        self._add_up()
        if not self.fleet.begun:
            return Unreadable(say("It names no ship and no squadron."))
        found = self.fleet.reading()
        return bounded(found) if isinstance(found, Reading) else found

    def _filled(self, cells: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The cells that say something, each with what its column holds."""
        for place, cell in enumerate(cells):
            if cell:
                yield self.kinds[place] if place < len(self.kinds) else "", cell

    def _at(self, cell: str) -> NumberedLine:
        return NumberedLine(self.line, cell)

    def _card(self, kind: str, cell: str) -> bool:
        if kind not in ("ship", "upgrade", "squadron", "total"):
            return False
        if self.totals or kind == "squadron":
            if kind in ("ship", "upgrade"):
                self._slipped()
            return self._squadron(cell)
        if kind == "ship" and not (self.strayed and not is_ship(cell)):
            self._ship(cell)
        elif kind == "upgrade" and is_ship(cell):
            self._ship(cell)
            self._slipped()
        elif self.fleet.ship_open:
            self.fleet.aboard(replace(named("upgrades", cell), line=self.line))
        else:
            return False
        return True

    def _slipped(self) -> None:
        self.strayed = True
        self.fleet.remark(say("Cells of this row stand in other columns than their headings say."))

    def _ship(self, cell: str) -> None:
        # No cell of the flagship names the commander who is aboard.
        first, self.strayed = not self.fleet.begun, False
        self.fleet.ship(replace(named("ship", cell), line=self.line))
        if first and self.fleet.commander:
            commander = named("upgrades", self.fleet.commander)
            self.fleet.commander = commander.name
            self.fleet.aboard(replace(commander, line=self.line))

    def _squadron(self, cell: str) -> bool:
        """Squadrons: the craft, with the ace in parentheses: `A-wing (Shara Bey)`."""
        counted = copies(cell)
        if counted is None:
            return False
        craft, ace = bracketed(counted[1])
        squadron = item("squadron", ace, form=craft) if ace and craft else item("squadron", counted[1])
        self.fleet.squadron(replace(squadron, count=counted[0], line=self.line), None)
        return True

    def _add_up(self) -> None:
        """The totals: the cells have no prices, so only whether the two add up to the third can be told."""
        for what, stated in zip(_TOTALS[:2], self.totals, strict=False):
            self.fleet.state_sum(what, stated, None, self._at(""))
        if len(self.totals) >= len(_TOTALS):
            self.fleet.state_total(self.totals[2], self._at(""), self.totals[0] + self.totals[1])
        for extra in self.totals[len(_TOTALS) :]:
            self.fleet.unread(self._at(str(extra)))


FORMAT: Final = Format(
    ID,
    say("a sheet of Armada fleets"),
    ("armada",),
    likeness,
    read,
    full=say("a sheet of Armada fleets (CSV)"),
    needs=re.compile("ship #", re.IGNORECASE),
)
