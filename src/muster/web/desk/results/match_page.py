"""One match with labelled fields, and the count that fills them in, as their templates get them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from muster.app.results import read as results
from muster.app.results.losses import Note, losses_of
from muster.app.results.report import terms_of, token_of
from muster.app.results.report_forms import Data
from muster.app.rosters.read import rosters_that_count
from muster.app.rosters.terms import rules_of
from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.scored import Problem
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match
from muster.exchange.rosters.counting import Count, CountSide, Decision, sides_of, who_decides
from muster.people.models import RosterVersion
from muster.rules.rosters import RosterRules
from muster.web.desk.results.disputes import Dispute, dispute_at
from muster.web.desk.results.page import OfRound, Previewed
from muster.web.page import Page
from muster.web.result_fields import FormField, elsewhere, form_of


@dataclass(frozen=True)
class MatchFields(Previewed):
    """The fields of a match's form, each with its problems and surprises.

    Attributes:
        match: the match.
        data: what the fields hold.
    """

    match: Match
    data: Data

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        """The fields."""
        names = tuple(map(self.desk.name, self.match.pairing.players))
        return form_of(terms_of(self.desk.state, self.round), names, self.data, self._found)

    @property
    def usual(self) -> tuple[FormField, ...]:
        """Those that every game has."""
        return tuple(field for field in self.fields if not field.rare)

    @property
    def rare(self) -> tuple[FormField, ...]:
        """At a table of three or four those for whoever conceded, never came or was given the loss."""
        return tuple(field for field in self.fields if field.rare)

    @property
    def rare_open(self) -> bool:
        """Whether any of these is filled in, or something is wrong with it."""
        return any(field.problems or any(one.value for one in field.inputs) for field in self.rare)

    @property
    def decided(self) -> tuple[Note, ...]:
        """What penalties have decided of the match."""
        losses = losses_of(self.desk.tournament.pk, self.desk.state, self.round, self.match)
        return losses.notes(self.desk.name)

    @property
    def elsewhere(self) -> tuple[Problem, ...]:
        """What is wrong with no field in particular."""
        return elsewhere(self.fields, self._found)

    @property
    def asks(self) -> bool:
        """Whether the result is possible but unusual, so that it is asked for twice."""
        return bool(self.preview.surprises and not self.preview.problems)

    @property
    def sure(self) -> str:
        """What is sent back with the form to record it all the same."""
        return self.preview.token if self.asks else ""

    @property
    def _found(self) -> tuple[Problem, ...]:
        return self.preview.problems or self.preview.surprises


@dataclass(frozen=True)
class MatchPage(MatchFields):
    """The form of one match of the running round.

    Attributes:
        refusal: why what was sent is not recorded.
    """

    template: ClassVar[str] = "desk/results/match.html"
    refusal: Refusal | None

    @property
    def following(self) -> TableNo | None:
        """The next table without a result."""
        return results.next_open(self.round, self.match.pairing.table)

    @property
    def dispute(self) -> Dispute | None:
        """Both versions, where the players disagree."""
        if self.match.status != "disputed":
            return None
        return dispute_at(self.desk, self.round, self.match.pairing.table)

    @property
    def token(self) -> str:
        """Stands for what a player reported; sent back to confirm it."""
        return token_of(self.round.number, self.match, self.match.report) if self.match.report else ""

    @property
    def decision(self) -> Decision | None:
        """Who decides about the parts of the game, where both rosters are known."""
        found, rules = self._rosters, self._rules
        if rules is None or self.desk.state.at_tables:
            return None
        one, two = self.match.pairing.pair
        if one not in found or two not in found:
            return None
        totals = (found[one].total, found[two].total)
        names = (self.desk.name(one), self.desk.name(two))
        return who_decides(self.desk.state, rules, "opponents", totals, names)

    @property
    def countable(self) -> bool:
        """Whether there are rosters from which the score can be counted."""
        return bool(self._rules and self._rules.tally and self._rosters)

    @cached_property
    def _rules(self) -> RosterRules | None:
        return None if self.desk.tournament.rosters == "none" else rules_of(self.desk.state)

    @cached_property
    def _rosters(self) -> Mapping[PlayerId, RosterVersion]:
        if self._rules is None:
            return {}
        return rosters_that_count(self.desk.tournament.pk, self.match.pairing.players)


@dataclass(frozen=True)
class NoCount(Page):
    """There is nothing to count.

    Attributes:
        table: the table asked for.
    """

    template: ClassVar[str] = "desk/results/no_count.html"
    table: int


@dataclass(frozen=True)
class TallyPage(OfRound):
    """What was destroyed at a table, to be ticked.

    Attributes:
        match: the match there.
        count: what is ticked so far, and what it comes to.
    """

    template: ClassVar[str] = "desk/results/count.html"
    match: Match
    count: Count

    @property
    def table(self) -> TableNo:
        """The table."""
        return self.match.pairing.table

    @property
    def sides(self) -> list[CountSide]:
        """What each of the two has lost."""
        names = tuple(self.desk.name(player) for player in self.match.pairing.players)
        return sides_of(self.count, names)
