"""Who runs the event as the desk's templates get it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from muster.app.staff.leading import Remarked
from muster.app.staff.posts import ThroughOrganisation, through_organisation
from muster.app.staff.records import account_of
from muster.app.staff.staff import INVITED
from muster.people.models import Entry, Invitation, Staff
from muster.web.desk.context import EventDesk
from muster.web.page import Page

ROLES: Final = [role for role in Staff.ROLES if role[0] in INVITED]
"""The roles that can be given."""


@dataclass(frozen=True, slots=True)
class MadeInvitation:
    """An invitation with its link, which nobody can look up again, and the link's QR code.

    Attributes:
        local: the address of the page if no phone can reach it, so that the code is good on this machine only.
    """

    invitation: Invitation
    link: str
    qr: SafeString
    local: str


@dataclass(frozen=True, slots=True)
class RefusedInvitation:
    """What was typed for an invitation that is not made, and why it is not."""

    role: str
    note: str
    fault: str


@dataclass(frozen=True, kw_only=True)
class StaffList(Page):
    """Everybody on the staff, and the invitations that are open.

    Attributes:
        desk: who looks, and at which event.
        remarks: what the regulations have to say about the leaders.
        players: the accounts of those who also play, by tournament.
        open: the invitations that can still be used.
        invited: the invitation made just now.
        refused: the invitation that is not made.
        fault: why something else is not done; empty if it is.
    """

    template: ClassVar[str] = "desk/staff/staff.html"
    desk: EventDesk
    remarks: Sequence[Remarked]
    players: Mapping[int, frozenset[int]]
    open: Sequence[Invitation]
    invited: MadeInvitation | None = None
    refused: RefusedInvitation | None = None
    fault: str = ""

    @cached_property
    def posts(self) -> list[Staff]:
        """Everybody on the staff."""
        return list(self.desk.event.staff.select_related("account").order_by("pk"))

    @cached_property
    def through(self) -> Sequence[ThroughOrganisation]:
        """Who else has a role here, as a member of the organisation whose event it is."""
        return through_organisation(self.desk.event) if self.desk.event.organisation_id else []

    @property
    def in_charge(self) -> bool:
        """Whether who looks is the organiser, who alone hands the event over."""
        own = account_of(self.desk.actor)
        return any(one.role == "organiser" and one.account_id == own for one in self.posts)

    @property
    def playing(self) -> frozenset[int]:
        """The accounts of those who also play."""
        return frozenset().union(*self.players.values())

    @property
    def roles(self) -> Sequence[tuple[str, Promise | str]]:
        """The roles that can be given."""
        return ROLES

    @property
    def several(self) -> bool:
        """Whether the event has several tournaments."""
        return len(self.desk.tournaments) > 1


@dataclass(frozen=True)
class HandingOver(Page):
    """Making somebody else the organiser.

    Attributes:
        others: who can be made the organiser.
        typed_post: who is chosen.
        typed_then: what the organiser is to be then, as chosen; empty for nothing.
        fault: why it is not done.
    """

    template: ClassVar[str] = "desk/staff/hand_over.html"
    others: Sequence[Staff]
    typed_post: int = 0
    typed_then: str = ""
    fault: str = ""

    @property
    def roles(self) -> Sequence[tuple[str, Promise | str]]:
        """What the organiser can be then."""
        return ROLES


@dataclass(frozen=True)
class AlsoPlays(Page):
    """As which player somebody on the staff also plays.

    Attributes:
        post: who it is about.
        entries: the players to choose from.
        now: as which of them they play, by the keys of the registrations.
        q: what the players are searched for.
        fault: why it is not noted.
    """

    template: ClassVar[str] = "desk/staff/plays.html"
    post: Staff
    entries: Sequence[Entry]
    now: Sequence[int]
    q: str
    fault: str = ""
