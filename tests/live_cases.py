"""The live front for tests: an inner application that does as told, and requests straight into ASGI."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from muster.live.front import Front
from muster.live.http import App, Header, Message, Receive, Scope, Send
from muster.live.hub import Hub

CLIENT = "192.0.2.7"
"""Who asks, if a test does not say."""

LIMIT = 1_000_000
"""The largest body that the front of a test takes."""

PAGE = b"<p>" + b"Who meets whom where. " * 60 + b"</p>"


def run(act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run this in an event loop, in a thread of its own: Playwright's may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(act())).result()


async def settled() -> None:
    """Let everything in this loop go on until it waits for something that has not happened.

    Turns of the loop are counted, not time: on a busy machine a moment can pass in which nothing was done.
    """
    for _ in range(50):
        await asyncio.sleep(0)


async def until(what: Callable[[], bool]) -> None:
    """Wait for what another thread has a part in."""
    async with asyncio.timeout(60):
        while not what():
            await asyncio.sleep(0)


@dataclass
class Got:
    """One answer."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    pieces: list[bytes] = field(default_factory=list)


@dataclass
class Inner:
    """The application behind: `answer(scope)` gives status, headers and body, once `gate` is open."""

    answer: Callable[[Scope], tuple[int, list[Header], bytes]]
    gate: asyncio.Event | None = None
    scopes: list[Scope] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        read = b""
        while scope["method"] == "POST":
            message = await receive()
            read += message.get("body", b"")
            if not message.get("more_body"):
                break
        self.bodies.append(read)
        if self.gate is not None:
            await self.gate.wait()
        status, headers, body = self.answer(scope)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body[:10], "more_body": True})
        await send({"type": "http.response.body", "body": body[10:]})


def page(body: bytes = PAGE, topics: bytes = b"SPRING/1/round SPRING/news", *more: Header) -> Inner:
    """An application with one page that may be kept."""
    headers = [(b"Content-Type", b"text/html"), (b"Muster-Topics", topics), (b"Vary", b"Cookie"), *more]
    return Inner(lambda _: (200, headers, body))


def front(inner: App, hub: Hub | None = None) -> Front:
    return Front(inner, Hub() if hub is None else hub, pages="/e/", files="/static/", limit=lambda _: LIMIT)


async def ask(
    app: Callable[[Scope, Receive, Send], Awaitable[None]],
    path: str,
    headers: dict[str, str] | None = None,
    *,
    method: str = "GET",
    body: Iterable[bytes] = (b"",),
    host: str = "play.example.org",
    client: str = CLIENT,
) -> Got:
    """One request; it ends with the answer."""
    got, scope = Got(), scope_of(path, {"host": host} | (headers or {}), method, client)
    parts = list(body)

    async def receive() -> Message:
        part = parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Message) -> None:
        _take(got, message)

    await app(scope, receive, send)
    return got


class Client:
    """A client of a stream, which reads until it is told to stall, and goes when told."""

    def __init__(
        self, app: Any, path: str, headers: dict[str, str] | None = None, client: str = CLIENT
    ) -> None:
        self.got, self.news, self.gone = Got(), asyncio.Event(), asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()
        self._asked = False
        self.running = asyncio.ensure_future(
            app(scope_of(path, headers or {}, "GET", client), self._receive, self._send)
        )

    async def piece(self) -> str:
        """The next piece that comes."""
        while not self.got.pieces:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 5)
        return self.got.pieces.pop(0).decode()

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        _take(self.got, message)
        self.news.set()


def _take(got: Got, message: Message) -> None:
    if message["type"] == "http.response.start":
        got.status = message["status"]
        got.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
    else:
        got.body += message.get("body", b"")
        if message.get("body"):
            got.pieces.append(message["body"])


def scope_of(path: str, headers: dict[str, str], method: str, client: str = CLIENT) -> Scope:
    at, _, query = path.partition("?")
    return {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": at,
        "raw_path": at.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 5000),
        "server": ("127.0.0.1", 8000),
        "http_version": "1.1",
    }
