"""Events at the desk: the list, and the page of one."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from muster.app.events.editing import why_kept
from muster.app.events.overview import expected
from muster.app.site.copying import may_copy
from muster.journal import store
from muster.people.models import Entry, Tournament
from muster.web.desk.context import EventDesk, account_of, event_page
from muster.web.desk.day import go
from muster.web.desk.events import creating, own_game_view
from muster.web.desk.events import settings_view as event_settings
from muster.web.desk.events.calendar import events_of, grouped, when_is
from muster.web.desk.events.page import EventsEventPage, EventsHomePage, Running
from muster.web.page import show
from muster.web.qr import local_address, qr_svg, reachable

PAGE = 24
"""Events on one page of the list."""


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """The events whose staff one is."""
    search = request.GET.get("q", "")[:100]
    account = account_of(request)
    found = events_of(account, timezone.now(), search)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    groups = grouped(list(page.object_list))
    return show(request, EventsHomePage(page=page, groups=groups, q=search, account=account))


@event_page("look")
def event(desk: EventDesk) -> HttpResponse:
    """One event: its tournaments with what each needs next, its code, address and staff."""
    address = reachable(desk.request, reverse("public:event", args=[desk.event.code]))
    return desk.show(
        EventsEventPage(
            running=[_running(desk, one) for one in desk.tournaments],
            when=when_is(desk.event, timezone.now()),
            address=address,
            qr=qr_svg(address),
            local=local_address(desk.request),
            posts=list(desk.event.staff.select_related("account").order_by("pk")[:30]),
            deletable=desk.actor.may("manage-event") and why_kept(desk.event) is None,
            copyable=desk.actor.may("manage-event") and may_copy(account_of(desk.request), desk.event),
        )
    )


def _running(desk: EventDesk, one: Tournament) -> Running:
    snapshot = store.load(one.pk)
    state, step = snapshot.state, go(snapshot, desk.actor)
    waiting = Entry.objects.filter(tournament=one, status="waiting").count()
    return Running(one, state, step, len(expected(state)), waiting)


urlpatterns: list[URLPattern] = [
    path("", home, name="home"),
    *own_game_view.urlpatterns,
    *creating.urlpatterns,
    *event_settings.urlpatterns,
    path("<slug:code>/", event, name="event"),
]
