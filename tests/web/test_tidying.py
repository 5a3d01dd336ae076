"""Memory is looked through seldom, and while nobody waits."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from live_cases import run
from muster.site import tidying


class Ring:
    """Something that holds itself, so that it is only found by looking."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_nobody_needs_is_found_once_nobody_is_worked_for() -> None:
    async def act() -> None:
        pauses, busy = list[float](), [2, 1, 0, 0]
        lost = weakref.ref(Ring())
        gc.freeze()
        gc.unfreeze()  # what is lost lies among the oldest now, where nobody looks by chance

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 4:
                raise asyncio.CancelledError

        assert lost() is not None
        with pytest.raises(asyncio.CancelledError):
            await tidying.tidy(lambda: busy.pop(0), pause)
        assert pauses == [tidying.EVERY, 1, 1, tidying.EVERY]
        assert lost() is None

    tidying.seldom()
    run(act)


def test_it_is_looked_for_at_last_however_busy() -> None:
    async def act() -> None:
        pauses = list[float]()

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            if pauses.count(tidying.EVERY) == 2:
                raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await tidying.tidy(lambda: 1, pause)
        assert pauses.count(1) == tidying.PATIENCE

    run(act)


def test_everything_is_not_looked_through_by_chance() -> None:
    tidying.seldom()
    young, middling, old = gc.get_threshold()
    assert (young, middling) == (tidying.YOUNG, tidying.MIDDLING)
    assert old > 10**6
    assert gc.get_freeze_count() > 0
