"""The web at the moment a round is posted, against nginx serving the same bytes and against plain Django.

`python -m bench.web` prints one line each. It needs wrk and nginx, and is left out with a word where they are
absent. Everything runs on this machine, so ratios count: ours and nginx's are measured in turns.
"""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from bench import web_clients, web_phones
from bench.report import Report

CLIENTS, STREAMS, PHONES = 500, 2000, 2000
PLAYERS, SMALL = 1024, 240
MOST_QUERIES = 3
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


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement beside its goal; `right` says whether every answer was."""

    name: str
    figure: float
    unit: str
    goal: str
    right: bool
    nginx: float | None = None
    p99_ms: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours as a part of nginx's."""
        return self.figure / self.nginx if self.nginx else None


@dataclass(frozen=True, slots=True)
class Rate:
    """What wrk says."""

    per_second: float
    p99_ms: float
    right: bool


class Site:
    """A running `muster serve` on a filled database."""

    def __init__(self, folder: Path, address: str, pid: int, made: dict[str, Any]) -> None:
        self.folder, self.address, self.pid, self.made = folder, address, pid, made

    @property
    def env(self) -> dict[str, str]:
        """The surroundings in which a process acts on it."""
        return os.environ | {"MUSTER_DATA": str(self.folder)}

    def renderings(self, route: str) -> int:
        """How often Django has made pages of this address."""
        log = (self.folder / "log").read_text(encoding="utf-8")
        return sum(f"GET /{route} " in line for line in log.splitlines())

    def memory(self) -> float:
        """Kilobytes the server's processes take."""
        pids, parents = [self.pid], _parents()
        for pid in pids:
            pids += [child for child, parent in parents.items() if parent == pid]
        rows = [Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii") for pid in pids]
        return float(sum(int(number) for row in rows for number in re.findall(r"\nPss:\s+(\d+)", row)))


def _parents() -> dict[int, int]:
    """The parent of every process."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            found[int(stat.parent.name)] = int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    return found


@contextmanager
def served(players: int, small: int, times: int) -> Iterator[Site]:
    """The site, filled and running; gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {key: value for key, value in os.environ.items() if not key.startswith("MUSTER_")}
        env |= {"MUSTER_DATA": str(folder), "MUSTER_LOG": "requests"}
        with (folder / "log").open("wb") as log:
            # The first start makes key, tables and files; the second serves what was put in between.
            with _started(env, log):
                pass
            made = _site(env, "make", players, small, times)
            with _started(env, log) as (address, pid):
                yield Site(folder, address, pid, json.loads(made))


@contextmanager
def two_processes(site: Site) -> Iterator[str]:
    """The same site by two processes. Nothing changes meanwhile, so Redis need not be there."""
    env = os.environ | {"MUSTER_DATA": str(site.folder), "MUSTER_REDIS_URL": "redis://127.0.0.1:1"}
    with _started(env, subprocess.DEVNULL, "--workers", "2") as (address, _):
        time.sleep(3)  # until the other one is there, too
        yield address


@contextmanager
def _started(env: dict[str, str], log: Any, *options: str) -> Iterator[tuple[str, int]]:
    start = "from muster.cli.main import main; main()"
    command = [sys.executable, "-c", start, "serve", "--json", "--port", "0", *options]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["local"], process.pid
        finally:
            process.terminate()
            process.wait(30)


def _site(env: dict[str, str], *words: object) -> str:
    command = [sys.executable, "-m", "bench.web_site", *map(str, words)]
    quiet = env | {"MUSTER_LOG": "problems"}
    return subprocess.run(command, env=quiet, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


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


def get(address: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One request past everything that unpacks."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request("GET", path, headers={"Host": "localhost", "Accept-Encoding": "gzip", **headers})
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    connection.close()
    return found


def wrk(url: str, seconds: int, clients: int = CLIENTS, *, headers: Mapping[str, str] | None = None) -> Rate:
    """So many keep-alive clients for so long."""
    command = [
        shutil.which("wrk") or "",
        "-t2",
        f"-c{clients}",
        f"-d{seconds}",
        "--timeout",
        "30",
        "--latency",
    ]
    for name, value in {"Accept-Encoding": "gzip", "Host": "localhost", **(headers or {})}.items():
        command += ["-H", f"{name}: {value}"]
    said = subprocess.run([*command, url], stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603
    rate, late = re.search(r"Requests/sec:\s+([\d.]+)", said), re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    if rate is None or late is None:
        raise ValueError(said)
    unit = {"us": 0.001, "ms": 1.0, "s": 1000.0}[late[2]]
    right = "Non-2xx" not in said and "Socket errors" not in said
    return Rate(float(rate[1]), float(late[1]) * unit, right)


def unchanged(site: Site, *, quick: bool) -> Iterator[Line]:
    """Public pages that nobody changes, from memory, in turns with nginx and beside Django alone."""
    pages = list(site.made["pages"].items())
    for page, path in pages:
        yield from _beside_nginx(page, site.address, path, 1, quick=quick)
    with two_processes(site) as address:
        for page, path in pages[:1]:
            yield from _beside_nginx(f"{page}, two processes", address, path, 2, quick=quick)
    with plain_django(site) as django:
        for page, path in site.made["pages"].items():
            alone = wrk(django + path, 5, 8)
            name = f"{page}, Django alone"
            yield Line(name, alone.per_second, "requests/s", "", alone.right, None, alone.p99_ms)


def _beside_nginx(name: str, address: str, path: str, workers: int, *, quick: bool) -> Iterator[Line]:
    """A page of ours in turns with the same bytes from nginx."""
    with tempfile.TemporaryDirectory() as folder, nginx(Path(folder), workers) as static:
        _, _, body = get(address, path)
        (Path(folder) / "html" / "page.html.gz").write_bytes(body)
        (Path(folder) / "html" / "page.html").write_bytes(gzip.decompress(body))
        yield from _in_turns(name, address + path, f"{static}/page.html", quick=quick)


def _in_turns(name: str, ours: str, theirs: str, *, quick: bool) -> Iterator[Line]:
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
        turns = [(wrk(ours, seconds, headers=one), wrk(theirs, seconds, headers=other)) for _ in range(runs)]
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
        _site(env, "publish", code)
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
    made = json.loads(_site(site.env, "phones", ",".join(ways), count))
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


def players(site: Site, *, quick: bool) -> Iterator[Line]:
    """A player's own page, which is made for them each time."""
    yield _own_page("a player's own page", site.address, site.made["player"], quick=quick)
    with two_processes(site) as address:
        yield _own_page("a player's own page, two processes", address, site.made["player"], quick=quick)
    queries = site.made["player queries"]
    yield Line("a player's own page: queries", queries, "queries", "at most 3", queries <= MOST_QUERIES)


def _own_page(name: str, address: str, path: str, *, quick: bool) -> Line:
    right = get(address, path)[0] == http.client.OK
    # As a phone that has been there before: it proves that its forms are its own by the same cookie.
    phone = {"Cookie": "csrftoken=" + "a1" * 16}
    rates = [wrk(address + path, 2 if quick else 5, 64, headers=phone) for _ in range(1 if quick else 5)]
    rate, late = median(one.per_second for one in rates), median(one.p99_ms for one in rates)
    return Line(name, rate, "requests/s", "500", right and all(one.right for one in rates), None, late)


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
