"""Who belongs to an organisation as its templates get it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.safestring import SafeString

from muster.app.mail.messages import mail_leaves
from muster.app.organisations.members import MEMBER_ROLES, WhatLeavingDoes
from muster.app.organisations.standing import MEMBER_DOES
from muster.core.messages import Message
from muster.people.models import Membership, OrganisationInvitation
from muster.web.organisation.context import OrganisationDesk
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class MadeMemberInvitation:
    """An invitation with its link, which nobody can look up again, and the link's QR code.

    Attributes:
        local: the address of the page if no phone can reach it, so that the code is good on this machine only.
    """

    invitation: OrganisationInvitation
    link: str
    qr: SafeString
    local: str


@dataclass(frozen=True, slots=True)
class RefusedMemberInvitation:
    """What was typed for an invitation that is not made, and why it is not.

    Attributes:
        field: which field that is about.
    """

    role: str
    note: str
    email: str
    field: str
    fault: str


@dataclass(frozen=True, kw_only=True)
class MembersPage(Page):
    """Everybody who belongs to an organisation, and the invitations that are open.

    Attributes:
        home: who looks, and where.
        memberships: everybody, owners first.
        open: the invitations that can still be used.
        invited: the invitation made just now.
        refused: the invitation that is not made.
        fault: why something else is not done; empty if it is.
    """

    template: ClassVar[str] = "organisation/members/members.html"
    home: OrganisationDesk
    memberships: Sequence[Membership]
    open: Sequence[OrganisationInvitation]
    invited: MadeMemberInvitation | None = None
    refused: RefusedMemberInvitation | None = None
    fault: str = ""

    @property
    def roles(self) -> Sequence[tuple[str, str]]:
        """The roles that can be given."""
        return [(role, str(words)) for role, words in Membership.ROLES if role in MEMBER_ROLES]

    @property
    def does(self) -> Mapping[str, Message]:
        """What each of them comes to."""
        names = dict(Membership.ROLES)
        return {str(names[role]): says for role, says in MEMBER_DOES.items()}

    @property
    def runs(self) -> bool:
        """Whether who looks may change anything here."""
        return self.home.member.may("members")

    @property
    def mails(self) -> bool:
        """Whether this site sends mail."""
        return mail_leaves()

    @property
    def key(self) -> str:
        """Of the form that invites."""
        return self.home.new_key()


@dataclass(frozen=True)
class RemovePage(Page):
    """Take a member out, after showing what becomes of their work.

    Attributes:
        held: whom.
        what: what becomes of their work.
        fault: why it is not done.
    """

    template: ClassVar[str] = "organisation/members/remove.html"
    held: Membership
    what: WhatLeavingDoes
    fault: str = ""


@dataclass(frozen=True)
class LeaveOrganisation(Page):
    """Belong to an organisation no more, after showing what becomes of one's work.

    Attributes:
        what: what becomes of it.
        fault: why it is not done.
    """

    template: ClassVar[str] = "organisation/members/leave.html"
    what: WhatLeavingDoes
    fault: str = ""
