"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from muster.app.people.read import Line
from muster.people.models import Account, Entry
from muster.web.page import Page


@dataclass(frozen=True)
class PeopleLinkPage(Page):
    """The link as a QR code, for the player to scan."""

    template: ClassVar[str] = "desk/people/link.html"
    entry: Entry
    address: str
    qr: SafeString
    leaves: bool
    keeper: Account | None


@dataclass(frozen=True)
class PastePage(Page):
    """Adding a whole list of players: pasted or uploaded, looked through line by line, entered as one act."""

    template: ClassVar[str] = "desk/people/paste.html"
    text: str
    fault: str
    marks: str
    encoding: str
    marks_words: tuple[
        tuple[str, Promise],
        tuple[str, Promise],
        tuple[str, Promise],
        tuple[str, Promise],
        tuple[str, Promise],
    ]
    encodings: tuple[
        tuple[str, Promise],
        tuple[str, Promise],
        tuple[str, Promise],
        tuple[str, Promise],
        tuple[str, Promise],
    ]


@dataclass(frozen=True)
class PaperPage(Page):
    """The list for paper: everybody on one page, with a box to tick."""

    template: ClassVar[str] = "desk/people/paper.html"
    lines: list[Line]
