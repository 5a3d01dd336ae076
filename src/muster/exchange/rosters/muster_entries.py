r"""Headings and entries of Muster's own text: `2x Name | Subtitle (Version) [form] {slot} #key = 16 each`.

What is written can be read back exactly, whatever a name holds: a sign behind `\` is part of the name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from muster.core.roster.roster import Item
from muster.rules.rosters import Game

Place = tuple[str, str]
"""A section, and the slot its items have unless they state another."""

TITLES: Final[Mapping[Game, Mapping[str, str]]] = {
    "armada": {"ship": "Ships", "squadron": "Squadrons", "objective": "Objectives"},
    "legion": {
        "unit": "Units",
        "command": "Command hand",
        "battle": "Battle deck",
        "contingency": "Contingencies",
    },
    "runewars": {"unit": "Units", "terrain": "Terrain"},
    "unlimited": {
        "leader": "Leader",
        "base": "Base",
        "deck": "Deck",
        "sideboard": "Sideboard",
        "pool": "Pool",
    },
}
"""How sections are headed when a roster is written."""

USUAL: Final[Mapping[Game, str]] = {
    "armada": "ship",
    "legion": "unit",
    "runewars": "unit",
    "unlimited": "deck",
}
"""Where items stand that no heading precedes."""

_WORDS: Final[Mapping[Game, Mapping[Place, str]]] = {
    "armada": {
        ("ship", ""): "ships|ship|fleet",
        ("squadron", ""): "squadrons|squadron|fighters",
        ("objective", ""): "objectives|objective",
        ("objective", "assault"): "assault|assault objective",
        ("objective", "defense"): "defense|defence|defense objective|defence objective",
        ("objective", "navigation"): "navigation|navigation objective",
    },
    "legion": {
        ("unit", ""): "units|unit|army",
        ("unit", "commander"): "commander|commanders",
        ("unit", "operative"): "operative|operatives",
        ("unit", "corps"): "corps",
        ("unit", "special"): "special|special forces",
        ("unit", "support"): "support|supports",
        ("unit", "heavy"): "heavy|heavies",
        ("command", ""): "command hand|commands|command|command cards|command card",
        ("battle", ""): "battle deck|battle cards|battlefield deck|battle",
        ("battle", "objective"): "objectives|objective",
        ("battle", "deployment"): "deployments|deployment",
        ("battle", "condition"): "conditions|condition",
        ("contingency", ""): "contingencies|contingency",
    },
    "runewars": {("unit", ""): "units|unit|army", ("terrain", ""): "terrain|terrain cards|terrain deck"},
    "unlimited": {
        ("leader", ""): "leader|leaders",
        ("base", ""): "base|bases",
        ("deck", ""): "deck|main deck|maindeck|mainboard|main",
        ("sideboard", ""): "sideboard|side board|side|side deck",
        ("pool", ""): "pool|card pool",
    },
}
PLACES: Final[Mapping[Game, Mapping[str, Place]]] = {
    game: {word: place for place, words in table.items() for word in words.split("|")}
    for game, table in _WORDS.items()
}
"""What a heading opens, by its words in lower case."""

_SIGNS: Final = 0xE000
"""The first of the private signs that stand for escaped ones while a line is taken apart; cleaned texts have none."""

_MOST_SIGNS: Final = 6_000
_ESCAPED: Final = re.compile(r"\\(.)")
_PRIVATE: Final = re.compile(r"[\ue000-\uf8ff]")
_COUNT: Final = re.compile(r"(\d{1,9})[ \t]*(?:x[ \t]+(?=\S)|x(?=[a-z\"])|[ \t](?=\S))", re.IGNORECASE)
_UNIT: Final = r"[ \t]{0,9}(?:points?|pts?\.?|p)?(?:[ \t]{0,9}each)?"
_PRICE: Final = re.compile(rf"(?:^|[ \t])=[ \t]{{0,9}}(\d{{1,9}}){_UNIT}$", re.IGNORECASE)
_DASHED: Final = re.compile(rf"(?:[ \t][-–—]|:)[ \t]{{1,9}}(\d{{1,9}}){_UNIT}$", re.IGNORECASE)
_FIGURE: Final = re.compile(rf"(\d{{1,9}}){_UNIT}", re.IGNORECASE)
_FORM: Final = re.compile(r"\d{1,2}x\d{1,2}", re.IGNORECASE)
_TAIL: Final = 60
_NAMELESS: Final = "~"
_PAIRS: Final[Mapping[str, tuple[str, str]]] = {")": ("(", "version"), "]": ("[", "form"), "}": ("{", "slot")}
_MARKS: Final[Mapping[str, str]] = {"#": "key", "@": "section"}


def entry(text: str, section: str, slot: str = "", line: int = 0) -> Item | None:
    """The entry a line states, without bullet and upgrades; None if it names no card.

    Args:
        text: the line, stripped.
        section: where it stands unless it says `@…` itself.
        slot: what it is unless it says `{…}` itself.
        line: its number.
    """
    signs: list[str] = []
    masked = _ESCAPED.sub(lambda found: _masked(found[1], signs), text)
    counted = _COUNT.match(masked)
    stated, rest = _taken_off(masked[counted.end() :] if counted else masked)
    name, _, subtitle = (part.strip() for part in rest.partition("|"))
    if not name and "key" not in stated:
        return None
    parts: dict[str, Any] = {"section": section, "slot": slot} | stated
    parts |= {"name": "" if name == _NAMELESS else name, "subtitle": subtitle}
    plain: dict[str, Any] = {
        key: _unmasked(part, signs) if isinstance(part, str) else part for key, part in parts.items()
    }
    return Item(**plain, count=int(counted[1]) if counted else 1, line=line)


def _masked(sign: str, signs: list[str]) -> str:
    if len(signs) >= _MOST_SIGNS:
        return sign
    signs.append(sign)
    return chr(_SIGNS + len(signs) - 1)


def _unmasked(text: str, signs: list[str]) -> str:
    def sign(found: re.Match[str]) -> str:
        at = ord(found[0]) - _SIGNS
        return signs[at] if at < len(signs) else ""

    return _PRIVATE.sub(sign, text)


def _taken_off(text: str) -> tuple[dict[str, Any], str]:
    """What stands behind the name, each kind once and in any order, and the name."""
    stated: dict[str, Any] = {}
    while True:
        found = next((found for each in _KINDS if (found := each(text)) and found[0] not in stated), None)
        if found is None:
            return stated, text
        stated[found[0]], text = found[1], found[2].rstrip()


_Part = tuple[str, str | int, str]
"""What a part is, what it says, and the text before it."""


def _price(text: str) -> _Part | None:
    tail = text[-_TAIL:]
    found = _PRICE.search(tail) or _DASHED.search(tail)
    return ("points", int(found[1]), text[: len(text) - len(tail) + found.start()]) if found else None


def _bracketed(text: str) -> _Part | None:
    opening, kind = _PAIRS.get(text[-1:], ("", ""))
    at = text.rfind(opening) if opening else -1
    if at < 0:
        return None
    inner = text[at + 1 : -1].strip()
    figure = _FIGURE.fullmatch(inner) if kind != "slot" else None
    if figure:
        return "points", int(figure[1]), text[:at]
    return (kind, inner, text[:at]) if inner else None


def _marked(text: str) -> _Part | None:
    before, _, last = text.rpartition(" ")
    kind = _MARKS.get(last[:1])
    return (kind, last[1:], before) if kind and (len(last) > 1 or kind == "section") else None


def _trays(text: str) -> _Part | None:
    before, _, last = text.rpartition(" ")
    return ("form", last, before) if before and _FORM.fullmatch(last) else None


_KINDS: Final[tuple[Callable[[str], _Part | None], ...]] = (_price, _bracketed, _marked, _trays)


def written(item: Item, section: str, counted: bool) -> str:
    """The entry as a line, without its upgrades: signs are escaped only where it would be read otherwise.

    Args:
        item: the entry.
        section: the section of the heading it stands under; `upgrades` for an upgrade.
        counted: write the number of copies even if it is one.
    """
    plain = _line(item, section, counted, lambda text: text.replace("\\", "\\\\"))
    return plain if entry(plain, section) == _alone(item) else _line(item, section, counted, _escaped)


def _alone(item: Item) -> Item:
    return Item(
        item.section,
        item.name,
        item.subtitle,
        item.count,
        item.points,
        item.slot,
        item.form,
        item.key,
        item.version,
    )


def _escaped(text: str) -> str:
    """Every sign but letters escaped: the line has the meaning its writer gave it."""
    return "".join(sign if sign.isalpha() else f"\\{sign}" for sign in text)


def _line(item: Item, section: str, counted: bool, safe: Callable[[str], str]) -> str:
    def part(before: str, text: str, after: str = "") -> str:
        return f" {before}{safe(' '.join(text.split()))}{after}" if text else ""

    count = f"{item.count}x " if counted or item.count != 1 else ""
    name = part("", item.name).strip() or ("" if item.key else _NAMELESS)
    each = " each" if item.count != 1 else ""
    return (
        count
        + name
        + part("| ", item.subtitle)
        + part("(", item.version, ")")
        + part("[", item.form, "]")
        + part("{", item.slot, "}")
        + part("#", item.key)
        + ("" if item.section == section else part("@", item.section) or " @")
        + ("" if item.points is None else f" = {item.points}{each}")
    ).strip()
