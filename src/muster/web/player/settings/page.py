"""What players set for themselves, as the templates get it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from muster.app.mail.messages import mail_leaves
from muster.app.registration.player_settings import Wishes, wishes_of
from muster.core.messages import Message
from muster.people.models import Entry, Event, Person
from muster.web.page import Page
from muster.web.player.context import Phone, PhonePage
from muster.web.qr import local_address, qr_svg, reachable


@dataclass(frozen=True)
class OwnSettings:
    """What the form of a player's settings shows. It asks no database.

    Attributes:
        phone: the player, and who looks at their page.
        typed: what was typed, if the form came back.
        faults: what is wrong with it, by the name of the field.
    """

    phone: Phone
    typed: Wishes | None = None
    faults: Mapping[str, Message] = field(default_factory=dict)

    @cached_property
    def wishes(self) -> Wishes:
        """What was typed, else how it is."""
        return self.typed or wishes_of(self.phone.entry)

    @property
    def new(self) -> bool:
        """Whether they have just registered, so that the page tells of its link first."""
        return self.phone.request.GET.get("did") == "registered"

    @property
    def address(self) -> str:
        """The address of the player's page."""
        return reachable(self.phone.request, self.phone.url())

    @property
    def qr(self) -> str:
        """That as a code, for somebody who has just registered."""
        return qr_svg(self.address) if self.new else ""

    @property
    def told(self) -> Literal["rounds", "yes", "no"]:
        """What they are sent: when a round is up, too; what they must know; nothing."""
        return "rounds" if self.wishes.mail_rounds else "yes" if self.wishes.mail else "no"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The ways in which a name can be shown."""
        return list(_ways().items())

    @property
    def usual(self) -> str:
        """The way the organiser chose."""
        return _ways()[self.phone.tournament.names].lower()

    @property
    def mail(self) -> bool:
        """Whether this site sends mail."""
        return mail_leaves()

    @property
    def may_keep(self) -> bool:
        """Whether they can keep the event in an account: they are logged in, and nobody has it."""
        return self._person.account_id is None and self.phone.request.user.is_authenticated

    @property
    def kept(self) -> bool:
        """Whether it is in the account of whoever is logged in."""
        account = self._person.account_id
        return account is not None and account == getattr(self.phone.request.user, "pk", None)

    @property
    def _person(self) -> Person:
        return self.phone.entry.person


def _ways() -> dict[str, str]:
    return {"full": _("In full"), "short": _("First name and initial"), "alias": _("Nickname only")}


@dataclass(frozen=True)
class SettingsPart(PhonePage):
    """The settings alone, as they stand at the bottom of the player's page."""

    template: ClassVar[str] = "player/settings/settings.html"

    @property
    def own(self) -> OwnSettings:
        """The settings as they are."""
        return OwnSettings(self.phone)


@dataclass(frozen=True)
class SettingsPage(PhonePage):
    """The settings as a page of its own, where a form came back.

    Attributes:
        own: the settings, with what was typed and what is wrong with it.
    """

    template: ClassVar[str] = "player/settings/settings_page.html"
    own: OwnSettings

    @property
    def alone(self) -> bool:
        """Whether the settings are the whole page."""
        return True


@dataclass(frozen=True)
class LinkPage(PhonePage):
    """The player's link, to be copied or scanned."""

    template: ClassVar[str] = "player/settings/link.html"

    @property
    def address(self) -> str:
        """The address of the player's page."""
        return OwnSettings(self.phone).address

    @property
    def qr(self) -> SafeString:
        """That as a code."""
        return qr_svg(self.address)

    @property
    def local(self) -> str:
        """The address of the page if no other device can reach it, so that the code is good on this machine only."""
        return local_address(self.phone.request)


@dataclass(frozen=True)
class MailPage(Page):
    """No more messages about an event, by the link in each: for people, and for mail programs (RFC 8058).

    Attributes:
        entry: whose messages; None for a link that is nobody's.
    """

    template: ClassVar[str] = "player/settings/mail.html"
    entry: Entry | None

    @property
    def event(self) -> Event | None:
        """About which event."""
        return self.entry.tournament.event if self.entry else None
