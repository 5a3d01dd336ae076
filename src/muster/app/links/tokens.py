"""Links that are worth something once: only the digest of their token is kept, so a copied database opens nothing."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Final, Literal, Protocol

from django.utils.crypto import salted_hmac

from muster.people.models import Account, LoginLink

LOGIN_LASTS: Final = timedelta(hours=24)
"""How long a link that logs in can be used."""

LinkState = Literal["open", "used", "expired", "unknown"]
"""How a link stands: only an open one can be used."""


class _Once(Protocol):
    """What is used once and not after a moment."""

    used_at: datetime | None
    expires_at: datetime


def new_token() -> str:
    """A token nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def token_for(*what: object) -> str:
    """The token of this and nothing else, the same each time; nobody without the site's secret key can guess it."""
    digest = salted_hmac("muster.link", "|".join(map(str, what)), algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:24]).decode()


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def state_of(link: _Once | None, now: datetime) -> LinkState:
    """How a link stands at this moment."""
    if link is None:
        return "unknown"
    if link.used_at is not None:
        return "used"
    return "open" if now < link.expires_at else "expired"


def new_login_link(account: Account, now: datetime, *, lasts: timedelta = LOGIN_LASTS) -> str:
    """The token of a link that logs this account in, once."""
    token = new_token()
    LoginLink.objects.create(account=account, digest=digest_of(token), expires_at=now + lasts)
    return token


def login_link(token: str, now: datetime) -> tuple[LinkState, Account | None]:
    """How a log-in link stands, and whom it would log in; looking does not use it."""
    link = LoginLink.objects.select_related("account").filter(digest=digest_of(token)).first()
    if link is None or not link.account.is_active:
        return "unknown", None
    state = state_of(link, now)
    return state, link.account if state == "open" else None


def use_login_link(token: str, now: datetime) -> Account | None:
    """Use a log-in link up; whom to log in, or None if it is used, expired or unknown.

    Of two who use it at the same moment one is answered None.
    """
    links = LoginLink.objects.filter(digest=digest_of(token))
    link = links.select_related("account").first()
    if link is None or not link.account.is_active:
        return None
    # By the link's own columns alone: whoever has waited for the other's turn looks at no other table anew.
    taken = links.filter(used_at=None, expires_at__gt=now).update(used_at=now)
    return link.account if taken else None
