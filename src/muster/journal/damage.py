"""Whether the database itself is damaged: a page of its file is not what it wrote there."""

from __future__ import annotations

import sqlite3
from typing import Final

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
