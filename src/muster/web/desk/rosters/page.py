"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.rosters.bulk import FilePreview
from muster.app.rosters.inspection import Busy
from muster.core.messages import Message
from muster.people.models import Entry
from muster.web.page import Page


@dataclass(frozen=True)
class BusyPage(Page):
    """Begin a check, or go on with the one that was begun."""

    template: ClassVar[str] = "desk/rosters/busy.html"
    entry: Entry
    name: str
    busy: Busy


@dataclass(frozen=True)
class ManyPage(Page):
    """Many rosters out of one file: whose they are is looked at first, then those that are ticked are kept."""

    template: ClassVar[str] = "desk/rosters/many.html"
    found: FilePreview
    text: str


@dataclass(frozen=True)
class UploadPage(Page):
    """All rosters as files, and many rosters out of one file."""

    template: ClassVar[str] = "desk/rosters/upload.html"
    fault: Message


@dataclass(frozen=True)
class NoRulesPage(Page):
    """The choices about rosters; a change that makes handed in rosters illegal is shown before it is kept."""

    template: ClassVar[str] = "desk/rosters/no_rules.html"
