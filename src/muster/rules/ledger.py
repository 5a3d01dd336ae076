"""Every sentence of the regulations in our own words, and what carries it: a test, a duty, a step, a page, a text.

Each of the regulations has a file beside its own (`data/ledger`): a table with tabs between its columns, a sentence a
line, in the order of the document. What nothing carries yet has an empty cell there: it is listed, not hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BeforeValidator, Field, ValidationError

from muster.core.messages import Message, figure, listing, say, say_in
from muster.rules.basis import CLAUSE_PATTERN, KEY_PATTERN, ClauseId, Key, Part, UnfitError, Words
from muster.rules.beside import files
from muster.rules.mistakes import MOST, Mistake, Mistakes, key_text, shape_mistakes

SentenceKind = Literal["rule", "duty", "right", "text", "outside"]
"""What a sentence is: it decides something; somebody must do something; somebody may; it is to be looked up; or it is
no program's business."""

Actor = Literal["anybody", "organiser", "marshal", "judge", "scorekeeper", "player", "spectator"]
"""Whom a sentence binds, allows or tells."""

Moment = Literal[
    "before event",
    "registration",
    "check-in",
    "before round",
    "set-up",
    "during match",
    "at time",
    "end of match",
    "end of round",
    "cut",
    "after event",
    "always",
]
"""When it matters."""

Way = Literal["test", "duty", "prepare", "bring", "setup", "text", "page"]
"""How a sentence is carried: a test proves it; a kind of duty, a preparation, a line on what players bring and how they
draft, or a step of setting up reminds of it; the
words of a clause tell it on the pages of rules; or another page does."""

_PATTERNS: Final[Mapping[Way, str]] = MappingProxyType(
    {
        "test": r"tests/[a-z0-9_/]+\.py::test_\w+",
        "duty": KEY_PATTERN.strip("^$"),
        "prepare": KEY_PATTERN.strip("^$"),
        "bring": KEY_PATTERN.strip("^$"),
        "setup": KEY_PATTERN.strip("^$"),
        "text": CLAUSE_PATTERN.strip("^$"),
        "page": r"[a-z]+(:[a-z-]+)?",
    }
)

_TOLD: Final = frozenset({"text", "page"})
"""Ways that tell a sentence and decide nothing: not enough for a rule."""

COLUMNS: Final = ("section", "sentence", "clause", "kind", "actor", "moment", "carried", "reason")
"""The columns of a file, in order."""

_CONTEXTS: Final = MappingProxyType({"armada-pl": "sentence of armada-pl"})
"""Of documents that are not in English, the context in which their sentences are translated."""

MOST_BYTES: Final = 500_000
"""A ledger is never longer; those that come along have about 40,000 bytes."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """One thing that carries a sentence, written `way:id`, such as `duty:guardian`."""

    way: Way
    id: str

    def __str__(self) -> str:
        """As the file has it."""
        return f"{self.way}:{self.id}"


def _carriers(value: object) -> tuple[Carrier, ...]:
    return tuple(_carrier(one) for one in str(value).split())


def _carrier(text: str) -> Carrier:
    for way, pattern in _PATTERNS.items():
        if re.fullmatch(f"{way}:(?:{pattern})", text):
            return Carrier(way, text.partition(":")[2])
    ways = listing(get_args(Way), "or")
    raise UnfitError(
        say("`{text}` does not say what carries it: {ways}, a colon, an id", text=text[:80], ways=ways)
    )


class Sentence(Part):
    """One sentence of the regulations.

    Attributes:
        section: the heading it stands under.
        sentence: what it says, in our own words.
        clause: the clause by which it is cited; None where no clause on record holds it.
        kind: what it is.
        actor: whom it is about.
        moment: when it matters.
        carried: what carries it; empty while nothing does.
        reason: why it is no program's business; of such sentences alone.
    """

    section: Words
    sentence: Words
    clause: ClauseId | None = None
    kind: SentenceKind
    actor: Actor
    moment: Moment
    carried: Annotated[tuple[Carrier, ...], BeforeValidator(_carriers)] = ()
    reason: Words | None = None

    @property
    def has_place(self) -> bool:
        """Whether something carries it, or it is said why nothing has to."""
        return bool(self.carried) or self.kind == "outside"


class Sentences(Part):
    """All sentences of one set of regulations, in the order of the document."""

    regulations: Key
    sentences: Annotated[tuple[Sentence, ...], Field(min_length=1, max_length=10 * MOST)]

    def of(self, kind: SentenceKind) -> tuple[Sentence, ...]:
        """Its sentences of this kind."""
        return tuple(one for one in self.sentences if one.kind == kind)

    def words_of(self, one: Sentence) -> Message:
        """What one of them says, for readers of any language; those of the Polish edition in its own words."""
        return say_in(_CONTEXTS.get(self.regulations, "sentence"), one.sentence)

    @property
    def homeless(self) -> tuple[Sentence, ...]:
        """Those that nothing carries."""
        return tuple(one for one in self.sentences if not one.has_place)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some sentences have their place."""

    carried: int
    all: int

    def __str__(self) -> str:
        """As tables write it: `12/30`."""
        return f"{self.carried}/{self.all}"


def share(sentences: tuple[Sentence, ...]) -> Share:
    """How many of these have their place."""
    return Share(sum(one.has_place for one in sentences), len(sentences))


def coverage(ledger: Sentences) -> Mapping[SentenceKind, Share]:
    """How many sentences of each kind have their place."""
    return MappingProxyType({kind: share(ledger.of(kind)) for kind in get_args(SentenceKind)})


@cache
def ledgers() -> Mapping[str, Sentences]:
    """The ledgers that come along, by the id of their regulations.

    Raises:
        ValueError: a file is faulty (never in a release: tests load every one).
    """
    return MappingProxyType(files("ledger", parse, ".tsv"))


def parse(text: bytes, source: str) -> Sentences | Mistakes:
    """Read a ledger; `source` is its file's name, which is the id of its regulations with `.tsv`.

    Returns:
        The ledger, or every mistake in the file at once; a row is named by its place, the headings not counted. No
        content of a file makes this raise.
    """
    rows = _rows(text, source)
    if isinstance(rows, Mistake):
        return (rows,)
    try:
        found = Sentences.model_validate({"regulations": source.removesuffix(".tsv"), "sentences": rows})
    except ValidationError as error:
        return shape_mistakes(error, source)
    misfits = islice(_misfits(found), 2 * MOST)
    return tuple(Mistake(source, key_text(("sentences", at)), says) for at, says in misfits) or found


def _rows(text: bytes, source: str) -> tuple[dict[str, Any], ...] | Mistake:
    """The filled cells of each row by their column, or why there are none."""
    if len(text) > MOST_BYTES:
        return Mistake(
            source, "", say("is longer than {most} bytes; a ledger is shorter", most=figure(MOST_BYTES))
        )
    try:
        head, *lines = text.decode("utf-8-sig").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        number = text.count(b"\n", 0, error.start) + 1
        says = say("line {line} is not UTF-8 text; save the file with the encoding UTF-8", line=number)
        return Mistake(source, "", says, number)
    if tuple(head.split("\t")) != COLUMNS:
        says = say(
            "the first line must name the columns, with tabs between them: {names}",
            names=listing(COLUMNS, "plain"),
        )
        return Mistake(source, "", says, 1)
    for number, line in enumerate(lines, start=2):
        if line.count("\t") != len(COLUMNS) - 1 or not line.replace("\t", "").isprintable():
            says = say("line {line} must have {count} cells of plain text", line=number, count=len(COLUMNS))
            return Mistake(source, "", says, number)
    split = (zip(COLUMNS, line.split("\t"), strict=True) for line in lines)
    return tuple({name: cell for name, cell in row if cell} for row in split)


def _misfits(ledger: Sentences) -> Iterator[tuple[int, Message]]:
    """What well-formed rows can still get wrong, each with the place of its row."""
    seen = set[tuple[str, str]]()
    for at, one in enumerate(ledger.sentences):
        if (one.section, one.sentence) in seen:
            yield at, say("is there twice; every sentence stands once in its section")
        seen.add((one.section, one.sentence))
        if (one.kind == "outside") != (one.reason is not None):
            yield at, say("needs a `reason` where its kind is outside, and nowhere else")
        if one.kind == "outside" and one.carried:
            yield at, say("is no program's business, so nothing carries it")
        if one.kind == "rule" and one.carried and all(each.way in _TOLD for each in one.carried):
            yield at, say("is a rule: words alone do not carry it, a test has to prove it")
