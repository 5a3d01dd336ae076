"""Accounts: somebody who can log in. Most need no more than a name and a link."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from muster.app.common.safe_text import one_line
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import (
    LONGEST_NAME,
    Account,
    Entry,
    Membership,
    Organisation,
    Person,
    Staff,
    Venue,
)


def new_account(name: str) -> Account | Problem:
    """An account of this name, without e-mail address or password; only a link logs it in until it adds one."""
    clean = checked_name(name)
    if isinstance(clean, Problem):
        return clean
    return Account.objects.create_user(username=made_up_username(), name=clean)


def rename(account: Account, name: str) -> Problem | None:
    """Give an account another name; the problem if that is none."""
    clean = checked_name(name)
    if isinstance(clean, Problem):
        return clean
    Account.objects.filter(pk=account.pk).update(name=clean)
    account.name = clean
    return None


def checked_name(name: str) -> str | Problem:
    """The name on one line without characters that mislead, or what is wrong with it."""
    clean = one_line(name)
    if not clean:
        return Problem("name", say("Write a name."))
    if len(clean) > LONGEST_NAME:
        says = say(
            "This name has {count} characters; {most} is the most.", count=len(clean), most=LONGEST_NAME
        )
        return Problem("name", says)
    return clean


def made_up_username() -> str:
    """A username nobody has; it is never shown."""
    return f"a-{secrets.token_hex(12)}"


def data_of(account: Account) -> Mapping[str, Any]:
    """Everything kept about an account holder, for them to take away; a value of JSON."""
    posts = Staff.objects.filter(account=account).select_related("event").order_by("pk")
    played = Entry.objects.filter(person__account=account)
    return {
        "account": {
            "name": account.name,
            "email": account.email,
            "joined": account.date_joined.isoformat(),
            "organises": account.organises,
            "administers": account.administers,
            "last_login": account.last_login.isoformat() if account.last_login else None,
        },
        "staff_of": [
            {"event": post.event.name, "code": post.event.code, "role": post.role} for post in posts
        ],
        "organisations": [
            {
                "organisation": one.organisation.name,
                "address": one.organisation.slug,
                "role": one.role,
                "since": one.since.isoformat(),
            }
            for one in account.memberships.select_related("organisation").order_by("pk")
        ],
        "venues": [
            {
                "name": venue.name,
                "address": venue.address,
                "directions": venue.directions,
                "tables": venue.tables,
                "room": venue.room,
            }
            for venue in Venue.objects.filter(keeper=account).order_by("pk")
        ],
        "entries": [
            _entry(entry)
            for entry in played.select_related("tournament__event", "person", "club").order_by("pk")
        ],
    }


def _entry(entry: Entry) -> Mapping[str, Any]:
    person = entry.person
    return {
        "event": entry.tournament.event.name,
        "tournament": entry.tournament.name,
        "player": entry.player,
        "status": entry.status,
        "name": person.name,
        "alias": person.alias,
        "pronouns": person.pronouns,
        "email": person.email,
        "club": entry.club.name if entry.club else "",
        "shown_as": entry.shown_as,
        "fixed_table_because": entry.table_reason,
        "uid": entry.uid,
        "messages_wanted": entry.mail,
        "rounds_by_mail": entry.mail_rounds,
        "devices": entry.devices.count(),
    }


def close(account: Account) -> Problem | None:
    """Delete an account and what only it kept; refused while it is the organiser of an event.

    So it is for the only administrator of a site that has others, and for the only owner of an organisation:
    somebody has to look after it.

    Whoever was entered by others stays in their events, without the account; whom it entered itself in events
    handed over since is kept by the organiser there.
    """
    with transaction.atomic():
        held = Staff.objects.filter(account=account, role="organiser").select_related("event").first()
        if held is not None:
            says = say(
                "You are the organiser of {event}: hand the event over or delete it first.",
                event=held.event.name,
            )
            return Problem("account", says, "COM-ROLE-1")
        if _only_administrator(account):
            says = say("You are the only administrator of this site: name somebody else first.")
            return Problem("account", says)
        if (alone := owned_alone(account)) is not None:
            says = say(
                "You are the only owner of {organisation}: make somebody else an owner, or close it first.",
                organisation=alone.name,
            )
            return Problem("account", says)
        for person in Person.objects.filter(keeper=account, entries__isnull=False).distinct():
            last = person.entries.select_related("tournament").latest("pk")
            heir = Staff.objects.get(event=last.tournament.event_id, role="organiser").account_id
            Person.objects.filter(pk=person.pk).update(keeper=heir)
        account.delete()
    return None


def owned_alone(account: Account) -> Organisation | None:
    """An organisation that nobody would own if this account were no more; None if there is none."""
    owned = Membership.objects.filter(role="owner", account__is_active=True).exclude(account=account)
    alone = Membership.objects.filter(account=account, role="owner")
    left = alone.exclude(organisation__in=owned.values("organisation")).select_related("organisation")
    found = left.order_by("pk").first()
    return found.organisation if found else None


def _only_administrator(account: Account) -> bool:
    """Whether a site that others use would be left without an administrator."""
    others = Account.objects.filter(is_active=True).exclude(pk=account.pk)
    return account.administers and others.exists() and not others.filter(administers=True).exists()
