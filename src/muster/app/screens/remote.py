"""The remote of the walls: the next page, this page for longer, a certain page, and back to the plan."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import F

from muster.app.common.access import Actor
from muster.app.common.topics import changed, event_topic
from muster.app.screens.screens import SHOWS, screen_of
from muster.people.models import Event, Screen

HOLD: Final = "hold"
"""What a screen is held by that keeps the page that was there."""


def press(event: Event, actor: Actor, number: int, key: str) -> bool:
    """Press a key of the remote for one screen: `next`, `hold`, `plan`, or what it is to show until *plan*.

    Args:
        event: whose screens.
        actor: who presses it.
        number: which screen.
        key: which key.

    Returns:
        False where there is no such screen or no such key.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    if screen_of(event, number) is None or key not in ("next", HOLD, "plan", *SHOWS):
        return False
    with transaction.atomic():
        row, _new = Screen.objects.select_for_update().get_or_create(event=event, number=number)
        if key == "next":
            row.turns = F("turns") + 1
        else:
            row.held = "" if key == "plan" else key
        row.save(update_fields=["turns", "held"])
        changed({event_topic(event.code, "screens")})
    return True
