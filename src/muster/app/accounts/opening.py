"""The way in for whoever runs the server: the first account, and links that log it in."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction

from muster.app.accounts.accounts import made_up_username
from muster.app.links.tokens import new_login_link
from muster.core.messages import SaidError, say
from muster.people.models import Account

FIRST_NAME: Final = "Organiser"
"""The name of the first account until its holder chooses another."""


class NoSuchAccountError(SaidError):
    """No account has this e-mail address."""


def first_account() -> Account:
    """The account that has been there longest; made if there is none."""
    with transaction.atomic():
        found = Account.objects.filter(is_active=True).order_by("pk").first()
        return found or Account.objects.create_user(username=made_up_username(), name=FIRST_NAME)


def account_with(email: str) -> Account:
    """The account with this e-mail address.

    Raises:
        NoSuchAccountError: there is none.
    """
    found = Account.objects.filter(is_active=True, email__iexact=email).order_by("pk").first()
    if found is None:
        raise NoSuchAccountError(say("No account has the e-mail address {address}.", address=email))
    return found


def anybody_can_log_in() -> bool:
    """Whether some account has a password or a passkey, so that nobody needs a link from the terminal."""
    usable = Account.objects.exclude(password="").exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    return usable.exists() or Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def way_in(account: Account, now: datetime) -> str:
    """The path of a page that logs this account in, once."""
    return f"/enter/{new_login_link(account, now)}"
