"""SWUDB's JSON of an Unlimited deck, as Karabast, SWUBase and Tabletop Simulator take it, too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from muster.core.messages import Message, say
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cards import card_of, key_of, sorted_out
from muster.exchange.rosters.cleaning import is_json, json_value
from muster.exchange.rosters.reading import LONGEST_NAME, Format, Reading, Unread, Unreadable

ID: Final = "swudb-json"

_SECTION_OF: Final[Mapping[str, str]] = {
    "leader": "leader",
    "secondleader": "leader",
    "leader2": "leader",
    "leaders": "leader",
    "base": "base",
    "secondbase": "base",
    "base2": "base",
    "bases": "base",
    "deck": "deck",
    "maindeck": "deck",
    "mainboard": "deck",
    "sideboard": "sideboard",
}
_ORDER: Final = tuple(_SECTION_OF)
_ABOUT: Final = ("metadata", "name", "author", "title", "format")
_DECK: Final = re.compile(r'"(?:deck|main_?deck|main_?board)"\s*:\s*\[', re.IGNORECASE)
_HEAD: Final = re.compile(
    r'"(?:leader|base|second_?leader|leader2|leaders|bases)"\s*:\s*[{\["]', re.IGNORECASE
)
_ENTRY: Final = re.compile(r'"id"\s*:\s*"[A-Za-z][A-Za-z0-9]{1,5}[_-]\d{1,4}"')


def likeness(text: str) -> int:
    """A deck with entries that have card numbers; a leader or base beside it leaves no doubt."""
    if not is_json(text):
        return 0
    deck, head, entry = (each.search(text) is not None for each in (_DECK, _HEAD, _ENTRY))
    return 40 * deck + 30 * head + 25 * entry


def read(text: str) -> Reading | Unreadable:
    """Read a deck; its items carry keys, such as `SOR_017`, and no names unless the JSON states them."""
    value = json_value(text)
    if isinstance(value, Unreadable):
        return value
    if not isinstance(value, dict):
        return Unreadable(say("This JSON is no deck of SWUDB: it holds no leader, base and deck."))
    return _Deck(value).reading()


class _Deck:
    """One deck while it is read."""

    def __init__(self, value: Mapping[str, object]) -> None:
        self.value = {key.lower().replace("_", ""): each for key, each in value.items()}
        self.unread: list[Unread] = []
        self.remarks: list[Message] = []

    def reading(self) -> Reading:
        items = tuple(item for key in _ORDER for item in self._section(key))
        self._left_out()
        roster = Roster("unlimited", items, name=self._name())
        return Reading(ID, roster, tuple(self.unread), remarks=tuple(self.remarks))

    def _name(self) -> str:
        about = self.value.get("metadata")
        stated = (
            about.get("name") if isinstance(about, dict) else self.value.get("name", self.value.get("title"))
        )
        return stated if isinstance(stated, str) else ""

    def _section(self, key: str) -> Iterator[Item]:
        value = self.value.get(key)
        for entry in value if isinstance(value, list) else [value]:
            if entry in (None, "", {}):
                continue
            item = self._item(_SECTION_OF[key], entry)
            if item is not None:
                yield item

    def _item(self, section: str, entry: object) -> Item | None:
        stated: Mapping[str, object] = entry if isinstance(entry, dict) else {"id": entry}
        key, name, subtitle = (_text(stated.get(each)) for each in ("id", "name", "subtitle"))
        count = _count(stated.get("count", 1))
        if count is None or not (key or name):
            self.unread.append(Unread(0, _shown(entry)))
            return None
        if count == 0:
            self.remarks.append(say("{card} stands there with no copies; it was left out.", card=key or name))
            return None
        if key and not key_of(key):
            self.remarks.append(say("“{key}” is no card number such as SOR_017.", key=key[:40]))
        return Item(section, name, subtitle, count, key=key_of(key) or key)

    def _left_out(self) -> None:
        for key, each in self.value.items():
            if key not in _SECTION_OF and key not in _ABOUT and isinstance(each, list) and each:
                self.remarks.append(say("“{key}” is not part of a deck and was left out.", key=key[:40]))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int | None:
    """The stated copies, from 0; None if that is no figure."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _shown(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False)[:LONGEST_NAME]


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:
    """A deck with card numbers; a card that has none in roster and catalogue is written by its name.

    A second leader is `secondleader`, further ones stand in `leaders`. A pool not told apart stands in the deck.
    """
    parts = {
        section: [_entry(item, catalogue) for item in items]
        for section, items in sorted_out(roster, catalogue).items()
    }
    deck: dict[str, object] = {"metadata": {"name": roster.name, "author": ""}}
    deck |= dict(zip(("leader", "secondleader"), parts["leader"], strict=False))
    deck |= {"leaders": parts["leader"][2:]} if len(parts["leader"]) > 2 else {}
    deck |= dict(zip(("base",), parts["base"], strict=False))
    deck |= {"bases": parts["base"][1:]} if len(parts["base"]) > 1 else {}
    return json.dumps(
        deck | {"deck": parts["deck"], "sideboard": parts["sideboard"]}, indent=2, ensure_ascii=False
    )


def _entry(item: Item, catalogue: Catalogue | None) -> dict[str, object]:
    card = card_of(item, catalogue)
    key = item.key or (card.key if card is not None else "")
    if key:
        return {"id": key, "count": item.count}
    named: dict[str, object] = {"name": item.name}
    return named | ({"subtitle": item.subtitle} if item.subtitle else {}) | {"count": item.count}


FORMAT: Final = Format(
    ID,
    say("SWUDB's JSON"),
    ("unlimited",),
    likeness,
    read,
    write,
    full=say("SWUDB's JSON (also Karabast, SWUBase)"),
    json=True,
)
