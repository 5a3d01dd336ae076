"""Penalties as their templates get them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.app.judging import effects
from muster.app.judging.penalties import LONGEST, LONGEST_CLAUSE, Suggestion
from muster.app.staff.records import match_of
from muster.core.judging.penalties import SuggestedPenalty
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.people.models import Penalty
from muster.rules.penalties import PenaltyCategory, PenaltyKind, PenaltyTable
from muster.web.desk.context import Desk
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.page import MINUTES, PlaceForm
from muster.web.judge.place import back_to
from muster.web.judge.record.reports import category_name, kind_name
from muster.web.judge.seats import Seated
from muster.web.page import Page


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty of a list, with its names in words."""

    row: Penalty
    kind: str
    category: str


def given(row: Penalty, table: PenaltyTable) -> Given:
    """A penalty with the names that a table has for its kind and its offence."""
    return Given(row, kind_name(table, row.kind), category_name(table, row.category))


@dataclass(frozen=True, slots=True)
class Choice:
    """A penalty one can give: what it means for the match, whether it is suggested, whether one may give it."""

    kind: PenaltyKind
    means: Message
    clause: str
    suggested: bool
    allowed: bool


@dataclass(frozen=True, kw_only=True)
class PenaltyWanted(PlaceForm):
    """Choosing whom and what for.

    Attributes:
        player: who, if that is chosen.
        own: the tournament's table of penalties.
    """

    template: ClassVar[str] = "judge/penalties/penalty_choose.html"
    carries: ClassVar[tuple[str, ...]] = ("judge:penalise", "judge:player-penalise")
    player: Seated | None
    own: PenaltyTable


@dataclass(frozen=True, kw_only=True)
class PenaltyForm(PlaceForm):
    """What is suggested for an offence, and giving a penalty.

    Attributes:
        player: who.
        offence: what for, by its id.
        late: how many minutes late they were; 0 for none.
        found: what is suggested, and what was given before.
        own: the tournament's table of penalties.
    """

    template: ClassVar[str] = "judge/penalties/penalty_give.html"
    carries: ClassVar[tuple[str, ...]] = ("judge:penalise", "judge:player-penalise")
    player: Seated
    offence: str
    late: int
    found: Suggestion
    own: PenaltyTable

    @property
    def category(self) -> PenaltyCategory:
        """The offence."""
        return self.own.category(self.offence)

    @property
    def step(self) -> SuggestedPenalty:
        """What is suggested."""
        return self.found.step

    @property
    def suggested(self) -> str:
        """The name of the penalty that is suggested."""
        return kind_name(self.own, self.step.kind)

    @property
    def instead(self) -> list[tuple[str, str]]:
        """What may be given instead: where, and its name."""
        return [(str(Message(one.when)), kind_name(self.own, one.kind)) for one in self.step.instead]

    @property
    def history(self) -> list[Given]:
        """What was given before."""
        return [given(row, self.own) for row in self.found.history]

    @property
    def choices(self) -> list[Choice]:
        """The penalties to choose from."""
        desk = self.place.desk
        match = match_of(desk.state, self.place.round_no, self.player.player)
        return [
            Choice(
                kind,
                *effects.consequence(kind.id, desk.state, match, over=not self.place.now),
                kind.id == self.step.kind,
                kind.id != "disqualification" or desk.actor.may("disqualify"),
            )
            for kind in self.own.kinds
        ]

    @property
    def chosen(self) -> str:
        """The penalty that is chosen."""
        return self.typed.get("kind", "") if self.typed else self.step.kind

    @property
    def minutes(self) -> list[int]:
        """What time can be given back with one tap."""
        most = self.step.extension if self.place.now and self.place.match is not None else 0
        return [one for one in MINUTES if one <= most]

    @property
    def given(self) -> int:
        """What was chosen of it."""
        return number_typed(self.typed.get("minutes", "")) if self.typed else 0

    @property
    def longest(self) -> tuple[int, int]:
        """How long what happened and a clause may be."""
        return LONGEST, LONGEST_CLAUSE


@dataclass(frozen=True)
class PenaltyOnRecord(Page):
    """One penalty, and taking it back.

    Attributes:
        desk: who looks, and at which tournament.
        one: the penalty.
        refusal: why it is not taken back.
    """

    template: ClassVar[str] = "judge/penalties/penalty.html"
    desk: Desk
    one: Given
    refusal: Refusal | None

    @property
    def name(self) -> str:
        """Whose it is."""
        return self.desk.name(effects.player_of(self.one.row.entry))

    @property
    def back(self) -> str:
        """The page it belongs to."""
        row = self.one.row
        return back_to(self.desk, row.round_no, row.table, row.entry.player) or self.desk.url("judge:record")

    @property
    def longest(self) -> int:
        """How long the reason may be."""
        return LONGEST
