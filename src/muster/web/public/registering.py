"""Registering oneself, without an account; and getting a lost link back."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from muster.app import outbox
from muster.app.addresses import note_address
from muster.app.entries import Newcomer, must_wait
from muster.app.messages import recover
from muster.app.player_links import token_of
from muster.app.registering import Papers, existing, open_state, register_oneself
from muster.app.requirements import Wanted, wanted
from muster.core.scoring.problems import Problem
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import LONGEST_NAME, Account, Event, Tournament
from muster.web.fields import OneLine, put
from muster.web.limits import limited
from muster.web.public.context import public_page, tournament_of, visitor


class RegisterForm(forms.Form):
    """What somebody says about themselves; `uid` and `minor` only where the regulations ask."""

    name = OneLine(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address (optional)"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("For reminders and to get your link back. Only the organiser sees it."),
    )
    alias = OneLine(
        label=gettext_lazy("Nickname"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    pronouns = OneLine(label=gettext_lazy("Pronouns"), max_length=40, required=False)
    club = OneLine(label=gettext_lazy("Club"), max_length=LONGEST_NAME, required=False)
    shown_as = forms.ChoiceField(label=gettext_lazy("How your name is shown in public"), required=False)
    uid = OneLine(
        label=gettext_lazy("Unlimited ID (UID)"),
        max_length=60,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("If you have it at hand; else tell it at check-in."),
    )
    minor = forms.BooleanField(label=gettext_lazy("I am under 16"), required=False)

    def __init__(self, *args: object, usual: str, found: Wanted, **kwargs: object) -> None:
        """`usual` is how the tournament shows names, `found` what its regulations want to know."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        words = {"full": _("In full"), "short": _("First name and initial"), "alias": _("Nickname only")}
        as_usual = _("As the organiser chose: %(how)s") % {"how": words[usual].lower()}
        self.fields["shown_as"].choices = [("", as_usual), *words.items()]  # type: ignore[attr-defined]
        if not outbox.mail_leaves():
            self.fields["email"].help_text = _("So that the organiser can reach you; nobody else sees it.")
        if not found.uid:
            del self.fields["uid"]
        if not found.minors:
            del self.fields["minor"]

    def clean(self) -> dict[str, object] | None:
        """A nickname, if only that is to be shown."""
        data = super().clean() or self.cleaned_data
        if data.get("shown_as") == "alias" and not data.get("alias"):
            self.add_error("alias", _("Write the nickname to be shown."))
        return data

    def newcomer(self) -> Newcomer:
        """Who it is, once what was typed is valid."""
        data = {name: value for name, value in self.cleaned_data.items() if name not in ("uid", "minor")}
        return Newcomer(**data)

    def papers(self) -> Papers:
        """What the regulations wanted to know."""
        return Papers(self.cleaned_data.get("uid", ""), bool(self.cleaned_data.get("minor")))


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
        return render(request, "public/closed.html", {"event": event, "tournament": tournament})
    who = visitor(request)
    form = RegisterForm(
        request.POST or None, usual=tournament.names, found=wanted(state), initial=_known(who, tournament)
    )
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, state, form)
    note_address(request.build_absolute_uri("/"))
    key = request.POST.get("key", "")[:64] or None
    answer = register_oneself(tournament, form.newcomer(), who, papers=form.papers(), key=key)
    if isinstance(answer, Refusal):
        put(form, answer.problems or [Problem("", answer.says, answer.clause)])
        return _page(request, tournament, state, form)
    return redirect(reverse("player:page", args=[token_of(answer.entry)]) + "?did=registered")


def _page(request: HttpRequest, tournament: Tournament, state: State, form: RegisterForm) -> HttpResponse:
    event, who = tournament.event, visitor(request)
    own = existing(tournament, who) if who else None
    context = {
        "event": event,
        "tournament": tournament,
        "form": form,
        "key": secrets.token_urlsafe(12),
        "wait": must_wait(tournament, state),
        "wanted": wanted(state),
        "own_url": reverse("player:page", args=[token_of(own)]) if own else "",
        "others": event.tournaments.filter(registration_open=True).exclude(pk=tournament.pk),
    }
    return render(request, "public/register.html", context, status=422 if form.errors else 200)


def _known(who: Account | None, tournament: Tournament) -> dict[str, Any]:
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


class AddressForm(forms.Form):
    """Where to send lost links."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("The one you gave when you registered."),
    )


@never_cache
@limited("recover")
@public_page
def link(request: HttpRequest, event: Event) -> HttpResponse:
    """Get one's link back by e-mail. Nobody learns here who has registered: the answer is always the same."""
    form = AddressForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        context = {"event": event, "form": form, "leaves": outbox.mail_leaves()}
        return render(request, "public/link.html", context, status=422 if form.errors else 200)
    note_address(request.build_absolute_uri("/"))
    # Looked up by the sender, in its own time, so that the answer takes as long for every address.
    outbox.later(partial(recover, event.pk, form.cleaned_data["email"], timezone.now()))
    return redirect(reverse("public:link", args=[event.code]) + "?sent=1")
