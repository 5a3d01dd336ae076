"""Every record of a kind, read from a database that may be damaged: what can be read is, and the rest is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeVar

from django.db import DatabaseError, connection
from django.db.models import Model

from muster.journal.damage import is_damage
from muster.journal.models import FactRow

M = TypeVar("M", bound=Model)

CHUNK: Final = 1000
"""Records asked for at a time."""

UNKNOWN_END: Final = 10_000
"""Rows looked for one by one where even the number of the last one cannot be read."""

Lost = Callable[[], None]
"""Called for each row that cannot be read."""


def records(model: type[M], lost: Lost) -> Iterator[list[M]]:
    """The records in the order of their keys, some at a time; where the database is damaged, those it still has.

    Raises:
        DatabaseError: the database cannot be read for another reason, or is damaged and not SQLite.
    """
    seen = set[object]()
    found = model._base_manager.order_by("pk").iterator(CHUNK)  # noqa: SLF001  (Django's own way)
    try:
        while chunk := list(islice(found, CHUNK)):
            seen.update(one.pk for one in chunk)
            yield chunk
    except (DatabaseError, ValueError) as error:
        if connection.vendor != "sqlite" or not _unreadable(error):
            raise
    else:
        return
    for chunk in _row_by_row(model, lost):
        if unseen := [one for one in chunk if one.pk not in seen]:
            seen.update(one.pk for one in unseen)
            yield unseen


def journal_numbers() -> list[int]:
    """The numbers of all journals there are, in order."""
    try:
        rows = FactRow.objects.order_by("tournament").values_list("tournament", flat=True)
        return list(rows.distinct())
    except DatabaseError as error:
        if not is_damage(error):
            raise
    return sorted({row.tournament for chunk in records(FactRow, lambda: None) for row in chunk})


def _unreadable(error: Exception) -> bool:
    return isinstance(error, ValueError) or is_damage(error)


def _row_by_row(model: type[M], lost: Lost) -> Iterator[list[M]]:
    """The rows by their place in the table, without any index; ranges that cannot be read are halved."""
    table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001
    question = f"SELECT * FROM {table} WHERE rowid BETWEEN %s AND %s"  # noqa: S608  (our own table)
    last = _last_row(model._meta.db_table)  # noqa: SLF001
    todo = [(first, min(first + CHUNK - 1, last)) for first in range(1, last + 1, CHUNK)][::-1]
    while todo:
        low, high = todo.pop()
        try:
            rows = model._base_manager.raw(question, [low, high])  # noqa: SLF001
            yield list(rows)
        except (DatabaseError, ValueError) as error:
            if not _unreadable(error):
                raise
            if low == high:
                lost()
            else:
                half = (low + high) // 2
                todo += [(half + 1, high), (low, half)]


def _last_row(table: str) -> int:
    """The number of a table's last row, or of one after it."""
    name = connection.ops.quote_name(table)
    asked: tuple[tuple[str, list[str]], ...] = (
        (f"SELECT MAX(rowid) FROM {name}", []),  # noqa: S608  (our own table)
        ("SELECT seq FROM sqlite_sequence WHERE name = %s", [table]),
    )
    for question, values in asked:
        try:
            with connection.cursor() as cursor:
                cursor.execute(question, values)
                row = cursor.fetchone()
        except DatabaseError as error:
            if not is_damage(error):
                raise
        else:
            if row is not None:
                return int(row[0] or 0)
    return UNKNOWN_END
