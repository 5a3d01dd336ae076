"""What the texts of all Legion list builders have in common: totals, headings, prices in brackets, pips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from muster.core.roster.roster import Item
from muster.exchange.rosters.reading import LONGEST_NAME, MOST_COPIES

BULLETS: Final = "-–—•·●*+"
"""What a line of a list may start with."""

PIPS: Final = "•·●*"
"""What pips of a command card are printed as."""

STANDING_ORDERS: Final = "Standing Orders"
"""The command card every hand holds; it counts as four pips."""

RANKS: Final[Mapping[str, str]] = {
    "commander": "commander",
    "commanders": "commander",
    "operative": "operative",
    "operatives": "operative",
    "corps": "corps",
    "special": "special",
    "special forces": "special",
    "support": "support",
    "supports": "support",
    "heavy": "heavy",
    "heavies": "heavy",
    "counterpart": "counterpart",
    "counterparts": "counterpart",
}
"""Headings above units, and the rank they stand for."""

DECK: Final[Mapping[str, str]] = {
    "objective": "objective",
    "objectives": "objective",
    "deployment": "deployment",
    "deployments": "deployment",
    "condition": "condition",
    "conditions": "condition",
    "secondary": "secondary",
    "secondaries": "secondary",
    "advantage": "advantage",
    "advantages": "advantage",
}
"""Headings above battle cards, and the category they stand for."""

_CARDS: Final[Mapping[str, str]] = {
    "commands": "command",
    "command cards": "command",
    "command hand": "command",
    "contingencies": "contingency",
    "contingency": "contingency",
    "battle deck": "battle",
    "battle cards": "battle",
}

_TOTAL: Final = re.compile(
    r"(?:total:?\s*)?(\d{1,6})\s*/\s*(\d{1,6})(?:\s*\((\d{1,3}) activations?\))?", re.IGNORECASE | re.ASCII
)
_PRICE: Final = re.compile(r"\(\s*(-?\d{1,5})\s*\)", re.ASCII)
_COPIES: Final = re.compile(r"(\d{1,3})\s?[x×](?=\s)\s*", re.IGNORECASE | re.ASCII)
_MARKS: Final = re.compile(rf"([{PIPS}](?:\s?[{PIPS}]){{0,3}})\s*")
_SUFFIX: Final = re.compile(r"\((\d)\)$", re.ASCII)
_VERSION: Final = re.compile(r"\((commander|operative|corps|special forces|support|heavy)\)$", re.IGNORECASE)
_SPLIT: Final = re.compile(rf",\s*(?=[{PIPS}])")


WITH_COMMAS: Final = frozenset(
    name.casefold()
    for name in (
        "Affirmative, General!",
        "Contact, Contact!",
        "Fear, Surprise, Intimidation",
        "Go, There Are Too Many...",
        "Gunner, Infantry!",
        "Jedi Training, Force Adept",
        "Jedi Training, Master Duelist",
        "Jedi Training, Peacekeeping Mission",
        "Jedi Training, Tactical Acumen",
        "Roger, Roger!",
        "Squadron, On Me",
        "Stories, So Many of Them True",
        "Take That, Clankers!",
        "Tools of the Trade, Flame Projector",
        "Tools of the Trade, Jetpack Rockets",
        "Tools of the Trade, Whipcord Launcher",
        "Unexpected, But Not Unwelcome",
        "Yes, My Master",
    )
)
"""The cards whose own names hold commas, folded."""


_OF_NAMES: Final = frozenset({"prototype"})
"""What stands in brackets at the end of a unit's own name."""


@dataclass(frozen=True, slots=True)
class Total:
    """A stated total, as in `800/800 (9 activations)`."""

    points: int
    limit: int
    activations: int | None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: the section and slot of what follows, and what stands on its own line after the colon."""

    section: str
    slot: str
    rest: str


@dataclass(frozen=True, slots=True)
class PricedName:
    """A name with the price in brackets after it; `joint` is the sign between it and what stood before."""

    joint: str
    name: str
    points: int | None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1; what was joined with ` || ` is taken apart."""
    whole = text if "\n" in text.strip() else text.replace(" || ", "\n")
    for number, line in enumerate(whole.split("\n"), start=1):
        if line.strip():
            yield number, line.strip()


def tidy(name: str) -> str:
    """A name without blanks around and inside more than one, without unprintable signs, and not too long."""
    words = "".join(sign if sign.isprintable() else " " for sign in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()


def versioned(section: str, name: str, **more: object) -> Item:
    """An item of this name, with a rank in parentheses at its end as its version."""
    found = _VERSION.search(name)
    version = found[1].capitalize() if found else ""
    bare = tidy(name[: found.start()] if found else name)
    return Item(section, bare or tidy(name), version=version if bare else "", **more)  # type: ignore[arg-type]


def inside(text: str) -> str:
    """What stands in the brackets around all of a text; names keep their own."""
    bare = text.strip()
    return bare[1:-1] if bare.startswith("(") and bare.endswith(")") else bare


def bracketed(text: str) -> tuple[str, str]:
    """What stands before the last brackets, which close the line, and what stands in them; brackets can hold brackets.

    Brackets that are part of a unit's name stay with it.
    """
    bare = text.strip()
    depth, at = 0, len(bare)
    while bare.endswith(")") and at > 0:
        at -= 1
        depth += {")": 1, "(": -1}.get(bare[at], 0)
        if depth == 0:
            inner = bare[at + 1 : -1]
            return (bare, "") if inner.strip().casefold() in _OF_NAMES else (bare[:at], inner)
    return bare, ""


def once(name: str) -> str:
    """A unit's name that the builder printed twice: `Kalani - Kalani`."""
    first, _, second = name.partition(" - ")
    return first.strip() if first.strip() == second.strip() else name


def total_in(line: str) -> Total | None:
    """The total a line states, if it states nothing else."""
    found = _TOTAL.fullmatch(line.strip())
    if found is None:
        return None
    return Total(int(found[1]), int(found[2]), int(found[3]) if found[3] else None)


def heading_in(line: str) -> Heading | None:
    """The heading a line is or begins with, such as `Corps:`; without a colon only if nothing else stands there."""
    words, _, rest = line.strip().partition(":")
    word = words.strip().lower()
    section = _CARDS.get(word) or ("unit" if word in RANKS else "battle" if word in DECK else "")
    return None if not section else Heading(section, RANKS.get(word) or DECK.get(word, ""), rest.strip())


def unbulleted(line: str) -> tuple[bool, str]:
    """Whether a line starts with a bullet, and the line without it."""
    bare = line.strip()
    rest = bare.lstrip(BULLETS)
    marks = bare[: len(bare) - len(rest)]
    return bool(marks), rest.strip() if marks else bare


def copies_in(text: str) -> tuple[int, str]:
    """The copies a line starts with, as in `2x Name`, 1 if it says none; and the rest."""
    found = _COPIES.match(text)
    if found is None or not 1 <= int(found[1]) <= MOST_COPIES:
        return 1, text
    return int(found[1]), text[found.end() :]


def priced(text: str) -> tuple[PricedName, ...]:
    """What a line lists, each name ending at its price in brackets: `A (5), B (10)`.

    A comma before a price is part of the name. What follows the last price is a last name without one.
    """
    parts = _PRICE.split(text)
    listed = [_joined(name, int(points)) for name, points in zip(parts[::2], parts[1::2], strict=False)]
    last = _joined(parts[-1], None)
    return tuple(each for each in (*listed, last) if each.name or each.points is not None)


def _joined(text: str, points: int | None) -> PricedName:
    bare = text.strip()
    joint = bare[:1] if bare[:1] in {",", ":", "+", "/", "="} else ""
    return PricedName(joint, tidy(bare[len(joint) :].rstrip(",:+ ")), points)


def upgrades_of(listed: tuple[PricedName, ...], line: int) -> tuple[Item, ...]:
    """Upgrades as listed: what stands after a slash is the card set aside for the one before it.

    A card set aside (Loadout) has the slot `loadout` and costs nothing: the army pays for the other one alone.
    """
    return tuple(
        Item("upgrades", each.name, points=0, slot="loadout", line=line)
        if each.joint == "/"
        else Item("upgrades", each.name, points=each.points, line=line)
        for each in listed
        if each.name
    )


def names_in(text: str) -> tuple[str, ...]:
    """Names without prices, separated by commas; a comma that is part of a card's own name separates nothing."""
    parts = [name for each in text.split(",") if (name := tidy(each))]
    found: list[str] = []
    while parts:
        joined = next((end for end in (3, 2) if ", ".join(parts[:end]).casefold() in WITH_COMMAS), 1)
        found.append(", ".join(parts[:joined]))
        del parts[:joined]
    return tuple(found)


def hand(text: str, section: str, line: int) -> tuple[Item, ...]:
    """The command cards of a line, one or many: split where pips follow a comma, never at another one."""
    return tuple(item for part in _SPLIT.split(text) if (item := _command(part, section, line)) is not None)


def _command(text: str, section: str, line: int) -> Item | None:
    bare = text.strip().lstrip("-–—+").strip()
    marks = _MARKS.match(bare)
    name = bare[marks.end() :] if marks else bare
    pips = sum(sign in PIPS for sign in marks[1]) if marks else 0
    suffix = _SUFFIX.search(name)
    if suffix is not None:
        name, pips = name[: suffix.start()], int(suffix[1])
    return command(tidy(name.rstrip(", ")), pips, section, line)


def command(name: str, pips: int = 0, section: str = "command", line: int = 0) -> Item | None:
    """A command card with its pips as slot; Standing Orders always has four; None without a name."""
    if not name:
        return None
    stated = 4 if name.lower() == STANDING_ORDERS.lower() else pips
    return Item(section, name, slot=str(stated) if stated else "", line=line)


def battle(text: str, slot: str, line: int) -> tuple[Item, ...]:
    """The battle cards of a line: one after a bullet, one or many separated by commas elsewhere."""
    bulleted, bare = unbulleted(text)
    names = (tidy(bare),) if bulleted else names_in(bare)
    return tuple(Item("battle", name, slot=slot, line=line) for name in names if name)
