"""What the judge's pages share: who may open them, whose match a table is, how an act ends."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse

from muster.app.access import Act
from muster.app.judging import seats
from muster.app.judging.seats import Seated
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.web.desk.context import Desk, desk_page

RULE: Final[Act] = "rule"
"""What every page of the judge's phone asks for."""

BAD: Final = 422

judge_page: Final = desk_page(RULE)
"""A view for whoever may rule: strangers get 404, the wrong role a page that says who may."""


def match_or_404(desk: Desk, table: int) -> Match:
    """The match at a table of the round that is played or was played last."""
    found = seats.match_at(desk.state, table)
    if found is None:
        raise Http404("Nobody plays at this table in this round.")
    return found


def seated(desk: Desk, table: int) -> list[Seated]:
    """Who sits at a table."""
    return seats.seated(desk.tournament.pk, match_or_404(desk, table), desk.name)


def last_round(desk: Desk) -> Round | None:
    """The round that is played or was played last."""
    return desk.state.rounds[-1] if desk.state.rounds else None


def ended(desk: Desk, answer: object, says: str, name: str, *args: object) -> HttpResponse:
    """After an act: say what was done, or why it was not, and go on to a page."""
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        messages.success(desk.request, says)
    return desk.go(name, *args)


def status_of(refusal: Refusal) -> int:
    """The status of a page that shows a refusal."""
    return 409 if refusal.code == "stale" else BAD
