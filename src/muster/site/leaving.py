"""How a server's process ends: at once, when all that was asked of it is done."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import sys


def leave_at_once() -> None:
    """Have this process, if it is one a server started, end without taking Python apart.

    By then every answer is sent and every act on record. The server's own threads may still wait for the
    interpreter's lock, and one that gets it while Python is being taken apart would bring the process down
    with a complaint about itself.
    """
    if multiprocessing.parent_process() is not None:
        atexit.register(leave)


def leave() -> None:
    """End this process now, whatever its threads are doing."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
