"""The text of an Unlimited deck as Melee.gg takes and prints it; SWUDB's text export, and what looks like it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from muster.core.messages import Message, say
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cards import card_of, key_of, sorted_out
from muster.exchange.rosters.cleaning import is_json
from muster.exchange.rosters.reading import LONGEST_NAME, Format, Reading, Unread, Unreadable

ID: Final = "melee-text"

_SECTION_OF: Final[Mapping[str, str]] = {
    **dict.fromkeys(("leader", "leaders"), "leader"),
    **dict.fromkeys(("base", "bases"), "base"),
    **dict.fromkeys(("deck", "maindeck", "mainboard", "main"), "deck"),
    **dict.fromkeys(("sideboard", "side", "sidedeck"), "sideboard"),
}
_HEADINGS: Final = {"leader": "Leaders", "base": "Base", "deck": "Deck", "sideboard": "Sideboard"}
_HEADING: Final = re.compile(
    r"(leaders?|bases?|(?:main[ _-]?)?deck|main(?:board)?|side(?:[ _-]?(?:board|deck))?)"
    r"[ \t]{0,9}(?:\(\d{1,4}\)|\d{1,4})?[ \t]{0,9}(:?)[ \t]*",
    re.IGNORECASE,
)
_CARD: Final = re.compile(r"(\d{1,6})(?:[ \t]*\|[ \t]*|[ \t]*x[ \t]+|[ \t]+)(?=\S)", re.IGNORECASE)
_PIPED: Final = re.compile(r"\d{1,3}[ \t]*\|[ \t]*\S")
_KEYED: Final = re.compile(r"[ \t][(\[]([A-Za-z][A-Za-z0-9]{1,5}[ _-]\d{1,4})[)\]]$")
_BARE: Final = re.compile(r"[A-Z][A-Z0-9]{1,5}_\d{1,4}")
_NAMED: Final = re.compile(r"(?:deck[ _-]?)?name[ \t]*:[ \t]*", re.IGNORECASE)
_FOREIGN: Final = re.compile(r"(?:Faction|Commander|Game)[ \t]*:", re.IGNORECASE)


def likeness(text: str) -> int:
    """Counted lines under the headings of a deck; pipes after the counts are no other format's."""
    if is_json(text):
        return 0
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if any(_FOREIGN.match(line) for line in lines[:5]):
        return 0
    headings = {section for line in lines if (section := _heading(line)[0])}
    counted = sum(1 for line in lines if _CARD.match(line) or _heading(line)[0])
    if 2 * counted < len(lines):
        return 0
    piped = any(_PIPED.match(line) for line in lines)
    return min(95, 25 * min(len(headings), 3) + 45 * piped)


def read(text: str) -> Reading | Unreadable:
    """Read a deck: `3 | Name | Subtitle` or `3 Name | Subtitle` under headings in either spelling and any order.

    Lines before the first heading belong to the deck; a first line without a number is the deck's name. A card
    number in brackets behind the name is its key: `Leader: Name (SOR_008)`.
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        reader.take(number, line.strip())
    roster = Roster("unlimited", tuple(reader.items), name=reader.name)
    if not reader.items:
        return Unreadable(say("No line reads like “3 | Name | Subtitle”, as Melee and SWUDB write cards."))
    return Reading(ID, roster, tuple(reader.unread), remarks=tuple(reader.remarks))


class _Reader:
    """One deck while it is read."""

    def __init__(self) -> None:
        self.section = ""
        self.name = ""
        self.items: list[Item] = []
        self.unread: list[Unread] = []
        self.remarks: list[Message] = []

    def take(self, number: int, line: str) -> None:
        if not line.strip("-=_* "):
            return
        section, rest = _heading(line)
        if section and rest:
            self._card(number, rest, section)
        elif section:
            self.section = section
        else:
            self._card(number, line, self.section)

    def _card(self, number: int, line: str, section: str) -> None:
        counted = _CARD.match(line)
        item = _item(section or "deck", line[counted.end() :] if counted else line, number)
        if counted is None and not (section in ("leader", "base") or item.subtitle or item.key):
            self._other(number, line)
            return
        count = int(counted[1]) if counted else 1
        if count == 0:
            self.remarks.append(say("Line {line} states no copies; it was left out.", line=number))
            return
        self.items.append(Item(item.section, item.name, item.subtitle, count, key=item.key, line=number))

    def _other(self, number: int, line: str) -> None:
        if not (self.name or self.section or self.items):
            named = _NAMED.match(line)
            self.name = line[named.end() :] if named else line
        else:
            self.unread.append(Unread(number, line[:LONGEST_NAME]))


def _heading(line: str) -> tuple[str, str]:
    """The section a line opens and what stands behind the heading; nothing if it is no heading."""
    found = _HEADING.match(line)
    if found is None or (found.end() < len(line) and not found[2]):
        return "", ""
    return _SECTION_OF[re.sub(r"[ _-]", "", found[1].lower())], line[found.end() :]


def _item(section: str, text: str, line: int) -> Item:
    keyed = _KEYED.search(text[-20:])
    bare = text[: len(text) - len(keyed[0])] if keyed else text
    name, _, subtitle = (part.strip() for part in bare.partition("|"))
    if not keyed and not subtitle and _BARE.fullmatch(name):
        return Item(section, "", key=key_of(name), line=line)
    return Item(section, name, subtitle, key=key_of(keyed[1]) if keyed else "", line=line)


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:
    """A deck with names; a card that roster and catalogue leave without a name is written by its number."""
    parts = sorted_out(roster, catalogue)
    blocks = [
        "\n".join([_HEADINGS[section], *(_line(item, catalogue) for item in items)])
        for section, items in parts.items()
        if items
    ]
    return "\n\n".join(blocks) + "\n"


def _line(item: Item, catalogue: Catalogue | None) -> str:
    if item.name:
        return _piped(item.count, item.name, item.subtitle)
    card = card_of(item, catalogue)
    return _piped(item.count, item.key) if card is None else _piped(item.count, card.name, card.subtitle)


def _piped(count: int, name: str, subtitle: str = "") -> str:
    parts = (str(count), name.replace("|", "/"), subtitle.replace("|", "/"))
    return " | ".join(part for part in parts if part)


FORMAT: Final = Format(
    ID,
    say("Melee's text"),
    ("unlimited",),
    likeness,
    read,
    write,
    full=say("Melee's text (also SWUDB's)"),
    json=False,
    needs=re.compile(r"leader|base|deck|main|side|\|", re.IGNORECASE),
)
