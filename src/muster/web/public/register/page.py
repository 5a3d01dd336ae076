"""Registering oneself: the forms, and the pages as their templates get them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.links.player_links import token_of
from muster.app.mail.messages import mail_leaves
from muster.app.people.requirements import Requirements, wanted
from muster.app.registration.entries import Newcomer, must_wait
from muster.app.registration.registering import existing
from muster.core.tournament.state import State
from muster.people.models import LONGEST_NAME, Account, Event, Tournament
from muster.web.fields import OneLine
from muster.web.page import Page


class AddressForm(forms.Form):
    """Where to send lost links."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("The one you gave when you registered."),
    )


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

    def __init__(self, *args: object, usual: str, found: Requirements, **kwargs: object) -> None:
        """`usual` is how the tournament shows names, `found` what its regulations want to know."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        words = {"full": _("In full"), "short": _("First name and initial"), "alias": _("Nickname only")}
        as_usual = _("As the organiser chose: %(how)s") % {"how": words[usual].lower()}
        self.fields["shown_as"].choices = [("", as_usual), *words.items()]  # type: ignore[attr-defined]
        if not mail_leaves():
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
        return Newcomer(**self.cleaned_data)


@dataclass(frozen=True)
class RosterCodePage(Page):
    """To one's roster by the code the desk reads out. Nobody learns here who has registered.

    Attributes:
        event: where.
        typed: what was typed.
        wrong: it is nobody's code.
    """

    template: ClassVar[str] = "public/register/roster_code.html"
    event: Event
    typed: str
    wrong: bool


@dataclass(frozen=True)
class ClosedPage(Page):
    """Nobody can register.

    Attributes:
        event: where.
        tournament: for which tournament; None where none was asked for and none is open.
    """

    template: ClassVar[str] = "public/register/closed.html"
    event: Event
    tournament: Tournament | None


@dataclass(frozen=True)
class RegisterPage(Page):
    """Registering oneself, without an account.

    Attributes:
        tournament: for which tournament, with its event at hand.
        state: how it stands.
        form: what is asked, as typed if it came back.
        who: who is logged in, if anybody is.
        key: the idempotency key of the form.
    """

    template: ClassVar[str] = "public/register/register.html"
    tournament: Tournament
    state: State
    form: RegisterForm
    who: Account | None
    key: str

    @property
    def event(self) -> Event:
        """Where it is."""
        return self.tournament.event

    @property
    def wait(self) -> bool:
        """Whether all places are taken."""
        return must_wait(self.tournament, self.state)

    @property
    def wanted(self) -> Requirements:
        """What the regulations want to know of everybody."""
        return wanted(self.state)

    @property
    def own_url(self) -> str:
        """The page of whoever has registered with their account already; else empty."""
        own = existing(self.tournament, self.who) if self.who else None
        return reverse("player:page", args=[token_of(own)]) if own else ""

    @property
    def others(self) -> list[Tournament]:
        """The other tournaments one can register for."""
        return list(self.event.tournaments.filter(registration_open=True).exclude(pk=self.tournament.pk))


@dataclass(frozen=True)
class RegisterLinkPage(Page):
    """Get one's link back by e-mail. Nobody learns here who has registered: the answer is always the same.

    Attributes:
        event: where.
        form: to which address.
    """

    template: ClassVar[str] = "public/register/link.html"
    event: Event
    form: AddressForm

    @property
    def leaves(self) -> bool:
        """Whether this site sends mail."""
        return mail_leaves()
