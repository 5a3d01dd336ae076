"""Muster's own JSON of a roster: everything a roster states, under the names it has in this program.

`{"format": "muster-roster", "version": 1, "game": "armada", "name": …, "faction": …, "commander": …, "total": …,
"activations": …, "limit": …, "items": [{"section": …, "name": …, "subtitle": …, "count": …, "points": …,
"slot": …, "form": …, "key": …, "version": …, "outdated": true, "upgrades": […]}]}`; whatever is empty, unknown,
false or 1 copy is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from muster.core.messages import listing, say
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import is_json, json_value
from muster.exchange.rosters.reading import LONGEST_NAME, Format, Reading, StatedSum, Unread, Unreadable
from muster.rules.rosters import Game

ID: Final = "muster-json"

NAME: Final = "muster-roster"
"""What its `format` says."""

VERSION: Final = 1

GAMES: Final[tuple[Game, ...]] = get_args(Game)

_HEAD_TEXTS: Final = ("name", "faction", "commander")
_HEAD_FIGURES: Final = ("total", "activations", "limit")
_ITEM_TEXTS: Final = ("section", "name", "subtitle", "slot", "form", "key", "version")
_ITEM_FIGURES: Final = ("count", "points")
_HEAD_KEYS: Final = frozenset(("format", "version", "game", "items", *_HEAD_TEXTS, *_HEAD_FIGURES))
_ITEM_KEYS: Final = frozenset((*_ITEM_TEXTS, *_ITEM_FIGURES, "outdated", "upgrades"))
_DEEPEST: Final = 12
"""Items within items; `json_value` lets through fewer, and what is on record is read within the same bound."""

_OWN: Final = re.compile(r'"format"\s*:\s*"muster-roster"')


def likeness(text: str) -> int:
    """It says itself what it is."""
    return 100 if is_json(text) and _OWN.search(text) else 0


def read(text: str) -> Reading | Unreadable:
    """Read a roster; unknown keys are told of, a version of a later program is refused."""
    value = json_value(text)
    return value if isinstance(value, Unreadable) else of_value(value)


def of_value(value: object) -> Reading | Unreadable:
    """The roster that a parsed value states, its texts as they are: `value_of` read back is the same roster."""
    if not isinstance(value, dict) or value.get("format") != NAME:
        return Unreadable(say("This is no roster of Muster: its “format” is not “{name}”.", name=NAME))
    if value.get("version") != VERSION:
        return Unreadable(
            say(
                "This roster was not written in version {version} of the format; Muster knows no other.",
                version=VERSION,
            )
        )
    game = next((each for each in GAMES if each == value.get("game")), None)
    if game is None:
        return Unreadable(
            say("The roster does not say its game: one of {games}.", games=listing(GAMES, "plain"))
        )
    return _Reader().reading(game, value)


class _Reader:
    """One roster while it is read."""

    def __init__(self) -> None:
        self.unread: list[Unread] = []
        self.unknown: set[str] = set()

    def reading(self, game: Game, value: Mapping[str, object]) -> Reading:
        head: dict[str, Any] = self._texts(value, _HEAD_TEXTS) | self._figures(value, _HEAD_FIGURES)
        self.unknown |= value.keys() - _HEAD_KEYS
        roster = Roster(game, self._items(value.get("items"), "items"), **head)
        sums = (StatedSum("total", roster.total, roster.sum),) if roster.total is not None else ()
        words = listing(sorted(each[:40] for each in self.unknown)[:10], "plain")
        remark = say("Muster does not know what these say and left them out: {words}.", words=words)
        return Reading(ID, roster, tuple(self.unread), sums, (remark,) if words else ())

    def _items(self, value: object, within: str, depth: int = 1) -> tuple[Item, ...]:
        if value is None:
            return ()
        if depth > _DEEPEST:
            self._not_read(within, "…")
            return ()
        if not isinstance(value, list):
            self._not_read(within, value)
            return ()
        found = [self._item(each, within, depth) for each in value]
        return tuple(item for item in found if item is not None)

    def _item(self, value: object, within: str, depth: int) -> Item | None:
        if not isinstance(value, dict):
            self._not_read(within, value)
            return None
        stated: dict[str, Any] = self._texts(value, _ITEM_TEXTS) | self._figures(value, _ITEM_FIGURES)
        stated.setdefault("section", "upgrades" if within == "upgrades" else "")
        stated.setdefault("name", "")
        self.unknown |= value.keys() - _ITEM_KEYS
        upgrades = self._items(value.get("upgrades"), "upgrades", depth + 1)
        return Item(upgrades=upgrades, outdated=value.get("outdated") is True, **stated)

    def _texts(self, value: Mapping[str, object], names: tuple[str, ...]) -> dict[str, str]:
        return {name: each for name in names if isinstance(each := self._stated(value, name, str), str)}

    def _figures(self, value: Mapping[str, object], names: tuple[str, ...]) -> dict[str, int]:
        return {name: each for name in names if isinstance(each := self._stated(value, name, int), int)}

    def _stated(self, value: Mapping[str, object], name: str, kind: type) -> object:
        each = value.get(name)
        if each is None or (isinstance(each, kind) and not isinstance(each, bool)):
            return each
        self._not_read(name, each)
        return None

    def _not_read(self, name: str, value: object) -> None:
        self.unread.append(Unread(0, f"{name}: {json.dumps(value, ensure_ascii=False)}"[:LONGEST_NAME]))


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:  # noqa: ARG001
    """Everything the roster states, an entry a line; the catalogue adds nothing.

    A thousand entries with names as cards have them fit into what is read; laid out as a tree they would not.
    """
    lines = ",\n".join(_one_line(_entry(item, "")) for item in roster.items)
    return f'{_one_line(_head_of(roster))[:-1]},"items":[\n{lines}\n]}}\n'


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def value_of(roster: Roster) -> dict[str, object]:
    """Everything the roster states, as a value that JSON can hold; keys always in the same order."""
    return _head_of(roster) | {"items": [_entry(item, "") for item in roster.items]}


def _head_of(roster: Roster) -> dict[str, object]:
    head: dict[str, object] = {"format": NAME, "version": VERSION, "game": roster.game}
    stated = {name: getattr(roster, name) for name in (*_HEAD_TEXTS, *_HEAD_FIGURES)}
    kept = {name: value for name, value in stated.items() if value not in ("", None)}
    return head | kept


def _entry(item: Item, usual: str) -> dict[str, object]:
    order = ("section", "name", "subtitle", "count", "points", "slot", "form", "key", "version")
    entry = {name: value for name in order if (value := getattr(item, name)) not in ("", None)}
    if item.count == 1:
        del entry["count"]
    entry.pop("section", None)
    entry = ({} if item.section == usual else {"section": item.section}) | entry
    entry |= {"outdated": True} if item.outdated else {}
    upgrades = [_entry(each, "upgrades") for each in item.upgrades]
    return entry | ({"upgrades": upgrades} if upgrades else {})


FORMAT: Final = Format(ID, say("Muster's JSON"), GAMES, likeness, read, write, json=True, needs=_OWN)
