"""Somebody is not at the table: a timer, then what the table of penalties has for it (`C6`)."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern
from django.views.decorators.http import require_http_methods

from muster.app.floor import timers
from muster.app.floor.timer_presets import presets
from muster.app.floor.timers import ShownTimer
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, status_of
from muster.web.judge.place import ActSubject, place_page, places
from muster.web.judge.table.page import TARDINESS, LateForm


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def late(desk: Desk, place: ActSubject) -> HttpResponse:
    """Start to wait, stop waiting, or go on to the penalty."""
    if desk.request.method != "POST":
        return _page(desk, place)
    table = place.table or 0
    refusal = _stopped(desk, table) if desk.request.POST.get("act") == "end" else _started(desk, table)
    return _page(desk, place, refusal) if refusal else desk.go("judge:late", table)


def _running(desk: Desk, table: int) -> ShownTimer | None:
    found = timers.all_timers(desk.tournament.pk)
    return next((one for one in found if one.kind == TARDINESS and one.table == table), None)


def _started(desk: Desk, table: int) -> Refusal | None:
    wait = next(one for one in presets(desk.state) if one.kind == TARDINESS)
    asked = timers.Start(kind=TARDINESS, minutes=wait.minutes, table=table, key=desk.sent_key)
    return None if _running(desk, table) else timers.start(desk.tournament.pk, desk.actor, asked)


def _stopped(desk: Desk, table: int) -> Refusal | None:
    running = _running(desk, table)
    if running is None:
        return None
    return timers.touch(
        desk.tournament.pk, running.pk, desk.actor, timers.Touch(act="end", key=desk.sent_key)
    )


def _page(desk: Desk, place: ActSubject, refusal: Refusal | None = None) -> HttpResponse:
    wait = next(one for one in presets(desk.state) if one.kind == TARDINESS)
    page = LateForm(place=place, refusal=refusal, wait=wait, timer=_running(desk, place.table or 0))
    return desk.show(page, status=status_of(refusal))


urlpatterns: list[URLPattern] = places("late", late, "late")
