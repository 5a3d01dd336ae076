"""One entry with person, tournament, event and venue by its number: the question every player's page asks first.

The question is spelled out once. To have it built anew each time takes several times longer than the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from django.db import connection
from django.db.models import Field, Model

from muster.people.models import Entry, Event, Person, Tournament, Venue

_JOINED: Final[tuple[tuple[str, type[Model]], ...]] = (
    ("e", Entry),
    ("p", Person),
    ("t", Tournament),
    ("v", Event),
    ("w", Venue),
)

_Converter = Callable[[Any, Any, Any], Any]


def entry_numbered(number: int) -> Entry | None:
    """The entry of this number with all that belongs to it at hand; None if there is none."""
    question, converters = _question(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(question, [number])
        row = cursor.fetchone()
    if row is None:
        return None
    values = list(row)
    for at, own in converters:
        for convert, column in own:
            values[at] = convert(values[at], column, connection)
    entry, person, tournament, event, venue = _models(values)
    entry.person, entry.tournament = person, tournament
    tournament.event = event
    event.venue = venue if event.venue_id is not None else None
    return entry  # type: ignore[no-any-return]  # the first of the models


def _models(values: list[Any]) -> list[Any]:
    found, start = [], 0
    for _, model in _JOINED:
        names = [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001  (Django's own way)
        found.append(model.from_db(connection.alias, names, values[start : start + len(names)]))
        start += len(names)
    return found


@cache
def _question(vendor: str) -> tuple[str, list[tuple[int, list[tuple[_Converter, Any]]]]]:
    """The question in SQL, and by column what turns what this database answers into what Django says."""
    del vendor  # the same question everywhere; only what is to be converted differs
    columns = [(alias, field) for alias, model in _JOINED for field in model._meta.concrete_fields]  # noqa: SLF001
    quote = connection.ops.quote_name
    selected = ", ".join(f"{alias}.{quote(str(field.column))}" for alias, field in columns)
    question = (
        f"SELECT {selected} FROM people_entry e JOIN people_person p ON p.id = e.person_id "  # noqa: S608  (all of it ours)
        "JOIN people_tournament t ON t.id = e.tournament_id JOIN people_event v ON v.id = t.event_id "
        "LEFT JOIN people_venue w ON w.id = v.venue_id WHERE e.id = %s"
    )
    own = [(at, _converters(field)) for at, (_, field) in enumerate(columns)]
    return question, [(at, converters) for at, converters in own if converters]


def _converters(field: Field[Any, Any]) -> list[tuple[_Converter, Any]]:
    column = field.get_col(field.model._meta.db_table)  # noqa: SLF001
    found = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
    return [(convert, column) for convert in found]
