"""The desk's results as their templates get them: the list of a round, the entry bar, and answers to typed lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal
from urllib.parse import urlencode

from django.core.paginator import Page as Part
from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from muster.app.history.submitting import Done
from muster.app.results import read as results
from muster.app.results.read import Counts, Recorded, ResultRow, Show
from muster.app.results.report import ResultPreview, terms_of
from muster.core.ids import TableNo
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Match, Round
from muster.exchange.quick_keys import Key, OneKey, keys, one_key, whole_digits
from muster.exchange.quick_results import LONGEST_LINE, example
from muster.exchange.quick_words import ResultTerms
from muster.exchange.whole import number_of
from muster.web.desk import day
from muster.web.desk.context import Desk
from muster.web.desk.results.disputes import Dispute, dispute_at
from muster.web.page import Page

PAGE: Final = 100
"""Rows of a page of the list."""

TWO_COLUMNS: Final = 10
"""Rows from which on they stand side by side."""

DISPUTES: Final = 10
"""Disputes shown in full above the list; the rest are in the list."""

AHEAD: Final = 32
"""How many open tables an open page knows ahead, for whoever types faster than the answers come."""

LONGEST_QUERY: Final = 100


@dataclass(frozen=True)
class NoMatch(Page):
    """There is nothing to enter: no round is published, or nobody plays there.

    Attributes:
        table: the table asked for, if one was.
        round: the running round, if there is one.
    """

    template: ClassVar[str] = "desk/results/none.html"
    table: int | None = None
    round: Round | None = None


@dataclass(frozen=True)
class OfRound(Page):
    """What every page about the results of one round rests on.

    Attributes:
        desk: who asks, and the tournament as it stands.
        round: the round.
    """

    desk: Desk
    round: Round

    @property
    def base(self) -> str:
        """The address of the results."""
        return self.desk.url("desk:results")

    @property
    def may_correct(self) -> bool:
        """Whether who asks may correct results."""
        return self.desk.actor.may("correct")

    @property
    def open(self) -> bool:
        """Whether results of the round are reported (later they are corrected)."""
        return self.round.number == len(self.desk.state.rounds) and self.desk.state.places is None


# A result that is looked at ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Previewed(OfRound):
    """A result that is looked at, with what is on record at its table.

    Attributes:
        preview: the result, and what it would be worth.
    """

    preview: ResultPreview

    @property
    def row(self) -> ResultRow | None:
        """The match as it is on record."""
        match = self.preview.match
        return results.row_of(self.desk.state, match, self.desk.name) if match else None

    @property
    def on_record(self) -> Match | None:
        """The match, if it has a result."""
        match = self.preview.match
        return match if match is not None and match.status != "open" else None

    @property
    def recorded(self) -> Recorded | None:
        """Who recorded that result."""
        match = self.on_record
        if match is None:
            return None
        found = results.recorders(self.desk.snapshot, self.round.number, self.desk.name)
        return found.get(match.pairing.table)


@dataclass(frozen=True)
class LinePreview(Previewed):
    """What a line would be worth, below the bar in which it is typed."""

    template: ClassVar[str] = "desk/results/preview.html"
    typing: bool = True


@dataclass(frozen=True)
class FieldsPreview(Page):
    """What the fields of a form come to, below them.

    Attributes:
        preview: the result, and what it would be worth.
        typing: it is not finished, so what is wrong is told as a hint.
    """

    template: ClassVar[str] = "desk/results/worth.html"
    preview: ResultPreview
    typing: bool = True


# Answers to typed lines ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LineWithoutRound(Page):
    """A line was typed for a round there is not.

    Attributes:
        line: what was typed.
        refusal: why it is not recorded.
    """

    template: ClassVar[str] = "desk/results/answer.html"
    line: str
    refusal: Refusal | None
    state: str = "refused"


@dataclass(frozen=True)
class NotRecorded(Previewed):
    """A line that is not recorded: refused, to be confirmed, or only naming a table.

    Attributes:
        line: what was typed.
        refusal: why it was refused, if it was.
    """

    template: ClassVar[str] = "desk/results/answer.html"
    line: str
    refusal: Refusal | None

    @property
    def state(self) -> Literal["refused", "ask", "choose"]:
        """What whoever typed it has to do: mend it, send it again, or choose a result."""
        if self.refusal or self.preview.problems:
            return "refused"
        return "choose" if self.preview.report is None else "ask"

    @property
    def sure(self) -> str:
        """What is sent back with the same line to record it all the same."""
        return self.preview.token if self.state == "ask" else ""


@dataclass(frozen=True)
class LineRecorded(OfRound):
    """A line that is on record; desk and round are as they are with it.

    Attributes:
        done: what was recorded.
        table: the table.
        before: the version before.
        line: nothing is left to be sent again.
    """

    template: ClassVar[str] = "desk/results/answer.html"
    done: Done
    table: TableNo
    before: int
    line: str = ""
    state: str = "recorded"

    @property
    def row(self) -> ResultRow:
        """The match as it is on record now."""
        return results.row_of(self.desk.state, self.round.matches[self.table], self.desk.name)

    @property
    def says(self) -> Message:
        """What was recorded, in words."""
        return self.desk.told(self.done, self.desk.name)

    @property
    def next(self) -> tuple[TableNo, ...]:
        """The tables that are open after this one."""
        return results.open_tables(self.round, self.table)[:AHEAD]

    @property
    def complete(self) -> bool:
        """Whether all results are in."""
        return self.round.complete

    @property
    def go(self) -> day.Go | None:
        """What comes next, once all results are in."""
        return day.go(self.desk.snapshot, self.desk.actor) if self.complete else None

    @property
    def may_undo(self) -> bool:
        """Whether who asks may take it back."""
        return self.desk.actor.may("undo")


# The list and the whole page -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ResultsList(OfRound):
    """The list of a round's results by the filters in the address, for a page that is open."""

    template: ClassVar[str] = "desk/results/list.html"

    @property
    def fresh(self) -> bool:
        """Whether it takes the place of an older list."""
        return True

    @cached_property
    def query(self) -> str:
        """The table or player looked for."""
        return self.desk.request.GET.get("q", "")[:LONGEST_QUERY]

    @cached_property
    def count(self) -> Counts:
        """How many results stand how."""
        return results.counts(self.round)

    @cached_property
    def show(self) -> Show:
        """Which results are listed: those asked for, else what there is most to do about."""
        asked = next((one for one in results.SHOWS if one == self._asked), None)
        if self.query and not self._asked:
            return "all"
        return asked or results.first_show(self.count)

    @property
    def filters(self) -> str:
        """What was asked for, for the addresses of other pages of this list."""
        asked = {"round": self.round.number, "show": self._asked, "q": self.query}
        return urlencode({name: value for name, value in asked.items() if value})

    @cached_property
    def page(self) -> Part[ResultRow]:
        """The page of the list that is shown."""
        recorded = results.recorders(self.desk.snapshot, self.round.number, self.desk.name)
        by = {table: one.who for table, one in recorded.items()}
        found = results.rows(
            self.desk.state, self.desk.name, self.round.number, show=self.show, query=self.query, by=by
        )
        return Paginator(found, PAGE).get_page(self.desk.request.GET.get("page"))

    @property
    def halves(self) -> list[list[ResultRow]]:
        """Its rows, in two columns where they are many."""
        rows = list(self.page.object_list)
        middle = -(-len(rows) // 2)
        return [rows[:middle], rows[middle:]] if len(rows) >= TWO_COLUMNS else [rows]

    @property
    def disputes(self) -> list[Dispute]:
        """The first disputed results of the round."""
        disputed = results.rows(self.desk.state, self.desk.name, self.round.number, show="disputed")
        return [dispute_at(self.desk, self.round, row.table) for row in disputed[:DISPUTES]]

    @property
    def chips(self) -> list[tuple[Show, str, int]]:
        """The lists to choose from: which, in words, and how many results it has."""
        words = {
            "missing": _("Missing"),
            "reported": _("Reported"),
            "disputed": _("Disputed"),
            "confirmed": _("Confirmed"),
            "all": _("All"),
        }
        return [(one, words[one], getattr(self.count, one)) for one in results.SHOWS]

    @property
    def later(self) -> bool:
        """Whether a later round is published."""
        return len(self.desk.state.rounds) > self.round.number

    @property
    def go(self) -> day.Go | None:
        """What comes next, once all results are in."""
        return day.go(self.desk.snapshot, self.desk.actor) if self.round.complete and self.open else None

    @property
    def _asked(self) -> str:
        return self.desk.request.GET.get("show", "")


@dataclass(frozen=True)
class ResultsPage(ResultsList):
    """The entry bar and the list of one round.

    Attributes:
        answer: why the line that was sent is not recorded; the bar has it again.
    """

    template: ClassVar[str] = "desk/results/page.html"
    answer: NotRecorded | None = None
    longest: int = LONGEST_LINE

    @property
    def fresh(self) -> bool:
        """It is a whole page."""
        return False

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The published rounds."""
        return self.desk.state.rounds

    @property
    def example(self) -> str:
        """A line that could be typed."""
        return example(self._terms)

    @property
    def keys(self) -> tuple[Key, ...]:
        """What can be typed in this game."""
        return keys(self._terms)

    @property
    def one_key(self) -> tuple[OneKey, ...]:
        """The keys that are a whole result each, in table order."""
        return one_key(self._terms)

    @property
    def whole_digits(self) -> int:
        """How many digits are a whole result, in table order; 0 where only Enter ends one."""
        return whole_digits(self._terms)

    @property
    def suggested(self) -> tuple[TableNo, ...]:
        """The open tables after the one entered last."""
        return results.open_tables(self.round, number_of(self.desk.request.GET.get("last", "")))[:AHEAD]

    @property
    def offered(self) -> ResultRow | None:
        """The match at the first of them: its table stands in the field as soon as the page's script runs."""
        table = next(iter(self.suggested), None)
        return results.row_of(self.desk.state, self.round.matches[table], self.desk.name) if table else None

    @cached_property
    def _terms(self) -> ResultTerms:
        return terms_of(self.desk.state, self.round)
