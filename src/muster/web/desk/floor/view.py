"""The hall: the room, players' calls, notices and timers."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.floor import calls, featured, notices, open_calls, room, timers
from muster.app.floor.timer_presets import PICKS
from muster.core.scoring.scored import Problem
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.floor.moving import MovingPage, fields_sent, places_sent
from muster.web.desk.floor.page import Hall, SentNotice, SentTable, SentTimer
from muster.web.desk.round.clock_view import number_typed

_STALE = 409
_BAD = 422


@desk_page("look")
def show(desk: Desk) -> HttpResponse:
    """Everything about the hall on one page."""
    return hall_page(desk)


def hall_page(
    desk: Desk,
    *,
    status: int = 200,
    notice: SentNotice | None = None,
    table: SentTable | None = None,
    timer: SentTimer | None = None,
) -> HttpResponse:
    """The page, with what was refused."""
    page = Hall(
        desk=desk,
        calls=open_calls.open_calls(desk.snapshot, desk.name, timezone.now()),
        notices=notices.log_of(desk.event.pk),
        timers=timers.all_timers(desk.tournament.pk),
        sent_notice=notice,
        sent_table=table,
        sent_timer=timer,
    )
    return desk.show(page, status=status)


@require_POST
@desk_page("clock")
def announce(desk: Desk) -> HttpResponse:
    """Tell everybody something."""
    sent = desk.request.POST
    text, urgent = sent.get("text", ""), sent.get("urgent") == "on"
    made = notices.announce(desk.event, desk.actor, text, urgent=urgent)
    if isinstance(made, Problem):
        return hall_page(desk, status=_BAD, notice=SentNotice(text, urgent, made.message))
    messages.success(desk.request, _("Announced."))
    return desk.go("desk:hall")


@require_POST
@desk_page("clock")
def end_notice(desk: Desk, pk: int) -> HttpResponse:
    """Take a notice down."""
    if not notices.end(desk.event, desk.actor, pk):
        raise Http404("There is no such notice.")
    messages.success(desk.request, _("The notice is taken down."))
    return desk.go("desk:hall")


@require_POST
@desk_page("clock")
def feature(desk: Desk) -> HttpResponse:
    """Mark the table of the featured match, or take the mark away."""
    typed = desk.request.POST.get("table", "").strip()[:20]
    problem = featured.feature(desk.tournament, desk.actor, number_typed(typed) if typed else None)
    if problem is not None:
        return hall_page(desk, status=_BAD, table=SentTable(typed, problem.message))
    if typed:
        messages.success(desk.request, _("Table %s has the featured match.") % typed)
    else:
        messages.success(desk.request, _("There is no featured match now."))
    return desk.go("desk:hall")


@desk_page("clock")
def move(desk: Desk) -> HttpResponse:
    """Say where the tables of the room stand."""
    if desk.request.method != "POST":
        return desk.show(MovingPage(desk=desk))
    rows = "rows" in desk.request.POST
    fields = () if rows else fields_sent(desk.request.POST, MovingPage(desk=desk).tables)
    if not fields and not rows:
        return desk.go("desk:hall")  # nothing was sent, so nothing is forgotten
    problem = room.keep_room(desk.event, desk.actor, places_sent(fields))
    if problem is not None:
        return desk.show(MovingPage(desk=desk, sent=fields, fault=problem.message), status=_BAD)
    messages.success(
        desk.request, _("The room is kept with the venue.") if fields else _("The tables are in rows.")
    )
    return desk.go("desk:hall")


@require_POST
@desk_page("clock")
def start_timer(desk: Desk) -> HttpResponse:
    """Start a timer."""
    sent = desk.request.POST
    kind = sent.get("kind", "")
    asked = timers.Start(
        kind=kind,
        minutes=number_typed(sent.get("minutes", "")),
        table=number_typed(sent["table"]) if sent.get("table", "").strip() else None,
        picks=number_typed(sent.get("picks", str(PICKS))),
        key=desk.sent_key,
    )
    refusal = timers.start(desk.tournament.pk, desk.actor, asked)
    if refusal is not None:
        faults = {one.field: one.message for one in refusal.problems} or {"minutes": refusal.says}
        minutes, table, picks = (sent.get(name, "") for name in ("minutes", "table", "picks"))
        return hall_page(desk, status=_BAD, timer=SentTimer(kind, minutes, table, picks, faults))
    messages.success(desk.request, _("The timer is running."))
    return desk.go("desk:hall")


@require_POST
@desk_page("clock")
def touch_timer(desk: Desk, pk: int) -> HttpResponse:
    """Pause a timer, let it go on, give it more time, go on to the next pick, put it away."""
    sent = desk.request.POST
    seen = sent.get("seen", "")
    asked = timers.Touch(
        act=sent.get("act", ""),
        seconds=number_typed(sent.get("seconds", "")),
        seen=number_typed(seen) if seen else None,
        key=desk.sent_key,
    )
    try:
        refusal = timers.touch(desk.tournament.pk, pk, desk.actor, asked)
    except (LookupError, ValueError):
        raise Http404("There is no such timer, or no such act.") from None
    if refusal is not None:
        desk.refuse(refusal)
        return hall_page(desk, status=_STALE if refusal.code == "stale" else _BAD)
    return desk.go("desk:hall")


@require_POST
@desk_page("look")
def deal_with(desk: Desk, pk: int) -> HttpResponse:
    """Say that one is on the way to a call, that nobody is, that it is dealt with; let a player in again."""
    number, act = desk.tournament.pk, desk.request.POST.get("act", "")
    if act == "let-in":
        refusal = open_calls.let_in(number, pk, desk.actor, key=desk.sent_key)
    else:
        acts = {"claim": calls.claim, "release": calls.release, "close": calls.close}
        if act not in acts:
            raise Http404("There is no such act at a call.")
        refusal = acts[act](number, pk, desk.actor)
    if isinstance(refusal, Refusal):
        desk.refuse(refusal)
    return desk.go("desk:hall")


urlpatterns: list[URLPattern] = [
    path("hall", show, name="hall"),
    path("hall/notices", announce, name="tell"),
    path("hall/notices/<int:pk>/end", end_notice, name="end-notice"),
    path("hall/room", move, name="room"),
    path("hall/featured", feature, name="feature"),
    path("hall/timers", start_timer, name="start-timer"),
    path("hall/timers/<int:pk>", touch_timer, name="touch-timer"),
    path("hall/calls/<int:pk>", deal_with, name="deal-with"),
]
