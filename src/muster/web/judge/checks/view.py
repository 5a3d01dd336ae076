"""Tables drawn at random to be checked, how far the checks are, and how to draw them again."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from muster.app.judging import checks
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, status_of
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.checks import drawn_tables
from muster.web.judge.checks.page import Checks
from muster.web.judge.context import ended, judge_page

MOST_EARLIER: Final = 40
"""Draws of earlier rounds on the page, the latest first."""


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def drawn(desk: Desk) -> HttpResponse:
    """The draws of this round; sent, it draws again, and every draw stays on record."""
    if desk.request.method != "POST":
        return _page(desk)
    count = number_typed(desk.request.POST.get("count", ""))
    answer = checks.draw(desk.tournament.pk, desk.actor, count, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _page(desk, answer)
    return ended(desk, answer, _("Drawn, and on record."), desk.url("judge:checks"))


def _page(desk: Desk, refusal: Refusal | None = None) -> HttpResponse:
    found = drawn_tables.drawn_in(desk.snapshot, len(desk.state.rounds), desk.name)
    earlier = checks.draws_of(desk.tournament.pk).filter(round_no__lt=len(desk.state.rounds))[:MOST_EARLIER]
    page = Checks(
        desk=desk,
        draws=[(one, checks.verdict(desk.snapshot, one.draw)) for one in found],
        earlier=[(one, checks.verdict(desk.snapshot, one)) for one in earlier],
        refusal=refusal,
    )
    return desk.show(page, status=status_of(refusal))


urlpatterns: list[URLPattern] = [path("checks", drawn, name="checks")]
