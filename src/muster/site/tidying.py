"""When Python looks through all it holds for what nobody needs any more: seldom, and while nobody waits.

Left to itself it does so whenever a quarter more has come together, which at 500 clients is every second or so; with a
large tournament in memory, whoever asks meanwhile waits for a fifth of a second and longer. What is young is looked
through as always: there nearly all of it is found.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Final

YOUNG: Final = 10_000
"""Objects more than before after which the youngest are looked through."""

MIDDLING: Final = 20
"""How often that is done before those that outlived it are looked through as well."""

_NEVER: Final = 1_000_000_000

EVERY: Final = 300.0
"""Seconds between two looks through everything."""

PATIENCE: Final = 60
"""Seconds for which such a look waits until nobody is worked for; then it is done all the same."""

Pause = Callable[[float], Awaitable[None]]


def seldom() -> None:
    """Leave what is in memory now, which is the program itself, alone for good; and the rest to `tidy`."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLING, _NEVER)


async def tidy(busy: Callable[[], int], pause: Pause = asyncio.sleep) -> None:
    """Look through everything once in a while, until cancelled.

    Args:
        busy: how many requests are being worked on.
        pause: waits for so many seconds.
    """
    while True:
        await pause(EVERY)
        for _ in range(PATIENCE):
            if not busy():
                break
            await pause(1)
        gc.collect()
