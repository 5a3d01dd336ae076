"""What allauth asks of the site: where somebody who has logged in goes on."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.urls import reverse

from muster.app.accounts.standing import may
from muster.people.models import Account, Staff


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Muster's own answers."""

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Whoever works at events goes to them, everybody else to where they play."""
        return home_of(request.user) if isinstance(request.user, Account) else reverse("desk:home")

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """The same for somebody new."""
        return self.get_login_redirect_url(request)


def home_of(account: Account) -> str:
    """The address of the page an account begins at."""
    works = may(account, "create-events") or Staff.objects.filter(account=account).exists()
    return reverse("desk:home" if works else "me")
