"""The press: prints one thing after the other in a process of its own, so that no page waits for paper.

The process starts when somebody first looks at the page of prints, gives way to everything else, and ends when it has
had nothing to do for a while, or with the server. Whatever happens to it, the next print starts a fresh one.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

log = logging.getLogger("muster.paper")

IDLE: Final = 300.0
"""Seconds without anything to print after which the process ends."""

LONGEST: Final = 300.0
"""Seconds one print may take."""

STARTING: Final = 60.0
"""Seconds the process may take to start."""

OFTEN: Final = 0.4
"""Seconds between two notes of how far a print is."""


class PressError(Exception):
    """A print could not be made; the message says why, for the log."""


class MissingError(PressError):
    """WeasyPrint, or a library of the system it needs, is not there."""


@dataclass(frozen=True, slots=True)
class Work:
    """Something to print.

    Attributes:
        pieces: whole HTML documents, printed one after the other into one file.
        css: their style sheet.
        file: where to write.
        tell: called now and then with the number of pages that are finished.
        end: called once at the end: with nothing, or with what went wrong.
    """

    pieces: list[str]
    css: str
    file: Path
    tell: Callable[[int], None]
    end: Callable[[PressError | None], None]


class Typesetter:
    """One process that makes PDFs.

    Raises:
        MissingError: at the start, if it has not what it needs.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "muster.web.paper.typeset"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={name: value for name, value in os.environ.items() if not name.startswith("MUSTER_")},
        )
        with self._within(STARTING):
            first = self._read()
        if "missing" in first:
            self.close()
            raise MissingError(str(first["missing"]))

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def make(self, work: Work) -> None:
        """Make a PDF and wait for it.

        Raises:
            PressError: it was not made.
        """
        job = {"pieces": work.pieces, "css": work.css, "file": str(work.file)}
        with self._within(LONGEST):
            self._write(json.dumps(job))
            self._follow(work.tell)

    def close(self) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.kill()
        self._process.wait()

    def _follow(self, tell: Callable[[int], None]) -> None:
        told = 0.0
        while "done" not in (answer := self._read()):
            if "fault" in answer:
                raise PressError(str(answer["fault"]))
            if time.monotonic() - told > OFTEN:
                told = time.monotonic()
                tell(int(answer["pages"]))

    def _write(self, line: str) -> None:
        try:
            self._pipe(self._process.stdin).write(line + "\n")
            self._pipe(self._process.stdin).flush()
        except OSError as error:
            raise PressError(f"the process that prints has ended: {error}") from error

    def _read(self) -> dict[str, Any]:
        line = self._pipe(self._process.stdout).readline()
        if not line:
            raise PressError("the process that prints has ended, or was too slow")
        found: dict[str, Any] = json.loads(line)
        return found

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        if pipe is None:
            raise PressError("the process that prints has no pipe")
        return pipe

    @contextlib.contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """End the process if it takes longer than this; what waits for its answer then gets none."""
        watch = threading.Timer(seconds, self._process.kill)
        watch.daemon = True
        watch.start()
        try:
            yield
        finally:
            watch.cancel()


class Press:
    """Takes work from any thread and has it made in the order it came."""

    def __init__(self) -> None:
        self._work: queue.Queue[Work | None] = queue.Queue()
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._known = threading.Event()
        self._missing = ""

    def take(self, work: Work) -> None:
        """Print this when its turn comes."""
        self._enqueue(work)

    def missing(self, patience: float = 3.0) -> str:
        """What the press lacks to print, in the words of the system; empty if it lacks nothing, as far as is known.

        The first question starts the process, which the first print then need not wait for.
        """
        if not self._known.is_set():
            self._enqueue(None)
            self._known.wait(patience)
        return self._missing

    def _enqueue(self, work: Work | None) -> None:
        with self._guard:
            self._work.put(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="press", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        setter: Typesetter | None = None
        try:
            while True:
                work = self._next()
                if work is _OVER:
                    return
                setter = self._done(work, setter)
        finally:
            if setter is not None:
                setter.close()

    def _next(self) -> Any:
        """The next piece of work, `None` if there is nothing but to be ready, `_OVER` if the press may stop."""
        with contextlib.suppress(queue.Empty):
            return self._work.get(timeout=IDLE)
        with self._guard:
            if not self._work.empty():
                return None
            self._thread = None
            return _OVER

    def _done(self, work: Work | None, setter: Typesetter | None) -> Typesetter | None:
        """Do one piece of work; the process that is ready for the next."""
        fault: PressError | None = None
        try:
            if setter is None or not setter.alive:
                setter = self._started()
            if work is not None:
                setter.make(work)
        except PressError as error:
            fault = error
            log.warning("printing: %s", error)
            if setter is not None:
                setter.close()
            setter = None
        if work is not None:
            _told(work, fault)
        return setter

    def _started(self) -> Typesetter:
        try:
            setter = Typesetter()
        except MissingError as error:
            self._missing = str(error)
            raise
        else:
            self._missing = ""
        finally:
            self._known.set()
        return setter


_OVER: Final = object()


def _told(work: Work, fault: PressError | None) -> None:
    try:
        work.end(fault)
    except Exception:  # whoever asked for it is gone; the press goes on
        log.exception("printing: the end could not be noted")


PRESS: Final = Press()
"""The press of this process."""
