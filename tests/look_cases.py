"""A hall at each moment of the day, for tests of pages that look different at each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from muster.app.history.submitting import announce_plan
from muster.core.tournament import commands
from muster.core.tournament.next_step import next_step
from web_cases import Hall


def _empty() -> Hall:
    return Hall()


def _checking_in() -> Hall:
    hall = Hall(setup={"check_in": True})
    hall.enter(9)
    hall.do(commands.CheckIn(min(hall.state.players)))
    return hall


def _entered() -> Hall:
    hall = Hall()
    hall.enter(9)
    return hall


def _announced() -> Hall:
    hall = _entered()
    hall.do(announce_plan(hall.tournament.pk))
    return hall


def _proposed() -> Hall:
    hall = Hall()
    hall.begin(9)
    hall.propose()
    return hall


def _playing() -> Hall:
    hall = Hall()
    hall.begin(9)
    hall.publish()
    hall.play(leave=2)
    return hall


def _between() -> Hall:
    hall = _playing()
    hall.play()
    return hall


def _cutting() -> Hall:
    hall = Hall(setup={"structure": "advanced"})
    hall.begin(9)
    while next_step(hall.state).step != "cut":
        hall.publish()
        hall.play()
    return hall


def _eliminating() -> Hall:
    hall = _cutting()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    return hall


def _finished() -> Hall:
    hall = _eliminating()
    hall.play()
    hall.do(commands.FinishTournament())
    return hall


PHASES: Final[Mapping[str, Callable[[], Hall]]] = {
    "empty": _empty,
    "checking in": _checking_in,
    "entered": _entered,
    "announced": _announced,
    "proposed": _proposed,
    "playing": _playing,
    "between rounds": _between,
    "cutting": _cutting,
    "eliminating": _eliminating,
    "finished": _finished,
}
"""Every moment of the day by name."""
