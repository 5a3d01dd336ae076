"""Parts of a JSON value of unknown origin, taken as what they should be; nothing where they are not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.exchange.rosters.cleaning import json_value
from muster.exchange.rosters.reading import Unreadable

_DIGITS: Final = 6
"""Digits of the largest number in a list."""


def loaded(text: str) -> object | Unreadable:
    """The value of a JSON text, as `cleaning.json_value` takes it; or why there is none, and what to do instead.

    A text that Longshanks has put into one line, with ` || ` between the lines, is read as if it had those lines.
    """
    found = json_value(text)
    if isinstance(found, Unreadable) and "||" in text:
        again = json_value(text.replace("||", "\n"))
        found = found if isinstance(again, Unreadable) else again
    if isinstance(found, Unreadable):
        return Unreadable(f"{found.says} Or paste the list as text.", found.line)
    return found


def mapping(value: object) -> Mapping[str, object]:
    """The value as an object of JSON; an empty one if it is none."""
    return value if isinstance(value, dict) else {}


def values(value: object) -> tuple[object, ...]:
    """The value as an array of JSON; an empty one if it is none."""
    return tuple(value) if isinstance(value, list) else ()


def text_of(value: object) -> str:
    """The value as text; empty if it is none."""
    return value if isinstance(value, str) else ""


def number_of(value: object) -> int | None:
    """The value as a whole number from 0, also one written as text; None if it is none or absurdly large."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _DIGITS:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value < 10**_DIGITS else None
