"""What every importer of cards shares: files as documents, careful access to what strangers wrote, and cards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final
from xml.etree import ElementTree

from muster.core.messages import Message, say
from muster.core.roster.catalogue import Card, Price
from muster.core.roster.editions import aliases_of
from muster.rules.rosters import Game

LARGEST: Final = 8_000_000
"""Bytes of one file: the largest public one has about 1.2 million."""

MOST_CARDS: Final = 50_000
"""Cards of one catalogue: the largest game has about 2,300."""

LONGEST: Final = 200
"""Characters of a name."""

LONGEST_KEY: Final = 120
"""Characters of a key."""

MOST_ALIASES: Final = 60
"""Other names of one card."""

MOST_POINTS: Final = 99_999
"""The highest price that is taken for one."""

Entry = Mapping[str, object]
"""One record of a document; nothing in it is sure."""

_GAPS: Final = re.compile(r"\s+")
_NO_KEY: Final = re.compile(r"[^a-z0-9]+")
_DECLARED: Final = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CatalogueProblem:
    """What is wrong with a file of cards: one sentence; the line it is about, 0 if it is about all of it."""

    line: int
    says: Message

    def __str__(self) -> str:
        return str(say("line {line}: {says}", line=self.line, says=self.says) if self.line else self.says)


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that was opened.

    Attributes:
        name: what it is called; only for messages.
        value: what it holds: a JSON value, the root of an XML document, or plain text.
    """

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class Source:
    """A public collection of cards whose form is known.

    Attributes:
        id: such as `isb`.
        name: what it is, for people.
        game: whose cards.
        knows: whether a document is of this form; told from its content alone.
        cards: the cards of all its documents together.
    """

    id: str
    name: str
    game: Game
    knows: Callable[[object], bool]
    cards: Callable[[tuple[object, ...]], Iterable[Card]]


def opened(name: str, content: bytes) -> OpenedFile | CatalogueProblem:
    """A file as a document; or why it cannot be one: too large, no text, broken JSON or XML."""
    if len(content) > LARGEST:
        return CatalogueProblem(
            0,
            say("{file}: larger than {most} MB, which no catalogue is", file=name, most=LARGEST // 1_000_000),
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return CatalogueProblem(0, say("{file}: not UTF-8 text; save it as CSV in UTF-8", file=name))
    start = text.lstrip()[:1]
    if start == "<":
        return _xml(name, text)
    return _json(name, text) if start and start in "{[" else OpenedFile(name, text)


def _xml(name: str, text: str) -> OpenedFile | CatalogueProblem:
    """An XML document. What it says of its encoding is not asked: the text is decoded already."""
    if _DECLARED.search(text):
        return CatalogueProblem(0, say("{file}: XML with declarations of its own is not read", file=name))
    try:
        return OpenedFile(name, ElementTree.fromstring(text))  # noqa: S314  (no entities: refused above)
    except ElementTree.ParseError as error:
        return CatalogueProblem(error.position[0], say("{file}: broken XML", file=name))


def _json(name: str, text: str) -> OpenedFile | CatalogueProblem:
    try:
        return OpenedFile(name, json.loads(text))
    except json.JSONDecodeError as error:
        return CatalogueProblem(error.lineno, say("{file}: broken JSON: {fault}", file=name, fault=error.msg))
    except (RecursionError, ValueError):
        return CatalogueProblem(0, say("{file}: JSON too deep, or with a number too long", file=name))


def entry(value: object) -> Entry:
    """A record; an empty one where there is none."""
    return value if isinstance(value, dict) else {}


def keyed(value: object) -> Iterator[tuple[str, Entry]]:
    """The records of a table of records, with their keys."""
    return ((key, each) for key, each in entry(value).items() if isinstance(each, dict))


def listed(value: object) -> Iterator[Entry]:
    """The records of a list."""
    return (each for each in value if isinstance(each, dict)) if isinstance(value, list) else iter(())


def tidy(value: object, most: int = LONGEST) -> str:
    """A text in one line, without the `;` that separates words of a cell; empty if it is none."""
    if not isinstance(value, str):
        return ""
    clean = "".join(character if character.isprintable() else " " for character in value)
    return _GAPS.sub(" ", clean.replace(";", ",")).strip()[:most].strip()


def words(value: object) -> tuple[str, ...]:
    """The texts of a list, or the only text; none empty, each once."""
    many = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(filter(None, map(tidy, many))))


def whole(value: object) -> int | None:
    """A whole number from a number or its digits; None if it is none, negative or too large."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,5}(\.0+)?", value.strip()):
        value = int(value.strip().partition(".")[0])
    sure = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS
    return value if sure and isinstance(value, int) else None


def priced(points: int | None, form: str = "") -> tuple[Price, ...]:
    """A price without dates; none where it is unknown."""
    return () if points is None else (Price(points, form),)


def slug(*parts: str) -> str:
    """A key of letters, digits and hyphens."""
    return _NO_KEY.sub("-", "-".join(filter(None, parts)).casefold()).strip("-")[:LONGEST_KEY]


def finished(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that have key and name, each key once, without aliases that say nothing new."""
    made: dict[str, Card] = {}
    for card in cards:
        if card.key and card.name and card.kind and card.key not in made:
            aliases = aliases_of(card, card.aliases)[:MOST_ALIASES]
            made[card.key] = replace(card, key=card.key[:LONGEST_KEY], aliases=aliases)
    return tuple(made.values())
