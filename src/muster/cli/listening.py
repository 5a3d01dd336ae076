"""The server itself: where it listens, and the process that answers."""

from __future__ import annotations

import errno
import http.client
import multiprocessing
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from muster.cli.output import UNUSABLE, fail
from muster.cli.site import ServerThere
from muster.core.messages import Message, say

APPLICATION: Final = "muster.site.asgi:application"
"""Given by name: the terminal must not import the site."""

PATIENCE: Final = 10
"""Seconds a request may take to end when the server is stopped."""

WAITING: Final = 2048
"""Connections that may wait until they are taken."""

CONNECTIONS: Final = 65_536
"""Connections one process holds open where the system allows as many: more than one address can have to one port."""

SPARE: Final = 500
"""Files a process may have open besides its connections."""

HEAD: Final = 15_000
"""Milliseconds until a connection that has not said what it wants is cut."""

BUFFER: Final = 65_536
"""Bytes of a request's head that are taken, and of a stream that a client may leave unread."""

_TEST_NET: Final = ("192.0.2.1", 9)
_EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104  (recognised, not chosen)


def free_port(host: str, port: int, running: ServerThere | None = None) -> tuple[str, int]:
    """The address to listen at and its port, any free one for 0; one line if it is taken or not ours.

    `running` is the server on the same data, if there is one.
    """
    try:
        family, kind, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
            found = probe.getsockname()
    except OSError as error:
        return fail(_why_not(host, port, error, running), UNUSABLE)
    return found[0], found[1]


def _why_not(host: str, port: int, error: OSError, running: ServerThere | None) -> Message:
    if error.errno == errno.EADDRINUSE and running and running.address.endswith(f":{port}"):
        return say(
            "Muster is already running here, with the same data, since {since}, at {address}",
            since=running.since,
            address=f"{running.address}/",
        )
    if error.errno == errno.EADDRINUSE:
        return say(
            "Port {port} is taken by another program: choose another with --port, such as --port {next}.",
            port=port,
            next=port + 1,
        )
    if error.errno == errno.EACCES:
        return say("Port {port} is kept for the system: choose one above 1023 with --port.", port=port)
    return say(
        "{host} is no address of this machine: {problem}", host=host, problem=error.strerror or str(error)
    )


def network_address() -> str | None:
    """This machine's address in the local network; None without one. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_TEST_NET)
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if found.startswith("127.") else found


def is_everywhere(host: str) -> bool:
    """Whether this means every address of the machine."""
    return host in _EVERYWHERE


def at(host: str, port: int) -> str:
    """The address for a browser on this machine, such as `http://127.0.0.1:8000`."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def serve(host: str, port: int, started: Callable[[], None], *, workers: int = 1) -> None:
    """Answer requests until interrupted or terminated; `started` is called once answers come."""
    from granian import Granian  # noqa: PLC0415  (other commands need not wait for it)
    from granian.constants import HTTPModes, Interfaces, Loops, RuntimeModes, TaskImpl  # noqa: PLC0415
    from granian.http import HTTP1Settings  # noqa: PLC0415
    from granian.log import LogLevels  # noqa: PLC0415

    most = _many_files() - SPARE

    # A process made anew inherits no connection, lock or thread of this one, on every system alike.
    multiprocessing.set_start_method("spawn", force=True)
    server = Granian(
        APPLICATION,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        loop=Loops.uvloop if find_spec("uvloop") else Loops.asyncio,  # there is none for Windows
        runtime_mode=RuntimeModes.st,
        # A request from memory needs no task of its own, and what waits makes itself one (`Front`). From Python 3.12 on
        # there is none of this kind, and granian makes tasks as usual.
        task_impl=TaskImpl.rust,
        workers=workers,
        backlog=WAITING,
        backpressure=min(CONNECTIONS, most),
        # While it would wait for the first bytes to tell one from the other, nothing would cut a silent connection.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(max_buffer_size=BUFFER, header_read_timeout=HEAD),
        respawn_failed_workers=True,
        workers_kill_timeout=PATIENCE,
        websockets=False,
        log_level=LogLevels.error,
    )
    watch = threading.Thread(target=_when_answering, args=(host, port, started), daemon=True)
    server.on_startup(watch.start)
    server.serve()


def serve_reloading(host: str, port: int) -> None:
    """Answer requests until interrupted, by a server that starts again whenever a source file changes."""
    with suppress(KeyboardInterrupt):
        subprocess.run([sys.executable, "-m", "django", "runserver", f"{host}:{port}"], check=False)  # noqa: S603  (our own words)


def _many_files() -> int:
    """Have as many files open as the system allows, and say how many; children inherit it."""
    if sys.platform == "win32":
        return CONNECTIONS
    import resource  # noqa: PLC0415  (there is none on Windows)

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return CONNECTIONS + SPARE if most == resource.RLIM_INFINITY else most


def _when_answering(host: str, port: int, started: Callable[[], None]) -> None:
    while not _answers(host, port):
        time.sleep(0.05)
    started()


def _answers(host: str, port: int) -> bool:
    local = at(host, port).removeprefix("http://").rpartition(":")[0].strip("[]")
    asked = http.client.HTTPConnection(local, port, timeout=5)
    try:
        asked.request("GET", "/healthz", headers={"Host": f"localhost:{port}"})
        return asked.getresponse().status < http.client.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def extend_hosts(names: list[str]) -> None:
    """Have the site answer to further host names."""
    given = [name for name in os.environ.get("MUSTER_HOSTS", "").split(",") if name.strip()]
    os.environ["MUSTER_HOSTS"] = ",".join([*given, *names])
