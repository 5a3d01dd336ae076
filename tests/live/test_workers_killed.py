"""`muster serve --workers 2` when a process is killed: another takes its place, and nothing acknowledged is lost."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

import pytest

from browser_cases import Server, clean_env
from cli_cases import MUSTER
from redis_cases import PrivateRedis, private_redis
from registering_cases import open_registration, register

pytestmark = pytest.mark.long

LONGEST = 120.0
"""Seconds after which something is taken to be stuck; nothing takes that long."""

WORKERS, PEOPLE = 2, 6
"""Processes that answer, and how many register at a time."""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[PrivateRedis]:
    yield from private_redis(tmp_path)


def until(what: Callable[[], bool]) -> None:
    """Wait for what other processes do."""
    stuck = time.monotonic() + LONGEST
    while not what():
        assert time.monotonic() < stuck, "it never came"
        os.sched_yield()


class Serving:
    """A server that may be killed, and its processes."""

    def __init__(self, data: Path, redis: PrivateRedis, port: int = 0) -> None:
        command = [*MUSTER, "serve", "--workers", str(WORKERS), "--demo", "--json"]
        self.process = subprocess.Popen(
            [*command, "--port", str(port), "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=clean_env() | {"MUSTER_REDIS_URL": redis.url},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said, self.process.communicate()[1]
        self.server = Server(json.loads(said)["local"], "", data)
        self.port = int(urlsplit(self.server.address).port or 0)
        until(lambda: len(self.workers()) == WORKERS)

    def workers(self) -> set[int]:
        """The processes that answer; there is one more child, which only clears up."""
        return {pid for pid in _children(self.process.pid) if b"spawn_main" in _command(pid)}

    def listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def close(self) -> None:
        self.process.terminate()
        try:
            assert self.process.wait(LONGEST) == 0
        finally:
            self.process.kill()
            self.process.communicate()


def _children(pid: int) -> set[int]:
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(status.read_text().rpartition(")")[2].split()[1]) == pid:
                found.add(int(status.parent.name))
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
    return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _is_there(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Crowd:
    """People who register one after the other, several at a time, and who of them was told that it is done."""

    def __init__(self, server: Server) -> None:
        self._server, self._numbers, self._over = server, count(1), Event()
        self.acknowledged: list[str] = []

    def comes(self) -> None:
        while not self._over.is_set():
            name = f"Person {next(self._numbers)}"
            try:
                register(self._server, "DEMO2", name)
            except (OSError, http.client.HTTPException):
                continue  # nobody told them anything
            self.acknowledged.append(name)

    def some_more(self) -> None:
        """Wait until some more have been told."""
        before = len(self.acknowledged)
        until(lambda: len(self.acknowledged) >= before + 2 * PEOPLE)

    def end(self) -> None:
        self._over.set()


@contextmanager
def crowd(server: Server) -> Iterator[Crowd]:
    """A crowd that has begun to register."""
    people = Crowd(server)
    with ThreadPoolExecutor(PEOPLE) as threads:
        comers = [threads.submit(people.comes) for _ in range(PEOPLE)]
        try:
            people.some_more()
            yield people
        finally:
            people.end()
        for one in comers:
            one.result()


def on_record(data: Path) -> set[str]:
    with closing(sqlite3.connect(data / "muster.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {row[0] for row in database.execute("SELECT name FROM people_person")}


def _lose_one(serving: Serving, people: Crowd) -> None:
    """Kill a worker, and wait until another has taken its place."""
    victim, *others = sorted(serving.workers())
    os.kill(victim, signal.SIGKILL)
    until(lambda: not _is_there(victim))
    people.some_more()  # of those who are left
    until(lambda: len(serving.workers() - {victim}) == WORKERS)
    assert set(others) <= serving.workers()
    people.some_more()


def test_a_worker_that_is_killed_is_replaced_and_acts_go_on(begun: Path, redis: PrivateRedis) -> None:
    with ExitStack() as stack:
        serving = Serving(begun, redis)
        stack.callback(serving.close)
        open_registration(serving.server.data, "DEMO2")
        with crowd(serving.server) as people:
            for _ in range(2):
                _lose_one(serving, people)
    assert set(people.acknowledged) <= on_record(serving.server.data)


def test_a_server_that_is_killed_takes_its_workers_along(begun: Path, redis: PrivateRedis) -> None:
    serving = Serving(begun, redis)
    open_registration(serving.server.data, "DEMO2")
    workers = serving.workers()
    with crowd(serving.server) as people:
        serving.process.kill()
        serving.process.communicate()
        until(lambda: not any(map(_is_there, workers)))
    assert not serving.listens()
    acknowledged = set(people.acknowledged)
    again = Serving(begun, redis, serving.port)
    try:
        assert again.port == serving.port
        assert acknowledged <= on_record(again.server.data)
        with crowd(again.server) as people:
            people.some_more()
    finally:
        again.close()
    assert acknowledged | set(people.acknowledged) <= on_record(again.server.data)
