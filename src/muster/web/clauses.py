"""A clause opened: what it says in our words, where in which document it stands, and how it is read here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel

from muster.app.events.offers import variants
from muster.core.messages import NOTHING, Message, of_rules, say_in, verbatim
from muster.core.tournament.state import Ruleset, State
from muster.rules.basis import Cited
from muster.rules.names import document_name
from muster.rules.readings import READINGS, readings_of
from muster.rules.schema import Regulations


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """A reading the organiser can choose: what it decides, what holds here, and whether it is the usual one."""

    what: Message
    how: Message
    usual: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """A clause with its words.

    Attributes:
        clause: its id.
        document: the document and its version; empty for a reading, which stands in none.
        section: the section of it.
        says: what it says, in our words.
        readings: the readings that it rests on here, each with its words.
        chosen: what the organiser chose where it can be read in more than one way.
    """

    clause: str
    document: Message
    section: str
    says: Message
    readings: tuple[tuple[str, Message], ...] = ()
    chosen: tuple[ClauseReading, ...] = ()


def titled(regulations: Regulations) -> Message:
    """What a document is called, with its version: `Armada Tournament Regulations 4.0`."""
    return say_in(
        "document",
        "{name} {version}",
        name=document_name(regulations),
        version=of_rules(regulations.document.version),
    )


def opened(state: State, clause: str, reading: str = "") -> Opened | None:
    """A clause of the tournament's regulations, or a reading; None for an id that is neither. Looked up once.

    Args:
        state: the tournament.
        clause: the id, such as `COM-PAIR-3` or `B13`.
        reading: the readings that are known to matter, such as `B9, B19`; those the file names if none are given.
    """
    return _opened(Ruleset(state), clause, reading)


@lru_cache(maxsize=512)
def _opened(rules: Ruleset, clause: str, reading: str) -> Opened | None:
    if clause in READINGS:
        return Opened(clause, NOTHING, "", READINGS[clause])
    regulations = rules.regulations
    found = regulations.clauses.get(clause)
    if found is None:
        return None
    document = titled(regulations)
    numbers = reading or ", ".join(dict.fromkeys(_read(regulations, clause)))
    readings = tuple(readings_of(numbers))
    return Opened(
        clause, document, found.section, regulations.words_of(clause), readings, tuple(_chosen(rules, clause))
    )


def _read(part: object, clause: str) -> Iterator[str]:
    """The readings that parts of a regulations file rest on which cite a clause, in the order of the file."""
    if isinstance(part, Cited) and part.clause == clause and part.reading:
        yield from part.reading.split(", ")
    if isinstance(part, Regulations):
        for name in ("cut", "pairing", "standings", "elimination", "scoring", "bye", "unpaired_loss"):
            yield from _read(getattr(part, name), clause)
        yield from _read(part.structures, clause)
    elif isinstance(part, tuple):
        for one in part:
            yield from _read(one, clause)
    elif isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from _read(getattr(part, name), clause)


def _chosen(rules: Ruleset, clause: str) -> Iterator[ClauseReading]:
    for one in variants(rules.regulations):
        if one.clause == clause:
            value = str(getattr(rules.variants, one.name))
            how = next((choice.label for choice in one.choices if choice.value == value), verbatim(value))
            yield ClauseReading(one.label, how, value == one.default)
