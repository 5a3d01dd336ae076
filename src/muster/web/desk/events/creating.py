"""New events and tournaments at the desk."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from muster.app.accounts.standing import may
from muster.app.events.editing import TournamentDetails, add_tournament, create_with_tournament
from muster.app.events.timetable import Days
from muster.app.events.venues import venues_to_choose
from muster.app.organisations.standing import may_set_up_events, organisations_to_set_up_in
from muster.core.tournament.refusals import Refusal
from muster.people.models import Account
from muster.web.account.organising import not_here
from muster.web.desk.context import EventDesk, account_of, event_page
from muster.web.desk.events.forms import EventForm, day_of
from muster.web.desk.events.page import AddTournamentPage, NewEventPage
from muster.web.desk.events.preferences import usual_game, usual_time_zone
from muster.web.desk.events.rules_form import RulesForm, typed
from muster.web.desk.events.tournament_form import TournamentForm
from muster.web.desk.once import once
from muster.web.page import show
from muster.web.uploads import takes_files

_FIELDS: Final[Mapping[str, str]] = {"match": "swiss_match"}
"""The fields of what is planned, where they are called otherwise."""


@takes_files
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """A new event with its first tournament, on one page."""
    account = account_of(request)
    if not may_set_up_events(account):
        return not_here(request, account)
    if request.method == "POST" and "again" not in request.POST:
        return _create(request, account)
    return _offered(request, account)


def _offered(request: HttpRequest, account: Account) -> HttpResponse:
    """The form as it is offered, or again as it was typed, without being judged."""
    again = request.method == "POST"
    event = EventForm(**_choices(account), initial=_event_initial(request, account))
    if not usual_time_zone(account):
        event.fields["time_zone"].widget.attrs["data-guess"] = "UTC"
    return _new_page(request, event, *_tournament_forms(request, account, again=again))


def _create(request: HttpRequest, account: Account) -> HttpResponse:
    """Create what was typed, or show all that is wrong with it; the same form sent twice makes one event."""
    event = EventForm(request.POST, **_choices(account))
    tournament, rules = TournamentForm(request.POST), RulesForm(request.POST, request.FILES)
    if rules.refill:
        _look_over(request)
        return _offered(request, account)
    if not _valid(event, tournament, rules):
        return _new_page(request, event, tournament, rules, status=422)
    sent = once(request, account, "event")
    if (before := sent.before()) is not None:
        return redirect("desk:event", before) if before else redirect("desk:home")
    setup = rules.setup(event.cleaned_data["day"], event.tables())
    made = create_with_tournament(account, event.details(), _details(tournament, rules), setup)
    if isinstance(made, Refusal):
        sent.failed()
        rules.show(made)
        return _new_page(request, event, tournament, rules, status=422)
    sent.made(made.code)
    messages.success(request, _("%(event)s is set up. Its code is %(code)s.") % _about(made.name, made.code))
    return redirect("desk:event", made.code)


def _choices(account: Account) -> dict[str, Any]:
    """What an account can choose from for a new event."""
    return {
        "venues": venues_to_choose(account),
        "organisations": organisations_to_set_up_in(account),
        "alone": may(account, "create-events"),
    }


def _details(tournament: TournamentForm, rules: RulesForm) -> TournamentDetails:
    """What was typed of a tournament in both its forms."""
    kind, construction = rules.cleaned_data["kind"], rules.cleaned_data["construction"]
    return replace(tournament.details(), kind=kind, construction=construction)


def _look_over(request: HttpRequest) -> None:
    """A page without scripts was sent with another kind than it was filled in for."""
    messages.info(
        request, _("Nothing is set up yet. The fields are filled in for what you chose: look them over.")
    )


def _about(name: str, code: str) -> dict[str, str]:
    return {"event": name, "code": code}


def _new_page(
    request: HttpRequest, event: EventForm, tournament: TournamentForm, rules: RulesForm, *, status: int = 200
) -> HttpResponse:
    page = NewEventPage(tournament, rules, event, secrets.token_urlsafe(12))
    return show(request, page, status=status)


def _event_initial(request: HttpRequest, account: Account) -> dict[str, Any]:
    if request.method == "POST":
        return typed(EventForm, request.POST, request.FILES)
    zone = usual_time_zone(account)
    organisation = request.GET.get("organisation", "")[:40]
    return {
        "time_zone": zone or "UTC",
        "time": "10:00",
        "day": timezone.localdate(),
        "language": get_language() or "",
        "organisation": organisation,
    }


def _tournament_forms(
    request: HttpRequest, account: Account, *, again: bool
) -> tuple[TournamentForm, RulesForm]:
    game = usual_game(account)
    if not again:
        return TournamentForm(initial={"tournament_name": _("Main event")}), RulesForm(preferred=game)
    own = typed(TournamentForm, request.POST, request.FILES)
    sent = typed(RulesForm, request.POST, request.FILES)
    rules = RulesForm(initial=sent, preferred=game)
    if refill := {_FIELDS.get(about, about): value for about, value in rules.refill.items()}:
        rules = RulesForm(initial={**sent, **refill}, preferred=game)
        own["rosters"] = refill.get("rosters", own["rosters"])
    return TournamentForm(initial=own), rules


@takes_files
@event_page("manage-event")
def add(desk: EventDesk) -> HttpResponse:
    """A further tournament of an event: a side event, or another game."""
    request, account = desk.request, account_of(desk.request)
    if request.method != "POST" or "again" in request.POST:
        return _offered_here(desk, account)
    tournament, rules = TournamentForm(request.POST), RulesForm(request.POST, request.FILES)
    if rules.refill:
        _look_over(request)
        return _offered_here(desk, account)
    if not _valid(tournament, rules):
        return _add_page(desk, tournament, rules, status=422)
    sent = once(request, account, f"tournament:{desk.event.pk}")
    if (before := sent.before()) is not None:
        return (
            redirect("desk:now", desk.event.code, before)
            if before
            else redirect("desk:event", desk.event.code)
        )
    setup = rules.setup(day_of(desk.event))
    made = add_tournament(desk.event, desk.actor, _details(tournament, rules), setup)
    if isinstance(made, Refusal):
        sent.failed()
        rules.show(made)
        return _add_page(desk, tournament, rules, status=422)
    sent.made(str(made.number))
    messages.success(request, _("%(name)s is set up.") % {"name": made.name})
    return redirect("desk:now", desk.event.code, made.number)


def _offered_here(desk: EventDesk, account: Account) -> HttpResponse:
    """The form of a further tournament as it is offered, or again as it was typed."""
    again = desk.request.method == "POST"
    tournament, rules = _tournament_forms(desk.request, account, again=again)
    if not again:
        number = len(desk.tournaments) + 1
        tournament.initial["tournament_name"] = (
            _("Side event %(number)d") % {"number": number - 1} if number > 1 else _("Main event")
        )
        rules.initial["tables"] = desk.event.venue.tables if desk.event.venue else ""
    return _add_page(desk, tournament, rules)


def _add_page(
    desk: EventDesk, tournament: TournamentForm, rules: RulesForm, *, status: int = 200
) -> HttpResponse:
    judge = desk.event.staff.filter(role__in=("judge", "marshal")).exists()
    event = desk.event
    days = Days(event.opens_at, ZoneInfo(event.time_zone), event.last_day)
    return desk.show(AddTournamentPage(tournament, rules, judge=judge, days=days), status=status)


def _valid(*forms_: forms.Form) -> bool:
    """Whether all are valid; every one is asked, so that everything wrong is shown at once."""
    checked = [form.is_valid() for form in forms_]
    return all(checked)


urlpatterns: list[URLPattern] = [
    path("new", new, name="new"),
    path("<slug:code>/add", add, name="add-tournament"),
]
