"""How a registration stands: entered, or where on the waiting list."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from muster.people.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Registered:
    """A registration that was taken.

    Attributes:
        entry: the registration; `entry.player` is the entry number, none while waiting.
        waiting: all places are taken, and they wait for one.
        position: their place on the waiting list, from 1.
    """

    entry: Entry
    waiting: bool
    position: int | None = None


def registered(entry: Entry) -> Registered:
    """How a registration stands: entered, or where on the waiting list."""
    if entry.status != "waiting":
        return Registered(entry, waiting=False)
    ahead = waiting(entry.tournament).filter(pk__lt=entry.pk).count()
    return Registered(entry, waiting=True, position=ahead + 1)


def waiting(tournament: Tournament) -> QuerySet[Entry]:
    """The waiting list, first come first."""
    return Entry.objects.filter(tournament=tournament).filter(status="waiting").order_by("pk")
