"""The time to build decks in, between the building tables and the first round."""

from __future__ import annotations

from muster.app.common.access import Actor
from muster.app.floor.timer_presets import Preset, presets
from muster.app.floor.timers import Start, start
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Timer

KIND = "deck-building"


def building_time(state: State) -> Preset | None:
    """The time the regulations give to build a deck; None where they give none."""
    return next((one for one in presets(state) if one.kind == KIND), None)


def timed(tournament: int) -> bool:
    """Whether the time to build has been started, whatever became of it since."""
    return Timer.objects.filter(tournament=tournament, kind=KIND).exists()


def start_building(tournament: int, state: State, actor: Actor, key: str | None) -> Refusal | None:
    """Start the time to build.

    Args:
        tournament: its number on record.
        state: how it stands.
        actor: whoever starts it.
        key: pressing the same button twice starts it once.
    """
    found = building_time(state)
    minutes = found.minutes if found else 30
    return start(tournament, actor, Start(kind=KIND, minutes=minutes, key=key))
