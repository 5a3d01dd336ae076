"""Every storage case runs twice: on a SQLite file and on PostgreSQL, each as a site has it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from storage_cases import Base, beside, empty, using
from support import postgres_url


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Path:
    """A SQLite database with all tables and nothing in them, to be copied."""
    base = Base("sqlite", tmp_path_factory.mktemp("empty"))
    with django_db_blocker.unblock(), using(base):
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return base.data / "muster.sqlite3"


@pytest.fixture(scope="session")
def empty_postgres(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Base]:
    """A PostgreSQL database with all tables, made for these tests and dropped after them."""
    server, name = postgres_url(), f"muster_storage_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as keeper:
        keeper.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        base = Base("postgresql", tmp_path_factory.mktemp("postgres"), beside(server, name))
        try:
            with django_db_blocker.unblock(), using(base):
                call_command("migrate", verbosity=0)
            yield base
        finally:
            keeper.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(params=["sqlite", "postgresql"])
def base(request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: Any) -> Iterator[Base]:
    """An empty database, and Django's only one as long as the case runs."""
    with django_db_blocker.unblock():
        found = _made(request.param, request, tmp_path)
        with using(found):
            yield found


@pytest.fixture
def other(base: Base, request: pytest.FixtureRequest, tmp_path: Path) -> Base:
    """An empty database of the other kind, to be used by `using`."""
    data = tmp_path / "other"
    data.mkdir()
    return _made("sqlite" if base.kind == "postgresql" else "postgresql", request, data)


def _made(kind: str, request: pytest.FixtureRequest, data: Path) -> Base:
    if kind == "sqlite":
        shutil.copy(request.getfixturevalue("empty_sqlite"), data / "muster.sqlite3")
        return Base("sqlite", data)
    found = Base("postgresql", data, request.getfixturevalue("empty_postgres").url)
    with using(found):
        empty()
    return found
