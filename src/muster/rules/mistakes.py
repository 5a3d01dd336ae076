"""A mistake in a regulations file: where it stands and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from muster.rules import basis
from muster.rules.schema import Regulations

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Step = str | int
"""One step of the way to a value: a key, or a place in a list counted from 0."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong in a regulations file.

    Attributes:
        source: the name of the file, or of whatever else the value came from.
        key: the way to the value, such as `structures[2].rows[1].to` with lists counted from 1; empty where
            the whole file is meant.
        message: what is wrong and what would be right, in words.
    """

    source: str
    key: str
    message: str

    def __str__(self) -> str:
        """One line: source, key, message."""
        return f"{self.source}: {self.key}: {self.message}" if self.key else f"{self.source}: {self.message}"


MOST: Final = 200
"""More mistakes of one sort than these are not reported: what is read is then no regulations file."""

Mistakes = tuple[Mistake, ...]
"""All mistakes found in one go, never empty where it stands for a failure."""


def key_text(way: Iterable[Step]) -> str:
    """The way to a value as people write it: `structures[2].rows[1].to`."""
    text = ""
    for step in way:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def close_to(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` where one of the known words is like this one, else nothing."""
    found = get_close_matches(word[:100], islice(known, 1000), n=1)
    return f"; did you mean `{found[0]}`?" if found else ""


def _parts() -> Iterator[type[basis.Part]]:
    waiting = [base for base in Regulations.__bases__ if issubclass(base, basis.Part)]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += part.__subclasses__()


_KEYS: Final = sorted({name for part in _parts() for name in part.model_fields})

_BY_PATTERN: Final = {
    basis.CLAUSE_PATTERN: 'must be a clause id in capitals, such as "ARM-TP-1"',
    basis.KEY_PATTERN: "must be lowercase letters and digits joined by hyphens",
    basis.READING_PATTERN: 'must be the number of a reading, such as "B14" or "B9, B19"',
    basis.LANGUAGE_PATTERN: 'must be a language of two lowercase letters, such as "en"',
}

_BY_KIND: Final = {
    "missing": "is missing",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be text in quotation marks",
    "date_type": "must be a date without quotation marks, such as 2025-01-27",
    "tuple_type": "must be a list in square brackets",
    "dict_type": "must be a table of its own keys",
    "model_type": "must be a table of its own keys",
    "model_attributes_type": "must be a table of its own keys",
    "string_too_short": "must not be empty",
    "string_too_long": "must be no longer than {max_length} characters",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "too_short": "must list at least {min_length}",
    "too_long": "must list at most {max_length}",
    "literal_error": "must be {expected}",
    "union_tag_not_found": "needs a `model`: 'margin', 'share' or 'games'",
    "union_tag_invalid": "`model` must be one of {expected_tags}",
    "value_error": "{error}",
}


def _message(found: ErrorDetails, way: list[Step]) -> str:
    kind = found["type"]
    if kind == "extra_forbidden":
        return f"is not a key known here{close_to(str(way[-1]), _KEYS)}"
    details: dict[str, Any] = found.get("ctx", {})
    if kind == "string_pattern_mismatch":
        return _BY_PATTERN[details["pattern"]]
    return _BY_KIND[kind].format(**details) if kind in _BY_KIND else found["msg"]


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
