"""The pages of one's account as their templates get them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from muster.app.links.tokens import LinkState
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Invitation
from muster.web.account.own_events import Own
from muster.web.fields import cited
from muster.web.page import Page


@dataclass(frozen=True)
class OwnEventsPage(Page):
    """Where one plays and has played, with the way to each private page.

    Attributes:
        coming: today's and coming events, soonest first.
        past: those that are over, latest first.
    """

    template: ClassVar[str] = "account/me.html"
    coming: list[Own]
    past: list[Own]

    @property
    def parts(self) -> tuple[list[Own], list[Own]]:
        """The two tables of the page."""
        return self.coming, self.past


@dataclass(frozen=True)
class AccountPage(Page):
    """The account: name, ways to log in, data.

    Attributes:
        account: whose.
        typed: the name in the form.
        fault: what is wrong with it; empty if nothing is.
    """

    template: ClassVar[str] = "account/page.html"
    account: Account
    typed: str
    fault: str = ""

    @cached_property
    def emails(self) -> list[EmailAddress]:
        """Their addresses, the one that is written to first."""
        return list(EmailAddress.objects.filter(user=self.account).order_by("-primary", "pk"))

    @cached_property
    def passkeys(self) -> int:
        """How many passkeys they have."""
        found: int = Authenticator.objects.filter(user=self.account, type="webauthn").count()
        return found

    @property
    def has_password(self) -> bool:
        """Whether they can log in by a password."""
        return self.account.has_usable_password()


@dataclass(frozen=True)
class CloseAccountPage(Page):
    """Delete the account, after asking.

    Attributes:
        problem: why it cannot be deleted; None if nobody has tried.
    """

    template: ClassVar[str] = "account/close.html"
    problem: Problem | None = None

    @property
    def fault(self) -> str:
        """That in words, with its clause."""
        return fault_of(self.problem)


@dataclass(frozen=True)
class JoinPage(Page):
    """Become staff by an invitation.

    Attributes:
        invitation: to which event, as what.
        typed: the name in the form, for somebody without an account.
        problem: why they could not join; None if they have not tried.
    """

    template: ClassVar[str] = "account/join.html"
    invitation: Invitation
    typed: str
    problem: Problem | None = None

    @property
    def fault(self) -> str:
        """That in words, with its clause."""
        return fault_of(self.problem)


@dataclass(frozen=True)
class EnterPage(Page):
    """Log in by a link. Opening it shows a button, so that a preview of the link does not use it up.

    Attributes:
        account: whom the link logs in.
    """

    template: ClassVar[str] = "account/enter.html"
    account: Account


@dataclass(frozen=True)
class DeadLinkPage(Page):
    """A link that opens nothing: what is the matter with it, and what to do.

    Attributes:
        state: what is the matter.
        what: what it was to do.
    """

    template: ClassVar[str] = "account/no_link.html"
    state: LinkState
    what: Literal["enter", "join", "organisation"]


def fault_of(problem: Problem | None) -> str:
    """A problem as a page says it; empty without one."""
    return cited(str(problem.message), problem.clause) if problem else ""
