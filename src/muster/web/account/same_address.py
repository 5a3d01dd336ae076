"""One address in many accounts: nobody confirmed it, so nobody may make it costly for others.

To compare a password takes a fifth of a second, by intention. Were it compared with those of every account that has an
address, somebody with a hundred of them would keep a processor busy for as long as they like.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.forms import ResetPasswordForm
from allauth.account.internal.userkit import filter_users_by_email
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from muster.people.models import Account

MOST: Final = 3
"""Accounts of one address that are looked at; where somebody has confirmed it, theirs alone is."""


def first_of(accounts: Iterable[Account]) -> list[Account]:
    """The oldest of these accounts, as many as are looked at."""
    return sorted(accounts, key=lambda each: each.pk)[:MOST]


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Passwords with addresses. Sessions that began by way of allauth's own go on: it is asked for nothing else."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Account | None:
        """Whose address and password these are; raises where they are nobody's, so that no other way is tried."""
        found: Account | None = super().authenticate(request, **credentials)
        if found is None:
            raise PermissionDenied
        return found

    def _authenticate_by_email(self, email: str, password: str) -> Account | None:
        found = filter_users_by_email(email, prefer_verified=True, for_login=True)
        return next((each for each in first_of(found) if self._check_password(each, password)), None)


class ResetForm(ResetPasswordForm):  # type: ignore[misc]
    """Asking for a new password by mail."""

    users: list[Account]

    def clean_email(self) -> str:
        """The address; each account that has it gets a letter, but not any number of them."""
        email: str = super().clean_email()
        self.users = first_of(self.users)
        return email
