"""SWUDB's picklist: a box for every copy, and the printings that will do. It tells no deck from a sideboard."""

from __future__ import annotations

import re
from typing import Final

from muster.core.messages import Message, say
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cards import copies, key_of
from muster.exchange.rosters.cleaning import is_json
from muster.exchange.rosters.reading import LONGEST_NAME, Format, Reading, Unread, Unreadable

ID: Final = "swudb-picklist"

_BOX: Final = re.compile(r"\[[ xX✓]{0,2}\]")
_BOXES: Final = re.compile(r"(?:\[[ xX✓]{0,2}\][ \t]*+)++")
_PRINTINGS: Final = re.compile(r"[A-Z][A-Z0-9]{1,5} \d{1,4}(?:,[ \t]*[A-Z][A-Z0-9]{1,5} \d{1,4})*")
_PROMO: Final = re.compile(r"[A-Z]\d{2}|[A-Z0-9]+OP")
_TITLE: Final = re.compile(r"Picklist:[ \t]*", re.IGNORECASE)
_TOKENS: Final = re.compile(r"Needed tokens\b", re.IGNORECASE)


def likeness(text: str) -> int:
    """Lines that begin with boxes."""
    if is_json(text) and '"' in text:
        return 0
    boxed = sum(1 for line in text.split("\n") if _BOXES.match(line.lstrip()))
    return (0, 60, 90)[min(boxed, 2)]


def read(text: str) -> Reading | Unreadable:
    """Read a picklist into one section, `pool`: cards with names, and the key of their first normal printing."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        if _TOKENS.match(line.strip()):
            reader.remarks.append(say("The tokens at the end are not part of a deck; they were left out."))
            break
        reader.take(number, line.strip())
    if not reader.items:
        return Unreadable(say("No line has a box and a card, as SWUDB's picklists have."))
    remark = say(
        "A picklist does not say which of its {count} cards are the sideboard, nor which printing is played. Paste "
        "the JSON or text export for a deck that can be checked.",
        count=copies(reader.items),
    )
    roster = Roster("unlimited", tuple(reader.items), name=reader.name)
    return Reading(ID, roster, tuple(reader.unread), remarks=(remark, *reader.remarks))


class _Reader:
    """One picklist while it is read."""

    def __init__(self) -> None:
        self.name = ""
        self.items: list[Item] = []
        self.unread: list[Unread] = []
        self.remarks: list[Message] = []
        self.keyed = True

    def take(self, number: int, line: str) -> None:
        boxes = _BOXES.match(line)
        if boxes and line[boxes.end() :]:
            self._card(number, len(_BOX.findall(boxes[0])), line[boxes.end() :])
        elif not self.keyed and _PRINTINGS.fullmatch(line):
            self._printings(line)
        elif named := _TITLE.match(line):
            self.name = line[named.end() :]
        elif line.strip("-=_ "):
            self.unread.append(Unread(number, line[:LONGEST_NAME]))

    def _card(self, number: int, count: int, text: str) -> None:
        name, _, subtitle = (part.strip() for part in text.partition("|"))
        self.items.append(Item("pool", name, subtitle, count, line=number))
        self.keyed = False

    def _printings(self, line: str) -> None:
        printings = [each.strip() for each in line.split(",")]
        first = next((each for each in printings if not _PROMO.fullmatch(each.split()[0])), printings[0])
        last = self.items[-1]
        self.items[-1] = Item("pool", last.name, last.subtitle, last.count, key=key_of(first), line=last.line)
        self.keyed = True


FORMAT: Final = Format(ID, say("SWUDB's picklist"), ("unlimited",), likeness, read, needs=_BOX)
