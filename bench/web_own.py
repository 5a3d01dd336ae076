"""Players' own pages for `bench.web`: unchanged, and right after what is theirs has changed."""

from __future__ import annotations

import asyncio
import http.client
import time
from collections.abc import Iterator, Sequence
from statistics import median
from urllib.parse import urlsplit

from bench.web_server import Line, Site, get, site_act, two_processes, wrk

MOST_QUERIES = 3
CONNECTIONS = 64
FOUND_AFTER = 2.5
"""Seconds after which the server has found in the database what another process wrote."""

PHONE = {"Cookie": "csrftoken=" + "a1" * 16}
"""As a phone that has been there before: it proves that its forms are its own by the same cookie."""


def players(site: Site, *, quick: bool) -> Iterator[Line]:
    """A player's own page: from memory while nothing on it has changed, and made anew after that."""
    path = site.made["player"]
    yield _unchanged("a player's own page, unchanged", site.address, path, PHONE, quick=quick)
    yield _unchanged("  to a phone that was never there", site.address, path, {}, quick=quick)
    with two_processes(site) as address:
        yield _unchanged("a player's own page, two processes", address, path, PHONE, quick=quick)
    yield from _changed(site, quick=quick)
    queries = site.made["player queries"]
    yield Line("a player's own page: queries", queries, "queries", "at most 3", queries <= MOST_QUERIES)


def _unchanged(name: str, address: str, path: str, headers: dict[str, str], *, quick: bool) -> Line:
    right = get(address, path)[0] == http.client.OK
    runs, seconds = (1, 2) if quick else (5, 5)
    rates = [wrk(address + path, seconds, CONNECTIONS, headers=headers) for _ in range(runs)]
    rate, late = median(one.per_second for one in rates), median(one.p99_ms for one in rates)
    return Line(name, rate, "requests/s", "5,000", right and all(one.right for one in rates), None, late)


def _changed(site: Site, *, quick: bool) -> Iterator[Line]:
    """Everybody's page once, each for the first time after something of that player's own has changed."""
    paths, rates, spent = site.made["players"], list[float](), list[float]()
    right = _each_once(site.address, paths)  # what all share is made
    for _ in range(1 if quick else 5):
        site_act(site.env, "touch", "RUNNING")
        time.sleep(FOUND_AFTER)
        before, began = site.cpu(), time.perf_counter()
        right = min(right, _each_once(site.address, paths))
        rates.append(len(paths) / (time.perf_counter() - began))
        spent.append(1000 * (site.cpu() - before) / len(paths))
    whole = right == len(paths)
    yield Line(f"{len(paths):,} own pages, each just changed", median(rates), "requests/s", "500", whole)
    yield Line("  processor time of each", median(spent), "ms", "2 ms", whole)


def _each_once(address: str, paths: Sequence[str]) -> int:
    """Ask for each of these once, by a few connections; how many answers were right."""
    return asyncio.run(_asked(address, paths))


async def _asked(address: str, paths: Sequence[str]) -> int:
    where, left = urlsplit(address), iter(paths)

    async def one() -> int:
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        right = 0
        for path in left:
            head = ("Host: localhost", "Accept-Encoding: gzip", f"Cookie: {PHONE['Cookie']}", "", "")
            writer.write("\r\n".join((f"GET {path} HTTP/1.1", *head)).encode())
            said = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(said.partition(b"content-length: ")[2].split(b"\r\n")[0]))
            right += b" 200 " in said[:20]
        writer.close()
        return right

    return sum(await asyncio.gather(*(one() for _ in range(16))))
