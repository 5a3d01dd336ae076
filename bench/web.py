"""The web at the moment a round is posted, against nginx serving the same bytes and against plain Django.

`python -m bench.web` prints one line each. It needs wrk and nginx, and is left out with a word where they are
absent. Everything runs on this machine, so ratios count: ours and nginx's are measured in turns.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from bench import web_clients, web_phones
from bench.report import Report
from bench.web_own import players
from bench.web_server import CLIENTS, Line, Site, get, served, site_act, two_processes, wrk

STREAMS, PHONES = 2000, 2000
FEW = 50
PLAYERS, SMALL = 1024, 240
FOUND_AFTER = 2.5
"""Seconds after which the server has found in the database what another process wrote."""

NGINX = """
worker_processes {workers}; daemon off; pid nginx.pid; error_log stderr crit; worker_rlimit_nofile 10000;
events {{ worker_connections 4096; }}
http {{
  access_log off; gzip_static on; default_type text/html; root html; keepalive_requests 100000000;
  open_file_cache max=100; sendfile on;
  client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  server {{ listen 127.0.0.1:{port} backlog=2048; }}
}}
"""


@contextmanager
def nginx(folder: Path, workers: int) -> Iterator[str]:
    """nginx on a free port with as many processes as ours, serving what is put into `html`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder.chmod(0o755)  # nginx may serve as somebody else
    (folder / "html").mkdir()
    (folder / "logs").mkdir()
    (folder / "nginx.conf").write_text(NGINX.format(port=port, workers=workers), encoding="ascii")
    command = [shutil.which("nginx") or "", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            time.sleep(0.7)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@contextmanager
def plain_django(site: Site) -> Iterator[str]:
    """Django alone, as granian serves WSGI."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "wsgi",
        "--port",
        str(port),
        "--log-level",
        "error",
    ]
    command += ["--blocking-threads", "4", "muster.site.wsgi:application"]
    env = os.environ | {"MUSTER_DATA": str(site.folder)}
    with subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            time.sleep(4)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def unchanged(site: Site, *, quick: bool) -> Iterator[Line]:
    """Public pages that nobody changes, from memory, in turns with nginx and beside Django alone."""
    pages = list(site.made["pages"].items())
    for page, path in pages:
        yield from _beside_nginx(page, site.address, path, 1, quick=quick)
    for page, path in pages[:1]:
        yield from _beside_nginx(f"{page}, {FEW} clients", site.address, path, 1, FEW, quick=quick)
    with two_processes(site) as address:
        for page, path in pages[:1]:
            yield from _beside_nginx(f"{page}, two processes", address, path, 2, quick=quick)
    with plain_django(site) as django:
        for page, path in site.made["pages"].items():
            alone = wrk(django + path, 5, 8)
            name = f"{page}, Django alone"
            yield Line(name, alone.per_second, "requests/s", "", alone.right, None, alone.p99_ms)


def _beside_nginx(
    name: str, address: str, path: str, workers: int, clients: int = CLIENTS, *, quick: bool
) -> Iterator[Line]:
    """A page of ours in turns with the same bytes from nginx."""
    with tempfile.TemporaryDirectory() as folder, nginx(Path(folder), workers) as static:
        _, _, body = get(address, path)
        (Path(folder) / "html" / "page.html.gz").write_bytes(body)
        (Path(folder) / "html" / "page.html").write_bytes(gzip.decompress(body))
        yield from _in_turns(name, address + path, f"{static}/page.html", clients, quick=quick)


def _in_turns(name: str, ours: str, theirs: str, clients: int, *, quick: bool) -> Iterator[Line]:
    runs, seconds = (1, 2) if quick else (5, 3)
    tags, bodies = [], []
    for url in (ours, theirs):
        _, headers, body = get(url, urlsplit(url).path)
        tags.append({"If-None-Match": headers["etag"]})
        bodies.append(body)
    for what, (one, other) in (
        (f"200, {len(bodies[0]) / 1000:.1f} kB", ({}, {})),
        ("304", (tags[0], tags[1])),
    ):
        turns = [
            (wrk(ours, seconds, clients, headers=one), wrk(theirs, seconds, clients, headers=other))
            for _ in range(runs)
        ]
        yield Line(
            f"{name}, {what}",
            median(rate.per_second for rate, _ in turns),
            "requests/s",
            "1/2 of nginx, p99 50 ms",
            bodies[0] == bodies[1] and all(rate.right for rate, _ in turns),
            median(rate.per_second for _, rate in turns),
            median(rate.p99_ms for rate, _ in turns),
        )


def posted(site: Site, *, quick: bool) -> Iterator[Line]:
    """A round is posted, and everybody looks."""
    del quick  # as often as there are rounds to post
    first, crowds, made = list[float](), list[float](), 0
    route, env = "e/<slug:code>/<int:number>/pairings", site.env
    codes = list(site.made["posted"].items())
    right = True
    for number, (code, path) in enumerate(codes):
        before = get(site.address, path)
        site_act(env, "publish", code)
        time.sleep(FOUND_AFTER)
        seen = site.renderings(route)
        if number % 2:
            began = time.perf_counter()
            answer = get(site.address, path)
            first.append(1000 * (time.perf_counter() - began))
            right = right and answer[0] == 200 and answer[2] != before[2]
        else:
            seconds, answered = asyncio.run(web_clients.at_once(site.address, path, CLIENTS))
            crowds += [1000 * one for one in seconds]
            right = right and answered == CLIENTS
        made = max(made, site.renderings(route) - seen)
    yield Line(f"first hit, {SMALL} players", median(first), "ms", "50 ms", right)
    late = quantiles(crowds, n=100)[98]
    yield Line(f"{CLIENTS} at once: renderings", made, "times", "1", made == 1, None, late)


def phones(site: Site, *, quick: bool) -> Iterator[Line]:
    """A round is posted to a hall of phones with open pages: by the part of their own first, and by whole pages."""
    count = PHONES // 10 if quick else PHONES
    ways = {"PHONES": ("a part of their own first", True), "PAGES": ("whole pages at once", False)}
    made = json.loads(site_act(site.env, "phones", ",".join(ways), count))
    for code, (name, small) in ways.items():
        how = made[code]
        publish = web_phones.Publish(how["path"], how["session"], how["version"])
        held = web_phones.phones_of(how["phones"])
        found = asyncio.run(web_phones.posted(site.address, code, held, publish, small=small))
        goal = "last 1,500 ms, p99 1,000 ms" if small else ""
        late = sorted(1000 * one for one in found.tables)
        p50, p99 = (quantiles(late, n=100)[at] for at in (49, 98))
        right = not found.wrong
        yield Line(f"posted to {len(held):,} phones, {name}: last", late[-1], "ms", goal, right, None, p99)
        yield Line(f"posted to {len(held):,} phones, {name}: median", p50, "ms", "", right)
        if small:
            yield Line("  their whole pages: last", 1000 * max(found.pages), "ms", "", right)


def streams(site: Site, *, quick: bool) -> Iterator[Line]:
    """Many open streams, some of which never read."""

    async def act() -> tuple[float, list[web_clients.Streams]]:
        before = site.memory()
        held = await web_clients.hold(site.address, "OPEN", STREAMS)
        each = (site.memory() - before) / STREAMS
        found = []
        for number in range(2 if quick else 5):
            name = f"Newcomer {number}"
            found.append(await web_clients.told(held, site.address, site.made["register"], name))
        for _, writer in held:
            writer.close()
        return each, found

    each, found = asyncio.run(act())
    right = all(not one.lost for one in found)
    all_told = sorted(1000 * seconds for one in found for seconds in one.told)
    yield Line(f"{STREAMS:,} streams: memory of each", each, "kB", "60 kB", right)
    last = median(1000 * max(one.told) for one in found)
    late = quantiles(all_told, n=100)[98]
    name = f"act to the last of {STREAMS - web_clients.STALLED:,} (and {web_clients.STALLED} stalled)"
    yield Line(name, last, "ms", "p99 1,000 ms", right, None, late)


def lines(*, quick: bool) -> Iterator[Line]:
    """Every measurement."""
    with served(PLAYERS, SMALL, 2 if quick else 8) as site:
        for part in (posted, phones, streams, players, unchanged):
            yield from part(site, quick=quick)


def main(*, quick: bool = False) -> Report:
    """Measure and print every line; an answer is wrong if a page, a client or a word was lost."""
    absent = [name for name in ("wrk", "nginx") if shutil.which(name) is None]
    if absent:
        print(
            f"the web is left out: {' and '.join(absent)} not here (apt install wrk nginx)", file=sys.stderr
        )
        return Report([], right=True)
    rows = []
    print(f"{'web':48}{'figure':>10} {'unit':11}{'nginx':>9}{'ratio':>7}{'p99 ms':>8}  goal")
    for row in lines(quick=quick):
        beside = f"{row.nginx:9,.0f}{row.ratio:7.2f}" if row.nginx else " " * 16
        late = f"{row.p99_ms:8.1f}" if row.p99_ms is not None else " " * 8
        wrong = "" if row.right else "  WRONG"
        print(f"{row.name:48}{row.figure:10,.1f} {row.unit:11}{beside}{late}  {row.goal}{wrong}", flush=True)
        rows.append(row)
    return Report(rows, all(row.right for row in rows))


if __name__ == "__main__":
    raise SystemExit(0 if main(quick="--quick" in sys.argv).right else 1)
