"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from muster.app.mail.messages import mail_leaves
from muster.app.people.requirements import Requirements
from muster.app.registration.entries import Newcomer
from muster.app.registration.registering import Papers
from muster.people.models import LONGEST_NAME, Event, Tournament
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
        data = {name: value for name, value in self.cleaned_data.items() if name not in ("uid", "minor")}
        return Newcomer(**data)

    def papers(self) -> Papers:
        """What the regulations wanted to know."""
        return Papers(self.cleaned_data.get("uid", ""), bool(self.cleaned_data.get("minor")))


@dataclass(frozen=True)
class RosterCodePage(Page):
    """To one's roster by the code the desk reads out. Nobody learns here who has registered."""

    template: ClassVar[str] = "public/register/roster_code.html"
    event: Event
    typed: str
    wrong: bool


@dataclass(frozen=True)
class ClosedPage(Page):
    """Register for a tournament; the first open one unless its number is given."""

    template: ClassVar[str] = "public/register/closed.html"
    event: Event
    tournament: Tournament | None


@dataclass(frozen=True)
class RegisterPage(Page):
    """Registering oneself, without an account; and getting a lost link back."""

    template: ClassVar[str] = "public/register/register.html"
    event: Event
    tournament: Tournament
    form: RegisterForm
    key: str
    wait: bool
    wanted: Requirements
    own_url: str
    others: QuerySet[Tournament]


@dataclass(frozen=True)
class RegisterLinkPage(Page):
    """Get one's link back by e-mail. Nobody learns here who has registered: the answer is always the same."""

    template: ClassVar[str] = "public/register/link.html"
    event: Event
    form: AddressForm
    leaves: bool
