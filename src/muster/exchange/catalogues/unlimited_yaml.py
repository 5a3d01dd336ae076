"""Cards of Unlimited as swumeta keeps them: flat YAML documents one after the other.

Only the few forms that file uses are understood; anything else is refused line by line, so that nothing is read
as something it is not. There is no unique flag in it: import another source beside it for that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from muster.core.roster.catalogue import Card
from muster.exchange.catalogues.entries import Source, tidy
from muster.exchange.catalogues.unlimited_json import in_order, unlimited_card

_VALUE: Final = re.compile(r"([a-z]{1,20}):(?: (.{0,500}))?")
_PLAIN: Final = re.compile(r"[A-Za-z0-9._-]{1,100}")
_START: Final = re.compile(r'---\nset: "[A-Z0-9]{2,5}"\nnumber: ')

Record = dict[str, object]


def _knows(value: object) -> bool:
    return isinstance(value, str) and _START.match(value.lstrip()[:60]) is not None


def _cards(documents: tuple[object, ...]) -> tuple[Card, ...]:
    return in_order(card for text in documents for found in _records(str(text)) for card in _made(found))


def _records(text: str) -> Iterator[Record]:
    """The records; one with a line that is not understood is passed over as a whole."""
    for part in re.split(r"^---$", text, flags=re.MULTILINE):
        found = _record(part.splitlines())
        if found:
            yield found


def _record(lines: list[str]) -> Record | None:
    found: Record = {}
    several: list[object] | None = None
    for line in filter(str.strip, lines):
        if line.startswith("- ") and several is not None:
            several.append(_scalar(line[2:]))
            continue
        stated = _VALUE.fullmatch(line.rstrip())
        if stated is None:
            return None
        several = None if stated[2] else []
        found[stated[1]] = _scalar(stated[2]) if stated[2] else several
    return found


def _scalar(stated: str) -> object:
    """A text in double quotes (they are those of JSON), or a plain word or number; None for anything else."""
    if stated.startswith('"'):
        try:
            return json.loads(stated)
        except ValueError:
            return None
    return stated if _PLAIN.fullmatch(stated) else None


def _made(found: Record) -> Iterator[Card]:
    names = tidy(found.get("name")), tidy(found.get("title"))
    kind, number = tidy(found.get("type")), tidy(found.get("number"), 4)
    yield from unlimited_card(tidy(found.get("set")), number, kind, names, {"aspects": found.get("aspects")})


SOURCE: Final = Source("swumeta", "Star Wars: Unlimited, swumeta", "unlimited", _knows, _cards)
"""All sets in one file."""
