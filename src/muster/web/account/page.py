"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from muster.people.models import Account
from muster.web.account.own_events import Own
from muster.web.page import Page


@dataclass(frozen=True)
class MePage(Page):
    """Where one plays and has played, with the way to each private page."""

    template: ClassVar[str] = "account/me.html"
    parts: list[list[tuple[Own, str]]]


@dataclass(frozen=True)
class AccountPage(Page):
    """The account: name, ways to log in, data."""

    template: ClassVar[str] = "account/page.html"
    account: Account
    fault: str
    typed: str
    emails: list[Any]
    passkeys: Any
    has_password: bool


@dataclass(frozen=True)
class ClosePage(Page):
    """Delete the account, after asking."""

    template: ClassVar[str] = "account/close.html"


@dataclass(frozen=True)
class EnterPage(Page):
    """Log in by a link. Opening it shows a button, so that a preview of the link does not use it up."""

    template: ClassVar[str] = "account/enter.html"
    account: Account


@dataclass(frozen=True)
class NoLinkPage(Page):
    """A link that opens nothing: what is the matter with it, and what to do."""

    template: ClassVar[str] = "account/no_link.html"
    state: str
    what: str
