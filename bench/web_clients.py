"""Many clients at once for `bench.web`: people who wait for one page, and streams."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode, urlsplit

STALLED = 20
"""How many of the streams never read."""


@dataclass
class Streams:
    """What became of many streams: how long the last change took to each, in seconds."""

    opened: int = 0
    told: list[float] = field(default_factory=list)
    lost: int = 0


async def at_once(address: str, path: str, count: int) -> tuple[list[float], int]:
    """So many clients, connected beforehand, ask for a page at once: seconds each, and how many were answered."""
    where = urlsplit(address)
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
    lines = await asyncio.gather(*(asyncio.open_connection(where.hostname, where.port) for _ in range(count)))

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[float, bool]:
        began = perf_counter()
        writer.write(asked)
        answer = await reader.read()
        writer.close()
        return perf_counter() - began, answer.startswith(b"HTTP/1.1 200")

    found = await asyncio.gather(*(one(*line) for line in lines))
    return [seconds for seconds, _ in found], sum(right for _, right in found)


async def hold(
    address: str, code: str, count: int
) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open so many streams; the last few of them will never be read."""
    where = urlsplit(address)
    asked = f"GET /live/{code}?on=1/people,1/round HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

    async def one(stalls: bool) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        ours = socket.socket()
        if stalls:
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        ours.setblocking(False)  # noqa: FBT003
        await asyncio.get_running_loop().sock_connect(ours, (where.hostname, where.port))
        line = await asyncio.open_connection(sock=ours, limit=65536)
        line[1].write(asked)
        if stalls:
            line[1].transport.pause_reading()  # type: ignore[attr-defined]
        else:
            await line[0].readuntil(b"event: hello")
            await line[0].readuntil(b"\n\n")
        return line

    held = []
    for start in range(0, count, 100):
        held += await asyncio.gather(*(one(n >= count - STALLED) for n in range(start, start + 100)))
    return held


async def told(
    held: Sequence[tuple[asyncio.StreamReader, asyncio.StreamWriter]], address: str, register: str, name: str
) -> Streams:
    """Somebody registers; how long until each stream that reads says so."""
    form = await asyncio.to_thread(_form, address, register, name)
    found = Streams(len(held))
    began = perf_counter()

    async def heard(reader: asyncio.StreamReader) -> None:
        try:
            async with asyncio.timeout(15):
                while b"data: " not in await reader.readuntil(b"\n\n"):
                    pass
            found.told.append(perf_counter() - began)
        except (TimeoutError, asyncio.IncompleteReadError):
            found.lost += 1

    listening = [asyncio.create_task(heard(reader)) for reader, _ in held[: len(held) - STALLED]]
    await asyncio.sleep(0.05)
    began = perf_counter()
    await asyncio.to_thread(_send, address, register, form)
    await asyncio.gather(*listening)
    return found


def _ask(address: str, asked: bytes) -> bytes:
    where = urlsplit(address)
    with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
        connection.sendall(asked)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer


def _form(address: str, path: str, name: str) -> tuple[str, bytes]:
    """A form to register with, filled in, and the cookie that goes with it."""
    page = _ask(
        address, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    ).decode()
    cookie = re.search(r"set-cookie: ([^;]+)", page)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    form = urlencode(fields | {"name": name, "alias": "", "pronouns": "", "club": "", "email": ""})
    return (cookie[1] if cookie else ""), form.encode()


def _send(address: str, path: str, form: tuple[str, bytes]) -> None:
    cookie, body = form
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    answer = _ask(address, head.encode() + body)
    if b" 200 " not in answer[:20] and b" 30" not in answer[:20]:
        raise ValueError(answer[:200])
