"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.safestring import SafeString

from muster.people.models import Entry, Event
from muster.web.page import Page


@dataclass(frozen=True)
class SettingsLinkPage(Page):
    """The player's link, to be copied or scanned."""

    template: ClassVar[str] = "player/settings/link.html"
    event: Event
    address: str
    qr: SafeString


@dataclass(frozen=True)
class MailPage(Page):
    """No more messages about an event, by the link in each: for people, and for mail programs (RFC 8058)."""

    template: ClassVar[str] = "player/settings/mail.html"
    entry: Entry
    event: Event
