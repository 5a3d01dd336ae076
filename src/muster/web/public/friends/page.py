"""The players somebody has starred, as the template gets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from muster.app.player.friends import Friend
from muster.web.page import Page


@dataclass(frozen=True)
class Friends(Page):
    """Where the starred players sit, and how they do.

    Attributes:
        friends: those players by table.
    """

    template: ClassVar[str] = "public/friends/friends.html"
    friends: Sequence[Friend]

    @property
    def heading(self) -> str:
        """What the page is called."""
        return _("Starred")

    @property
    def stars(self) -> bool:
        """Whether a star can be taken off here."""
        return True
