"""Files of ours beside the regulations: kinds of event, seasons, how a game is set up, tables of penalties.

Each sort has a folder of its own (`data/kinds`), in which every file is one value of the same type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from itertools import islice
from typing import TypeVar

from pydantic import ValidationError

from muster.core.messages import Message
from muster.rules.basis import Part
from muster.rules.load import contents_of
from muster.rules.mistakes import MOST, Mistake, Mistakes, Way, key_text, right, shape_mistakes

T = TypeVar("T", bound=Part)

Misfits = Callable[[T], Iterable[tuple[Way, Message]]]
"""What a well-formed file can still get wrong, each with the way to it."""


def files(folder: str, parse: Callable[[bytes, str], T | Mistakes], ending: str = ".toml") -> Mapping[str, T]:
    """What every file of a folder holds, by its name without the ending.

    Raises:
        ValueError: a file is faulty (never in a release: tests load every one).
    """
    at = resources.files("muster.rules").joinpath("data", folder)
    names = sorted(item.name for item in at.iterdir() if item.name.endswith(ending))
    return {name.removesuffix(ending): right(parse(at.joinpath(name).read_bytes(), name)) for name in names}


def parsed(text: bytes, source: str, kind: type[T], misfits: Misfits[T]) -> T | Mistakes:
    """Read a file; `source` is the name by which mistakes call it.

    Returns:
        What it holds, or every mistake in it at once. No content of a file makes this raise.
    """
    contents = contents_of(text, source)
    if isinstance(contents, Mistake):
        return (contents,)
    try:
        found = kind.model_validate(contents)
    except ValidationError as error:
        return shape_mistakes(error, source)
    return fitting(found, source, misfits)


def fitting(found: T, source: str, misfits: Misfits[T]) -> T | Mistakes:
    """What was read, or what in it does not fit."""
    wrong = islice(misfits(found), MOST)
    return tuple(Mistake(source, key_text(way), says) for way, says in wrong) or found
