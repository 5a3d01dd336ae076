"""Phones with open pages for `bench.web`: a round is posted, and each wants to show its table.

All are clients of one event loop that does as little as it can: each has a stream and a line for requests, both open
beforehand, and reads no more of an answer than how long it is and the number of its table.
"""

from __future__ import annotations

import asyncio
import http.client
import random
import re
import resource
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode, urlsplit

JITTER = 0.2
"""Seconds over which phones spread their first question, as `live.js` does."""

EACH = 0.003
"""Seconds for each phone over which those that know their table spread the question for the whole page."""

LONGEST = 120.0
"""Seconds after which a phone is taken to be lost."""

TABLE = re.compile(rb'class="slip-table"><span>Table</span> <strong>(\d+)<')


@dataclass(slots=True)
class Shown:
    """When each phone showed its table, in seconds after the round was posted, and how many were wrong or lost.

    Attributes:
        tables: seconds until each phone showed its table.
        pages: seconds until each had the whole page.
        wrong: how many showed something else, or nothing.
    """

    tables: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    wrong: int = 0


class _Line(asyncio.Protocol):
    """One connection: hands on whatever comes."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def ask(self, path: str, *headers: str) -> None:
        """Ask for this address."""
        assert self.transport is not None
        head = "".join(f"{one}\r\n" for one in ("Host: localhost", "Accept: text/html", *headers))
        self.transport.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())


class _Stream(_Line):
    """The stream of a phone: calls back once it is open, and at each change."""

    def __init__(self, opened: asyncio.Future[None], changed: asyncio.Future[float]) -> None:
        super().__init__()
        self._opened, self._changed, self._said = opened, changed, b""

    def data_received(self, data: bytes) -> None:
        self._said += data
        if not self._opened.done():
            if b"\n\n" in self._said.partition(b"event: hello")[2]:
                self._said = b""
                self._opened.set_result(None)
        elif b"\n\n" in self._said.partition(b"id: ")[2] and not self._changed.done():
            self._changed.set_result(perf_counter())


class _Requests(_Line):
    """The other line of a phone: one answer at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: asyncio.Future[bytes] | None = None
        self._said, self._missing = b"", -1

    def data_received(self, data: bytes) -> None:
        self._said += data
        if self._missing < 0 and (at := self._said.find(b"\r\n\r\n")) >= 0:
            found = re.search(rb"content-length: (\d+)", self._said[:at], re.IGNORECASE)
            self._missing = at + 4 + int(found[1] if found else 0)
        if 0 <= self._missing <= len(self._said) and self._answer is not None and not self._answer.done():
            self._answer.set_result(self._said)

    def connection_lost(self, error: Exception | None) -> None:
        del error
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(b"")

    async def get(self, path: str, *headers: str) -> bytes:
        """The answer to this request, head and all; nothing if the line broke."""
        self._said, self._missing = b"", -1
        self._answer = asyncio.get_running_loop().create_future()
        self.ask(path, *headers)
        return await self._answer


@dataclass(slots=True)
class Phone:
    """A phone: the private link, the topics its page follows, the table it is to show."""

    path: str
    topics: str
    table: int


async def posted(address: str, code: str, phones: list[Phone], publish: Publish, *, small: bool) -> Shown:
    """A round is published while these phones have their pages open; if `small`, they ask for their part first."""
    where, shown = urlsplit(address), Shown()
    host, port = where.hostname or "", where.port or 80
    _allow(2 * len(phones) + 200)
    loop = asyncio.get_running_loop()
    began = loop.create_future()

    async def one(phone: Phone, opened: asyncio.Future[None]) -> None:
        changed: asyncio.Future[float] = loop.create_future()
        _, stream = await loop.create_connection(lambda: _Stream(opened, changed), host, port)
        _, line = await loop.create_connection(_Requests, host, port)
        stream.ask(f"/live/{code}?on={phone.topics}")
        await changed
        await asyncio.sleep(random.random() * JITTER)
        answer = await line.get(phone.path + ("/now" if small else ""))
        at, found = perf_counter(), TABLE.search(answer)
        wrong = found is None or int(found[1]) != phone.table
        if small:
            await asyncio.sleep(random.random() * EACH * len(phones))
            whole = await line.get(phone.path, "Accept-Encoding: gzip")
            wrong = wrong or b" 200 " not in whole[:20]
        posted_at: float = await began
        shown.tables.append(max(0.0, at - posted_at))
        shown.pages.append(max(0.0, perf_counter() - posted_at))
        shown.wrong += wrong
        for each in (stream, line):
            if each.transport is not None:
                each.transport.close()

    running = []
    for start in range(0, len(phones), 100):
        part = phones[start : start + 100]
        opened = [loop.create_future() for _ in part]
        running += [asyncio.ensure_future(one(*each)) for each in zip(part, opened, strict=True)]
        await asyncio.gather(*opened)
    await asyncio.to_thread(publish.send, address)
    began.set_result(perf_counter())
    done, lost = await asyncio.wait(running, timeout=LONGEST)
    for each in done:
        each.result()
    for each in lost:
        each.cancel()
    shown.wrong += len(lost)
    return shown


@dataclass(frozen=True, slots=True)
class Publish:
    """The form by which the organiser publishes a round."""

    path: str
    session: str
    version: int

    def send(self, address: str) -> None:
        """Send it, and wait for the answer."""
        proof = "b2" * 16
        form = urlencode({"csrfmiddlewaretoken": proof, "version": self.version})
        headers = {
            "Host": "localhost",
            "Cookie": f"sessionid={self.session}; csrftoken={proof}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        connection.request("POST", self.path, form, headers)
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        if answer.status not in (http.client.FOUND, http.client.SEE_OTHER):
            raise ValueError(answer.status, said[:500])


def _allow(files: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(files, hard), hard))


def phones_of(made: Iterable[tuple[str, str, int]]) -> list[Phone]:
    """The phones as `bench.web_site` has printed them."""
    return [Phone(*each) for each in made]
