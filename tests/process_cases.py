"""Processes of a test's own: free ports, waiting for what they bring about, their children and the time they take."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

LONGEST = 600.0
"""Seconds after which a server is taken to be stuck; nothing takes that long."""


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


def die(pid: int) -> None:
    """Have a process and its children die at once."""
    for one in tree(pid):
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def tree(pid: int) -> list[int]:
    """A process and all that come from it."""
    return list(_tree(pid))


def cpu(pid: int) -> float:
    """Seconds of processor time that a process, those that come from it, and those of them that have ended took."""
    return sum(_cpu(one) for one in tree(pid))


def _children(parent: int) -> list[int]:
    try:
        said = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(one) for one in said.split()]


def _tree(pid: int) -> Iterator[int]:
    yield pid
    for child in _children(pid):
        yield from _tree(child)


def _cpu(pid: int) -> float:
    try:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, said[11:15])) / os.sysconf("SC_CLK_TCK")
