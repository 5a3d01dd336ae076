"""What administrators of the site do to organisations; each act is on record, there and with whom it is about."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Final, Literal

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from muster.app.accounts.standing import must
from muster.app.common.search import Texts
from muster.app.common.topics import SITE, changed, event_topic, organisation_topic
from muster.app.organisations.history import note
from muster.app.organisations.members import MOST_MEMBERS
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.people.models import Account, AccountAct, Membership, Organisation

logger = logging.getLogger("muster.security")

OrganisationDoing = Literal["suspend", "readmit"]
"""Keep out, or let in again."""

ORGANISATION_DOINGS: Final[tuple[OrganisationDoing, ...]] = ("suspend", "readmit")


def organisations_found(asker: Account, q: str = "") -> QuerySet[Organisation]:
    """All organisations, with how many members and events each has; by parts of name, address or an owner."""
    must(asker, "manage-organisations")
    found = Organisation.objects.all()
    if q.strip():
        owners = Membership.objects.filter(role="owner")
        texts = Texts(
            found.values_list("pk", "name", "slug"),
            owners.values_list("organisation", "account__name", "account__email"),
        )
        found = found.filter(pk__in=texts.fitting(q))
    return found.annotate(
        member_count=Count("members", distinct=True), event_count=Count("events", distinct=True)
    )


def do_to_organisation(
    asker: Account, organisation: Organisation, doing: OrganisationDoing, now: datetime
) -> None:
    """Suspend an organisation, or let it in again; twice is once. Its events and their named staff stay as they are."""
    must(asker, "manage-organisations")
    with transaction.atomic():
        held = Organisation.objects.select_for_update().get(pk=organisation.pk)
        if (held.suspended_at is not None) == (doing == "suspend"):
            return
        held.suspended_at = now if doing == "suspend" else None
        held.save(update_fields=["suspended_at"])
        note(held, "suspended" if doing == "suspend" else "readmitted", asker)
        codes = held.events.values_list("code", flat=True)
        changed({SITE, organisation_topic(held.slug), *(event_topic(code, "event") for code in codes)})
    logger.info("%s of organisation %d by account %d", doing, held.pk, asker.pk)


def owners_to_name(asker: Account, organisation: Organisation, q: str) -> QuerySet[Account]:
    """Who could be made an owner: members, and organisers of the site, by parts of name or e-mail address."""
    must(asker, "manage-organisations")
    members = Membership.objects.filter(organisation=organisation)
    found = Account.objects.filter(is_active=True).filter(
        Q(organises=True) | Q(pk__in=members.values("account"))
    )
    if q.strip():
        found = found.filter(pk__in=Texts(found.values_list("pk", "name", "email")).fitting(q))
    return found.exclude(pk__in=members.filter(role="owner").values("account"))


def name_owner(asker: Account, organisation: Organisation, to: int, *, alone: bool) -> Account | Problem:
    """Make somebody an owner of an organisation.

    Args:
        asker: the administrator.
        organisation: of which.
        to: the account.
        alone: whether those who own it now become organisers in it.
    """
    must(asker, "manage-organisations")
    with transaction.atomic():
        held = Organisation.objects.select_for_update().get(pk=organisation.pk)
        heir = owners_to_name(asker, held, "").filter(pk=to).first()
        if heir is None:
            return Problem("to", say("Choose somebody from the list."))
        members = Membership.objects.filter(organisation=held)
        if not members.filter(account=heir).exists() and members.count() >= MOST_MEMBERS:
            return Problem(
                "to", say("This organisation has {most} members: no more can join.", most=MOST_MEMBERS)
            )
        if alone:
            members.filter(role="owner").update(role="organiser")
        Membership.objects.update_or_create(organisation=held, account=heir, defaults={"role": "owner"})
        note(held, "owner-named", asker, who=heir)
        AccountAct.objects.create(account=heir, by=asker, act="name-owner", about=held.slug)
        codes = held.events.values_list("code", flat=True)
        changed({event_topic(code, "event") for code in codes} | {organisation_topic(held.slug)})
    logger.info("owner of organisation %d named: account %d, by account %d", held.pk, heir.pk, asker.pk)
    return heir
