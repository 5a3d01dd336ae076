"""The desk's rosters as its templates get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy

from muster.app.rosters.breakdown import Breakdown, PlacedRoster
from muster.app.rosters.bulk import GAMES, FilePreview, FileRow
from muster.app.rosters.planning import Impact
from muster.app.rosters.terms import rules_of
from muster.core.messages import NOTHING, Message
from muster.exchange.rosters.reading import Format
from muster.rules.rosters import RosterRules
from muster.web.desk.context import Desk
from muster.web.desk.listing import Asked, Chip, ColumnHead, LinesPage
from muster.web.desk.rosters import exports
from muster.web.desk.rosters.overview import ROSTERS, PlayerRoster
from muster.web.desk.rosters.plan_page import PlanChoices
from muster.web.desk.rosters.search import SHORTEST, SearchResult
from muster.web.page import Page
from muster.web.roster_questions import CardQuestion, asked
from muster.web.stamps import Stamped

MOST_PLACES: Final = 64
"""Final places listed with what was played there."""


# Everybody's rosters ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RosterList(Page):
    """The part of the rosters' page that searching, sorting and paging change.

    Attributes:
        desk: who looks, and at which tournament.
        everybody: the players with their rosters.
        asked: what is asked of the list.
    """

    template: ClassVar[str] = "desk/rosters/list.html"
    desk: Desk
    everybody: Sequence[PlayerRoster]
    asked: Asked

    @property
    def base(self) -> str:
        """The address of the list."""
        return self.desk.url("desk:rosters")

    @property
    def page(self) -> LinesPage[PlayerRoster]:
        """The page of the list that is asked for."""
        return ROSTERS.page(self.everybody, self.asked)

    @property
    def chips(self) -> list[Chip]:
        """The parts of the list to choose from."""
        return ROSTERS.chips(self.everybody, self.asked)

    @property
    def heads(self) -> list[ColumnHead]:
        """The heads of the columns, which sort; points only where any are counted."""
        columns = dict(ROSTERS.columns)
        if not self.pointed:
            del columns["total"]
        if self.by_leaders:
            columns["faction"] = replace(columns["faction"], title=gettext_lazy("Leader"))
        return replace(ROSTERS, columns=columns).heads(self.asked)

    @cached_property
    def pointed(self) -> bool:
        """Whether any roster has points."""
        return any(line.kept and line.kept.total is not None for line in self.everybody)

    @property
    def by_leaders(self) -> bool:
        """Whether rosters are told apart by their leader instead of a faction."""
        return self._rules is not None and self._rules.game == "unlimited"

    @cached_property
    def _rules(self) -> RosterRules | None:
        return rules_of(self.desk.state)


@dataclass(frozen=True)
class Rosters(RosterList):
    """Everybody with their roster.

    Attributes:
        summary: how rosters are handled here, in short.
    """

    template: ClassVar[str] = "desk/rosters/rosters.html"
    summary: Sequence[Message]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many each part of the list has."""
        return ROSTERS.counts(self.everybody)

    @property
    def handed_in(self) -> int:
        """How many there are."""
        return sum(line.handed_in for line in self.everybody)

    @property
    def expected(self) -> int:
        """How many are expected: one of everybody who has not left."""
        return sum(not line.gone for line in self.everybody)

    @property
    def formats(self) -> Sequence[Format]:
        """The formats in which all of them can be had."""
        return exports.formats_of(self._rules.game) if self._rules else ()

    @property
    def may_remind(self) -> bool:
        """Whether players can be reminded."""
        return not self.desk.state.stages and self.desk.tournament.rosters != "none"

    @property
    def many(self) -> bool:
        """Whether many rosters can be read out of one file."""
        rules = self._rules
        return rules is not None and rules.game in GAMES and not self.desk.state.stages


# Cards ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FoundCards(Page):
    """The cards that were looked for, and who plays them.

    Attributes:
        desk: who looks, and at which tournament.
        q: what was typed.
        card: the one card that is meant, by its letters and digits; empty for all that fit.
        found: what was found.
    """

    template: ClassVar[str] = "desk/rosters/found.html"
    desk: Desk
    q: str
    card: str
    found: SearchResult

    @property
    def base(self) -> str:
        """The address of the page."""
        return self.desk.url("desk:rosters-cards")

    @property
    def shortest(self) -> int:
        """From how many letters on is searched."""
        return SHORTEST


@dataclass(frozen=True)
class Cards(FoundCards):
    """Who plays what.

    Attributes:
        whole: what is played altogether; None where a card was asked for.
    """

    template: ClassVar[str] = "desk/rosters/cards.html"
    whole: Breakdown | None

    @property
    def placed(self) -> list[tuple[PlacedRoster, str]]:
        """What was played on the final places, each with the player's name."""
        places = self.whole.places[:MOST_PLACES] if self.whole else ()
        return [(one, self.desk.name(one.player)) for one in places]


# Many at once -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RosterUpload(Page):
    """The form for a file with many rosters.

    Attributes:
        fault: why the file is of no use; empty before one is sent.
    """

    template: ClassVar[str] = "desk/rosters/upload.html"
    fault: Message


@dataclass(frozen=True)
class ManyRosters(Page):
    """The rosters found in a file: whose they are is looked at first, then those that are chosen are kept.

    Attributes:
        desk: who looks, and at which tournament.
        found: what was found.
        text: the file, which travels with the form.
    """

    template: ClassVar[str] = "desk/rosters/many.html"
    desk: Desk
    found: FilePreview
    text: str

    @property
    def rows(self) -> list[tuple[FileRow, list[CardQuestion]]]:
        """The rosters, each with its names that could be several cards."""
        day = self.desk.state.created.day
        return [(row, asked(row.verdict.questions, day, f"r{row.number}-")) for row in self.found.rows]

    @property
    def asks(self) -> bool:
        """Whether there is anything to answer."""
        return any(questions for _row, questions in self.rows)


# How they are handled ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NoRosterRules(Page):
    """There is nothing to choose: the regulations say nothing of rosters."""

    template: ClassVar[str] = "desk/rosters/no_rules.html"


@dataclass(frozen=True)
class RosterSettings(Page):
    """The choices about rosters.

    Attributes:
        form: the choices as typed.
        choices: what there is to choose, and what the regulations say where nothing is chosen.
        impact: what the change would do to rosters that are handed in, where it makes some illegal.
        season: which season is in force, since when, and who chose it; nothing without one.
    """

    template: ClassVar[str] = "desk/rosters/plan.html"
    form: Stamped
    choices: PlanChoices
    impact: Impact | None = None
    season: Message = NOTHING
