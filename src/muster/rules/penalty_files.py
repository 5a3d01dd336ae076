"""Tables of penalties read from files: the ones that come along, and an organiser's own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from pydantic import ValidationError

from muster.core.messages import Message, figure, say
from muster.rules.beside import files, fitting, parsed
from muster.rules.mistakes import Mistake, Mistakes, Way, shape_mistakes
from muster.rules.penalties import PenaltyTable, misfits
from muster.rules.schema import Regulations

MOST_BYTES: Final = 100_000
"""A table of penalties is never longer; those that come along have about 7,000 bytes."""

_MANY_DOTS: Final = 10
"""A text with more dots has them written as escapes: lines of many dots are no regulations file's."""


@cache
def tables() -> Mapping[str, PenaltyTable]:
    """The tables that come along, by id.

    Raises:
        ValueError: a file is faulty (never in a release: tests load every one).
    """
    return files("penalties", parse)


def table_for(regulations: Regulations) -> PenaltyTable:
    """The table that tournaments under these regulations use unless their organiser has another one.

    Regulations that no table names, such as an organiser's own, use the one of games scored alike.
    """
    found = (each for each in tables().values() if regulations.id in each.regulations)
    usual = "unlimited" if regulations.scoring.model == "games" else "miniatures"
    return next(found, tables()[usual])


def parse(text: bytes, source: str) -> PenaltyTable | Mistakes:
    """Read a file of penalties; `source` is the name by which mistakes call it.

    Returns:
        The table, or every mistake in the file at once. No content of a file makes this raise.
    """
    return parsed(text, source, PenaltyTable, _misfits)


def read(text: bytes, source: str) -> PenaltyTable | Mistakes:
    """Read an organiser's file: TOML, or JSON where it begins with a brace; lists every mistake, never raises."""
    if len(text) > MOST_BYTES:
        says = say("is longer than {most} bytes; a table of penalties is shorter", most=figure(MOST_BYTES))
        return (Mistake(source, "", says),)
    if not text.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return parse(text, source)
    try:
        value = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return (Mistake(source, "", say("is not JSON: {error}", error=str(error))),)
    return from_json_value(value, source)


def to_toml(table: PenaltyTable) -> str:
    """The table as a file that `read` makes the same table of."""
    value = to_json_value(table)
    kinds, categories = value.pop("kinds"), value.pop("categories")
    parts = [_block("", value)]
    parts += [_block("[[kinds]]\n", kind) for kind in kinds]
    parts += [_block("[[categories]]\n", category) for category in categories]
    return "\n".join(parts)


def _block(heading: str, values: Mapping[str, Any]) -> str:
    return heading + "".join(f"{key} = {_toml(value, deep=False)}\n" for key, value in values.items())


def _toml(value: Any, *, deep: bool = True) -> str:
    """A value as TOML has it; the items of a list that is not inside another stand on lines of their own."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        items = [_toml(each) for each in value]
        return f"[{', '.join(items)}]" if deep else "".join(["[\n", *(f"    {one},\n" for one in items), "]"])
    text = json.dumps(value, ensure_ascii=False)  # a text without line ends and the like is the same in both
    return text.replace(".", "\\u002E") if text.count(".") > _MANY_DOTS else text


def to_json_value(table: PenaltyTable) -> dict[str, Any]:
    """The table as a value of JSON; fields with their default value are left out."""
    return table.model_dump(mode="json", exclude_defaults=True)


def from_json_value(value: object, source: str = "penalties") -> PenaltyTable | Mistakes:
    """Read what `to_json_value` made, or an organiser's own; anything else is answered with its mistakes."""
    try:
        table = PenaltyTable.model_validate_json(json.dumps(value, allow_nan=False))
    except ValidationError as error:
        return shape_mistakes(error, source)
    except (TypeError, ValueError, RecursionError):
        return (Mistake(source, "", say("is not a value of JSON")),)
    return fitting(table, source, _misfits)


def _misfits(table: PenaltyTable) -> Iterable[tuple[Way, Message]]:
    value = to_json_value(table)
    return (*_too_long(value), *_unprintable(value), *misfits(table))


def _too_long(value: object) -> Iterator[tuple[Way, Message]]:
    if len(json.dumps(value, ensure_ascii=False)) > MOST_BYTES:
        yield (), say("is longer than {most} letters; shorten its words", most=figure(MOST_BYTES))


def _unprintable(value: object, way: Way = ()) -> Iterator[tuple[Way, Message]]:
    """Texts with characters that control instead of being shown; no database takes all of them."""
    if isinstance(value, str) and not value.isprintable():
        yield way, say("has line ends or characters that cannot be shown; write it in one line without them")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _unprintable(each, (*way, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _unprintable(each, (*way, place))
