"""What administrators do to accounts. Nothing of what somebody did is lost by it, and each act is on record."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

from django.db import transaction
from django.db.models import F, Q, QuerySet

from muster.app.accounts.accounts import new_account
from muster.app.accounts.standing import must
from muster.app.common.search import Texts
from muster.app.links.tokens import new_login_link
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import Account, AccountAct

logger = logging.getLogger("muster.security")

Doing = Literal["approve", "refuse", "suspend", "readmit", "end-sessions", "name", "unname"]
"""Let set up events, or no longer; keep out, or let in again; log out everywhere; make an administrator, or no more."""

DOINGS: Final[tuple[Doing, ...]] = get_args(Doing)

Part = Literal["all", "asked", "organisers", "administrators", "suspended"]
"""A part of the list of accounts."""

INVITATION_LASTS: Final = timedelta(days=7)
"""How long the link of an invited organiser can be used."""

_PARTS: Final[Mapping[Part, Q]] = {
    "all": Q(),
    "asked": Q(asked_at__isnull=False, organises=False),
    "organisers": Q(organises=True),
    "administrators": Q(administers=True),
    "suspended": Q(is_active=False),
}


@dataclass(frozen=True, slots=True)
class InvitedAccount:
    """An organiser invited to the site, and the token of the link, which is known now and never again."""

    account: Account
    token: str


def accounts_found(asker: Account, q: str = "", part: Part = "all") -> QuerySet[Account]:
    """The accounts of the site: those who ask first, then the latest, by parts of a name or e-mail address."""
    must(asker, "manage-accounts")
    found = Account.objects.filter(_PARTS[part])
    if q.strip():
        found = found.filter(pk__in=Texts(found.values_list("pk", "name", "email")).fitting(q))
    return found.order_by(F("asked_at").asc(nulls_last=True), "-pk")


def counts(asker: Account) -> dict[Part, int]:
    """How many accounts each part of the list has."""
    must(asker, "manage-accounts")
    return {part: Account.objects.filter(fits).count() for part, fits in _PARTS.items()}


def do(asker: Account, account: Account, doing: Doing) -> Problem | None:
    """Do this to an account; the problem if it cannot be done."""
    with transaction.atomic():
        held, asker = _held(account, asker)
        must(asker, "manage-accounts")
        if problem := _hindrance(asker, held, doing):
            return problem
        _DO[doing](held)
        held.save(update_fields=["organises", "asked_at", "administers", "is_active", "session_no"])
        AccountAct.objects.create(account=held, by=asker, act=doing)
    logger.info("%s of account %d by account %d", doing, held.pk, asker.pk)
    return None


def invite(asker: Account, name: str, now: datetime) -> InvitedAccount | Problem:
    """Make an account of this name that may set up events, and a link that logs it in, once, within a week."""
    must(asker, "manage-accounts")
    with transaction.atomic():
        made = new_account(name)
        if isinstance(made, Problem):
            return made
        Account.objects.filter(pk=made.pk).update(organises=True)
        made.organises = True
        AccountAct.objects.create(account=made, by=asker, act="invite")
        return InvitedAccount(made, new_login_link(made, now, lasts=INVITATION_LASTS))


def invite_again(asker: Account, account: Account, now: datetime) -> InvitedAccount | Problem:
    """A new link for somebody who was invited and has never come: nobody is given the way into another's account."""
    must(asker, "manage-accounts")
    if account.last_login is not None or account.has_usable_password() or not account.is_active:
        says = say(
            "{name} has logged in before: log-in links are then made on the server only.", name=account.name
        )
        return Problem("account", says)
    AccountAct.objects.create(account=account, by=asker, act="invite")
    return InvitedAccount(account, new_login_link(account, now, lasts=INVITATION_LASTS))


def _held(account: Account, asker: Account) -> tuple[Account, Account]:
    """Both as they are now, and nobody else's while this lasts.

    All administrators are held in one order, so that two who take the role from each other wait instead of both
    succeeding, or both failing.
    """
    rows = Account.objects.filter(Q(pk__in=(account.pk, asker.pk)) | Q(administers=True))
    held = {one.pk: one for one in rows.select_for_update().order_by("pk")}
    return held[account.pk], held[asker.pk]


def _hindrance(asker: Account, held: Account, doing: Doing) -> Problem | None:
    """Why this cannot be done: a site never loses its last administrator, and nobody keeps themselves out."""
    if doing == "suspend" and held.pk == asker.pk:
        return Problem("account", say("You cannot suspend your own account."))
    others = Account.objects.filter(administers=True, is_active=True).exclude(pk=held.pk)
    if doing == "unname" and not others.exists():
        return Problem("account", say("A site needs an administrator: name somebody else first."))
    if doing == "name" and not held.is_active:
        return Problem("account", say("This account is suspended: let it in again first."))
    return None


def _approve(held: Account) -> None:
    held.organises, held.asked_at = True, None


def _refuse(held: Account) -> None:
    held.organises, held.asked_at = False, None


def _suspend(held: Account) -> None:
    held.is_active, held.administers = False, False
    _end_sessions(held)


def _readmit(held: Account) -> None:
    held.is_active = True


def _end_sessions(held: Account) -> None:
    held.session_no += 1


def _name(held: Account) -> None:
    held.administers = held.organises = True
    held.asked_at = None


def _unname(held: Account) -> None:
    held.administers = False


_DO: Final[Mapping[Doing, Callable[[Account], None]]] = {
    "approve": _approve,
    "refuse": _refuse,
    "suspend": _suspend,
    "readmit": _readmit,
    "end-sessions": _end_sessions,
    "name": _name,
    "unname": _unname,
}
