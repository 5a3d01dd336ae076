"""Rows of the database in the order of their reader's alphabet, fetched a part at a time.

Databases sort letters by their numbers, or by rules of their own that differ from one to the other. Here one query
reads the names alone, which are sorted as everywhere else (`muster.exchange.alphabet`), and a further one reads the
rows of the part that is shown: the same on every database, in every language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeVar, overload

from django.db.models import Model, QuerySet

from muster.exchange.alphabet import alphabetical

M = TypeVar("M", bound=Model)


class ByName(Sequence[M]):
    """The rows a query finds, by name; two of one name, the earlier first. To be paged or sliced.

    Args:
        found: the query, in any order; its model has a `name`.
    """

    def __init__(self, found: QuerySet[M]) -> None:
        self._found = found

    @cached_property
    def _keys(self) -> list[int]:
        key = alphabetical()
        rows: Iterable[tuple[str, int]] = self._found.order_by().values_list("name", "pk")
        return [pk for _name, pk in sorted((key(name), pk) for name, pk in rows)]

    def __len__(self) -> int:
        """How many there are."""
        return len(self._keys)

    @overload
    def __getitem__(self, at: int) -> M: ...

    @overload
    def __getitem__(self, at: slice) -> list[M]: ...

    def __getitem__(self, at: int | slice) -> M | list[M]:
        """The row at a place, or those of a part."""
        if isinstance(at, slice):
            wanted = self._keys[at]
            rows = {row.pk: row for row in self._found.order_by().filter(pk__in=wanted)}
            return [rows[pk] for pk in wanted if pk in rows]
        return self._found.get(pk=self._keys[at])
