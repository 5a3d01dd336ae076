"""The events of an organisation: bringing in, releasing, who answers for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.contrib import messages
from django.core.paginator import Page as TablePage
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from muster.app.organisations.events import (
    Moving,
    bring_in,
    events_of_organisation,
    moving,
    name_organiser,
    organisers_of,
    own_events_outside,
    release,
)
from muster.core.scoring.scored import Problem
from muster.exchange.alphabet import alphabetical
from muster.exchange.whole import number_of
from muster.people.models import Account, Event, Membership
from muster.web.fields import cited
from muster.web.organisation.context import OrganisationDesk, organisation_page
from muster.web.page import Page

PAGE = 30
"""Events on one page of the list."""

MOST_OWN = 100
"""Own events offered to bring in; more are found by none."""


@dataclass(frozen=True)
class OrganisationEvents(Page):
    """The events of an organisation, and what its member may do.

    Attributes:
        home: who looks, and where.
        page: the events on this page.
    """

    template: ClassVar[str] = "organisation/events/events.html"
    home: OrganisationDesk
    page: TablePage[Event]

    @property
    def rows(self) -> list[tuple[Event, Account | None]]:
        """The events with who answers for each."""
        events = list(self.page.object_list)
        organisers: Mapping[int, Account] = organisers_of(events)
        return [(one, organisers.get(one.pk)) for one in events]

    @property
    def creates(self) -> bool:
        """Whether they may set up events here."""
        return self.home.member.may("create-events")

    @property
    def brings(self) -> bool:
        """Whether they may bring their own in."""
        return self.home.member.may("bring-events")

    @property
    def releases(self) -> bool:
        """Whether they may release some."""
        return self.home.member.may("release-events")

    @property
    def closes(self) -> bool:
        """Whether they may close the organisation."""
        return self.home.member.may("close")


@dataclass(frozen=True)
class BringList(Page):
    """One's own events that can be brought in."""

    template: ClassVar[str] = "organisation/events/bring.html"
    events: Sequence[Event]


@dataclass(frozen=True)
class MovePage(Page):
    """Bring an event in, or release it, after showing who gains or loses a role at it.

    Attributes:
        what: who that is.
        out: whether it is released.
        fault: why it is not done.
    """

    template: ClassVar[str] = "organisation/events/move.html"
    what: Moving
    out: bool
    fault: str = ""


@dataclass(frozen=True)
class InChargePage(Page):
    """Name another organiser of an event.

    Attributes:
        event: which.
        now: who it is now.
        heirs: who could be it.
        fault: why it is not done.
    """

    template: ClassVar[str] = "organisation/events/in_charge.html"
    event: Event
    now: Account
    heirs: Sequence[Membership]
    fault: str = ""


@require_safe
@organisation_page("see")
def events(home: OrganisationDesk) -> HttpResponse:
    """All events of the organisation, drafts, too."""
    found = events_of_organisation(home.organisation)
    return home.show(OrganisationEvents(home, Paginator(found, PAGE).get_page(home.request.GET.get("page"))))


@require_safe
@organisation_page("bring-events")
def bring(home: OrganisationDesk) -> HttpResponse:
    """One's own events that can be brought in."""
    return home.show(BringList(list(own_events_outside(home.member.account)[:MOST_OWN])))


@organisation_page("bring-events")
def bring_one(home: OrganisationDesk, code: str) -> HttpResponse:
    """Bring an event in, after showing who gains a role at it."""
    event = own_events_outside(home.member.account).filter(code=code.upper()).first()
    if event is None:
        raise Http404("You have no such event outside an organisation.")
    if home.request.method != "POST":
        return home.show(MovePage(moving(event, home.organisation), out=False))
    if problem := bring_in(home.member, event):
        fault = str(problem.message)
        return home.show(MovePage(moving(event, home.organisation), out=False, fault=fault), status=422)
    says = _("%(event)s belongs to %(organisation)s now.")
    messages.success(home.request, says % {"event": event.name, "organisation": home.organisation})
    return home.go("manage")


@organisation_page("release-events")
def release_one(home: OrganisationDesk, code: str) -> HttpResponse:
    """Release an event, after showing who loses their role at it."""
    event = _event(home, code)
    if home.request.method != "POST":
        return home.show(MovePage(moving(event, home.organisation), out=True))
    if problem := release(home.member, event):
        fault = str(problem.message)
        return home.show(MovePage(moving(event, home.organisation), out=True, fault=fault), status=422)
    says = _("%(event)s does not belong to %(organisation)s any more.")
    messages.success(home.request, says % {"event": event.name, "organisation": home.organisation})
    return home.go("manage")


@organisation_page("release-events")
def in_charge(home: OrganisationDesk, code: str) -> HttpResponse:
    """Name another organiser of an event."""
    event = _event(home, code)
    fault = ""
    if home.request.method == "POST":
        answer = name_organiser(home.member, event, number_of(home.request.POST.get("to", "")))
        if not isinstance(answer, Problem):
            says = _("%(name)s is the organiser of %(event)s now.")
            messages.success(home.request, says % {"name": answer, "event": event.name})
            return home.go("manage")
        fault = cited(str(answer.message), answer.clause)
    now = organisers_of([event])[event.pk]
    rows = home.organisation.members.filter(role__in=("owner", "organiser"), account__is_active=True)
    in_order, rows = alphabetical(), rows.exclude(account=now).select_related("account")
    heirs = sorted(rows, key=lambda one: (in_order(one.account.name), one.pk))
    return home.show(InChargePage(event, now, heirs, fault), status=422 if fault else 200)


def _event(home: OrganisationDesk, code: str) -> Event:
    found = home.organisation.events.filter(code=code.upper()).first()
    if found is None:
        raise Http404("This organisation has no such event.")
    return found


urlpatterns: list[URLPattern] = [
    path("<slug:slug>/manage", events, name="manage"),
    path("<slug:slug>/manage/events/bring", bring, name="bring"),
    path("<slug:slug>/manage/events/bring/<slug:code>", bring_one, name="bring-in"),
    path("<slug:slug>/manage/events/<slug:code>/release", release_one, name="release"),
    path("<slug:slug>/manage/events/<slug:code>/organiser", in_charge, name="in-charge"),
]
