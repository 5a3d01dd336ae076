"""Regulations read from files: the ones that come along, and an organiser's own.

Nothing here decides anything; it says exactly what is wrong with a file, everything at once.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError

from muster.core.messages import Message, figure, listing, say
from muster.rules.checks import CHECKS
from muster.rules.mistakes import MOST, Mistake, Mistakes, key_text, right, shape_mistakes, suggest
from muster.rules.parts import Parts, parts_in, parts_of
from muster.rules.schema import Regulations
from muster.rules.scoring_checks import NEEDS_DRAWS, variants_misfit
from muster.rules.variants import Variants

__all__ = [
    "Citation",
    "Mistake",
    "Mistakes",
    "Summary",
    "UnknownClauseError",
    "UnknownRegulationsError",
    "apply_variants",
    "available",
    "based_on",
    "citation",
    "from_json_value",
    "load",
    "parse",
    "ready_made",
    "to_json_value",
]

MAX_BYTES: Final = 100_000
"""A regulations file is never longer; those that come along have about 20,000 bytes."""

_MAX_LEVELS: Final = 12
"""Values are never nested more deeply; the deepest in a regulations file lies 6 levels down."""

_MAX_DOTS: Final = 100
"""A line has no more dots than this: keys joined by dots take the TOML reader the square of their number."""

READY: Final = "ready"
"""The folder of the games that come along without a publisher's text."""

BASE: Final = "own-game"
"""What these, and games made by a form, are based on; no game by itself."""

_OF_BASE: Final = frozenset({"based_on", "constructions"})
"""What a file says of the regulations it is based on."""

_AT: Final = re.compile(r"at line (\d+)")


class NotListedError(LookupError):
    """What was named is not there."""

    def __init__(self, says: Message) -> None:
        """What was looked for, and what there is."""
        super().__init__(says)
        self.says = says


class UnknownRegulationsError(NotListedError):
    """There are no regulations of this id."""


class UnknownClauseError(NotListedError):
    """The regulations do not list this clause."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of regulations shows of each."""

    id: str
    game: str
    edition: str
    document: str
    effective: date | None
    language: str


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a clause stands: document, version and section."""

    document: str
    version: str
    section: str
    clause: str

    @property
    def text(self) -> str:
        """One line, such as `Armada Tournament Regulations 4.0, Tournament Points (ARM-TP-1)`."""
        return f"{self.document} {self.version}, {self.section} ({self.clause})"


@cache
def _files(*folders: str) -> Mapping[str, bytes]:
    folder = resources.files("muster.rules").joinpath("data", *folders)
    files = {item.name: item for item in folder.iterdir() if item.name.endswith(".toml")}
    return {name.removesuffix(".toml"): files[name].read_bytes() for name in sorted(files)}


def _text(regulations_id: str) -> bytes | None:
    """The file of this id: of regulations by the book, or one that is ready-made."""
    return _files().get(regulations_id) or _files(READY).get(regulations_id)


@cache
def load(regulations_id: str) -> Regulations:
    """The regulations of this id that come along, such as `armada-4.0`.

    Raises:
        UnknownRegulationsError: none of this id come along; the message lists those that do.
        ValueError: the file is faulty (never in a release: tests load every one).
    """
    text = _text(regulations_id)
    if text is None:
        known = listing([*_files(), *(one.id for one in ready_made())], "plain")
        says = say("there are no regulations `{id}`; known are {known}", id=regulations_id, known=known)
        raise UnknownRegulationsError(says)
    return right(parse(text, f"{regulations_id}.toml"))


def based_on(regulations_id: str) -> str | None:
    """The id of the regulations whose text these are, too: another way to play by the same document."""
    text = _text(regulations_id)
    contents = None if text is None else contents_of(text, regulations_id)
    return contents.get("based_on") if isinstance(contents, dict) else None


def _whole(contents: dict[str, Any], source: str) -> dict[str, Any] | Mistake:
    """The contents with what they have from the regulations they are based on: every table they do not give.

    Clauses are added to those of the regulations below; `constructions` puts some of their ways of building a
    roster first.
    """
    base = contents.get("based_on")
    if base is None:
        return contents
    text = _text(base) if isinstance(base, str) else None
    under = None if text is None else contents_of(text, f"{base}.toml")
    under = _whole(under, source) if isinstance(under, dict) else under
    if not isinstance(under, dict):
        says = say("names no regulations that come along: {known}", known=listing(_files(), "plain"))
        return Mistake(source, "based_on", says)
    own = {key: value for key, value in contents.items() if key not in _OF_BASE}
    wanted = contents.get("constructions")
    if wanted is not None and "roster" not in own:
        roster = under.get("roster", {})
        ways = {one["id"]: one for one in roster.get("constructions", ())}
        if not isinstance(wanted, tuple) or not all(isinstance(one, str) and one in ways for one in wanted):
            says = say(
                "names a way of building that {base} has not: {known}",
                base=base,
                known=listing(ways or ("–",), "plain"),
            )
            return Mistake(source, "constructions", says)
        first = {one: ways[one] for one in wanted}
        own["roster"] = {**roster, "constructions": tuple({**first, **ways}.values())}
    if isinstance(own.get("clauses"), dict):
        own["clauses"] = {**under["clauses"], **own["clauses"]}
    return {**under, **own}


def available() -> tuple[Summary, ...]:
    """All regulations that come along by the book of a publisher, in the order of their ids."""
    return tuple(summary(load(each)) for each in _files())


def ready_made() -> tuple[Summary, ...]:
    """The games that come along ready-made, by no publisher's text, in the order of their ids."""
    return tuple(summary(load(each)) for each in _files(READY) if each != BASE)


def summary(regulations: Regulations) -> Summary:
    """What a list shows of these regulations."""
    document = regulations.document
    return Summary(
        regulations.id,
        regulations.game,
        regulations.edition,
        document.name,
        document.effective,
        document.language,
    )


def contents_of(text: bytes, source: str) -> dict[str, Any] | Mistake:
    """The tables of a TOML file, lists as tuples, or why it has none."""
    if len(text) > MAX_BYTES:
        says = say(
            "is {bytes} bytes long; a regulations file has at most {most}",
            bytes=figure(len(text)),
            most=figure(MAX_BYTES),
        )
        return Mistake(source, "", says)
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = text.count(b"\n", 0, error.start) + 1
        says = say("line {line} is not UTF-8 text; save the file with the encoding UTF-8", line=number)
        return Mistake(source, "", says, number)
    for number, line in enumerate(decoded.splitlines(), start=1):
        if line.count(".") > _MAX_DOTS:
            says = say("line {line} has more than {most} dots", line=number, most=_MAX_DOTS)
            return Mistake(source, "", says, number)
    try:
        tables: dict[str, Any] = _with_tuples(tomllib.loads(decoded), _MAX_LEVELS)
    except RecursionError:
        return Mistake(source, "", say("is nested too deeply"))
    except ValueError as error:
        at = _AT.search(str(error))
        return Mistake(source, "", say("is not TOML: {error}", error=str(error)), int(at[1]) if at else None)
    return tables


def _with_tuples(value: Any, levels: int) -> Any:
    """The value with lists as tuples; refused beyond so many levels, like any other bottomless nesting."""
    if levels == 0:
        raise RecursionError
    if isinstance(value, dict):
        return {key: _with_tuples(item, levels - 1) for key, item in value.items()}
    return tuple(_with_tuples(item, levels - 1) for item in value) if isinstance(value, list) else value


def _misfits(parts: Parts, source: str) -> Mistakes:
    found = (each for check in CHECKS for each in check(parts))
    return tuple(Mistake(source, key_text(way), message) for way, message in islice(found, MOST))


def parse(text: bytes, source: str) -> Regulations | Mistakes:
    """Read a regulations file; `source` is the name by which mistakes call it.

    Returns:
        The regulations, or every mistake in the file at once: the shape of its values first, then what does
        not fit together. No content of a file makes this raise.
    """
    contents = contents_of(text, source)
    whole = contents if isinstance(contents, Mistake) else _whole(contents, source)
    return (whole,) if isinstance(whole, Mistake) else _regulations(whole, source)


def _regulations(contents: dict[str, Any], source: str) -> Regulations | Mistakes:
    try:
        regulations = Regulations.model_validate(contents)
    except ValidationError as error:
        return shape_mistakes(error, source) + _misfits(parts_in(contents), source)
    return _misfits(parts_of(regulations, contents), source) or regulations


def to_json_value(regulations: Regulations) -> dict[str, Any]:
    """The regulations as a value of JSON without floats: what a journal keeps of them.

    Ratios and dates are text; fields with their default value are left out.
    """
    return regulations.model_dump(mode="json", exclude_defaults=True)


def from_json_value(value: object, source: str = "regulations") -> Regulations | Mistakes:
    """Read what `to_json_value` made; anything else is answered with its mistakes."""
    try:
        regulations = Regulations.model_validate_json(json.dumps(value, allow_nan=False))
    except ValidationError as error:
        return shape_mistakes(error, source)
    except (TypeError, ValueError, RecursionError):
        return (Mistake(source, "", say("is not a value of JSON")),)
    data: Mapping[str, object] = value if isinstance(value, Mapping) else {}
    return _misfits(parts_of(regulations, data), source) or regulations


def citation(regulations: Regulations, clause_id: str) -> Citation:
    """Where a clause stands in the document the regulations restate.

    Raises:
        UnknownClauseError: the regulations do not list this clause.
    """
    clause = regulations.clauses.get(clause_id)
    if clause is None:
        says = say("{regulations} has no clause {clause}", regulations=regulations.id, clause=clause_id[:40])
        raise UnknownClauseError(suggest(says, clause_id, regulations.clauses))
    return Citation(regulations.document.name, regulations.document.version, clause.section, clause_id)


def apply_variants(regulations: Regulations, overrides: Mapping[str, object]) -> Variants | Mistakes:
    """The regulations' variants with an organiser's own choices in place of some.

    `overrides` maps the name of a variant to its value; ratios are text such as `1/3`.

    Returns:
        The variants, or a mistake for every unknown name, every value that its variant does not know, and one that
        does not fit the way games are scored.
    """
    try:
        variants = Variants.model_validate({**regulations.variants.model_dump(), **overrides})
    except ValidationError as error:
        return shape_mistakes(error, "variants")
    if variants_misfit(variants, regulations.scoring):
        return (Mistake("variants", "unplayed_rounds", NEEDS_DRAWS),)
    return variants
