"""Where an account is logged in: its sessions, each ended by itself or all others at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import F

from muster.people.models import Account


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session of an account.

    Attributes:
        pk: its number.
        browser: what the browser says of itself, shortened.
        ip: the address it was begun from.
        since: when it was begun.
        current: it is the one that asks.
    """

    pk: int
    browser: str
    ip: str
    since: datetime
    current: bool


def open_sessions(account: Account, current: str, now: datetime) -> list[OpenSession]:
    """The sessions that can still be used: the current one first, then the latest.

    Args:
        account: whose.
        current: the key of the session that asks.
        now: the moment.
    """
    rows = UserSession.objects.filter(user=account).order_by("-created_at", "-pk")
    valid = Session.objects.filter(session_key__in=rows.values("session_key"), expire_date__gt=now)
    alive = set(valid.values_list("session_key", flat=True))
    found = [
        OpenSession(row.pk, browser_of(row.user_agent), row.ip, row.created_at, row.session_key == current)
        for row in rows
        if row.session_key in alive
    ]
    return sorted(found, key=lambda one: not one.current)


def end_session(account: Account, number: int) -> bool:
    """End one session of this account; whether there was one of this number."""
    found = UserSession.objects.filter(user=account, pk=number).first()
    if found is None:
        return False
    found.end()
    return True


def end_all(account: Account) -> None:
    """End every session of an account, also those begun before they were listed."""
    with transaction.atomic():
        Account.objects.filter(pk=account.pk).update(session_no=F("session_no") + 1)
        account.refresh_from_db(fields=["session_no"])
        rows = UserSession.objects.filter(user=account)
        Session.objects.filter(session_key__in=list(rows.values_list("session_key", flat=True))).delete()
        rows.delete()


def forget_ended(now: datetime) -> None:
    """Forget sessions that are over, and counts of tries that have run out: network addresses stand in both."""
    Session.objects.filter(expire_date__lt=now).delete()
    alive = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=alive).delete()
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {COUNTS} WHERE expires < %s", [now])  # noqa: S608  (a table of our own)


COUNTS: Final = "muster_counts"
"""The table of counts, which has no model: `CACHES` of the settings names it."""

_BROWSERS: Sequence[tuple[str, str]] = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Sequence[tuple[str, str]] = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""What a browser's own words hold, and what that is called; the first that fits counts."""

LONGEST_BROWSER = 60


def browser_of(agent: str) -> str:
    """Browser and system by what a browser says of itself, such as `Firefox · Linux`; its own words if unknown."""
    known = (next((name for part, name in table if part in agent), "") for table in (_BROWSERS, _SYSTEMS))
    return " · ".join(filter(None, known)) or agent[:LONGEST_BROWSER]
