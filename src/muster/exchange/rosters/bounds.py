"""What every reading keeps, whichever reader made it: how long names are, how many items, how large figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any, Final

from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.reading import (
    LONGEST_NAME,
    MOST_COPIES,
    MOST_ITEMS,
    Reading,
    Unread,
    Unreadable,
)

MOST_POINTS: Final = 100_000
"""The most points, activations or anything else that a roster states."""

MOST_REMARKS: Final = 50

LONGEST_REMARK: Final = 400

_TEXTS: Final = tuple(each.name for each in fields(Item) if each.type == "str")
_HEAD_TEXTS: Final = ("name", "faction", "commander")
_HEAD_FIGURES: Final = ("total", "activations", "limit")


def bounded(reading: Reading) -> Reading | Unreadable:
    """The reading with names cut and impossible figures left out, each with a remark.

    Refused are more than `MOST_ITEMS` items and upgrades, and a number of copies that is not 1 to `MOST_COPIES`.
    """
    everything = tuple(reading.roster.every())
    if len(everything) > MOST_ITEMS:
        return Unreadable(f"There are {len(everything):,} entries; a roster has at most {MOST_ITEMS:,}.")
    wrong = next((each for each in everything if not 1 <= each.count <= MOST_COPIES), None)
    if wrong is not None:
        return Unreadable(
            f"“{(wrong.name or wrong.key)[:60]}” stands there {_figure(wrong.count)} times; 1 to {MOST_COPIES} "
            "copies of a card can be stated.",
            wrong.line,
        )
    changed: Counter[str] = Counter()
    roster = _head(reading.roster, changed)
    return replace(
        reading,
        roster=replace(roster, items=tuple(_item(each, changed) for each in roster.items)),
        unread=tuple(Unread(each.line, _cut(each.text)) for each in reading.unread),
        sums=tuple(
            replace(each, what=_cut(each.what)) for each in reading.sums if 0 <= each.stated <= MOST_POINTS
        ),
        remarks=_remarks(reading.remarks, changed),
    )


def _figure(count: int) -> str:
    return f"{count:,}" if abs(count) < 10**9 else "countless"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def _head(roster: Roster, changed: Counter[str]) -> Roster:
    parts: dict[str, Any] = {name: _name(getattr(roster, name), changed) for name in _HEAD_TEXTS}
    parts |= {name: _points(getattr(roster, name), changed) for name in _HEAD_FIGURES}
    return replace(roster, **parts)


def _item(item: Item, changed: Counter[str]) -> Item:
    texts: dict[str, Any] = {name: _name(getattr(item, name), changed) for name in _TEXTS}
    points = _points(item.points, changed)
    upgrades = tuple(_item(each, changed) for each in item.upgrades)
    return replace(item, **texts, points=points, upgrades=upgrades)


def _name(text: str, changed: Counter[str]) -> str:
    changed["names"] += len(text) > LONGEST_NAME
    return _cut(text)


def _points(figure: int | None, changed: Counter[str]) -> int | None:
    if figure is None or 0 <= figure <= MOST_POINTS:
        return figure
    changed["figures"] += 1
    return None


def _remarks(said: tuple[str, ...], changed: Counter[str]) -> tuple[str, ...]:
    own = []
    if changed["names"]:
        own.append(f"Names of more than {LONGEST_NAME} characters were cut: {changed['names']}.")
    if changed["figures"]:
        own.append(
            f"Figures that no roster has (under 0 or over {MOST_POINTS:,}) were left out: {changed['figures']}."
        )
    kept = said[: MOST_REMARKS - len(own)]
    return (*own, *(each[:LONGEST_REMARK] for each in kept))
