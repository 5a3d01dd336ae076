"""The organisations one belongs to, and setting one up."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from muster.app.accounts.standing import may, who_organises
from muster.app.organisations.making import found_organisation
from muster.app.organisations.standing import memberships_of
from muster.people.models import Account, Membership, Organisation
from muster.web.account.organising import not_here
from muster.web.desk.once import once
from muster.web.fields import put
from muster.web.limits import limited
from muster.web.organisation.context import account_asking
from muster.web.organisation.forms import NewOrganisationForm
from muster.web.page import Page, show


@dataclass(frozen=True)
class OwnOrganisations(Page):
    """The organisations one belongs to.

    Attributes:
        account: whose.
        memberships: where they belong.
    """

    template: ClassVar[str] = "organisation/home/home.html"
    account: Account
    memberships: list[Membership]

    @property
    def able(self) -> bool:
        """Whether they may set one up."""
        return may(self.account, "create-events")

    @property
    def says(self) -> str:
        """Who may on this site."""
        return str(who_organises())


@dataclass(frozen=True)
class NewOrganisation(Page):
    """A new organisation.

    Attributes:
        form: what it says of itself.
        key: of this form, which makes one organisation however often it is sent.
    """

    template: ClassVar[str] = "organisation/home/new.html"
    form: NewOrganisationForm
    key: str

    @property
    def faults(self) -> list[forms.BoundField]:
        """The fields at fault."""
        return [self.form[name] for name in self.form.errors if name in self.form.fields]

    @property
    def general(self) -> list[str]:
        """What is wrong with no field in particular."""
        return [str(text) for text in self.form.non_field_errors()]


@never_cache
@require_safe
@login_required
def own(request: HttpRequest) -> HttpResponse:
    """The organisations one belongs to."""
    account = account_asking(request)
    return show(request, OwnOrganisations(account, memberships_of(account)))


@never_cache
@limited("act")
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Set an organisation up."""
    account = account_asking(request)
    if not may(account, "create-events"):
        return not_here(request, account)
    form = NewOrganisationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        sent = once(request, account, "organisation")
        if (before := sent.before()) is not None:
            return redirect("organisation:manage", before) if before else redirect("organisations")
        made = found_organisation(account, form.details(), form.cleaned_data["slug"])
        if isinstance(made, Organisation):
            sent.made(made.slug)
            messages.success(
                request, _("%(name)s is set up. Invite those who organise with you.") % {"name": made}
            )
            return redirect("organisation:manage", made.slug)
        sent.failed()
        put(form, made)
    status = 422 if form.errors else 200
    return show(request, NewOrganisation(form, secrets.token_urlsafe(12)), status=status)


urlpatterns: list[URLPattern] = [
    path("organisations", own, name="organisations"),
    path("organisations/new", new, name="organisation-new"),
]
