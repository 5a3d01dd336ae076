"""The remote as its template gets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.app.floor.notices import StaffNotice
from muster.web.desk.context import Desk
from muster.web.desk.finish.revealing import RevealCard, reveal_card
from muster.web.desk.floor.page import SentNotice
from muster.web.desk.floor.shown_screens import ShownScreen
from muster.web.page import Page


@dataclass(frozen=True)
class RemotePage(Page):
    """The remote: every screen with its keys.

    Attributes:
        desk: who looks, and at which tournament.
        screens: the screens, with what each shows now and could show.
        notices: what is announced now.
        sent_notice: a notice that was refused.
    """

    template: ClassVar[str] = "desk/floor/remote.html"
    desk: Desk
    screens: Sequence[ShownScreen]
    notices: Sequence[StaffNotice]
    sent_notice: SentNotice | None = None

    @property
    def reveal(self) -> RevealCard | None:
        """How far the walls show the final places."""
        return reveal_card(self.desk)
