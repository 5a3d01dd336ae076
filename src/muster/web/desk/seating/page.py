"""The desk's long seatings, as their templates get them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.rounds.long_seatings import Searching
from muster.core.messages import Message, figure, say
from muster.web.desk.context import Desk
from muster.web.page import Page


@dataclass(frozen=True)
class SeatingPage(Page):
    """How far a search is, or in what it ended.

    Attributes:
        desk: who asks, and the tournament as it stands.
        search: the search.
    """

    template: ClassVar[str] = "desk/seating/seating.html"
    desk: Desk
    search: Searching

    @property
    def title(self) -> Message:
        """The round."""
        return say("Round {number}", number=self.search.round_no)

    @property
    def steps(self) -> Message:
        """How many steps were taken."""
        return say("Steps so far: {steps}.", steps=figure(self.search.steps))

    @property
    def says(self) -> Message:
        """Why nothing came of it."""
        if self.search.ended == "stale":
            return say(
                "While the seating was searched for, others changed this tournament again and again. "
                "A draw rests on everything on record, so nothing was drafted. Pair the round again."
            )
        if self.search.ended == "lost":
            return say("The server stopped while the seating was searched for. Pair the round again.")
        return say("Nothing could be drafted. Pair the round again, and you are told why.")
