"""People with accounts as the templates of the administrators get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final
from urllib.parse import urlencode

from django.core.paginator import Page as TablePage
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, pgettext_lazy

from muster.app.accounts.managing import Doing, Part
from muster.app.accounts.standing import SiteRole, site_role
from muster.people.models import Account, AccountAct, Membership, Staff
from muster.web.page import Page

ROLES: Final[Mapping[SiteRole, Promise]] = {
    "administrator": gettext_lazy("administrator"),
    "organiser": gettext_lazy("organiser"),
    "member": gettext_lazy("plays or helps"),
    "suspended": gettext_lazy("suspended"),
}

PARTS: Final[Mapping[Part, Promise]] = {
    "all": gettext_lazy("Everybody"),
    "asked": pgettext_lazy("people", "Ask to be approved"),
    "organisers": gettext_lazy("Organisers"),
    "administrators": gettext_lazy("Administrators"),
    "suspended": gettext_lazy("Suspended"),
}

DONE: Final[Mapping[str, Promise]] = {
    "approve": gettext_lazy("may set up events"),
    "refuse": gettext_lazy("may set up no events"),
    "suspend": gettext_lazy("suspended"),
    "readmit": gettext_lazy("let in again"),
    "end-sessions": gettext_lazy("logged out everywhere"),
    "name": gettext_lazy("administrator"),
    "unname": gettext_lazy("administrator no longer"),
    "invite": gettext_lazy("invited"),
    "transfer": gettext_lazy("given an event"),
    "name-owner": gettext_lazy("made owner of an organisation"),
}


@dataclass(frozen=True, slots=True)
class PartChip:
    """A part of the list to choose: its title, what asks for it, how many it has, whether it is shown."""

    title: Promise
    query: str
    count: int
    current: bool


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account on the list."""

    account: Account

    @property
    def role(self) -> Promise:
        """How it stands on the site."""
        return ROLES[site_role(self.account)]


@dataclass(frozen=True)
class AccountsPage(Page):
    """People with accounts.

    Attributes:
        page: the part of them that is shown.
        q: what was looked for.
        part: which part of the list.
        counts: how many each part has.
    """

    template: ClassVar[str] = "administrator/people/people.html"
    page: TablePage[Account]
    q: str
    part: Part
    counts: Mapping[Part, int]

    @property
    def rows(self) -> list[AccountRow]:
        """The lines of the table."""
        return [AccountRow(one) for one in self.page.object_list]

    @property
    def keep(self) -> str:
        """What stays in the address from one page of the list to the next."""
        return urlencode({"part": self.part, **({"q": self.q} if self.q else {})})

    @property
    def chips(self) -> list[PartChip]:
        """The parts that have anybody in them, and the one that is shown."""
        return [
            PartChip(title, urlencode({"part": part}), self.counts[part], part == self.part)
            for part, title in PARTS.items()
            if self.counts[part] or part in {"all", self.part}
        ]


@dataclass(frozen=True, slots=True)
class InvitedLink:
    """A link for an invited organiser, shown this once, and its QR code.

    Attributes:
        local: the address of the page if no phone can reach it, so that the code is good on this machine only.
    """

    link: str
    qr: SafeString
    local: str


@dataclass(frozen=True, slots=True)
class ActDone:
    """What an administrator did: what, to whose event, by whom, and when."""

    record: AccountAct

    @property
    def what(self) -> Promise | str:
        """What was done, in words."""
        return DONE.get(self.record.act, self.record.act)


@dataclass(frozen=True)
class AccountOfSitePage(Page):
    """One account, and what administrators may do to it.

    Attributes:
        account: whose.
        asker: who looks.
        posts: where they are on the staff.
        memberships: the organisations they belong to.
        acts: what administrators did to it, the latest first.
        invited: the link made just now; None if none was.
        fault: why something was not done; empty if it was.
    """

    template: ClassVar[str] = "administrator/people/account.html"
    account: Account
    asker: Account
    posts: Sequence[Staff]
    memberships: Sequence[Membership]
    acts: Sequence[ActDone]
    invited: InvitedLink | None = None
    fault: str = ""

    @property
    def role(self) -> Promise:
        """How it stands on the site."""
        return ROLES[site_role(self.account)]

    @property
    def never_came(self) -> bool:
        """Whether nobody has ever logged in to it, so that a link can be made again."""
        one = self.account
        return one.is_active and one.last_login is None and not one.has_usable_password()

    @property
    def doings(self) -> list[tuple[Doing, Promise, bool]]:
        """What can be done to it: its name, its words, whether it takes something away."""
        one = self.account
        if not one.is_active:
            return [("readmit", gettext_lazy("Let in again"), False)]
        found: list[tuple[Doing, Promise, bool]] = []
        if not one.organises:
            found.append(("approve", gettext_lazy("Let set up events"), False))
        if one.asked_at is not None:
            found.append(("refuse", gettext_lazy("Refuse"), True))
        elif one.organises and not one.administers:
            found.append(("refuse", gettext_lazy("Let set up no more events"), True))
        if not one.administers:
            found.append(("name", gettext_lazy("Make an administrator"), False))
        else:
            found.append(("unname", gettext_lazy("Administrator no longer"), True))
        found.append(("end-sessions", gettext_lazy("Log out everywhere"), True))
        if one.pk != self.asker.pk:
            found.append(("suspend", gettext_lazy("Suspend"), True))
        return found


@dataclass(frozen=True)
class InvitePage(Page):
    """Invite an organiser to the site.

    Attributes:
        typed: the name as it was typed.
        fault: what is wrong with it; empty if nothing is.
    """

    template: ClassVar[str] = "administrator/people/invite.html"
    typed: str = ""
    fault: str = ""
