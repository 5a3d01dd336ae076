"""A mistake in a regulations file: where it stands and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from muster.core.messages import Message, listing, say, verbatim
from muster.rules import basis
from muster.rules.schema import Regulations

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Step = str | int
"""One step of the way to a value: a key, or a place in a list counted from 0."""

Way = tuple[Step, ...]
"""The way to a value, such as `("structures", 1, "rows", 0)`."""


Found = Iterator[tuple[Way, Message]]
"""What a check finds: the way to each value and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong in a regulations file.

    Attributes:
        source: the name of the file, or of whatever else the value came from.
        key: the way to the value, such as `structures[2].rows[1].to` with lists counted from 1; empty where
            the whole file is meant.
        message: what is wrong and what would be right, in words.
        line: the number of the line that cannot be read, where it is one.
    """

    source: str
    key: str
    message: Message
    line: int | None = None

    def __str__(self) -> str:
        """One line: source, key, message."""
        return f"{self.source}: {self.key}: {self.message}" if self.key else f"{self.source}: {self.message}"


MOST: Final = 200
"""More mistakes of one sort than these are not reported: what is read is then no regulations file."""

LONGEST_STEP: Final = 100
"""Letters of a key that are said again."""

Mistakes = tuple[Mistake, ...]
"""All mistakes found in one go, never empty where it stands for a failure."""

T = TypeVar("T", bound=basis.Part)


def right(found: T | Mistakes) -> T:
    """What was read of a file that comes along.

    Raises:
        ValueError: it is faulty (never in a release: tests load every one).
    """
    if not isinstance(found, tuple):
        return found
    raise ValueError("\n".join(map(str, found)))


def key_text(way: Iterable[Step]) -> str:
    """The way to a value as people write it: `structures[2].rows[1].to`."""
    text = ""
    for step in way:
        text += (
            f"[{step + 1}]" if isinstance(step, int) else f".{step_text(step)}" if text else step_text(step)
        )
    return text


def step_text(step: Step) -> str:
    """One step as it is said: a key that never ends is cut, for a file can hold any."""
    text = str(step)
    return text if len(text) <= LONGEST_STEP else f"{text[:LONGEST_STEP]}…"


def suggest(says: Message, word: str, known: Iterable[str]) -> Message:
    """What is wrong with a word, and the known word that is like it, if there is one."""
    alike = get_close_matches(word[:100], islice(known, 1000), n=1)
    return say("{mistake}; did you mean `{word}`?", mistake=says, word=alike[0]) if alike else says


def no_id_among(table: str, identity: str) -> Message:
    """That an id is named which its table does not have."""
    return say("`{id}` is no id among the `{table}`", id=identity, table=table)


def _parts() -> Iterator[type[basis.Part]]:
    waiting = [base for base in Regulations.__bases__ if issubclass(base, basis.Part)]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.__subclasses__()


_KEYS: Final = sorted({name for part in _parts() for name in part.model_fields})

_CHOICES: Final = re.compile(", | or ")

_BY_PATTERN: Final = {
    basis.CLAUSE_PATTERN: say('must be a clause id in capitals, such as "ARM-TP-1"'),
    basis.KEY_PATTERN: say("must be lowercase letters and digits joined by hyphens"),
    basis.READING_PATTERN: say('must be the number of a reading, such as "B14" or "B9, B19"'),
    basis.LANGUAGE_PATTERN: say('must be a language of two lowercase letters, such as "en"'),
}

_PLAIN: Final = {
    "missing": say("is missing"),
    "int_type": say("must be a whole number"),
    "bool_type": say("must be true or false"),
    "string_type": say("must be text in quotation marks"),
    "date_type": say("must be a date without quotation marks, such as 2025-01-27"),
    "tuple_type": say("must be a list in square brackets"),
    "dict_type": say("must be a table of its own keys"),
    "model_type": say("must be a table of its own keys"),
    "model_attributes_type": say("must be a table of its own keys"),
    "string_too_short": say("must not be empty"),
    "union_tag_not_found": say("needs a `model`: 'margin', 'share' or 'games'"),
}

_WITH_LIMIT: Final = {
    "string_too_long": (say("must be no longer than {limit} characters"), "max_length"),
    "greater_than_equal": (say("must be at least {limit}"), "ge"),
    "less_than_equal": (say("must be at most {limit}"), "le"),
    "too_short": (say("must list at least {limit}"), "min_length"),
    "too_long": (say("must list at most {limit}"), "max_length"),
    "union_tag_invalid": (say("`model` must be one of {limit}"), "expected_tags"),
}


def _message(found: ErrorDetails, way: list[Step]) -> Message:
    kind, details = found["type"], found.get("ctx", {})
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _WITH_LIMIT:
        says, limit = _WITH_LIMIT[kind]
        return replace(says, args={"limit": details[limit]})
    if kind == "extra_forbidden":
        return suggest(say("is not a key known here"), str(way[-1]), _KEYS)
    if kind == "string_pattern_mismatch":
        return _BY_PATTERN[details["pattern"]]
    if kind == "literal_error":
        return say("must be {choices}", choices=listing(_CHOICES.split(details["expected"]), "or"))
    if kind == "value_error" and isinstance(details["error"], basis.UnfitError):
        return details["error"].says
    return verbatim(found["msg"])


def _way(steps: tuple[Step, ...]) -> list[Step]:
    """The way as the file has it: without the marks of a union's branch and of a table's key."""
    way = [step for step in steps if step != "[key]"]
    if len(way) > 1 and way[0] == "scoring":
        del way[1]
    return way


def shape_mistakes(error: ValidationError, source: str) -> Mistakes:
    """The mistakes that pydantic found, in an organiser's words."""
    details = error.errors(include_url=False, include_input=False)
    inside = {detail["loc"][:length] for detail in details for length in range(len(detail["loc"]))}
    found = []
    for detail in islice(details, MOST):
        if detail["type"] == "too_short" and detail["loc"] in inside:
            continue  # the list only looks short because a malformed item was left out
        way = _way(detail["loc"])
        found.append(Mistake(source, key_text(way), _message(detail, way)))
    return tuple(found)
