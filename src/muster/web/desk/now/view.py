"""The desk's first page of a tournament: where the day stands, and the one obvious next step."""

from __future__ import annotations

from typing import get_args

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.latest import redo as do_again
from muster.app.history.latest import undo as take_back
from muster.web.desk import day
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.now.page import NowPage


@desk_page("look")
def now(desk: Desk) -> HttpResponse:
    """Where the day stands."""
    return desk.show(NowPage(desk))


@require_POST
@desk_page("undo")
def undo(desk: Desk) -> HttpResponse:
    """Take back the latest act of the running round, the one the page showed; back to where one was."""
    answer = take_back(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    desk.report(answer)
    back = desk.request.POST.get("back", "")
    return desk.go(f"desk:{back if back in get_args(day.Page) else 'now'}")


@require_POST
@desk_page("undo")
def redo(desk: Desk) -> HttpResponse:
    """Do again what was taken back last, as the page showed it; back to where one was."""
    answer = do_again(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    desk.report(answer)
    back = desk.request.POST.get("back", "")
    return desk.go(f"desk:{back if back in get_args(day.Page) else 'now'}")


urlpatterns: list[URLPattern] = [
    path("", now, name="now"),
    path("undo", undo, name="undo"),
    path("redo", redo, name="redo"),
]
