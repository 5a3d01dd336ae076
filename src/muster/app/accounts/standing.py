"""Who may do what on the site as a whole, beside what roles allow at single events: one table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal, cast, get_args

from django.conf import settings

from muster.core.messages import Message, SaidError, say
from muster.people.models import Account

SiteRole = Literal["administrator", "organiser", "member", "suspended"]
"""How an account stands on the site; the highest it has."""

SiteAct = Literal[
    "create-events", "see-site", "manage-accounts", "transfer-events", "manage-organisations", "manage-jobs"
]
"""What can be done on the site, in groups that a site role has or has not."""

SITE_MAY: Final[Mapping[SiteRole, frozenset[SiteAct]]] = {
    "administrator": frozenset(get_args(SiteAct)),
    "organiser": frozenset({"create-events"}),
    "member": frozenset(),
    "suspended": frozenset(),
}
"""The acts of each site role. Where everybody may set up events, a member may, too."""

Policy = Literal["invited", "approved", "everybody"]
"""Who may set up events, as `MUSTER_ORGANISERS` says it."""

_WHO: Final[Mapping[Policy, Message]] = {
    "invited": say("On this site, only organisers whom its administrator has invited set up events."),
    "approved": say("On this site, its administrator approves everybody who wants to set up events."),
    "everybody": say("On this site, everybody who has an account may set up events."),
}


class NotOnThisSiteError(SaidError):
    """Somebody may not do that on this site; the message says who may."""


def policy() -> Policy:
    """Who may set up events on this site."""
    return cast(Policy, settings.ORGANISERS)


def site_role(account: Account) -> SiteRole:
    """How an account stands on the site."""
    if not account.is_active:
        return "suspended"
    if account.administers:
        return "administrator"
    return "organiser" if account.organises else "member"


def may(account: Account, act: SiteAct) -> bool:
    """Whether an account may do this on the site."""
    role = site_role(account)
    if act == "create-events" and role == "member":
        return policy() == "everybody"
    return act in SITE_MAY[role]


def must(account: Account, act: SiteAct) -> None:
    """Refuse unless they may.

    Raises:
        NotOnThisSiteError: they may not.
    """
    if not may(account, act):
        raise NotOnThisSiteError(
            _WHO[policy()] if act == "create-events" else say("This is for the administrators of this site.")
        )


def who_organises() -> Message:
    """Who may set up events on this site, in a sentence."""
    return _WHO[policy()]


def can_ask(account: Account) -> bool:
    """Whether it is of use to ask to be let set up events."""
    return policy() == "approved" and account.asked_at is None and not may(account, "create-events")


def ask(account: Account, now: datetime) -> None:
    """Ask to be let set up events; asking again changes nothing."""
    if can_ask(account):
        Account.objects.filter(pk=account.pk, asked_at=None).update(asked_at=now)
        account.asked_at = now
