"""Runewars lists of battle reports and posts, as far as they say for sure what belongs to which unit.

Read are two ways of writing: `Reanimates, 6 trays [35]` with each upgrade on a line of its own after a dash, and
`Reanimates 3x2 (File Leader, Trumpets) - 43 points`, whose price holds the upgrades. Anything freer is refused
rather than guessed: there is a form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from muster.core.messages import paragraph, say
from muster.core.roster.roster import Item
from muster.exchange.rosters.legion_lines import copies_in, names_in
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

ID: Final = "runewars-report"

_FORMS: Final[Mapping[int, str]] = {1: "1x1", 2: "2x1", 4: "2x2", 9: "3x3", 12: "4x3"}
"""The formation of so many trays, where there is only one."""

_PRICE: Final = re.compile(r"([^\[\]]+)\[(\d{1,4})\]", re.ASCII)
_TRAYS: Final = re.compile(r",? (\d{1,2}) trays?$", re.IGNORECASE | re.ASCII)
_POINTS: Final = re.compile(r" [-–—:] ?(\d{1,4}) (?:points|pts)\.?$", re.IGNORECASE | re.ASCII)
_FORM: Final = re.compile(rf" \(?({FORM})\)?$", re.IGNORECASE | re.ASCII)
_LIKE: Final = (
    (re.compile(r"\b\d{1,2} trays? \[\d{1,4}\]\s*$", re.IGNORECASE | re.MULTILINE | re.ASCII), 85),
    (re.compile(rf" {FORM}(?: \([^()\n]*\))? [-–—] \d{{1,4}} points", re.IGNORECASE | re.ASCII), 75),
    (re.compile(r"\b\d{1,2}x unit ", re.IGNORECASE | re.ASCII), 60),
    (
        re.compile(rf"[^\W\d] \(?{FORM}\)?(?: \d{{1,4}}$| with |$)", re.IGNORECASE | re.MULTILINE | re.ASCII),
        60,
    ),
)


def likeness(text: str) -> int:
    """How much a text looks like a list of Runewars written by a person."""
    if "total unit cost" in text.lower():
        return 0
    return max((weight for pattern, weight in _LIKE if pattern.search(text)), default=0)


def read(text: str) -> Reading | Unreadable:
    """Read a list of a battle report or a post; refused where it is not certain what belongs to which unit."""
    sheet = RunewarsList()
    for number, line in lines_of(text):
        _take(sheet, number, line)
    doubtful = next((each for each in sheet.unread), None)
    if doubtful is not None:
        return Unreadable(
            paragraph(
                say(
                    "Line {line} does not say for sure what it lists: “{text}”.",
                    line=doubtful.line,
                    text=doubtful.text[:_SHOWN],
                ),
                USE_THE_FORM,
            ),
            doubtful.line,
        )
    if not sheet.items:
        return Unreadable(paragraph(say("No units with their trays and prices were found."), USE_THE_FORM))
    return reading_of(ID, sheet)


_SHOWN: Final = 60
"""Characters shown of a line."""


def _take(sheet: RunewarsList, number: int, line: str) -> None:
    bulleted, bare = unbulleted(line)
    if _TOTAL_MARK.sub(r"\1", bare) and sheet.is_total(number, _TOTAL_MARK.sub(r"\1", bare)):
        return
    if not (
        sheet.lays(number, bare)
        or _with_points(sheet, number, bare)
        or _with_brackets(sheet, number, bare, bulleted=bulleted)
    ):
        sheet.lose(number, bare)


_TOTAL_MARK: Final = re.compile(r"^(total) [-–—] ", re.IGNORECASE)


def _with_points(sheet: RunewarsList, number: int, line: str) -> bool:
    """A unit on one line: `Reanimates 3x2 (File Leader, Trumpets) - 43 points`."""
    found = _POINTS.search(line)
    if found is None:
        return False
    text, _, listed = line[: found.start()].partition(" (")
    if listed and not listed.endswith(")"):
        return False
    form = _FORM.search(text)
    count, name = copies_in(text[: form.start()] if form else text)
    if count != 1 or not tidy(name):
        return False
    upgrades = tuple(upgrade(each, None, number) for each in names_in(listed.removesuffix(")")))
    points = None if upgrades else int(found[1])
    sheet.stated[len(sheet.items)] = int(found[1]), number
    sheet.items.append(
        Item(
            "unit",
            tidy(name),
            points=points,
            form=formed(form[1]) if form else "",
            upgrades=upgrades,
            line=number,
        )
    )
    return True


def _with_brackets(sheet: RunewarsList, number: int, line: str, *, bulleted: bool) -> bool:
    """A unit with its trays, `Carrion Lancers, 6 trays [68]`, or after a bullet an upgrade of the last one."""
    found = _PRICE.fullmatch(line)
    if bulleted:
        name = tidy(found[1] if found else line)
        return sheet.carry(upgrade(name, int(found[2]) if found else None, number))
    if found is None:
        return False
    text = found[1].rstrip()
    trays, form = _TRAYS.search(text), _FORM.search(text)
    end = trays or form
    name = tidy(text[: end.start()] if end else text)
    if trays is not None and int(trays[1]) not in _FORMS:
        sheet.remarks.append(
            say(
                "Line {line}: {trays} trays do not say how wide {name} stands; state its formation.",
                line=number,
                trays=trays[1],
                name=name,
            )
        )
    stands = formed(form[1]) if form else _FORMS.get(int(trays[1]), "") if trays else ""
    sheet.items.append(Item("unit", name, points=int(found[2]), form=stands, line=number))
    return bool(name)


FORMAT: Final = Format(
    ID,
    say("a Runewars list of a report or post"),
    ("runewars",),
    likeness,
    read,
    needs=re.compile(rf"trays? \[|\dx unit |{FORM}", re.IGNORECASE),
)
