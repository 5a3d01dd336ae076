"""The remote of the walls, for a phone: every screen of the hall, what everybody is to know, and the places."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.floor import notices
from muster.app.screens.remote import press
from muster.core.scoring.scored import Problem
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.floor.page import SentNotice
from muster.web.desk.floor.remote_page import RemotePage
from muster.web.desk.floor.shown_screens import screens_now
from muster.web.desk.once import once

_BAD = 422


@desk_page("clock")
def show(desk: Desk) -> HttpResponse:
    """The remote."""
    return _page(desk)


def _page(desk: Desk, notice: SentNotice | None = None) -> HttpResponse:
    news = [one for one in notices.log_of(desk.event.pk) if one.ended_at is None]
    page = RemotePage(desk, screens_now(desk.event), news, notice)
    return desk.show(page, status=_BAD if notice else 200)


@require_POST
@desk_page("clock")
def key(desk: Desk, screen: int) -> HttpResponse:
    """Press a key for one screen; sent twice, a form presses it once."""
    pressed = desk.request.POST.get("press", "")
    sent = once(desk.request, account_of(desk.request), f"key:{desk.event.pk}:{screen}:{pressed[:20]}")
    if sent.before() is not None:
        return desk.go("desk:remote")
    if not press(desk.event, desk.actor, screen, pressed):
        sent.failed()
        raise Http404("There is no such screen, or no such key.")
    return desk.go("desk:remote")


@require_POST
@desk_page("clock")
def tell(desk: Desk) -> HttpResponse:
    """Tell everybody something."""
    sent = desk.request.POST
    text, urgent = sent.get("text", ""), sent.get("urgent") == "on"
    made = notices.announce(desk.event, desk.actor, text, urgent=urgent)
    if isinstance(made, Problem):
        return _page(desk, SentNotice(text, urgent, made.message))
    return desk.go("desk:remote")


@require_POST
@desk_page("clock")
def take_down(desk: Desk, pk: int) -> HttpResponse:
    """Take a notice down."""
    if not notices.end(desk.event, desk.actor, pk):
        raise Http404("There is no such notice.")
    return desk.go("desk:remote")


urlpatterns: list[URLPattern] = [
    path("hall/remote", show, name="remote"),
    path("hall/remote/notices", tell, name="remote-tell"),
    path("hall/remote/notices/<int:pk>/end", take_down, name="remote-take-down"),
    path("hall/remote/<int:screen>", key, name="remote-key"),
]
