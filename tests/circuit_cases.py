"""A circuit's servers on one machine: PostgreSQL and its synchronous standby, Redis, three nodes, HAProxy before them.

Each is a process of this one's own on the loopback, in a folder of its own, and gone when the circuit is closed.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from cli_cases import MUSTER
from redis_cases import PrivateRedis, private_redis
from support import absent

NODES = 3
LONGEST = 120.0
"""Seconds after which a server is taken to be stuck; nothing takes that long."""

CONNECTIONS = 4000
DATABASE = "muster"

POSTGRES = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
max_connections = 100
max_wal_senders = 5
wal_level = replica
hot_standby = on
wal_keep_size = 512MB
synchronous_commit = on
wal_log_hints = on
shared_buffers = 128MB
"""

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


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: Callable[[], bool], why: str, longest: float = LONGEST) -> float:
    """Wait for something that other processes bring about; the seconds it took."""
    began = time.monotonic()
    while not what():
        if time.monotonic() - began > longest:
            raise TimeoutError(why)
        time.sleep(0.05)
    return time.monotonic() - began


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    return found[-1].parent if found else absent("PostgreSQL's own programs (install the package postgresql)")


class Server:
    """One PostgreSQL server: a folder, a port, and a process while it runs."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self.port, self.data = name, free_port(), folder / name
        self._programs, self._user = _programs(), "postgres" if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def made(self) -> None:
        """A new cluster, which trusts this machine."""
        self._run(
            "initdb", "-D", self.data, "-U", "muster", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"
        )
        self._configured(synchronous="")

    def copied(self, primary: Server) -> None:
        """Become a standby of this one."""
        shutil.rmtree(self.data, ignore_errors=True)
        where = f"host=127.0.0.1 port={primary.port} user=muster application_name={self.name}"
        self._run(
            "pg_basebackup", "-D", self.data, "-d", where, "-R", "-c", "fast", "--no-sync", "-X", "stream"
        )
        self._configured(synchronous="")

    def start(self) -> None:
        log = (self.data.parent / f"{self.name}.log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.data],
                stdout=log,
                stderr=log,
                user=self._user,
                extra_groups=[] if self._user else None,
            )
        wait_for(self.answers, f"{self.name} did not start")

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            self.ask("SELECT 1")
            return True
        return False

    def ask(self, question: str, database: str = "postgres") -> list[Any]:
        where = f"host=127.0.0.1 port={self.port} user=muster dbname={database}"
        with psycopg.connect(where, autocommit=True, connect_timeout=3) as connection:
            answer = connection.execute(question)  # type: ignore[arg-type]
            return answer.fetchall() if answer.description else []

    def follows(self, name: str) -> None:
        """Acknowledge nothing from now on that this standby has not on its disk."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.ask("SELECT pg_reload_conf()")
        # There is no more than one.
        state = "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'"
        wait_for(lambda: self.ask(state) == [("sync",)], f"{name} did not become the synchronous standby")

    def promote(self) -> None:
        """Make the standby the primary."""
        self.ask("SELECT pg_promote(true, 60)")

    def kill(self) -> None:
        """Have all of it die at once, as a machine does that loses its power."""
        if self._process is not None:
            children = _children(self.pid)
            for pid in (self.pid, *children):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def _configured(self, *, synchronous: str) -> None:
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(POSTGRES.format(port=self.port))
        auto = self.data / "postgresql.auto.conf"
        kept = [
            line for line in auto.read_text().splitlines() if not line.startswith("synchronous_standby_names")
        ]
        auto.write_text("\n".join([*kept, f"synchronous_standby_names = '{synchronous}'", ""]))

    def _run(self, program: str, *options: object) -> None:
        command = [str(self._programs / program), *map(str, options)]
        groups: list[int] | None = [] if self._user else None
        done = subprocess.run(
            command, user=self._user, extra_groups=groups, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def _children(parent: int) -> list[int]:
    try:
        said = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(one) for one in said.split()]


@dataclass
class Pair:
    """A primary and its synchronous standby."""

    folder: Path
    primary: Server = field(init=False)
    standby: Server = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir()
        if os.geteuid() == 0:
            who = pwd.getpwnam("postgres")
            os.chown(self.folder, who.pw_uid, who.pw_gid)
        self.primary, self.standby = Server(self.folder, "one"), Server(self.folder, "other")

    @property
    def url(self) -> str:
        """As the nodes are told: both, in whichever order."""
        ports = sorted((self.primary.port, self.standby.port))
        return f"postgresql://muster@127.0.0.1:{ports[0]},127.0.0.1:{ports[1]}/{DATABASE}"

    def start(self) -> None:
        self.primary.made()
        self.primary.start()
        self.primary.ask(f"CREATE DATABASE {DATABASE}")
        self.follow()

    def follow(self) -> None:
        """Have the other one follow the primary, from a new copy of it."""
        self.standby.copied(self.primary)
        self.standby.start()
        self.primary.follows(self.standby.name)

    def fail_over(self) -> None:
        """The primary dies, and the standby takes its place."""
        self.primary.kill()
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def close(self) -> None:
        for one in (self.primary, self.standby):
            one.kill()


class Node:
    """One `muster serve` on a port and a data folder of its own."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.data, self.port = folder, free_port()
        self._env, self._process = env, None
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
        assert self._process.poll() is None, self._log.read_text()
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
            pids = [self._process.pid, *_children(self._process.pid)]
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def cpu(self) -> float:
        """Seconds of processor time its processes have taken."""
        return sum(_cpu(pid) for pid in _tree(self._process.pid)) if self._process else 0.0

    def said(self) -> str:
        return self._log.read_text(encoding="utf-8")


def _tree(pid: int) -> Iterator[int]:
    yield pid
    for child in _children(pid):
        yield from _tree(child)


def _cpu(pid: int) -> float:
    try:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")


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
        found = Circuit(folder, redis)
        stack.callback(found.close)
        found.start()
        yield found
