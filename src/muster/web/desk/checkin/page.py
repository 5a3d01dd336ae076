"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.people.read import Line
from muster.app.registration.checking_in import Outlook
from muster.core.tournament.refusals import Refusal
from muster.web.page import Page


@dataclass(frozen=True)
class MissingPage(Page):
    """The check-in page: who is here, by typing a few letters or by one tap; who is missing; letting no-shows go."""

    template: ClassVar[str] = "desk/checkin/missing.html"
    lines: list[Line]
    refusal: Refusal | None
    open: bool
    after: Outlook
    ticked: list[str]
