"""An empty database gets its tables in one step; they are those that every step since the first version leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from database_cases import without_tables
from muster.app.site.tables import bring_up_to_date, make_all
from storage_cases import Base, using

_PEOPLE = ("people", "0001_initial")


@pytest.fixture(params=["sqlite", "postgresql"])
def bare(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: Any
) -> Iterator[Callable[[], Base]]:
    """Makes databases without any table."""
    with ExitStack() as stack, django_db_blocker.unblock():
        count = iter(range(9))

        def make() -> Base:
            folder = tmp_path / str(next(count))
            folder.mkdir()
            return stack.enter_context(without_tables(request.param, folder))

        yield make


def _applied() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return set(cursor.fetchall())


def _shape() -> dict[str, Any]:
    """Every table: its columns, constraints and indexes, without regard to the order of columns."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        return {name: (_columns(cursor, name), _constraints(cursor, name)) for name in names}


def _columns(cursor: Any, table: str) -> Any:
    found = connection.introspection.get_table_description(cursor, table)
    sequences = connection.introspection.get_sequences(cursor, table)
    return sorted(found, key=lambda column: column.name), [one["column"] for one in sequences]


def _constraints(cursor: Any, table: str) -> Any:
    if connection.vendor == "postgresql":
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid, true), condeferrable, condeferred "
            "FROM pg_constraint WHERE conrelid = %s::regclass ORDER BY conname",
            [table],
        )
        kept = cursor.fetchall()
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s ORDER BY 1", [table])
        return kept, cursor.fetchall()
    found = connection.introspection.get_constraints(cursor, table)
    # Foreign keys have no names there but the order they stand in.
    named = {name: about for name, about in found.items() if not about["foreign_key"]}
    unnamed = sorted(str(about) for about in found.values() if about["foreign_key"])
    cursor.execute(
        "SELECT sql FROM sqlite_master WHERE tbl_name = %s AND type = 'index' ORDER BY sql", [table]
    )
    return named, unnamed, cursor.fetchall()


def _rows() -> dict[str, list[Any]]:
    """What is in the tables that hold anything at first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT app_label, model FROM django_content_type ORDER BY 1, 2")
        types = cursor.fetchall()
        cursor.execute("SELECT codename FROM auth_permission ORDER BY 1")
        return {"types": types, "permissions": cursor.fetchall()}


def _filled() -> list[str]:
    with connection.cursor() as cursor:
        found = []
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608
            if cursor.fetchone()[0]:
                found.append(name)
    return sorted(found)


def test_one_step_makes_what_all_steps_make(bare: Callable[[], Base]) -> None:
    with using(bare()):
        call_command("migrate", *_PEOPLE, verbosity=0)
        assert not make_all(), "a database with tables is brought up to date step by step"
        bring_up_to_date()
        steps, applied, rows, filled = _shape(), _applied(), _rows(), _filled()
    with using(bare()):
        assert make_all()
        assert _shape() == steps
        bring_up_to_date()
        assert _shape() == steps
        assert _applied() == applied
        assert _rows() == rows
        assert _filled() == filled, "a step that puts rows in needs a place in `make_all`"


def test_nothing_is_left_of_tables_that_could_not_all_be_made(
    bare: Callable[[], Base], monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    def torn(*_: object) -> None:
        raise RuntimeError

    with using(bare()):
        with monkeypatch.context() as patch:
            patch.setattr(MigrationRecorder, "record_applied", torn)
            with pytest.raises(RuntimeError):
                bring_up_to_date()
        assert connection.introspection.table_names() == []
        bring_up_to_date()
        assert "people_event" in connection.introspection.table_names()
        bring_up_to_date()
