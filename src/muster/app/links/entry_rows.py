"""Entries by their numbers, with person, tournament, event and venue: the question every player's page asks first.

The question is spelled out once. To have it built anew each time takes several times longer than the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Field, Model

from muster.people.models import Entry, Event, Person, Tournament, Venue

_Joined = tuple[tuple[str, type[Model]], ...]

_JOINED: Final[_Joined] = (
    ("e", Entry),
    ("p", Person),
    ("t", Tournament),
    ("v", Event),
    ("w", Venue),
)

_ALONE: Final = (
    "SELECT {columns} FROM people_entry e JOIN people_person p ON p.id = e.person_id "
    "JOIN people_tournament t ON t.id = e.tournament_id JOIN people_event v ON v.id = t.event_id "
    "LEFT JOIN people_venue w ON w.id = v.venue_id WHERE e.id = %s"
)

_BESIDE: Final = (
    "SELECT {columns} FROM people_entry e JOIN people_person p ON p.id = e.person_id "
    "WHERE e.tournament_id = %s AND e.id IN ({places})"
)

_Converter = Callable[[Any, Any, Any], Any]


def entry_numbered(number: int) -> Entry | None:
    """The entry of this number with all that belongs to it at hand; None if there is none."""
    found = list(_asked(_JOINED, _ALONE, [number]))
    if not found:
        return None
    entry, person, tournament, event, venue = found[0]
    entry.person, entry.tournament = person, tournament
    tournament.event = event
    event.venue = venue if event.venue_id is not None else None
    return entry  # type: ignore[no-any-return]  # the first of the models


def entries_beside(entry: Entry, numbers: Iterable[int]) -> dict[int, Entry]:
    """Entries of the same tournament by their numbers, those of them that there are, with person and tournament."""
    found, wanted = dict[int, Entry](), sorted(set(numbers))
    for each, person in _asked(_JOINED[:2], _BESIDE, [entry.tournament_id, *wanted]) if wanted else ():
        each.person, each.tournament = person, entry.tournament
        found[each.pk] = each
    return found


def _asked(joined: _Joined, question: str, values: Sequence[int]) -> Iterator[list[Any]]:
    """The models of each row that is found."""
    columns, converters = _columns(connection.vendor, joined)
    places = ", ".join(["%s"] * (len(values) - 1))
    with connection.cursor() as cursor:
        cursor.execute(question.format(columns=columns, places=places), values)
        rows = cursor.fetchall()
    for row in rows:
        found = list(row)
        for at, own in converters:
            for convert, column in own:
                found[at] = convert(found[at], column, connection)
        yield _models(joined, found)


def _models(joined: _Joined, values: list[Any]) -> list[Any]:
    found, start = [], 0
    for _, model in joined:
        names = _attributes(model)
        found.append(model.from_db(connection.alias, names, values[start : start + len(names)]))
        start += len(names)
    return found


@cache
def _attributes(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001  (Django's own way)


@cache
def _columns(vendor: str, joined: _Joined) -> tuple[str, list[tuple[int, list[tuple[_Converter, Any]]]]]:
    """The columns in SQL, and by place what turns what this database answers into what Django says."""
    del vendor  # the same question everywhere; only what is to be converted differs
    fields = [(alias, field) for alias, model in joined for field in model._meta.concrete_fields]  # noqa: SLF001
    quote = connection.ops.quote_name
    own = [(at, _converters(field)) for at, (_, field) in enumerate(fields)]
    columns = ", ".join(f"{alias}.{quote(str(field.column))}" for alias, field in fields)
    return columns, [(at, converters) for at, converters in own if converters]


def _converters(field: Field[Any, Any]) -> list[tuple[_Converter, Any]]:
    column = field.get_col(field.model._meta.db_table)  # noqa: SLF001
    found = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
    return [(convert, column) for convert in found]
