"""Legion HQ's share links: a list as codes of two characters, without a name or a price.

`.../list/<faction>/<limit>:<battle force>:<codes>`, limit and battle force optional. A unit is its number of
copies, its id and the ids of its upgrades, `0` for an empty slot; `+`, formerly `_`, joins a counterpart. A token
of two characters alone is a command or a battle card: which, only a catalogue can tell, so that these items
have the section `card`. The ids were reused over the years: a link means what it meant when it was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from muster.core.messages import Message, say
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import is_json
from muster.exchange.rosters.legion_lines import STANDING_ORDERS, lines_of, tidy
from muster.exchange.rosters.reading import Format, Reading, Unread, Unreadable

ID: Final = "legion-hq-link"

_STANDING_ORDERS_ID: Final = "aa"

_LINK: Final = re.compile(
    r"(?:https?://)?(?:www\.)?(?:legionhq2?|legion-hq)[\w.-]{0,60}/list/([A-Za-z-]{1,30})/([^\s<>\"')\]#?]*)",
    re.IGNORECASE | re.ASCII,
)
_END: Final = re.compile(r"(?<=[A-Za-z0-9])[.,;:!]\Z", re.ASCII)
"""What ends a sentence around a link and is no part of it."""
_UNIT: Final = re.compile(r"([1-9])([A-Za-z0-9]{2})([A-Za-z0-9]*)", re.ASCII)
_UPGRADE: Final = re.compile(r"0|([A-Za-z0-9]{2})|(.)", re.ASCII)
_CARD: Final = re.compile(r"[A-Za-z0-9]{2}", re.ASCII)


def likeness(text: str) -> int:
    """How much a text looks like a share link: wholly, if nothing but links stands in it."""
    if is_json(text) or _LINK.search(text) is None:
        return 0
    rest = [line for _, line in lines_of(text) if _LINK.search(line) is None]
    return 100 if not rest else 55


def read(text: str) -> Reading | Unreadable:
    """Read the one share link in a text; what stands around it is not understood.

    Refused without a link, with several, with one that holds no unit.
    """
    lines = list(lines_of(text))
    links = [(number, found) for number, line in lines for found in _LINK.finditer(line)]
    if not links:
        return Unreadable(
            say("No share link of Legion HQ was found. Paste the whole link, from https:// to its end.")
        )
    if len({found[0] for _, found in links}) > 1:
        return Unreadable(
            say(
                "This text holds {count} share links. Paste one of them: a roster is one list.",
                count=len(links),
            ),
            links[1][0],
        )
    number, found = links[0]
    sheet = _Sheet(number)
    head, codes = _parts(unquote(_END.sub("", found[2])))
    for token in codes:
        sheet.take(token)
    if not any(item.section == "unit" for item in sheet.items):
        return Unreadable(
            say("This link holds no unit: it was cut off, or the list is empty. Copy the link again."), number
        )
    around = tuple(Unread(at, line) for at, line in lines if _LINK.search(line) is None)
    roster = Roster("legion", sheet.whole(), faction=tidy(found[1].lower()), limit=_limit(head))
    return Reading(ID, roster, (*around, *sheet.unread), remarks=tuple(_remarks(sheet, head)))


@dataclass(slots=True)
class _Sheet:
    """What has been read so far of the link on one line."""

    line: int
    items: list[Item] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def take(self, token: str) -> None:
        """Read one token: a unit, perhaps with a counterpart, or a card; an empty one says nothing."""
        if _CARD.fullmatch(token):
            self.items.append(Item("card", "", key=token, line=self.line))
            return
        unit, *joined = re.split(r"[+_]", token)
        found = self._unit(unit)
        if found is None:
            self._lost(token)
            return
        self.items.append(found)
        for each in joined:
            self._counterpart(each)

    def _counterpart(self, token: str) -> None:
        if not token.strip("0"):
            return  # the empty slots of a counterpart that is not there
        found = self._unit(token, "counterpart")
        if found is None:
            self._lost(token)
        else:
            self.items.append(found)

    def _unit(self, token: str, slot: str = "") -> Item | None:
        found = _UNIT.fullmatch(token)
        if found is None:
            return None
        upgrades: list[Item] = []
        for part in _UPGRADE.finditer(found[3]):
            if part[2]:
                self._lost(token)
            elif part[1]:
                upgrades.append(Item("upgrades", "", key=part[1], line=self.line))
        return Item(
            "unit", "", count=int(found[1]), slot=slot, key=found[2], upgrades=tuple(upgrades), line=self.line
        )

    def _lost(self, token: str) -> None:
        if token:
            self.unread.append(Unread(self.line, token))

    @property
    def implied(self) -> bool:
        """Whether the link has cards, but not Standing Orders, which the builder never writes down."""
        cards = {item.key for item in self.items if item.section == "card"}
        return bool(cards) and _STANDING_ORDERS_ID not in cards

    def whole(self) -> tuple[Item, ...]:
        """What was read, with the Standing Orders that every hand of this builder holds."""
        return (*self.items, *standing_orders(self.line)) if self.implied else tuple(self.items)


def standing_orders(line: int = 0) -> tuple[Item, ...]:
    """The card that Legion HQ adds to every hand it prints, and leaves out where it only writes ids."""
    return (Item("command", STANDING_ORDERS, slot="4", line=line),)


STANDING_ORDERS_REMARK: Final = say(
    "Standing Orders was added: Legion HQ has it in every hand and does not write it down."
)


def _parts(path: str) -> tuple[Sequence[str], Sequence[str]]:
    """What stands before the codes (limit, battle force), and the codes."""
    *head, codes = path.split(":")
    return head, codes.strip("/").split(",")


def _limit(head: Sequence[str]) -> int | None:
    first = head[0] if head else ""
    return int(first) if first.isascii() and first.isdigit() and 0 < len(first) <= len("10000") else None


def _remarks(sheet: _Sheet, head: Sequence[str]) -> Iterator[Message]:
    yield say(
        "The link holds codes without names, and codes were given to other cards over the years: check the names."
    )
    force = next((each for each in head if each and not each.isdigit()), "")
    if force:
        yield say(
            "The list is built for a battle force (code {code}); its own rules are not checked.",
            code=tidy(force),
        )
    if sheet.implied:
        yield STANDING_ORDERS_REMARK


FORMAT: Final = Format(ID, say("Legion HQ's share link"), ("legion",), likeness, read, needs=_LINK)
