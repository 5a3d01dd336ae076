"""The venues of an organisation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.events.venues import add_venue_to, change_venue_of, forget_venue_of
from muster.core.scoring.scored import Problem
from muster.exchange.alphabet import alphabetical
from muster.people.models import Venue
from muster.web.desk.events.forms import zones
from muster.web.desk.events.preferences import usual_time_zone
from muster.web.fields import put
from muster.web.organisation.context import OrganisationDesk, organisation_page
from muster.web.organisation.forms import OrganisationVenueForm, venue_initial
from muster.web.page import Page


@dataclass(frozen=True)
class OrganisationVenues(Page):
    """The venues of an organisation, and a new one.

    Attributes:
        form: a new one.
        venues: those it has.
        runs: whether who looks may change them.
    """

    template: ClassVar[str] = "organisation/venues/venues.html"
    form: OrganisationVenueForm
    venues: Sequence[Venue]
    runs: bool

    @property
    def zones(self) -> tuple[str, ...]:
        """The time zones to choose from."""
        return zones()

    @property
    def faults(self) -> list[forms.BoundField]:
        """The fields at fault."""
        return [self.form[name] for name in self.form.errors if name in self.form.fields]


@dataclass(frozen=True)
class OrganisationVenue(Page):
    """One venue of an organisation.

    Attributes:
        form: what may be changed about it.
        venue: the venue.
        held: how many events take place there.
    """

    template: ClassVar[str] = "organisation/venues/venue.html"
    form: OrganisationVenueForm
    venue: Venue
    held: int

    @property
    def zones(self) -> tuple[str, ...]:
        """The time zones to choose from."""
        return zones()


@require_safe
@organisation_page("see")
def venues(home: OrganisationDesk) -> HttpResponse:
    """The venues of the organisation."""
    return _page(home, OrganisationVenueForm(initial={"time_zone": _zone(home)}))


@require_POST
@organisation_page("venues")
def add(home: OrganisationDesk) -> HttpResponse:
    """A new venue."""
    form = OrganisationVenueForm(home.request.POST, initial={"time_zone": _zone(home)})
    if form.is_valid():
        made = add_venue_to(home.member, form.details())
        if not isinstance(made, Problem):
            messages.success(home.request, _("The venue is added."))
            return home.go("venues")
        put(form, [made])
    return _page(home, form, status=422)


def _page(home: OrganisationDesk, form: OrganisationVenueForm, *, status: int = 200) -> HttpResponse:
    in_order = alphabetical()
    found = sorted(home.organisation.venues.all(), key=lambda one: (in_order(one.name), one.pk))
    return home.show(OrganisationVenues(form, found, home.member.may("venues")), status=status)


@organisation_page("venues")
def venue(home: OrganisationDesk, venue_id: int) -> HttpResponse:
    """One of its venues."""
    one = _venue(home, venue_id)
    form = OrganisationVenueForm(home.request.POST or None, initial=venue_initial(one))
    if home.request.method == "POST" and form.is_valid():
        problem = change_venue_of(home.member, one, form.details())
        if problem is None:
            messages.success(home.request, _("The venue is changed."))
            return home.go("venues")
        put(form, [problem])
    page = OrganisationVenue(form, one, one.event_set.count())
    return home.show(page, status=422 if form.errors else 200)


@require_POST
@organisation_page("venues")
def forget(home: OrganisationDesk, venue_id: int) -> HttpResponse:
    """Delete a venue; events that took place there stay, without it."""
    forget_venue_of(home.member, _venue(home, venue_id))
    messages.success(home.request, _("The venue is deleted."))
    return home.go("venues")


def _venue(home: OrganisationDesk, venue_id: int) -> Venue:
    one = home.organisation.venues.filter(pk=venue_id if venue_id < 2**31 else 0).first()
    if one is None:
        raise Http404("There is no such venue.")
    return one


def _zone(home: OrganisationDesk) -> str:
    latest = home.organisation.venues.order_by("-pk").values_list("time_zone", flat=True).first()
    return latest or usual_time_zone(home.member.account) or "UTC"


urlpatterns: list[URLPattern] = [
    path("<slug:slug>/manage/venues", venues, name="venues"),
    path("<slug:slug>/manage/venues/add", add, name="add-venue"),
    path("<slug:slug>/manage/venues/<int:venue_id>", venue, name="venue"),
    path("<slug:slug>/manage/venues/<int:venue_id>/forget", forget, name="forget-venue"),
]
