"""Trying readers on inputs made by dice, many in a row and on all processors, and what they cost."""

from __future__ import annotations

import gc
import os
import signal
import time
import traceback
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Final

from mutation_cases import HERE, LONGEST, made
from reader_cases import READERS

FELL: Final = HERE / "hostile" / "fell"
"""Inputs over which a reader once fell, each in a file whose name begins with the reader's, then a full stop."""

SECONDS: Final = 0.5
"""Time on a processor that an input of up to 20 kB may take; a longer one in proportion."""

MEMORY: Final = 100_000_000
"""Bytes that an input may take besides."""

_NOTICED: Final = 0.1
"""Seconds from which on the memory is looked at: to fill as much takes longer."""

STUCK: Final = 20.0
"""Seconds on a processor after which a reader is stopped."""


@dataclass(frozen=True, slots=True)
class Fall:
    """What a reader did that it must not.

    Attributes:
        reader: which.
        seed: what `mutation_cases.made` made the input of.
        why: the exception, or what it cost.
        content: the input.
    """

    reader: str
    seed: str
    why: str
    content: bytes

    @property
    def kind(self) -> str:
        """What falls of the same kind have in common: the reader, and the line that raised."""
        return f"{self.reader}: {self.why.splitlines()[-1][:200]}"

    def __str__(self) -> str:
        """What a person needs to see it again."""
        return f"{self.reader}, seed {self.seed}: {self.why}\n{self.content[:600]!r}"


class _StuckError(BaseException):
    """Time is up."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _StuckError


def fault_of(reader: str, content: bytes) -> str:
    """What is wrong with how a reader takes an input; empty if nothing is."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK)
    try:
        return _cost_of(reader, content)
    except _StuckError:
        return f"more than {STUCK:.0f} s"
    except Exception as error:  # noqa: BLE001  (that is the question)
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {str(error)[:200]!r} at {Path(last.filename).name}:{last.lineno} {last.name}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _cost_of(reader: str, content: bytes) -> str:
    """What an input costs, if that is too much. What takes no time takes no memory, either."""
    began = time.process_time()
    READERS[reader](content)
    took = time.process_time() - began
    most = SECONDS * max(1, len(content) / LONGEST)
    if took > most and (again := _time(reader, content)) > most:
        return f"{again:.1f} s"
    if took > _NOTICED and (held := _memory(reader, content)) > MEMORY:
        return f"{held // 1_000_000} MB"
    return ""


def _time(reader: str, content: bytes) -> float:
    """The least of several, for the first may have loaded what all share."""
    found = []
    for _ in range(3):
        gc.collect()
        began = time.process_time()
        READERS[reader](content)
        found.append(time.process_time() - began)
    return min(found)


def _memory(reader: str, content: bytes) -> int:
    tracemalloc.start()
    try:
        READERS[reader](content)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _some(share: tuple[str, int, int, int]) -> tuple[int, list[Fall]]:
    """Try every reader on its share of the inputs: numbers from `first` in steps."""
    seed, first, step, count = share
    falls: list[Fall] = []
    kinds: set[str] = set()
    tried = 0
    names = sorted(READERS)
    for number in range(first, count, step):
        reader = names[number % len(names)]
        one = f"{seed}-{number}"
        content = made(reader, one)
        tried += 1
        why = fault_of(reader, content)
        if why:
            fall = Fall(reader, one, why, content)
            if fall.kind not in kinds:
                kinds.add(fall.kind)
                falls.append(fall)
    return tried, falls


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def tried(seed: str, count: int, processes: int = 0) -> tuple[int, Sequence[Fall]]:
    """Try all readers on so many inputs; how many were tried, and one fall of each kind."""
    many = processes or processors()
    shares = [(seed, at, many, count) for at in range(many)]
    if many == 1:
        results = [_some(shares[0])]
    else:
        with ProcessPoolExecutor(many, mp_context=get_context("spawn")) as pool:
            results = list(pool.map(_some, shares))
    found = {fall.kind: fall for _, falls in results for fall in falls}
    return sum(number for number, _ in results), tuple(found.values())
