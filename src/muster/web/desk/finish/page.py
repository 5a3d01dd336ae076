"""The end of a tournament as its templates get it: the final table, what is missing for it, the seal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from django.core.paginator import Page as Part
from django.core.paginator import Paginator

from muster.app.floor.signing import SignedRound, signed_rounds
from muster.app.history.seals import JournalFingerprint, seal_of
from muster.app.standings.finishing import PODIUM, PlaceRow, place_rows, places_now, swiss_table
from muster.app.standings.read import cells_of, columns_of
from muster.core.bracket.places import Place
from muster.core.messages import Message
from muster.core.standings.values import Column, Table
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk
from muster.web.desk.finish.figures import DayFigures, day_of, missing
from muster.web.desk.finish.revealing import RevealCard, reveal_card
from muster.web.page import Page

PAGE: Final = 100
EVERYTHING: Final = 100_000


@dataclass(frozen=True)
class PrintedPlaces(Page):
    """The final table on paper, every place of it.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/finish/print.html"
    desk: Desk

    @cached_property
    def page(self) -> Part[Place]:
        """The places shown."""
        return Paginator(places_now(self.desk.state), EVERYTHING).get_page(1)

    @property
    def columns(self) -> list[Column]:
        """The columns of the Swiss standings."""
        return columns_of(self._table) if self._table else []

    @property
    def lines(self) -> list[tuple[PlaceRow, list[str]]]:
        """The lines of the table, each with its figures in the order of the columns."""
        table, blank = self._table, [""] * len(self.columns)
        return [
            (row, [str(text) for _column, text in cells_of(table, row.rank)] if table and row.rank else blank)
            for row in self._rows(tuple(self.page.object_list))
        ]

    @property
    def prizes(self) -> bool:
        """Whether there are prizes."""
        return bool(self.desk.tournament.prizes.strip())

    @cached_property
    def _table(self) -> Table | None:
        return swiss_table(self.desk.state)

    def _rows(self, places: tuple[Place, ...]) -> tuple[PlaceRow, ...]:
        prizes = self.desk.tournament.prizes
        return place_rows(self.desk.state, places, prizes, self.desk.name, self._table)


@dataclass(frozen=True)
class FinishPage(PrintedPlaces):
    """The end: what is missing for it, or the places and the seal.

    Attributes:
        refusal: why it was not ended, or not opened again.
    """

    template: ClassVar[str] = "desk/finish/page.html"
    refusal: Refusal | None

    @cached_property
    def page(self) -> Part[Place]:
        """The places shown."""
        asked = self.desk.request.GET.get("page", "1")
        return Paginator(places_now(self.desk.state), PAGE).get_page(asked)

    @property
    def reason(self) -> str:
        """The reason as it was typed."""
        return self.desk.request.POST.get("reason", "")

    @property
    def finished(self) -> bool:
        """Whether the tournament has ended."""
        return self.desk.state.places is not None

    @property
    def played(self) -> bool:
        """Whether a round was published."""
        return bool(self.desk.state.rounds)

    @property
    def missing(self) -> Message | None:
        """What is still to be played."""
        return missing(self.desk.state)

    @property
    def podium(self) -> tuple[PlaceRow, ...]:
        """The best."""
        best = (place for place in places_now(self.desk.state) if place.first_place <= PODIUM)
        return self._rows(tuple(best))

    @property
    def reveal(self) -> RevealCard | None:
        """How far the walls show the places."""
        return reveal_card(self.desk)

    @property
    def day(self) -> DayFigures:
        """The tournament in figures."""
        return day_of(self.desk.snapshot)

    @property
    def seal(self) -> JournalFingerprint | None:
        """The seal, or the head so far."""
        return seal_of(self.desk.snapshot)

    @property
    def signed_rounds(self) -> tuple[SignedRound, ...]:
        """Every round with its signatures."""
        return signed_rounds(self.desk.snapshot)

    @property
    def may_sign(self) -> bool:
        """Whether who asks may sign a round off."""
        return self.desk.actor.may("rule")
