"""Every storage case runs twice: on a SQLite file and on PostgreSQL, each as a site has it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import with_django  # noqa: F401  (before all that needs it)
from database_cases import empty_postgres, folder_of_run
from storage_cases import Base, empty, using


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[str]:
    """The address of a PostgreSQL database with all tables, made for these tests and dropped after them."""
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            url = stack.enter_context(empty_postgres(folder_of_run(tmp_path_factory)))
        yield url


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
        shutil.copy(request.getfixturevalue("empty_database"), data / "muster.sqlite3")
        return Base("sqlite", data)
    found = Base("postgresql", data, request.getfixturevalue("postgres"))
    with using(found):
        empty()
    return found
