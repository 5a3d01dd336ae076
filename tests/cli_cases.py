"""The command line at work for tests: run inside this process, in one of its own, or at a keyboard."""

from __future__ import annotations

import json
import os
import select
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.main import get_command
from typer.testing import CliRunner

from muster.cli.commands import app_for

MUSTER = (sys.executable, "-c", "from muster.cli.main import main; main()")
"""`muster` as a process of its own."""

SECRET = "5e" * 32
"""The secret of every journal made in this process, so that every run of a test draws the same."""

NAMES = ("Ada Lovelace", "Brian May", "Chiara Neri", "Dmitri O'Hara", "Eve Adams", "Farid Aziz")

_APP = app_for()
_made = cache(get_command)
"""The commands of the terminal, made once: a runner would make all of them whenever it runs one."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """Every line of standard output as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: object, typed: str = "") -> Ran:
    """Run a command in this process; whatever it raises fails the test."""
    with (
        patch("muster.cli.files.secrets.token_hex", lambda size: SECRET[: 2 * size]),
        patch("typer.testing._get_command", _made),
    ):
        result = CliRunner().invoke(_APP, [str(each) for each in arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def process(*arguments: object, typed: bytes = b"", env: Mapping[str, str] | None = None) -> Ran:
    """Run a command as a process of its own, with these environment variables besides our own."""
    command = [*MUSTER, *map(str, arguments)]
    done = subprocess.run(
        command, input=typed, capture_output=True, env={**os.environ, **(env or {})}, timeout=60, check=False
    )
    return Ran(
        done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    )


def refused(ran: Ran, code: int, *says: str) -> None:
    """The command was refused with this exit code in one line on standard error that says all of this."""
    assert ran.code == code, (ran.out, ran.err)
    assert "Traceback" not in ran.out + ran.err
    assert len(ran.err.splitlines()) == 1, ran.err
    for part in says:
        assert part in ran.err


def entry_list(folder: Path, names: Iterable[str] = NAMES, file: str = "day.csv") -> Path:
    """An entry list of these names."""
    path = folder / file
    path.write_text("name\n" + "\n".join(f'"{name}"' for name in names) + "\n", encoding="utf-8")
    return path


def begun(folder: Path, *options: object, names: Iterable[str] = NAMES, typed: str = "") -> Path:
    """The journal of a tournament that was begun, and in which this was typed, all without a refusal."""
    ran = run(
        "play", entry_list(folder, names), "-r", "armada-4.0", "--day", "2025-03-14", *options, typed=typed
    )
    assert (ran.code, ran.err) == (0, "")
    return folder / "day.muster"


def typed_in(journal: Path, *lines: str) -> Ran:
    """What came of these lines, each of which was carried out."""
    ran = run("play", "-j", journal, typed="\n".join(lines))
    assert (ran.code, ran.err) == (0, ""), ran.err
    return ran


def kinds(journal: Path) -> list[str]:
    """The kinds of facts of a journal, in order."""
    return [json.loads(line)["kind"] for line in journal.read_text(encoding="utf-8").splitlines()[1:]]


@dataclass(slots=True)
class Keyboard:
    """A process at a terminal of its own; `shown` is what it wrote so far."""

    descriptor: int
    pid: int
    shown: str = ""
    _waiting: tuple[str, ...] = field(default=("muster> ", "): "))

    def see(self, seconds: float = 20) -> str:
        """What appears until the next prompt or the end; what there is if that takes too long."""
        before = len(self.shown)
        while select.select([self.descriptor], [], [], seconds)[0]:
            try:
                read = os.read(self.descriptor, 65536)
            except OSError:
                break
            self.shown += read.decode("utf-8", "replace")
            if not read or self.shown.endswith(self._waiting):
                break
        return self.shown[before:]

    def type(self, text: str | bytes) -> str:
        """Type a line (bytes: just these keys); what appears until the next prompt or the end."""
        os.write(self.descriptor, text if isinstance(text, bytes) else f"{text}\n".encode())
        return self.see()

    def press_until(self, key: bytes, appears: str) -> None:
        """Press a key until this appears: a signal that comes before the line is waited for has no effect."""
        before = len(self.shown)
        for _ in range(10):
            os.write(self.descriptor, key)
            self.see(1)
            if appears in self.shown[before:]:
                return
        raise AssertionError(self.shown[before:])

    def end(self) -> int:
        """Wait for the end; the exit code."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@contextmanager
def keyboard(*arguments: object, columns: int = 80) -> Iterator[Keyboard]:
    """`muster` at a keyboard, having shown its first prompt."""
    import fcntl
    import pty
    import signal
    import termios

    pid, descriptor = pty.fork()
    if pid == 0:
        # Tests that run in the background of a shell inherit that Ctrl-C means nothing.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        os.execve(sys.executable, [*MUSTER, *map(str, arguments)], {**env, "TERM": "xterm"})  # noqa: S606
    try:
        at = Keyboard(descriptor, pid)
        at.see()
        yield at
    finally:
        os.close(descriptor)
