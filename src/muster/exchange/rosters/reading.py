"""What every reader of a roster answers with, the bounds its answer keeps, and what a format declares of itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from muster.core.messages import NOTHING, Argument, Message, figure, say, verbatim
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.rules.rosters import Game

LARGEST: Final = 200_000
"""Bytes of a roster: the longest real one has about 8,500."""

MOST_ITEMS: Final = 1_000
"""Items and upgrades of one roster together."""

LONGEST_NAME: Final = 120
"""Characters of any name in a roster; longer ones are cut."""

MOST_COPIES: Final = 999
"""Copies of one item."""


MOST_POINTS: Final = 100_000
"""The most points, activations or anything else that a roster states."""

MOST_REMARKS: Final = 50

LONGEST_REMARK: Final = 300
"""Characters of what a remark quotes."""

_TEXTS: Final = tuple(each.name for each in fields(Item) if each.type == "str")
_HEAD_TEXTS: Final = ("name", "faction", "commander")
_HEAD_FIGURES: Final = ("total", "activations", "limit")


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not understood: its number from 1 and what it says."""

    line: int
    text: str


_SUMS: Final = {"ships": say("ships"), "squadrons": say("squadrons"), "total": say("total")}


@dataclass(frozen=True, slots=True)
class StatedSum:
    """A sum stated in the list: what of, what it says, what the lines add up to (None: a price is missing)."""

    what: str
    stated: int
    counted: int | None
    line: int = 0

    @property
    def label(self) -> Message:
        """What it is a sum of, in words: a part of the list, or the name of an item."""
        return _SUMS.get(self.what) or verbatim(self.what)

    @property
    def agrees(self) -> bool:
        """Whether the lines add up to it."""
        return self.counted is None or self.counted == self.stated


@dataclass(frozen=True, slots=True)
class Reading:
    """A roster as read from a text.

    Attributes:
        format: the id of the format, such as `kingston`.
        roster: what was read.
        unread: lines that were not understood; nothing is dropped silently.
        sums: the sums the list states.
        remarks: what the reader made of doubtful places, one sentence each.
    """

    format: str
    roster: Roster
    unread: tuple[Unread, ...] = ()
    sums: tuple[StatedSum, ...] = ()
    remarks: tuple[Message, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text cannot be read as a roster: one or two sentences that say what to do instead."""

    says: Message
    line: int = 0

    def __str__(self) -> str:
        """Why, in the reader's language."""
        return str(self.says)


Reader = Callable[[str], Reading | Unreadable]
"""Reads a cleaned text (see `cleaning.cleaned`); of any content, in time proportional to its length."""

Writer = Callable[[Roster, Catalogue | None], str]
"""Writes a roster; the catalogue supplies names or ids the roster itself does not state."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        id: such as `kingston`.
        name: as players know it: `Kingston`.
        games: whose rosters it holds.
        likeness: how much a cleaned text looks like it, from 0 (not at all) to 100 (cannot be anything else).
        read: its reader; None for a format that is only written.
        write: its writer; None for a format that is only read.
        by_hand: reads a list that need not say which game it is of, as people type it; None for builders' formats.
        full: the name with whose it is and who else writes it; the name where nothing is to be added.
        json: whether it is always JSON, or never; None where it may be either.
        needs: what stands in every text that looks like it; texts without it are not looked at.
        never: what stands in no text that looks like it.
    """

    id: str
    name: Message
    games: tuple[Game, ...]
    likeness: Callable[[str], int]
    read: Reader | None = None
    write: Writer | None = None
    by_hand: Callable[[str, Game], Reading | Unreadable] | None = None
    full: Message = NOTHING
    json: bool | None = None
    needs: re.Pattern[str] | None = None
    never: re.Pattern[str] | None = None

    @property
    def full_name(self) -> Message:
        """Its name with whose it is and who else writes it."""
        return self.full or self.name


def with_upgrades(item: Item, added: Sequence[Item]) -> Item:
    """An item with further upgrades; once it has more than a roster may hold, which is refused, without them."""
    return item if len(item.upgrades) > MOST_ITEMS else replace(item, upgrades=(*item.upgrades, *added))


def bounded(reading: Reading) -> Reading | Unreadable:
    """The reading with names cut and impossible figures left out, each with a remark.

    Refused are more than `MOST_ITEMS` items and upgrades, and a number of copies that is not 1 to `MOST_COPIES`.
    """
    everything = tuple(reading.roster.every())
    if len(everything) > MOST_ITEMS:
        return Unreadable(
            say(
                "There are {count} entries; a roster has at most {most}.",
                count=figure(len(everything)),
                most=figure(MOST_ITEMS),
            )
        )
    wrong = next((each for each in everything if not 1 <= each.count <= MOST_COPIES), None)
    if wrong is not None:
        return Unreadable(
            say(
                "“{name}” stands there {count} times; 1 to {most} copies of a card can be stated.",
                name=(wrong.name or wrong.key)[:60],
                count=_figure(wrong.count),
                most=MOST_COPIES,
            ),
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


def _figure(count: int) -> Message:
    return verbatim(figure(count)) if abs(count) < 10**9 else say("countless")


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


def _remarks(said: tuple[Message, ...], changed: Counter[str]) -> tuple[Message, ...]:
    own = []
    if changed["names"]:
        own.append(
            say(
                "Names of more than {most} characters were cut: {count}.",
                most=LONGEST_NAME,
                count=changed["names"],
            )
        )
    if changed["figures"]:
        own.append(
            say(
                "Figures that no roster has (under 0 or over {most}) were left out: {count}.",
                most=figure(MOST_POINTS),
                count=changed["figures"],
            )
        )
    kept = [replace(each, args={name: _short(value) for name, value in each.args.items()}) for each in said]
    return (*own, *kept[: MOST_REMARKS - len(own)])


def _short(value: Argument) -> Argument:
    return value[:LONGEST_REMARK] if isinstance(value, str) else value
