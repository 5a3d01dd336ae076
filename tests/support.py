"""What several tests share: real data and services that may be absent, and how to skip where they are."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NoReturn

import pytest

SHARED = Path(os.environ.get("MUSTER_SHARED", Path(__file__).parents[2] / "shared"))
"""The folder of real events and the like. It is not part of the project."""

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What it may be called; the first has no windows to draw, and does the same in three quarters of the time."""


def shared_file(*parts: str) -> Path:
    """A file of the shared data, or a skip that says which file is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"real data not here: {path} (set MUSTER_SHARED to the folder that holds it)")
    return path


def postgres_url() -> str:
    """The address of a PostgreSQL server's `postgres` database, whose user may make databases; or a skip."""
    return _postgres() or absent("PostgreSQL (start it, or set MUSTER_TEST_POSTGRES to its address)")


def redis_url() -> str:
    """The address of a Redis server; or a skip."""
    return _redis() or absent("Redis at port 6379 (start it, or set MUSTER_TEST_REDIS to its address)")


def chromium() -> str:
    """The path of Chromium; or a skip."""
    found = (shutil.which(name) for name in CHROMIUM)
    return next(filter(None, found), None) or absent(
        "Chromium (install the package chromium-headless-shell, or chromium)"
    )


def absent(what: str) -> NoReturn:
    """Skip for want of a service; where everything is required, fail."""
    if os.environ.get("MUSTER_REQUIRE") == "all":
        pytest.fail(f"required and not here: {what}")
    pytest.skip(f"not here: {what}")


@cache
def _postgres() -> str | None:
    return next(filter(_takes_databases, _postgres_candidates()), None)


def _postgres_candidates() -> Iterator[str]:
    if given := os.environ.get("MUSTER_TEST_POSTGRES"):
        yield given
        return
    for user in (getpass.getuser(), "postgres"):
        yield f"postgresql://{user}@127.0.0.1:5432/postgres"
        yield f"postgresql://{user}@%2Fvar%2Frun%2Fpostgresql/postgres"


def _takes_databases(url: str) -> bool:
    import psycopg  # most tests need none

    asked = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(asked).fetchone()
    except psycopg.Error:
        return False
    return bool(row and row[0])


@cache
def _redis() -> str | None:
    if given := os.environ.get("MUSTER_TEST_REDIS"):
        return given
    try:
        with socket.create_connection(("127.0.0.1", 6379), timeout=3) as connection:
            connection.sendall(b"PING\r\n")
            alive = connection.recv(16).startswith(b"+PONG")
    except OSError:
        return None
    return "redis://127.0.0.1:6379/15" if alive else None
