"""Who may set up events on this site, and asking to be let."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from muster.app.accounts.standing import ask, can_ask, may, who_organises
from muster.people.models import Account
from muster.web.page import Page, show


@dataclass(frozen=True)
class OrganisingPage(Page):
    """Who may set up events on this site, and how that is for whoever asks.

    Attributes:
        account: who asks.
    """

    template: ClassVar[str] = "account/organising.html"
    account: Account

    @property
    def says(self) -> str:
        """Who may, in a sentence."""
        return str(who_organises())

    @property
    def able(self) -> bool:
        """Whether they may."""
        return may(self.account, "create-events")

    @property
    def can_ask(self) -> bool:
        """Whether they can ask to be let."""
        return can_ask(self.account)


def not_here(request: HttpRequest, account: Account) -> HttpResponse:
    """The answer to somebody who may not set up events on this site."""
    return show(request, OrganisingPage(account), status=403)


@login_required
def organising(request: HttpRequest) -> HttpResponse:
    """Ask to be let set up events, where an administrator approves everybody who does."""
    assert isinstance(request.user, Account)  # noqa: S101  (login_required stands before it)
    if request.method == "POST" and can_ask(request.user):
        ask(request.user, timezone.now())
        messages.success(request, _("The administrators of this site see that you ask."))
        return redirect("account-organising")
    return show(request, OrganisingPage(request.user))


urlpatterns: list[URLPattern] = [path("account/organising", organising, name="account-organising")]
