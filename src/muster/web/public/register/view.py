"""Registering oneself, without an account; and getting a lost link back."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

from muster.app.common.addresses import note_address
from muster.app.links.player_links import token_of
from muster.app.mail.messages import ask_for_links
from muster.app.people.requirements import wanted
from muster.app.registration.registering import open_state, register_oneself
from muster.core.scoring.scored import Problem
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Account, Event, Tournament
from muster.web.fields import put
from muster.web.limits import limited
from muster.web.page import show
from muster.web.public.context import public_page, tournament_of, visitor
from muster.web.public.register.page import (
    AddressForm,
    ClosedPage,
    RegisterForm,
    RegisterLinkPage,
    RegisterPage,
)


@never_cache
@limited("register")
@public_page
def register(request: HttpRequest, event: Event, number: int = 0) -> HttpResponse:
    """Register for a tournament; the first open one unless its number is given."""
    tournament = tournament_of(event, number) if number else _first_open(event)
    if tournament is not None:
        tournament.event = event
    state = open_state(tournament) if tournament is not None else None
    if tournament is None or state is None:
        return show(request, ClosedPage(event, tournament))
    who = visitor(request)
    form = RegisterForm(
        request.POST or None, usual=tournament.names, found=wanted(state), initial=_known(who, tournament)
    )
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, state, form)
    note_address(request.build_absolute_uri("/"))
    key = request.POST.get("key", "")[:64] or None
    answer = register_oneself(tournament, form.newcomer(), who, key=key)
    if isinstance(answer, Refusal):
        put(form, answer.problems or [Problem("", answer.says, answer.clause)])
        return _page(request, tournament, state, form)
    return redirect(reverse("player:page", args=[token_of(answer.entry)]) + "?did=registered")


def _page(request: HttpRequest, tournament: Tournament, state: State, form: RegisterForm) -> HttpResponse:
    page = RegisterPage(tournament, state, form, visitor(request), secrets.token_urlsafe(12))
    return show(request, page, status=422 if form.errors else 200)


def _known(who: Account | None, tournament: Tournament) -> dict[str, str]:
    """What somebody who is logged in need not type again."""
    if who is None:
        return {}
    last = who.played_as.filter(erased_at=None).order_by("-pk").first()
    if last is None:
        return {"name": who.name, "email": who.email}
    return {
        "name": last.name,
        "email": last.email or who.email,
        "alias": last.alias,
        "pronouns": last.pronouns,
        "shown_as": "alias" if tournament.names == "alias" and last.alias else "",
    }


def _first_open(event: Event) -> Tournament | None:
    return event.tournaments.filter(registration_open=True).order_by("number").first()


@never_cache
@limited("recover")
@public_page
def link(request: HttpRequest, event: Event) -> HttpResponse:
    """Get one's link back by e-mail. Nobody learns here who has registered: the answer is always the same."""
    form = AddressForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return show(request, RegisterLinkPage(event, form), status=422 if form.errors else 200)
    note_address(request.build_absolute_uri("/"))
    ask_for_links(event.pk, form.cleaned_data["email"])
    return redirect(reverse("public:link", args=[event.code]) + "?sent=1")
