"""Attacks on a running server from one address on the loopback, and what a visitor at another sees meanwhile."""

from __future__ import annotations

import http.client
import resource
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from browser_cases import Server

ATTACKER, SHOP, VISITOR = "127.0.0.66", "127.0.0.8", "127.0.0.7"
PAGES = ("/healthz", "/e/DEMO2", "/account/login/", "/e/DEMO2/register?from=hall")
"""From the event loop, from memory, and made anew by a thread each time."""

LONGEST = 120.0
"""Seconds after which something is taken to be stuck; nothing takes that long."""


def place_of(server: Server) -> tuple[str, int]:
    where = urlsplit(server.address)
    assert where.hostname
    assert where.port
    return where.hostname, where.port


def connected(server: Server, client: str) -> socket.socket:
    return socket.create_connection(place_of(server), LONGEST, source_address=(client, 0))


@contextmanager
def many(server: Server, count: int, client: str, says: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections from one address, each saying the same and then nothing."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    opened = list[socket.socket]()
    try:
        for _ in range(count):
            opened.append(connected(server, client))
            opened[-1].sendall(says)
        yield opened
    finally:
        for one in opened:
            one.close()


def said_by(connections: Sequence[socket.socket], word: bytes = b"") -> list[bytes]:
    """What the server says on these connections until each has said the word, or is closed."""
    said = dict.fromkeys(connections, b"")
    with selectors.DefaultSelector() as waiting:
        for one in connections:
            waiting.register(one, selectors.EVENT_READ)
        until = time.monotonic() + LONGEST
        while waiting.get_map():
            assert time.monotonic() < until, f"{len(waiting.get_map())} of {len(connections)} heard nothing"
            for key, _ in waiting.select(LONGEST):
                heard = key.fileobj
                assert isinstance(heard, socket.socket)
                try:
                    piece = heard.recv(65_536)
                except ConnectionResetError:
                    piece = b""
                said[heard] += piece
                if not piece or (word and word in said[heard]):
                    waiting.unregister(heard)
    return list(said.values())


@dataclass
class Visitor:
    """Somebody who looks at pages of the site, each over a connection of their own, and how long each took."""

    server: Server
    seconds: list[float] = field(default_factory=list)

    def looks(self, *paths: str, times: int = 100) -> None:
        """Look at each of these so often. Every page is answered."""
        for _ in range(times):
            for path in paths:
                began = time.perf_counter()
                host, port = place_of(self.server)
                with closing(
                    http.client.HTTPConnection(host, port, timeout=LONGEST, source_address=(VISITOR, 0))
                ) as connection:
                    connection.request("GET", path)
                    answer = connection.getresponse()
                    answer.read()
                self.seconds.append(time.perf_counter() - began)
                assert answer.status == 200, (path, answer.status)

    def tells(self, attack: str) -> None:
        """Print how long the pages took."""
        took = sorted(self.seconds)
        half, most = (took[len(took) * part // 100] * 1000 for part in (50, 99))
        print(f"\n{attack}: {len(took)} pages, p50 {half:.0f} ms, p99 {most:.0f} ms")  # noqa: T201
