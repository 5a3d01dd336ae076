"""Changing, copying and deleting events; venues."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms.utils import flatatt
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.events.editing import change_event, change_tournament, delete_event, why_kept
from muster.app.events.venues import change_venue, delete_venue, keep_venue, venues_of, venues_to_choose
from muster.app.history.reasons import holds_typed_words
from muster.app.mail.messages import mail_leaves, standing
from muster.app.site.copying import Copy, copy_event, may_copy
from muster.core.tournament.refusals import Refusal
from muster.people.models import Venue
from muster.web.account.organising import not_here
from muster.web.desk.context import Desk, EventDesk, account_of, desk_page, event_page
from muster.web.desk.events import offers
from muster.web.desk.events.forms import CopyForm, EventForm, VenueForm, event_initial
from muster.web.desk.events.page import (
    CopyPage,
    DeletePage,
    EventsSettingsPage,
    Outbox,
    TournamentSettingsPage,
    VenuePage,
    VenuesPage,
)
from muster.web.desk.events.preferences import usual_time_zone
from muster.web.desk.events.tournament_form import TournamentForm, tournament_initial
from muster.web.desk.once import once
from muster.web.fields import put
from muster.web.page import show


@event_page("manage-event")
def settings(desk: EventDesk) -> HttpResponse:
    """The event's own settings."""
    own = venues_to_choose(account_of(desk.request))
    if desk.event.venue and desk.event.venue not in own:
        own.insert(0, desk.event.venue)
    form = EventForm(desk.request.POST or None, venues=own, initial=event_initial(desk.event))
    del form.fields["practice"]
    if desk.request.method == "POST" and form.is_valid():
        form.cleaned_data["practice"] = desk.event.practice
        change_event(desk.event, desk.actor, form.details())
        messages.success(desk.request, _("The settings are changed."))
        return redirect("desk:event", desk.event.code)
    return desk.show(
        EventsSettingsPage(
            form=form,
            kept=why_kept(desk.event),
            outbox=Outbox(standing(desk.event), mail_leaves()),
            embeds=_embeds(desk) if desk.event.frames else (),
        ),
        status=422 if form.errors else 200,
    )


def _embeds(desk: EventDesk) -> list[tuple[str, str]]:
    """What other sites put into their pages, for each tournament."""
    return [(one.name, _frame(desk, one.number)) for one in desk.tournaments]


def _frame(desk: EventDesk, number: int) -> str:
    where = desk.request.build_absolute_uri(
        reverse("public:embed", args=[desk.event.code, number, "standings"])
    )
    told = {"src": where, "title": _("Standings"), "width": "100%", "height": "600"}
    return f"<iframe{flatatt(told)}></iframe>"


@desk_page("manage-event")
def tournament_settings(desk: Desk) -> HttpResponse:
    """What may be changed about a tournament at any time."""
    form = TournamentForm(
        desk.request.POST or None,
        initial=tournament_initial(desk.tournament),
        typed_words=holds_typed_words(desk.snapshot.entries),
        kinds=offers.kinds(desk.state.regulations) if desk.state.setup else (),
    )
    if desk.request.method == "POST" and form.is_valid():
        change_tournament(desk.tournament, desk.actor, form.details())
        messages.success(desk.request, _("The settings are changed."))
        return desk.go("desk:tournament-settings")
    status = 422 if form.errors else 200
    return desk.show(TournamentSettingsPage(form, desk), status=status)


@event_page("manage-event")
def copy(desk: EventDesk) -> HttpResponse:
    """A new event like this one."""
    account = account_of(desk.request)
    if not may_copy(account, desk.event):
        return not_here(desk.request, account)
    initial = event_initial(desk.event) | {"day": None, "staff": True}
    form = CopyForm(desk.request.POST or None, initial=initial, zone=desk.event.time_zone)
    if desk.request.method == "POST" and form.is_valid():
        sent = once(desk.request, account, f"copy:{desk.event.pk}")
        if (before := sent.before()) is not None:
            return redirect("desk:event", before) if before else redirect("desk:home")
        made = copy_event(desk.event, desk.actor, account, _wanted(form))
        if not isinstance(made, Refusal):
            sent.made(made.code)
            messages.success(desk.request, _("%(event)s is set up.") % {"event": made.name})
            return redirect("desk:event", made.code)
        sent.failed()
        form.add_error(None, made.text())
    return desk.show(CopyPage(form=form), status=422 if form.errors else 200)


def _wanted(form: CopyForm) -> Copy:
    data = form.cleaned_data
    return Copy(name=data["name"], opens_at=data["opens_at"], staff=data["staff"], players=data["players"])


@event_page("manage-event")
def delete(desk: EventDesk) -> HttpResponse:
    """Throw away an event with nothing on record, after asking."""
    if desk.request.method != "POST":
        return desk.show(DeletePage(kept=why_kept(desk.event)))
    name = desk.event.name
    if problem := delete_event(desk.event, desk.actor):
        return desk.show(DeletePage(problem), status=422)
    messages.success(desk.request, _("%(event)s is deleted.") % {"event": name})
    return redirect("desk:home")


@login_required
def venues(request: HttpRequest) -> HttpResponse:
    """The venues one keeps, and a new one."""
    account = account_of(request)
    form = VenueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        keep_venue(account, form.details(usual_time_zone(account) or "UTC"))
        messages.success(request, _("The venue is kept."))
        return redirect("desk:venues")
    return show(request, VenuesPage(form=form, venues=venues_of(account)), status=422 if form.errors else 200)


@login_required
def venue(request: HttpRequest, venue_id: int) -> HttpResponse:
    """One venue."""
    one = _own_venue(request, venue_id)
    initial = {"name": one.name, "address": one.address, "tables": one.tables}
    form = VenueForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        problem = change_venue(one, form.details(one.time_zone))
        if problem is None:
            messages.success(request, _("The venue is changed."))
            return redirect("desk:venues")
        put(form, [problem])
    return show(request, VenuePage(form=form, venue=one), status=422 if form.errors else 200)


@require_POST
@login_required
def forget_venue(request: HttpRequest, venue_id: int) -> HttpResponse:
    """Keep a venue no longer; events that were held there stay, without it."""
    delete_venue(_own_venue(request, venue_id))
    messages.success(request, _("The venue is forgotten."))
    return redirect("desk:venues")


def _own_venue(request: HttpRequest, venue_id: int) -> Venue:
    one = Venue.objects.filter(pk=venue_id, keeper=account_of(request)).first()
    if one is None:
        raise Http404("There is no such venue.")
    return one


urlpatterns: list[URLPattern] = [
    path("venues", venues, name="venues"),
    path("venues/<int:venue_id>", venue, name="venue"),
    path("venues/<int:venue_id>/forget", forget_venue, name="forget-venue"),
    path("<slug:code>/settings", settings, name="settings"),
    path("<slug:code>/copy", copy, name="copy"),
    path("<slug:code>/delete", delete, name="delete"),
    path("<slug:code>/<int:number>/settings", tournament_settings, name="tournament-settings"),
]
