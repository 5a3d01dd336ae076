"""What was done in an organisation, by whom and when: written as it is done, told in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from django.db.models import QuerySet

from muster.core.messages import Message, say
from muster.people.models import Account, Organisation, OrganisationAct

OrganisationDone = Literal[
    "made",
    "look",
    "logo",
    "no-logo",
    "invited",
    "taken-back",
    "joined",
    "declined",
    "role",
    "removed",
    "left",
    "venue",
    "venue-changed",
    "venue-forgotten",
    "event-made",
    "event-in",
    "event-out",
    "in-charge",
    "suspended",
    "readmitted",
    "owner-named",
]
"""What can have been done."""

_TOLD: Final[Mapping[str, Message]] = {
    "made": say("{by} set the organisation up."),
    "look": say("{by} changed its page."),
    "logo": say("{by} changed the logo."),
    "no-logo": say("{by} took the logo away."),
    "invited": say("{by} invited somebody: {what}."),
    "taken-back": say("{by} took an invitation back: {what}."),
    "joined": say("{who} joined: {what}."),
    "declined": say("An invitation was declined: {what}."),
    "role": say("{by} changed the role of {who}: {what}."),
    "removed": say("{by} removed {who}."),
    "left": say("{by} left the organisation."),
    "venue": say("{by} added the venue {what}."),
    "venue-changed": say("{by} changed the venue {what}."),
    "venue-forgotten": say("{by} deleted the venue {what}."),
    "event-made": say("{by} set up the event {what}."),
    "event-in": say("{by} brought the event {what} in."),
    "event-out": say("{by} released the event {what}."),
    "in-charge": say("{by} made {who} the organiser of {what}."),
    "suspended": say("{by}, an administrator, suspended the organisation."),
    "readmitted": say("{by}, an administrator, let the organisation in again."),
    "owner-named": say("{by}, an administrator, made {who} an owner."),
}


def note(
    organisation: Organisation,
    act: OrganisationDone,
    by: Account | None,
    *,
    who: Account | None = None,
    about: str = "",
) -> None:
    """Write down what was done; inside the transaction that does it.

    Args:
        organisation: where.
        act: what.
        by: who did it.
        who: whom it was about.
        about: what else it was about, in words.
    """
    OrganisationAct.objects.create(organisation=organisation, act=act, by=by, account=who, about=about[:200])


def acts_of(organisation: Organisation) -> QuerySet[OrganisationAct]:
    """Everything that was done, the latest first."""
    return (
        OrganisationAct.objects.filter(organisation=organisation)
        .select_related("by", "account")
        .order_by("-pk")
    )


def told(act: OrganisationAct) -> Message:
    """One of them as a sentence; who has no account any more is somebody."""
    somebody = str(say("Somebody"))
    names = {"by": str(act.by or somebody), "who": str(act.account or somebody), "what": act.about}
    return replace(_TOLD.get(act.act, say("{by} changed something.")), args=names)
