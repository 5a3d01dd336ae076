"""Registering oneself, without an account."""

from __future__ import annotations

import secrets

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.entries import Newcomer, must_wait
from muster.app.registering import register_oneself
from muster.core.scoring.problems import Problem
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import LONGEST_NAME, Event, Tournament
from muster.web.fields import OneLine, put
from muster.web.limits import limited
from muster.web.public.views import public_page, tournament_of, visitor


class RegisterForm(forms.Form):
    """What somebody says about themselves."""

    name = OneLine(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    alias = OneLine(
        label=gettext_lazy("Nickname"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    pronouns = OneLine(label=gettext_lazy("Pronouns"), max_length=40, required=False)
    club = OneLine(label=gettext_lazy("Club"), max_length=LONGEST_NAME, required=False)
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("Only the organiser sees it."),
    )
    shown_as = forms.ChoiceField(label=gettext_lazy("How your name is shown in public"), required=False)

    def __init__(self, *args: object, usual: str, **kwargs: object) -> None:
        """`usual` is how the tournament shows names."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        words = {"full": _("In full"), "short": _("First name and initial"), "alias": _("Nickname only")}
        as_usual = _("As the organiser chose: %(how)s") % {"how": words[usual].lower()}
        self.fields["shown_as"].choices = [("", as_usual), *words.items()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, object] | None:
        """A nickname, if only that is to be shown."""
        data = super().clean() or self.cleaned_data
        if data.get("shown_as") == "alias" and not data.get("alias"):
            self.add_error("alias", _("Write the nickname to be shown."))
        return data

    def newcomer(self) -> Newcomer:
        """What was typed, once it is valid."""
        return Newcomer(**self.cleaned_data)


@limited("register")
@public_page
def register(request: HttpRequest, event: Event, number: int = 0) -> HttpResponse:
    """Register for a tournament; the first open one unless its number is given."""
    tournament = tournament_of(event, number) if number else _first_open(event)
    if tournament is None:
        return render(request, "public/closed.html", {"event": event})
    state = store.load(tournament.pk).state
    if not tournament.registration_open or state.setup is None or state.stages:
        return render(request, "public/closed.html", {"event": event, "tournament": tournament})
    form = RegisterForm(request.POST or None, usual=tournament.names)
    if request.method != "POST" or not form.is_valid():
        return _page(request, event, tournament, state, form)
    key = request.POST.get("key", "")[:64] or None
    answer = register_oneself(tournament, form.newcomer(), visitor(request), key=key)
    if isinstance(answer, Refusal):
        put(form, answer.problems or [Problem("", answer.says, answer.clause)])
        return _page(request, event, tournament, state, form)
    context = {"event": event, "tournament": tournament, "registered": answer}
    return render(request, "public/registered.html", context)


def _page(
    request: HttpRequest, event: Event, tournament: Tournament, state: State, form: RegisterForm
) -> HttpResponse:
    context = {
        "event": event,
        "tournament": tournament,
        "form": form,
        "key": secrets.token_urlsafe(12),
        "wait": must_wait(tournament, state),
        "others": event.tournaments.filter(registration_open=True).exclude(pk=tournament.pk),
    }
    return render(request, "public/register.html", context, status=422 if form.errors else 200)


def _first_open(event: Event) -> Tournament | None:
    return event.tournaments.filter(registration_open=True).order_by("number").first()
