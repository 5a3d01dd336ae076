"""The way in for whoever runs the server: the first account, and links that log it in."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Q

from muster.app.accounts.accounts import made_up_username
from muster.app.links.tokens import new_login_link
from muster.core.messages import SaidError, say
from muster.people.models import Account

FIRST_NAME: Final = "Organiser"
"""The name of the first account until its holder chooses another."""

_ORGANISED: Final = Q(posts__role="organiser") | Q(venues__isnull=False) | Q(persons__isnull=False)
"""Accounts that organise an event, or have."""


class NoSuchAccountError(SaidError):
    """No account has this e-mail address."""


def first_account() -> Account:
    """The administrator who has been there longest; made if there is none.

    It is never somebody who only signed up: where nobody administers the site, it is who organised first, else
    an account of its own.
    """
    with transaction.atomic():
        active = Account.objects.filter(is_active=True).order_by("pk")
        found = active.filter(administers=True).first()
        if found is None:
            found = active.filter(_ORGANISED | Q(organises=True)).distinct().first()
            found = found or Account.objects.create_user(username=made_up_username(), name=FIRST_NAME)
            found.administers = found.organises = True
            found.save(update_fields=["administers", "organises"])
        return found


def settle_older() -> None:
    """After a backup of an older release was put back: organisers stay organisers, and one administers the site."""
    if Account.objects.filter(administers=True).exists():
        return
    organised = Account.objects.filter(_ORGANISED).values_list("pk", flat=True)
    Account.objects.filter(pk__in=list(organised)).update(organises=True)
    first = Account.objects.filter(is_active=True).order_by("pk").first()
    if first is not None:
        Account.objects.filter(pk=first.pk).update(administers=True, organises=True)


def account_with(email: str) -> Account:
    """The account with this e-mail address.

    Raises:
        NoSuchAccountError: there is none.
    """
    found = Account.objects.filter(is_active=True, email__iexact=email).order_by("pk").first()
    if found is None:
        raise NoSuchAccountError(say("No account has the e-mail address {address}.", address=email))
    return found


def administrator_can_log_in() -> bool:
    """Whether an administrator has a password or a passkey, so that nobody needs a link from the terminal."""
    able = Account.objects.filter(is_active=True, administers=True)
    usable = able.exclude(password="").exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    passkeys = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN, user__in=able)
    return usable.exists() or passkeys.exists()


def way_in(account: Account, now: datetime) -> str:
    """The path of a page that logs this account in, once."""
    return f"/enter/{new_login_link(account, now)}"
