"""What the templates here get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.web.page import Page


@dataclass(frozen=True)
class EventFindPage(Page):
    """Find an event by its short code."""

    template: ClassVar[str] = "public/event/find.html"
    typed: str
    fault: bool
