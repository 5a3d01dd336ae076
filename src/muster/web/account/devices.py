"""Devices an account has logged in from before: each knows so by a signed cookie, and no list of them is kept.

Somebody else's wrong passwords never keep a device out that has been in before, and a device that has not is told of
by mail.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from muster.app.accounts.sessions import forget_ended
from muster.app.links.tokens import new_token
from muster.app.mail.messages import mail_leaves
from muster.people.models import Account

logger = logging.getLogger("muster.security")

COOKIE: Final = "device"
LASTS: Final = 60 * 60 * 24 * 365
MOST: Final = 8
"""Accounts a device remembers; the one that logged in longest ago makes room."""

_SALT: Final = "muster.device"


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device as its cookie has it.

    Attributes:
        mark: made up; what its wrong passwords are counted by.
        accounts: the numbers of the accounts that logged in there.
    """

    mark: str
    accounts: Sequence[int]


def device_of(request: HttpRequest) -> KnownDevice | None:
    """The device a request comes from; None if it is not known, or its cookie is not ours."""
    try:
        mark, *accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return KnownDevice(str(mark), tuple(one for one in accounts if isinstance(one, int)))


def known_for(request: HttpRequest, email: str) -> str:
    """The mark of a device on which an account with this e-mail address has logged in before; empty if none has."""
    device = device_of(request)
    if device is None:
        return ""
    found = EmailAddress.objects.filter(email__iexact=email, user__in=device.accounts)
    return device.mark if found.exists() else ""


def remember(request: HttpRequest, response: HttpResponseBase, account: Account) -> bool:
    """Have the device know that this account has logged in on it; whether it did not before."""
    device = device_of(request) or KnownDevice(new_token(), ())
    is_new = account.pk not in device.accounts
    others = [one for one in device.accounts if one != account.pk]
    response.set_cookie(
        COOKIE,
        signing.dumps([device.mark, account.pk, *others[: MOST - 1]], salt=_SALT, compress=True),
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return is_new


def logged_in(
    request: HttpRequest, response: HttpResponseBase, account: Account, *, first: bool = False
) -> None:
    """What follows every log-in: the session is listed, the device remembered, and a new one told of by mail.

    Args:
        request: the one that logged in.
        response: its answer, which takes the cookie.
        account: who logged in.
        first: they have just signed up, so that every device is new.
    """
    forget_ended(timezone.now())
    UserSession.objects.create_from_request(request)
    known = get_authentication_records(request, account)
    logger.info("log-in of account %d by %s", account.pk, known[-1]["method"] if known else "?")
    if remember(request, response, account) and not first:
        _tell(request, account)


def _tell(request: HttpRequest, account: Account) -> None:
    """Write to the address that is known to be theirs; a mail server that is away keeps nobody out."""
    to = EmailAddress.objects.filter(user=account, verified=True).order_by("-primary", "pk").first()
    if to is None or not mail_leaves():
        return
    try:
        get_adapter(request).send_notification_mail("account/email/new_device", account, email=to.email)
    except OSError as error:  # smtplib's own errors are among them
        logger.warning("nobody could be told of a new device: %s", type(error).__name__)
