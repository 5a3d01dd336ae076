"""The judges of the day as the hall shows them: who rules, and at which table they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from muster.app.floor.calls import Waiting
from muster.people.models import Event


@dataclass(frozen=True, slots=True)
class JudgeOnFloor:
    """Somebody who rules at tables.

    Attributes:
        name: who.
        leads: the head judge.
        tables: where they are on the way to, or stand.
    """

    name: str
    leads: bool
    tables: tuple[int, ...]


def judges_on_floor(event: Event, calls: Iterable[Waiting]) -> list[JudgeOnFloor]:
    """The judges of an event, the head judge first, each with the calls they have taken."""
    posts = event.staff.filter(role__in=("marshal", "judge")).select_related("account").order_by("pk")
    taken = [(one.by, one.table) for one in calls if one.by and one.table is not None]
    found = [
        JudgeOnFloor(
            str(post.account),
            post.role == "marshal",
            tuple(sorted(table for by, table in taken if by == f"account:{post.account_id}")),
        )
        for post in posts
    ]
    return sorted(found, key=lambda one: not one.leads)
