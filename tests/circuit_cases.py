"""A circuit's servers on one machine: PostgreSQL and its synchronous standby, Redis, three nodes, HAProxy before them.

Each is a process of this one's own on the loopback, in a folder of its own, and gone when the circuit is closed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from cli_cases import MUSTER
from postgres_cases import Pair
from process_cases import LONGEST, cpu, die, free_port, wait_for
from redis_cases import PrivateRedis, private_redis
from support import absent

NODES = 3
CONNECTIONS = 4000
HAPROXY = """
global
    maxconn {connections}
    stats socket {folder}/haproxy.sock mode 600 level admin

defaults
    mode http
    option forwardfor
    option redispatch 1
    retries 3
    retry-on conn-failure empty-response
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout http-request 15s
    timeout http-keep-alive 10s

frontend everybody
    bind 127.0.0.1:{port}
    use_backend well if {{ nbsrv(well) gt 0 }}
    default_backend there

backend well
    balance leastconn
    option httpchk
    http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
    http-check expect status 200
    timeout check 5s
    default-server check inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
{servers}

backend there
    balance leastconn
    default-server check inter 1s fall 3 rise 1
{servers}
"""
"""As docs/serving.md has it. Nodes that are not well get nothing, unless none is: then they say so in words."""


class Node:
    """One `muster serve` on a port and a data folder of its own."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.data, self.port = folder, free_port()
        self._env = env
        self._log = folder.with_suffix(".log")
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def begin(self) -> None:
        """Start it; it may take a while until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*MUSTER, "serve", "--json", "--port", str(self.port), "--data", str(self.data)],
                stdout=subprocess.DEVNULL,
                stderr=log,
                text=True,
                env=self._env,
            )

    def is_well(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            # As a service manager does with one that found no database when it was started.
            assert self.said().splitlines()[-1].startswith("The database cannot be used"), self.said()
            self.begin()
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (OSError, urllib.error.HTTPError):
            return False

    def start(self) -> None:
        self.begin()
        wait_for(self.is_well, f"the node at {self.port} did not start")

    def stop(self) -> float:
        """As a service manager does; the seconds it took."""
        assert self._process is not None
        began = time.monotonic()
        self._process.terminate()
        assert self._process.wait(LONGEST) == 0, self._log.read_text()
        self._process = None
        return time.monotonic() - began

    def kill(self) -> None:
        """Have it die at once; its worker process leaves with it."""
        if self._process is not None:
            die(self._process.pid)
            self._process.wait()
            self._process = None

    def cpu(self) -> float:
        """Seconds of processor time its processes have taken."""
        return cpu(self._process.pid) if self._process else 0.0

    def said(self) -> str:
        return self._log.read_text(encoding="utf-8")


class Circuit:
    """All of it. `address` is where everybody goes."""

    def __init__(self, folder: Path, redis: PrivateRedis) -> None:
        self.folder, self.redis = folder, redis
        self.pair = Pair(folder / "postgresql")
        self.port = free_port()
        self._proxy: subprocess.Popen[bytes] | None = None
        self.nodes = list[Node]()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def env(self) -> dict[str, str]:
        """What a node, or any process on the same database, is told."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("MUSTER_", "DJANGO_"))
        }
        return kept | {
            "MUSTER_DATABASE_URL": self.pair.url,
            "MUSTER_REDIS_URL": self.redis.url,
            "MUSTER_SECRET_KEY": "circuit" * 8,
            "MUSTER_TRUSTED_PROXY": "127.0.0.1",
            "MUSTER_DATA": str(self.folder / "work"),
        }

    def start(self) -> None:
        self.pair.start()
        (self.folder / "work").mkdir()
        self.nodes += [Node(self.folder / f"node{number}", self.env) for number in range(NODES)]
        self.nodes[0].start()  # which makes the tables
        for node in self.nodes[1:]:
            shutil.copytree(self.nodes[0].data / "static", node.data / "static")
            shutil.copy(self.nodes[0].data / "static.stamp", node.data)
            node.begin()
        for node in self.nodes[1:]:
            wait_for(node.is_well, "a node did not start")
        self._start_proxy()

    def _start_proxy(self) -> None:
        program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin") or absent("HAProxy")
        servers = "\n".join(
            f"    server node{number} 127.0.0.1:{node.port}" for number, node in enumerate(self.nodes)
        )
        config = self.folder / "haproxy.cfg"
        config.write_text(
            HAPROXY.format(folder=self.folder, port=self.port, connections=CONNECTIONS, servers=servers),
            encoding="ascii",
        )
        self._proxy = subprocess.Popen([program, "-db", "-f", config], stderr=subprocess.DEVNULL)
        wait_for(self.answers, "the proxy did not start")

    def answers(self) -> bool:
        """Whether a page comes through the proxy."""
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (OSError, urllib.error.HTTPError):
            return False

    def sees(self, number: int) -> bool:
        """Whether the proxy sends people to this node."""
        with socket.socket(socket.AF_UNIX) as asking:
            asking.connect(str(self.folder / "haproxy.sock"))
            asking.sendall(b"show stat\n")
            said = b"".join(iter(lambda: asking.recv(65536), b"")).decode()
        rows = [line.split(",") for line in said.splitlines()]
        return any(row[:2] == ["well", f"node{number}"] and row[17] == "UP" for row in rows)

    def run(self, *words: object, given: object = None) -> Any:
        """Have `circuit_site.py` do something on the database; what it answers."""
        script = Path(__file__).with_name("circuit_site.py")
        done = subprocess.run(
            [sys.executable, str(script), *map(str, words)],
            input=json.dumps(given),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            env=self.env,
        )
        return json.loads(done.stdout)

    @contextmanager
    def playing(self, plan: dict[str, Any]) -> Iterator[Playing]:
        """Clients that do as planned meanwhile, in a process of their own."""
        script = Path(__file__).with_name("circuit_clients.py")
        with subprocess.Popen(
            [sys.executable, str(script), self.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield Playing(process, plan)
            finally:
                process.kill()

    def close(self) -> None:
        if self._proxy is not None:
            self._proxy.kill()
            self._proxy.wait()
        for node in self.nodes:
            node.kill()
        self.pair.close()


class Playing:
    """The process of the clients. It is told the plan, and to end; what happened is its answer."""

    def __init__(self, process: subprocess.Popen[str], plan: dict[str, Any]) -> None:
        self._process = process
        self._say(json.dumps(plan))

    def acknowledged(self) -> int:
        """How many acts are acknowledged by now."""
        self._say("how many")
        return int(self._heard())

    def ended(self) -> dict[str, Any]:
        """Have everybody come to an end, and what happened."""
        self._say("end")
        found: dict[str, Any] = json.loads(self._heard())
        return found

    def is_over(self) -> bool:
        """Whether every round that was planned has been played."""
        self._say("over")
        return self._heard() == "yes"

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _heard(self) -> str:
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        assert said, "the clients have died"
        return said


@contextmanager
def circuit(folder: Path) -> Iterator[Circuit]:
    """A circuit that runs; gone afterwards, whatever happens."""
    folder.chmod(0o755)  # PostgreSQL is not run as root
    with ExitStack() as stack:
        redis = stack.enter_context(contextmanager(private_redis)(folder))
        stack.callback(redis.kill)
        found = Circuit(folder, redis)
        stack.callback(found.close)
        found.start()
        yield found
