"""`muster serve --workers 2`: what one process records reaches what the other holds, with Redis and without."""

from __future__ import annotations

import json
import selectors
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis import Redis

from browser_cases import Server, clean_env, serving
from cli_cases import MUSTER
from redis_cases import PrivateRedis, private_redis
from registering_cases import open_registration, register

STREAMS = 16
"""Enough for both processes to have some: the system gives them out by chance."""


LONGEST = 60.0
"""Seconds after which a stream or a server is taken to be stuck; nothing takes that long."""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[PrivateRedis]:
    yield from private_redis(tmp_path)


class Streams:
    """Many streams read at once."""

    def __init__(self, server: Server, code: str) -> None:
        self._where = urlsplit(server.address)
        self._selector = selectors.DefaultSelector()
        for _ in range(STREAMS):
            connection = socket.create_connection((self._where.hostname, self._where.port))
            connection.sendall(f"GET /live/{code}?on=1/people HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self._selector.register(connection, selectors.EVENT_READ)
        self.wait("hello")

    def wait(self, word: str) -> None:
        """Read until every stream has said this."""
        said = dict.fromkeys(self._selector.get_map(), b"")
        missing, until = set(said), time.monotonic() + LONGEST
        while missing:
            assert time.monotonic() < until, f"{len(missing)} of {STREAMS} streams heard nothing"
            for key, _ in self._selector.select(LONGEST):
                said[key.fd] += key.fileobj.recv(65536)  # type: ignore[union-attr]
                if word.encode() in said[key.fd]:
                    missing.discard(key.fd)

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()


@contextmanager
def ears(redis: PrivateRedis) -> Iterator[list[object]]:
    """What is said through Redis meanwhile."""
    said: list[object] = []
    with Redis.from_url(redis.url, socket_timeout=LONGEST) as client, client.pubsub() as listening:
        listening.psubscribe("muster:*")
        yield said
        until = time.monotonic() + LONGEST
        while not said and time.monotonic() < until:
            message = listening.get_message(timeout=1.0)
            if message and message["type"] == "pmessage":
                said.append(json.loads(message["data"])[1])


def await_both(redis: PrivateRedis) -> None:
    """Wait until both processes hear what is said through Redis; until then the database tells them all."""
    with Redis.from_url(redis.url, socket_timeout=LONGEST) as client:
        until = time.monotonic() + LONGEST
        while [count for _, count in client.pubsub_numsub(*client.pubsub_channels("muster:*"))] != [2]:
            assert time.monotonic() < until, "the processes did not come back to Redis"
            client.blpop(["nothing"], timeout=0.1)


def test_an_act_in_one_process_reaches_the_others(begun: Path, redis: PrivateRedis) -> None:
    options = ("--workers", "2", "--demo")
    with serving(begun, *options, env={"MUSTER_REDIS_URL": redis.url}) as server:
        open_registration(server.data, "DEMO2")
        streams = Streams(server, "DEMO2")
        try:
            await_both(redis)
            with ears(redis) as said:
                register(server, "DEMO2", "Anna Redis")
                streams.wait("data: ")
            assert any("DEMO2/1/people" in (one or []) for one in said)  # type: ignore[operator]

            redis.kill()
            register(server, "DEMO2", "Ben Database")
            streams.wait("data: ")

            redis.start()
            streams.wait("data: ")  # everybody looks once when it is back
            await_both(redis)
            with ears(redis) as said:
                register(server, "DEMO2", "Cora Again")
                streams.wait("data: ")
            assert said
        finally:
            streams.close()
        with closing(sqlite3.connect(server.data / "muster.sqlite3")) as database:
            names = {row[0] for row in database.execute("SELECT name FROM people_person")}
        assert {"Anna Redis", "Ben Database", "Cora Again"} <= names


def test_several_processes_need_redis(tmp_path: Path) -> None:
    command = [*MUSTER, "serve", "--workers", "2", "--port", "0", "--data", str(tmp_path / "data")]
    ran = subprocess.run(command, capture_output=True, text=True, env=clean_env(), timeout=60, check=False)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "MUSTER_REDIS_URL" in ran.stderr
    assert not (tmp_path / "data").exists()
