"""A Redis server of a test's own, which it may kill."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import absent


class PrivateRedis:
    """A server on a free port that keeps nothing."""

    def __init__(self, program: str, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [
            program,
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(folder),
        ]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it answers when this is done."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(400):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                    connection.sendall(b"PING\r\n")
                    if connection.recv(16).startswith(b"+PONG"):
                        return
            except OSError:
                time.sleep(0.025)
        pytest.fail("the Redis server did not start")

    def kill(self) -> None:
        """Have it die at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def private_redis(folder: Path) -> Iterator[PrivateRedis]:
    """A running server for a fixture; or a skip."""
    found = PrivateRedis(shutil.which("redis-server") or absent("redis-server (install Redis)"), folder)
    found.start()
    yield found
    found.kill()
