"""The screens on the wall, as the desk sets them up."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.screens import screens
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.floor.screens_page import ScreensPage, SentPicture, SentScreen
from muster.web.desk.floor.shown_screens import screens_now
from muster.web.desk.round.clock_view import number_typed

_BAD = 422


@desk_page("look")
def show(desk: Desk) -> HttpResponse:
    """The screens, with what each shows now."""
    return screens_page(desk)


def screens_page(
    desk: Desk, sent: SentScreen | None = None, picture: SentPicture | None = None, *, status: int = 200
) -> HttpResponse:
    """The page, with what was refused."""
    shown, free = screens_now(desk.event), screens.next_number(desk.event)
    page = ScreensPage(desk=desk, shown=shown, free=free, sent_screen=sent, sent_picture=picture)
    return desk.show(page, status=status)


@require_POST
@desk_page("clock")
def keep_screen(desk: Desk, screen: int) -> HttpResponse:
    """Set a screen up, or change what it shows."""
    sent = desk.request.POST
    wanted = screens.ScreenInput(
        number=screen,
        name=sent.get("name", ""),
        tournament=number_typed(sent.get("tournament", "1")),
        shows=tuple(sent.getlist("shows")),
        seconds=number_typed(sent.get("seconds", "")),
        share=number_typed(sent.get("share", "0")),
        moments={
            moment: tuple(filter(None, (sent.get(f"first-{moment}"), sent.get(f"then-{moment}"))))
            for moment in screens.MOMENTS
        },
    )
    answer = screens.keep_screen(desk.event, desk.actor, wanted)
    if isinstance(answer, tuple):
        faults = {one.field: one.message for one in answer}
        typed = SentScreen(
            screen, wanted.name, sent.get("seconds", ""), wanted.shows, faults, wanted.share, wanted.moments
        )
        return screens_page(desk, typed, status=_BAD)
    messages.success(desk.request, _("Screen %d is changed.") % screen)
    return desk.go("desk:screens")


@require_POST
@desk_page("clock")
def remove_screen(desk: Desk, screen: int) -> HttpResponse:
    """Take a screen away."""
    screens.remove_screen(desk.event, desk.actor, screen)
    messages.success(desk.request, _("Screen %d is as it was.") % screen)
    return desk.go("desk:screens")


urlpatterns: list[URLPattern] = [
    path("hall/screens", show, name="screens"),
    path("hall/screens/<int:screen>", keep_screen, name="keep-screen"),
    path("hall/screens/<int:screen>/remove", remove_screen, name="remove-screen"),
]
