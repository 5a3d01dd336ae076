"""Several questions to the database asked in one, each answered with rows of a type of its own.

A page that everybody opens at the same moment asks a handful of small things. Asked one by one, the ways to the
database cost more than the answers. Each question says what its rows are called and of which types they are; together
they fill the columns of one table by type, and are taken apart again by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import count
from operator import itemgetter
from typing import Any, Final, Generic, TypeVar, cast, get_type_hints

from django.db import connection

from muster.app.common.cache import BoundedCache
from muster.journal.models import ClockAct

R = TypeVar("R", bound=tuple[Any, ...])

Raw = tuple[Any, ...]
"""A row of the common table: the number of its question, a time, numbers, texts."""

NUMBERS: Final = 6
TEXTS: Final = 4
NO_NUMBER: Final = "0 + NULL"
"""NULL by itself would be of no type, and PostgreSQL puts only numbers below numbers."""

_AT: Final = ClockAct._meta.get_field("at").get_col("journal_clockact")  # noqa: SLF001  (Django's own way)


@dataclass(frozen=True)
class RowQuestion(Generic[R]):
    """A question that can be asked together with others.

    Attributes:
        what: its number; the answers come in this order.
        row: what its rows are: a named tuple of numbers, truths, texts and one time. By the first, a number, they are
            sorted. All but truths may be missing.
        select: the question in SQL, with a column for each name, in the same order; truths as numbers.
    """

    what: int
    row: Callable[..., R]
    select: str

    def filled(self, **more: str) -> RowQuestion[R]:
        """The same question with what it leaves open, such as `{players}`."""
        return replace(self, select=self.select.format(**more))

    @cached_property
    def sql(self) -> str:
        """The question, with each column where its type has its place."""
        places: list[str] = [str(self.what), "", *[NO_NUMBER] * NUMBERS, *["''"] * TEXTS]
        columns, source = self.select.removeprefix("SELECT ").split(" FROM ", 1)
        for place, column in zip(self._places, columns.split(", "), strict=True):
            places[place] = column
        return f"SELECT {', '.join(places)} FROM {source}"  # noqa: S608  (all of it ours)

    @cached_property
    def read(self) -> Callable[[Raw], R]:
        """How a row is read by its names."""
        own, row = itemgetter(*self._places), self.row
        truths = [at for at, kind in enumerate(self._types) if kind is bool]
        if not truths:
            return lambda raw: row(*own(raw))

        def read(raw: Raw) -> R:
            values = list(own(raw))
            for at in truths:
                values[at] = bool(values[at])
            return row(*values)

        return read

    @cached_property
    def _types(self) -> tuple[Any, ...]:
        return tuple(get_type_hints(self.row).values())

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """Where each name stands in the common table."""
        numbers, texts = count(2), count(2 + NUMBERS)
        times = (datetime, datetime | None)
        return tuple(
            1 if kind in times else next(texts if kind in (str, str | None) else numbers)
            for kind in self._types
        )


Asked = tuple[RowQuestion[Any], Sequence[int | str]]
"""A question with the values it is asked with."""


_filled: Final = BoundedCache[RowQuestion[Any]](256)


def several(question: RowQuestion[Any], values: Iterable[int | str], *before: int) -> Asked:
    """A question about as many as there are, in its place `{several}`, with these values before theirs.

    It has room for the next power of two, and the last fills it up: so a database that remembers questions knows it.
    """
    asked = list(dict.fromkeys(values))
    room = 1 << (len(asked) - 1).bit_length()
    made = _filled.of((question.what, room), lambda: question.filled(several=", ".join(["%s"] * room)))
    return made, [*before, *asked, *asked[-1:] * (room - len(asked))]


class Answers:
    """The answers to several questions.

    Args:
        questions: what was asked.
        raw: the rows of the common table in order.
    """

    def __init__(self, questions: Iterable[RowQuestion[Any]], raw: Iterable[Raw]) -> None:
        self.raw = tuple(raw)
        known = {one.what: one for one in questions}
        self._rows: dict[int, list[Any]] = {what: [] for what in known}
        for row in self.raw:
            self._rows[row[0]].append(known[row[0]].read(row))

    def to(self, question: RowQuestion[R]) -> list[R]:
        """The rows of one of them; none if it was not asked."""
        return cast("list[R]", self._rows.get(question.what, []))


def ask(asked: Sequence[Asked]) -> Answers:
    """Ask all of these at once."""
    sql = " UNION ALL ".join(question.sql for question, _values in asked)
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for _question, values in asked for value in values])
        rows: list[Raw] = cursor.fetchall()
    for convert in connection.ops.get_db_converters(_AT):  # SQLite has no times, only text
        times = {at: convert(at, _AT, connection) for at in {row[1] for row in rows}}
        rows = [(row[0], times[row[1]], *row[2:]) for row in rows]
    return Answers((question for question, _values in asked), sorted(rows, key=itemgetter(0, 2)))
