"""Empty databases with all tables, and sites on them: made once for all processes of a run, then copied."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

from muster.app.site.tables import bring_up_to_date
from muster.cli.site import STAMP
from storage_cases import Base, beside, using
from support import postgres_url


def folder_of_run(factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """While this lasts, the other processes of the run wait."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def empty_sqlite(folder: Path) -> Path:
    """A SQLite file with all tables and nothing in them."""
    made = folder / "empty.sqlite3"
    with alone(folder):
        if not made.exists():
            base = Base("sqlite", folder / "empty")
            base.data.mkdir(exist_ok=True)
            with using(base):
                bring_up_to_date()
                with connection.cursor() as cursor:
                    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (base.data / "muster.sqlite3").rename(made)
    return made


def empty_site(folder: Path, empty: Path) -> Path:
    """The folder of a site on which nothing was done yet: this file as its database, and its static files."""
    made, begun = folder / "empty site", folder / "empty site begun"
    with alone(folder):
        if not made.exists():
            begun.mkdir()
            shutil.copy(empty, begun / "muster.sqlite3")
            collect = "from muster.cli import site; site.ready(); site.collect_static()"
            subprocess.run([sys.executable, "-c", collect], env=Base("sqlite", begun).env, check=True)
            begun.rename(made)
    return made


def begin_like(site: Path, data: Path) -> None:
    """Have a folder hold what this site does; its static files, which never change, are the very same."""
    shutil.copy(site / "muster.sqlite3", data)
    shutil.copy(site / STAMP, data)
    shutil.copytree(site / "static", data / "static", copy_function=os.link)


@contextmanager
def without_tables(kind: str, folder: Path) -> Iterator[Base]:
    """A database of this kind that is as empty as can be, gone at the end."""
    if kind == "sqlite":
        yield Base("sqlite", folder)
        return
    server, name = postgres_url(), f"muster_bare_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as keeper:
        _made(keeper, name)
        try:
            yield Base("postgresql", folder, beside(server, name))
        finally:
            _dropped(keeper, name)


def put_in_memory(empty: Path) -> None:
    """Have Django work on a copy of this file in memory; `connection.creation.destroy_test_db` ends that."""
    connection.close()
    name: str = connection.creation._get_test_db_name()  # type: ignore[attr-defined]  # SQLite has it
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    connection.ensure_connection()
    with closing(sqlite3.connect(empty)) as source:
        source.backup(connection.connection)


@contextmanager
def empty_postgres(folder: Path) -> Iterator[str]:
    """The address of a PostgreSQL database of this process's own, dropped at the end.

    It is a copy of one that the processes of a run share; the last to leave drops that.
    """
    server, users = postgres_url(), folder / "users of postgres"
    users.mkdir(exist_ok=True)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
    shared, own = f"muster_storage_{run}", f"muster_storage_{run}_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as keeper:
        with alone(folder):
            if not list(users.iterdir()):
                _made(keeper, shared)
                with using(Base("postgresql", folder, beside(server, shared))):
                    bring_up_to_date()
            _made(keeper, own, like=shared)
            (users / own).touch()
        try:
            yield beside(server, own)
        finally:
            _dropped(keeper, own)
            with alone(folder):
                (users / own).unlink()
                if not list(users.iterdir()):
                    _dropped(keeper, shared)


def _made(keeper: psycopg.Connection, name: str, like: str = "template0") -> None:
    made = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(like))
    keeper.execute(made)


def _dropped(keeper: psycopg.Connection, name: str) -> None:
    keeper.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
