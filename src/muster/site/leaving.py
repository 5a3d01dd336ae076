"""How a server's process ends: at once, when all that was asked of it is done."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


def leave_at_once() -> None:
    """Have this process, if it is one a server started, end without taking Python apart, and with that server.

    By then every answer is sent and every act on record. The server's own threads may still wait for the
    interpreter's lock, and one that gets it while Python is being taken apart would bring the process down
    with a complaint about itself.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        atexit.register(leave)
        threading.Thread(target=_leave_after, args=(parent,), daemon=True).start()


def _leave_after(parent: BaseProcess) -> None:
    """End this process when the one that started it has ended: nobody could stop it any more, or take its port."""
    parent.join()
    leave()


def leave() -> None:
    """End this process now, whatever its threads are doing."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
