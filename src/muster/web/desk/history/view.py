"""The desk's history: every act with who and when, what was taken back, and the tournament as it was then."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.latest import undo
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page, status_of
from muster.web.desk.history.page import HistoryPage
from muster.web.desk.history.point_in_time import moment_of
from muster.web.desk.history.then_page import ActPage
from muster.web.desk.history.then_view import urlpatterns as then_urlpatterns


@desk_page("look")
def history(desk: Desk) -> HttpResponse:
    """Every act, newest first."""
    return _page(desk)


@require_POST
@desk_page("undo")
def undo_here(desk: Desk) -> HttpResponse:
    """Take back the latest act, the one the page showed."""
    answer = undo(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _page(desk, answer)
    desk.tell(answer)
    return desk.go("desk:history")


@desk_page("look")
def act(desk: Desk, seq: int) -> HttpResponse:
    """One act in full, and the tournament as it stood after it."""
    return desk.show(ActPage(moment_of(desk, seq)))


def _page(desk: Desk, refusal: Refusal | None = None) -> HttpResponse:
    return desk.show(HistoryPage(desk, refusal), status=status_of(refusal))


urlpatterns: list[URLPattern] = [
    path("history", history, name="history"),
    path("history/undo", undo_here, name="history-undo"),
    path("history/<int:seq>", act, name="history-act"),
    *then_urlpatterns,
]
