"""Muster's own text of a roster, for every game: what a person can type, and what can be read back exactly.

```
Game: Armada
Name: Food
Faction: Rebel

Ships
1x MC80 Battle Cruiser = 103
  - General Madine = 30
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args

from muster.core.messages import say
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.exchange.rosters.cleaning import BULLETS, is_json
from muster.exchange.rosters.muster_entries import PLACES, TITLES, USUAL, Place, entry, written
from muster.exchange.rosters.reading import LONGEST_NAME, Format, Reading, StatedSum, Unread, Unreadable
from muster.rules.rosters import Game

ID: Final = "muster-text"

DEEPEST: Final = 5
"""Levels of items: a card, its upgrades, theirs."""

_UPGRADES: Final = "upgrades"
_GAME: Final = re.compile(r"[ \t]*game[ \t]*:.{0,60}\b(armada|legion|runewars|unlimited)\b", re.IGNORECASE)
_GAME_LINES: Final = 20
_HEAD: Final = re.compile(r"([a-z][a-z ]{0,20})[ \t]*:[ \t]*(.*)", re.IGNORECASE)
_TEXTS: Final = {"name": "name", "faction": "faction", "named commander": "commander"}
_FIGURES: Final = {
    **dict.fromkeys(("total", "total points", "points", "sum"), "total"),
    "activations": "activations",
    "limit": "limit",
}
_FIGURE: Final = re.compile(
    r"(\d{1,9})(?:[ \t]*/[ \t]*(\d{1,9}))?(?:[ \t]*(?:points?|pts?)\.?)?", re.IGNORECASE
)
_BULLET: Final = re.compile(rf"[{re.escape(BULLETS)}][ \t]*")
_RULED: Final = re.compile(r"(?:==|\*\*|--|__|#)[ \t]*(.*?)[ \t]*(?:==|\*\*|--|__|)")
_CUSTOM: Final = re.compile(r"==(.*)==")
_RULE: Final = re.compile(r"[-=_*+•·–—#.\s]+")
_NUMBERED: Final = frozenset({"objective", "battle"})
"""Sections whose cards may be called after their kind, as `Objective 1` is: below its heading that is a card."""
_NUMBER: Final = re.compile(r"[^s\W]\s+\d{1,4}\Z", re.IGNORECASE)
_ONE: Final = re.compile(r"[^\W\d]*[^\W\ds]\s+\d{1,4}", re.IGNORECASE)
"""A word in the singular and a number."""
_COUNTED: Final = re.compile(r"[ \t]*(?:\(\d{1,4}\)|\d{1,4})?[ \t]*:?")


def likeness(text: str) -> int:
    """It says its game in its head."""
    if is_json(text):
        return 0
    said = [
        _GAME.match(line) is not None for line in text.split("\n", _GAME_LINES)[:_GAME_LINES] if line.strip()
    ]
    return (100 if said[0] else 90) if any(said) else 0


def read(text: str) -> Reading | Unreadable:
    """Read a roster that says its game in a line such as `Game: Armada`."""
    game = _game(text)
    if game is None:
        return Unreadable(say("It does not say its game. Begin with a line such as “Game: Armada”."))
    return _Reader(game).reading(text)


def by_hand(text: str, game: Game) -> Reading | Unreadable:
    """Read a roster typed by hand; it is of this game unless it says another."""
    return _Reader(_game(text) or game).reading(text)


def _game(text: str) -> Game | None:
    for line in text.split("\n", _GAME_LINES)[:_GAME_LINES]:
        if found := _GAME.match(line):
            return next(game for game in PLACES if game == found[1].lower())
    return None


@dataclass(slots=True)
class _Node:
    """An item with the upgrades read so far, and how far its line is indented."""

    indent: int
    item: Item
    below: list[_Node] = field(default_factory=list)

    def whole(self) -> Item:
        return (
            replace(self.item, upgrades=tuple(each.whole() for each in self.below))
            if self.below
            else self.item
        )


class _Reader:
    """One roster while it is read."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.places = PLACES[game]
        self.place: Place = (USUAL[game], "")
        self.head: dict[str, Any] = {}
        self.total_line = 0
        self.tops: list[_Node] = []
        self.path: list[_Node] = []
        self.bulleted = False
        self.unread: list[Unread] = []

    def reading(self, text: str) -> Reading:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        below = [*(line.strip() for _, line in lines[1:]), ""]
        for (number, line), after in zip(lines, below, strict=False):
            if not self._take(number, line, after):
                self.unread.append(Unread(number, line.strip()[:LONGEST_NAME]))
        roster = Roster(self.game, tuple(each.whole() for each in self.tops), **self.head)
        sums = (
            (StatedSum("total", roster.total, roster.sum, self.total_line),)
            if roster.total is not None
            else ()
        )
        return Reading(ID, roster, tuple(self.unread), sums)

    def _take(self, number: int, line: str, after: str) -> bool:
        """Understand one line, with the next one in sight; False if it cannot be."""
        bare = line.strip()
        place = self._heading(bare)
        if place is not None and place[0] in _NUMBERED and self._is_card(bare, after):
            self.place, self.path = (place[0], ""), []
            return self._item(number, line)
        if place is not None:
            self.place, self.path = place, []
            return True
        if _RULE.fullmatch(bare):
            return True
        headed = self._headed(number, line)
        return self._item(number, line) if headed is None else headed

    def _heading(self, line: str) -> Place | None:
        if custom := _CUSTOM.fullmatch(line):
            return self._custom(custom[1].strip())
        ruled = _RULED.fullmatch(line)
        return self._known(ruled[1] if ruled else line)

    def _known(self, text: str) -> Place | None:
        place = self.places.get(_words(text))
        numbered = place is not None and place[0] == self.place[0] in _NUMBERED and _NUMBER.search(text)
        return None if numbered else place

    def _is_card(self, line: str, after: str) -> bool:
        """Whether what reads like a heading of one card, `Objective 1`, is that card: nothing stands below it."""
        return _ONE.fullmatch(line) is not None and (not after or self._heading(after) is not None)

    def _custom(self, text: str) -> Place | None:
        if not text.strip("="):
            return ("", "") if text == "" else None
        plain = re.sub(r"\\(.)", r"\1", text)
        return (plain, "") if "\\" in text else self._known(text) or (text, "")

    def _headed(self, number: int, line: str) -> bool | None:
        """A line with a word and a colon before what it says: of the head, or an item behind its heading.

        Returns:
            Whether what it says was understood; None if it is no such line.
        """
        found = _HEAD.fullmatch(line.strip())
        if found is None:
            return None
        word, value = " ".join(found[1].lower().split()), found[2]
        if word == "game":
            return _GAME.match(line) is not None
        if word in _TEXTS or (word == "commander" and self.game == "armada"):
            return self._text(_TEXTS.get(word, word), value)
        if word in _FIGURES:
            return self._figure(_FIGURES[word], value, number)
        return self._named(self.places[word], value, number, line) if word in self.places else None

    def _named(self, place: Place, value: str, number: int, line: str) -> bool:
        item = entry(value, *place, number)
        if item is not None:
            self.path = [_Node(_indent(line), item)]
            self.tops += self.path
        return item is not None

    def _text(self, name: str, value: str) -> bool:
        if name in self.head:
            return False
        if value:
            self.head[name] = value
        return True

    def _figure(self, name: str, value: str, number: int) -> bool:
        found = _FIGURE.fullmatch(value)
        if found is None or name in self.head:
            return False
        self.head[name] = int(found[1])
        self.total_line = number if name == "total" else self.total_line
        if found[2] is not None:
            self.head.setdefault("limit", int(found[2]))
        return True

    def _item(self, number: int, line: str) -> bool:
        bare = line.strip()
        bullet = _BULLET.match(bare)
        indent = _indent(line)
        if not self.path:
            self.bulleted = bullet is not None
        elif bullet and not self.bulleted and indent == self.path[0].indent:
            indent += 1
        above = [each for each in self.path if each.indent < indent][: DEEPEST - 1]
        place = (_UPGRADES, "") if above else self.place
        item = entry(bare[bullet.end() :] if bullet else bare, *place, number)
        if item is None:
            return False
        node = _Node(indent, item)
        (above[-1].below if above else self.tops).append(node)
        self.path = [*above, node]
        return True


def _words(text: str) -> str:
    """A heading's words without the number of its cards and the colon: `Main Deck (50):` is `main deck`."""
    words = text.strip()
    ends = re.search(r"[A-Za-z](?=[^A-Za-z]*$)", words[-30:])
    if ends is None:
        return ""
    at = len(words) - len(words[-30:]) + ends.end()
    return " ".join(words[:at].lower().split()) if _COUNTED.fullmatch(words[at:]) else ""


def _indent(line: str) -> int:
    wide = line.expandtabs(4) if len(line) < 1_000 else line
    return len(wide) - len(wide.lstrip())


def write(roster: Roster, catalogue: Catalogue | None = None) -> str:  # noqa: ARG001
    """Everything the roster states, on as few lines as can be; the catalogue adds nothing."""
    blocks = ["\n".join(_head(roster))]
    section: str | None = None
    for item in roster.items:
        if item.section != section:
            section = item.section
            blocks.append(_title(roster.game, section))
        blocks[-1] += "\n" + "\n".join(_lines(item, section, 0))
    return "\n\n".join(blocks) + "\n"


def _head(roster: Roster) -> Iterator[str]:
    yield f"Game: {roster.game.capitalize()}"
    commander = "Commander" if roster.game == "armada" else "Named commander"
    stated: dict[str, str | int | None] = {
        "Name": roster.name,
        "Faction": roster.faction,
        commander: roster.commander,
        "Total": roster.total,
        "Activations": roster.activations,
        "Limit": roster.limit,
    }
    for word, value in stated.items():
        if value not in ("", None):
            yield f"{word}: {' '.join(str(value).split())}"


def _title(game: Game, section: str) -> str:
    if section in TITLES[game]:
        return TITLES[game][section]
    plain = " ".join(section.split())
    if not plain:
        return "== =="
    doubtful = PLACES[game].get(_words(plain)) or not plain.isalpha()
    shown = "".join(f"\\{sign}" for sign in plain) if doubtful else plain
    return f"== {shown} =="


def _lines(item: Item, section: str, level: int) -> Iterator[str]:
    bullet = f"{'  ' * level}- " if level else ""
    yield bullet + written(item, section, counted=not level)
    for each in item.upgrades:
        yield from _lines(each, _UPGRADES, level + 1)


FORMAT: Final = Format(
    ID,
    say("Muster's text"),
    get_args(Game),
    likeness,
    read,
    write,
    by_hand,
    json=False,
    needs=re.compile("game", re.IGNORECASE),
)
