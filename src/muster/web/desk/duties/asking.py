"""A step that duties stop asks before it goes on, and never goes on in silence."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.http import HttpResponse

from muster.app.duties.settling import settle
from muster.core.duties import Duty, stopping
from muster.core.tournament.next_step import Step
from muster.web.desk.context import Desk
from muster.web.desk.duties.page import BeforeYouGoOn
from muster.web.desk.duties.ways import DESK
from muster.web.duty_rows import rows

P = ParamSpec("P")

GO_ON: Final = "go_on"
"""The field by which somebody goes on all the same."""

_ANEW: Final = ("csrfmiddlewaretoken", GO_ON)
"""Fields that a form is given anew."""

MOST_FIELDS: Final = 20
"""No step sends more."""


def asks_first(
    step: Step,
) -> Callable[[Callable[Concatenate[Desk, P], HttpResponse]], Callable[Concatenate[Desk, P], HttpResponse]]:
    """A view of a step that asks about what stands against it, and records who went on all the same."""

    def decorate(
        view: Callable[Concatenate[Desk, P], HttpResponse],
    ) -> Callable[Concatenate[Desk, P], HttpResponse]:
        @wraps(view)
        def page(desk: Desk, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            found = stopping(desk.situation, step)
            if found and not (desk.request.POST.get(GO_ON) and _went_on(desk, found)):
                return desk.show(_asking(desk, found), status=409)
            return view(desk, *args, **kwargs)

        return page

    return decorate


def _went_on(desk: Desk, found: tuple[Duty, ...]) -> bool:
    """Record that they go on without, if their word is enough for all of it."""
    if not all(duty.kind.settled_by(desk.actor.role) for duty in found):
        return False
    for duty in found:
        settle(desk.situation, desk.tournament.pk, desk.actor, *duty.name)
    return True


def _asking(desk: Desk, found: tuple[Duty, ...]) -> BeforeYouGoOn:
    where = (desk.event.code, desk.tournament.number)
    shown = rows(desk.situation, found, desk.actor, DESK, where)
    sent = [(name, value) for name, value in desk.request.POST.items() if name not in _ANEW]
    return BeforeYouGoOn(desk, shown, [(name, str(value)[:500]) for name, value in sent[:MOST_FIELDS]])
