"""Storage: reports a second on SQLite and PostgreSQL, a long journal read cold, one more fact on a warm one; and what
a player's page reads, in one question and in one each.

`python -m bench.storage` prints one line each. Every database is measured by a process of its own that works
on it as a site does: WAL with every commit on disk, or a server. PostgreSQL is left out, with a word, where
`MUSTER_TEST_POSTGRES` (`postgresql://root@127.0.0.1:5432/postgres` if not set) does not answer.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from bench.report import Report

SERVER = os.environ.get("MUSTER_TEST_POSTGRES", "postgresql://root@127.0.0.1:5432/postgres")


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement; `right` says whether the journal holds afterwards."""

    name: str
    database: str
    figure: float
    unit: str
    goal: float | None
    right: bool


@contextmanager
def databases() -> Iterator[list[tuple[str, dict[str, str]]]]:
    """The databases to measure, each with the environment of its process; gone afterwards."""
    name = f"muster_bench_{os.getpid()}"
    with tempfile.TemporaryDirectory() as folder:
        found = [("sqlite", {"MUSTER_DATA": folder, "MUSTER_DATABASE_URL": ""})]
        try:
            server = psycopg.connect(SERVER, autocommit=True, connect_timeout=3)
        except psycopg.OperationalError:
            print(f"no PostgreSQL at {SERVER}: left out", file=sys.stderr)
            yield found
            return
        with server:
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            try:
                url = urlsplit(SERVER)._replace(path=f"/{name}").geturl()
                yield [*found, ("postgresql", {"MUSTER_DATA": folder, "MUSTER_DATABASE_URL": url})]
            finally:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def lines(*, quick: bool = False) -> Iterator[Line]:
    """Every measurement."""
    with databases() as found:
        for database, environment in found:
            command = [sys.executable, "-m", "bench.storing", database, *(["quick"] if quick else [])]
            done = subprocess.run(  # noqa: S603  (our own module)
                command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True, check=True
            )
            for row in json.loads(done.stdout):
                yield Line(**row)


def main(*, quick: bool = False) -> Report:
    """Measure and print every line; `one more` is processor time beside the database's."""
    rows = []
    print(f"{'storage':16}{'database':>12}{'figure':>10} {'unit':10}{'goal':>8}  right")
    for line in lines(quick=quick):
        goal = "" if line.goal is None else f"{line.goal:g}"
        answer = "yes" if line.right else "NO"
        print(
            f"{line.name:16}{line.database:>12}{line.figure:10.2f} {line.unit:10}{goal:>8}  {answer}",
            flush=True,
        )
        rows.append(line)
    return Report(rows, all(line.right for line in rows))


if __name__ == "__main__":
    raise SystemExit(0 if main().right else 1)
