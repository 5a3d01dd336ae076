"""The press: prints one thing after the other in a process of its own, so that no page waits for paper.

The process starts when somebody first looks at the page of prints, gives way to everything else, and ends when it has
had nothing to do for a while, or with the server. Whatever happens to it, the next print starts a fresh one. What is
to be printed waits as jobs (`muster.app.common.jobs`).
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any, Final

from django_tasks import task

from muster.web.paper import printing

log = logging.getLogger("muster.paper")

_CSS: Final = Path(__file__).parents[1] / "static" / "muster" / "paper.css"

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
        picture: whether the first page is wanted as a PNG, a CSS pixel a dot, and no PDF.
    """

    pieces: list[str]
    css: str
    file: Path
    tell: Callable[[int], None]
    picture: bool = False


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
        """Make a file and wait for it.

        Raises:
            PressError: it was not made.
        """
        job = {"pieces": work.pieces, "css": work.css, "file": str(work.file), "picture": work.picture}
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
    """Has one process that prints, started when it is first needed, and ended after a while without work."""

    def __init__(self) -> None:
        self._guard, self._known = threading.Lock(), threading.Event()
        self._setter: Typesetter | None = None
        self._watch: threading.Timer | None = None
        self._missing = ""

    def make(self, work: Work) -> None:
        """Make a PDF and wait for it.

        Raises:
            PressError: it was not made.
        """
        with self._in_use() as setter:
            setter.make(work)

    def missing(self, patience: float = 3.0) -> str:
        """What the press lacks to print, in the words of the system; empty if it lacks nothing, as far as is known.

        The first question starts the process, which the first print then need not wait for.
        """
        if not self._known.is_set():
            threading.Thread(target=self._warm_up, name="press", daemon=True).start()
            self._known.wait(patience)
        return self._missing

    def _warm_up(self) -> None:
        with contextlib.suppress(PressError), self._in_use():
            log.debug("printing: ready")

    @contextlib.contextmanager
    def _in_use(self) -> Iterator[Typesetter]:
        """The process, ready to print, for one user at a time; after a fault it is ended."""
        with self._guard:
            if self._watch is not None:
                self._watch.cancel()
            try:
                if self._setter is None or not self._setter.alive:
                    self._setter = self._started()
                yield self._setter
            except PressError:
                self._end()
                raise
            self._watch = threading.Timer(IDLE, self._rest)
            self._watch.daemon = True
            self._watch.start()

    def _rest(self) -> None:
        """End the process, unless somebody has come to use it just now."""
        if self._guard.acquire(blocking=False):
            self._end()
            self._guard.release()

    def _end(self) -> None:
        if self._setter is not None:
            self._setter.close()
        self._setter = None

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


PRESS: Final = Press()
"""The press of this process."""


@task(queue_name="print")
def make_pdf(pk: int) -> None:
    """Make a print that was asked for; or note why it cannot be made, for whoever asked to try again."""
    asked = printing.asked(pk)
    if asked is None:
        return
    documents, file = asked
    try:
        PRESS.make(Work(documents, style(), file, partial(printing.progress, pk)))
    except PressError as error:
        log.warning("printing: %s", error)
        printing.finish(pk, "missing" if isinstance(error, MissingError) else "broken")
    else:
        printing.finish(pk)


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet of the press."""
    return _CSS.read_text(encoding="utf-8")
