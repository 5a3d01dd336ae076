"""What the members of an organisation may do in it: one table, looked at in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from muster.app.accounts.standing import may, must, site_role
from muster.app.staff.posts import MemberRole
from muster.core.messages import Message, SaidError, listing, say
from muster.exchange.alphabet import alphabetical
from muster.people.models import Account, Membership, Organisation

MemberAct = Literal[
    "see", "create-events", "bring-events", "release-events", "members", "venues", "look", "close"
]
"""What can be done in an organisation, in groups that a role has or has not."""

MEMBER_MAY: Final[Mapping[MemberRole, frozenset[MemberAct]]] = {
    "owner": frozenset(get_args(MemberAct)),
    "organiser": frozenset({"see", "create-events", "bring-events"}),
    "helper": frozenset({"see"}),
}
"""The acts of each role. Owners run the organisation; organisers set up its events and run all of them; helpers see
them at the desk. What each is at the events stands in `muster.app.staff.posts.MEMBER_ACTS_AS`."""

MEMBER_WORDS: Final[Mapping[MemberRole, Message]] = {
    "owner": say("owner"),
    "organiser": say("organiser"),
    "helper": say("helper"),
}
"""What the roles are called inside a sentence."""


MEMBER_DOES: Final[Mapping[MemberRole, Message]] = {
    "owner": say("Runs the organisation, its members, venues and look, and organises all of its events."),
    "organiser": say("Sets up events of the organisation, and organises all of them."),
    "helper": say("Sees all events of the organisation at the desk, and helps there as a scorekeeper."),
}
"""What the roles come to."""


class NotInThisOrganisationError(SaidError):
    """This member may not do that; the message says who may."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody doing something in an organisation they belong to."""

    account: Account
    organisation: Organisation
    role: MemberRole

    def may(self, act: MemberAct) -> bool:
        """Whether they may do this; in an organisation that is suspended nobody does more than look."""
        suspended = self.organisation.suspended_at is not None
        return act in MEMBER_MAY[self.role] and (act == "see" or not suspended)

    def must(self, act: MemberAct) -> None:
        """Refuse unless they may do this.

        Raises:
            NotInThisOrganisationError: they may not.
        """
        if self.may(act):
            return
        if self.organisation.suspended_at is not None:
            raise NotInThisOrganisationError(
                say(
                    "The administrators of this site have suspended this organisation: nothing in it changes."
                )
            )
        able = [MEMBER_WORDS[role] for role, acts in MEMBER_MAY.items() if act in acts]
        raise NotInThisOrganisationError(
            say(
                "This is for {roles}; you are {role}.",
                roles=listing(able, "or"),
                role=MEMBER_WORDS[self.role],
            )
        )


def member_of(slug: str, account: Account) -> Member | None:
    """An account as a member of the organisation of this address; None for strangers, as for one there is none of."""
    rows = Membership.objects.filter(organisation__slug=slug, account=account)
    held = rows.select_related("organisation").first()
    return Member(account, held.organisation, cast("MemberRole", held.role)) if held else None


def memberships_of(account: Account) -> list[Membership]:
    """Where an account belongs, by name."""
    rows = Membership.objects.filter(account=account).select_related("organisation")
    in_order = alphabetical()
    return sorted(rows, key=lambda one: (in_order(one.organisation.name), one.pk))


def organisations_to_set_up_in(account: Account) -> list[Organisation]:
    """The organisations in which an account may set up events, whatever it may on the site as a whole."""
    return [
        one.organisation
        for one in memberships_of(account)
        if Member(account, one.organisation, cast("MemberRole", one.role)).may("create-events")
    ]


def may_set_up_events(account: Account) -> bool:
    """Whether an account may set up events at all: on this site, or in an organisation of its own."""
    if site_role(account) == "suspended":
        return False
    return may(account, "create-events") or bool(organisations_to_set_up_in(account))


def must_set_up(account: Account, organisation: Organisation | None) -> None:
    """Refuse unless an account may set up an event: in this organisation, or without one on the site.

    Raises:
        NotOnThisSiteError: they may set up none of their own.
        NotInThisOrganisationError: they may set up none in this organisation.
    """
    if organisation is None:
        must(account, "create-events")
        return
    member = member_of(organisation.slug, account)
    if member is None:
        raise NotInThisOrganisationError(say("You do not belong to this organisation."))
    member.must("create-events")
