"""What the desk tells everybody: on the event's page, on players' pages and on the wall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, event_topic
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import Event, Notice

LONGEST: Final = 300
"""Letters of a notice; what is longer nobody reads on a wall."""

_MOST: Final = 20
"""How many notices can stand at once."""

_REMEMBERED: Final = 30
"""How many past notices the desk shows."""


@dataclass(frozen=True, slots=True)
class StaffNotice:
    """A notice for the staff: with who and when.

    Attributes:
        ended_at: since when it is not shown any more; None while it is.
    """

    pk: int
    text: str
    urgent: bool
    at: datetime
    who: str
    ended_at: datetime | None


def notices_of(event: int) -> list[Notice]:
    """What is announced now: urgent ones first, the latest first."""
    return list(_open(event).order_by("-urgent", "-pk"))


def log_of(event: int) -> list[StaffNotice]:
    """The latest notices, those that stand first."""
    rows = Notice.objects.filter(event=event).select_related("created_by").order_by("-pk")[:_REMEMBERED]
    found = [_told(row) for row in rows]
    return sorted(found, key=lambda one: one.ended_at is not None)


def announce(event: Event, actor: Actor, text: str, *, urgent: bool = False) -> Notice | Problem:
    """Tell everybody something.

    The same words twice are one notice, so that a form that arrives twice does no harm.

    Args:
        event: whose players.
        actor: who says it.
        text: one line of plain text.
        urgent: it goes over everything else on the wall.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    clean = one_line(text)
    if not clean or len(clean) > LONGEST:
        says = say("Write what everybody should know, in at most {most} letters.", most=LONGEST)
        return Problem("text", says)
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        same = _open(event.pk).filter(text=clean).first()
        if same is not None and same.urgent == urgent:
            return same
        if same is None and _open(event.pk).count() >= _MOST:
            return Problem(
                "text", say("There are {count} notices already: end some of them first.", count=_MOST)
            )
        made = same or Notice(event=event, text=clean, created_by_id=_account(actor))
        made.urgent = urgent
        made.save()
        changed({event_topic(event.code, "news")})
    return made


def end(event: Event, actor: Actor, pk: int) -> bool:
    """Take a notice down; whether it was there. One that is down already stays as it is.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    with transaction.atomic():
        if _open(event.pk).filter(pk=pk).update(ended_at=timezone.now()):
            changed({event_topic(event.code, "news")})
    return Notice.objects.filter(event=event, pk=pk).exists()


def _open(event: int) -> QuerySet[Notice]:
    return Notice.objects.filter(event=event, ended_at=None)


def _account(actor: Actor) -> int | None:
    """The account behind a token; None for the program itself."""
    number = actor.who.removeprefix("account:")
    return int(number) if actor.who.startswith("account:") and number.isdecimal() else None


def _told(row: Notice) -> StaffNotice:
    who = str(row.created_by) if row.created_by else ""
    return StaffNotice(row.pk, row.text, row.urgent, row.created_at, who, row.ended_at)
