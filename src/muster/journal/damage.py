"""What an error of the database means for the disk: it is damaged, full, or can only be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Final, Literal

_CODES: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PRIMARY: Final = 0xFF
"""The part of SQLite's extended codes that tells the kind of error."""

_STATES: Final = frozenset({"XX001", "XX002"})
"""PostgreSQL's for damaged data and damaged indexes."""

_NO_TEXT: Final = "Could not decode to UTF-8"
"""What Python's sqlite3, without a code, says of text that is none."""


def is_damage(error: BaseException) -> bool:
    """Whether an error of the database means that what it holds is damaged, and not only out of reach."""
    cause = error.__cause__ or error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return code & _PRIMARY in _CODES
    return getattr(cause, "sqlstate", None) in _STATES or str(cause).startswith(_NO_TEXT)


Trouble = Literal["", "full", "readonly", "damaged"]
"""What is wrong with the disk; nothing that is known."""

_FULL: Final = frozenset({sqlite3.SQLITE_FULL, "53100"})
_READONLY: Final = frozenset({sqlite3.SQLITE_READONLY, "25006"})


def trouble(error: BaseException | None) -> Trouble:
    """What is wrong with the disk, if that is what an error comes from."""
    for one in _chain(error):
        code = getattr(one, "sqlite_errorcode", None)
        said = getattr(one, "sqlstate", None) if code is None else code & _PRIMARY
        if said in _FULL:
            return "full"
        if said in _READONLY:
            return "readonly"
        if is_damage(one):
            return "damaged"
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those it comes from."""
    while error is not None:
        yield error
        error = error.__cause__
