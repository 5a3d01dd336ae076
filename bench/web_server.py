"""The server that `bench.web` measures, and how it is asked: started on a filled database, and by wrk."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

CLIENTS = 500


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

    def cpu(self) -> float:
        """Seconds the processor has worked for the server's processes so far, however busy the machine is."""
        spent = 0
        for pid in self._processes():
            with suppress(OSError):  # it has ended meanwhile
                stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                spent += int(stat[11]) + int(stat[12])
        return spent / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> list[int]:
        pids, parents = [self.pid], _parents()
        for pid in pids:
            pids += [child for child, parent in parents.items() if parent == pid]
        return pids

    def memory(self) -> float:
        """Kilobytes the server's processes take."""
        rows = [Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii") for pid in self._processes()]
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
            made = site_act(env, "make", players, small, times)
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


def site_act(env: dict[str, str], *words: object) -> str:
    command = [sys.executable, "-m", "bench.web_site", *map(str, words)]
    quiet = env | {"MUSTER_LOG": "problems"}
    return subprocess.run(command, env=quiet, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


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
