"""A long seating at the keyboard: Ctrl-C stops the search, and the best found by then is drafted, as at the desk."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import Any

from muster.core.pairing.seating.steps import Steps
from muster.core.tournament.commands import Command, ProposeRound
from muster.core.tournament.state import State

PATIENCE = 1.5
"""Seconds after which somebody at the keyboard is told that the search goes on, and how to stop it."""


def drawn(state: State, command: Command, going_on: Callable[[int], None]) -> Command:
    """The same command with its draw, where a seating is searched for.

    Args:
        state: the tournament.
        command: what is asked; what draws no tables stays as it is.
        going_on: is told once how far a long search is, in percent.
    """
    if not isinstance(command, ProposeRound) or not state.at_tables:
        return command
    since, told = monotonic(), False
    with interrupts() as asked:

        def heard(steps: Steps) -> bool:
            nonlocal told
            if not told and monotonic() - since > PATIENCE:
                told = True
                going_on(steps.percent)
            return asked.is_set()

        return command.drawn_ahead(state, Steps(heard=heard))


@contextmanager
def interrupts() -> Iterator[Event]:
    """While this lasts, Ctrl-C sets what it gives, and interrupts nothing."""
    asked = Event()

    def note(_signal: int, _frame: Any) -> None:
        asked.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
