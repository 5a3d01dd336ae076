"""PostgreSQL and its synchronous standby, from the system's programs, in a folder of their own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from process_cases import die, free_port, wait_for
from support import absent

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
            answer = connection.execute(question)
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
            die(self.pid)
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
