"""The desk's players as its templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import segno
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, pgettext_lazy

from muster.app.people.read import Line
from muster.app.people.requirements import Requirements, wanted
from muster.core.tournament.facts import ActRetracted
from muster.exchange.player_lists import ColumnLayout, Grid, as_text
from muster.people.models import Account, Entry
from muster.web.desk.context import Desk
from muster.web.desk.forms import TypedForm
from muster.web.desk.listing import Asked, Chip, ColumnHead, LinesPage
from muster.web.desk.people.lateness import LateEntry
from muster.web.desk.people.list_preview import Looked
from muster.web.desk.people.players import PLAYERS, Namesakes
from muster.web.desk.people.warnings import Question
from muster.web.page import Page
from muster.web.qr import local_address, reachable

MOST_MENDED: Final = 400
"""How many faulty lines of a list have fields to mend them in."""

MOST_DOUBLES: Final = 5
"""How many names that stand twice in the list are told."""


@dataclass(frozen=True, kw_only=True)
class PlayerRows(Page):
    """Lines of the list of players.

    Attributes:
        desk: who looks, and at which tournament.
        everybody: all who registered.
    """

    desk: Desk
    everybody: Sequence[Line]

    @property
    def base(self) -> str:
        """The address of the list."""
        return self.desk.url("desk:people")


@dataclass(frozen=True, kw_only=True)
class PlayerRow(PlayerRows):
    """One line of the list, after something in it was changed.

    Attributes:
        entry: whose line it is, by the key of the registration.
    """

    template: ClassVar[str] = "desk/people/row.html"
    entry: int

    @property
    def lines(self) -> list[Line]:
        """The line."""
        return [line for line in self.everybody if line.entry == self.entry]


@dataclass(frozen=True, kw_only=True)
class PlayerList(PlayerRows):
    """The part of the players' page that searching, sorting and paging change.

    Attributes:
        asked: what is asked of the list.
    """

    template: ClassVar[str] = "desk/people/list.html"
    asked: Asked

    @property
    def page(self) -> LinesPage[Line]:
        """The page of the list that is asked for."""
        return PLAYERS.page(self.everybody, self.asked)

    @property
    def chips(self) -> list[Chip]:
        """The parts of the list to choose from."""
        return PLAYERS.chips(self.everybody, self.asked)

    @property
    def heads(self) -> list[ColumnHead]:
        """The heads of the columns, which sort."""
        return PLAYERS.heads(self.asked)


@dataclass(frozen=True, kw_only=True)
class Players(TypedForm, PlayerList):
    """The players' page: the list, a form to add somebody, what to look at.

    Attributes:
        questions: what is to be looked at before whoever was typed is entered.
        sure: what the organiser has said yes to already.
        late: what entering now means; None while nobody would be late.
        clubs: the clubs that are offered.
        left: how many places are free, fewer than none where there are too many players; None without a limit.
    """

    template: ClassVar[str] = "desk/people/people.html"
    questions: Sequence[Question] = ()
    sure: Sequence[str] = ()
    late: LateEntry | None
    clubs: Sequence[str]
    left: int | None

    @property
    def asks(self) -> Requirements:
        """What the regulations want of people."""
        return wanted(self.desk.state)

    @property
    def next_in(self) -> Line | None:
        """The first who waits for a place."""
        waiting = (line for line in self.everybody if line.standing == "waiting")
        return min(waiting, key=lambda line: line.entry, default=None)

    @property
    def out(self) -> list[Line]:
        """Who was entered and taken out again, while that undo is the latest act; later they are with the dropped."""
        if not any(isinstance(entry.fact, ActRetracted) for entry in self.desk.snapshot.entries[-1:]):
            return []
        return [
            line
            for line in self.everybody
            if line.standing == "withdrawn" and line.player and not line.erased
        ]

    @property
    def twice(self) -> list[Sequence[Line]]:
        """Registrations under one name."""
        return Namesakes(self.everybody).twice()[:MOST_DOUBLES]

    @property
    def register_url(self) -> str:
        """The address at which players register themselves; empty unless that is open."""
        if not self.desk.tournament.registration_open:
            return ""
        where = reverse("public:register-for", args=[self.desk.event.code, self.desk.tournament.number])
        return reachable(self.desk.request, where)

    @property
    def local(self) -> str:
        """The address of this page if no phone can reach it."""
        return local_address(self.desk.request)

    @property
    def register_qr(self) -> str:
        """The same address as a QR code."""
        address = self.register_url
        return segno.make(address, micro=False).svg_data_uri(scale=4, border=2) if address else ""


@dataclass(frozen=True)
class PrintedPlayers(Page):
    """The list for paper: everybody on one page, with a box to tick.

    Attributes:
        lines: who plays.
    """

    template: ClassVar[str] = "desk/people/paper.html"
    lines: Sequence[Line]


@dataclass(frozen=True)
class PrivateLink(Page):
    """A player's private link as a QR code, for the player to scan.

    Attributes:
        entry: whose link it is.
        address: the link.
        qr: the link as a QR code.
        local: the address of the page if no phone can reach it, so that the code is good on this machine only.
        leaves: whether this site sends mail.
        keeper: the account the link is kept in, if any.
    """

    template: ClassVar[str] = "desk/people/link.html"
    entry: Entry
    address: str
    qr: SafeString
    local: str
    leaves: bool
    keeper: Account | None


# A list that is pasted or uploaded --------------------------------------------------------------------------------


@dataclass(frozen=True)
class PastedList(Page):
    """The form for a whole list.

    Attributes:
        text: what was pasted.
        marks: what stands between the columns, as chosen.
        encoding: how the letters of a file are written, as chosen.
        fault: why the list cannot be read; empty if it can.
    """

    template: ClassVar[str] = "desk/people/paste.html"
    text: str
    marks: str
    encoding: str
    fault: str

    @property
    def marks_words(self) -> tuple[tuple[str, Promise], ...]:
        """What there is to choose for `marks`."""
        return (
            ("auto", gettext_lazy("whatever is found (tabs, semicolons, commas)")),
            ("tab", gettext_lazy("tabs")),
            ("comma", gettext_lazy("commas")),
            ("semicolon", gettext_lazy("semicolons")),
            ("line", gettext_lazy("nothing: each line is a name")),
        )

    @property
    def encodings(self) -> tuple[tuple[str, Promise], ...]:
        """What there is to choose for `encoding`."""
        return (
            ("auto", gettext_lazy("find out by itself")),
            ("utf-8", gettext_lazy("UTF-8 (most programs today)")),
            ("utf-16", gettext_lazy("UTF-16 (“Unicode text”)")),
            ("windows-1250", gettext_lazy("Windows-1250 (Central Europe)")),
            ("windows-1252", gettext_lazy("Windows-1252 (Western Europe)")),
        )


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list: what it is taken for, and what stands in it first."""

    value: str
    sample: str


@dataclass(frozen=True)
class PreviewedList(Page):
    """A list as it was read, line by line, before anything is entered.

    Attributes:
        asks: what the regulations want of people.
        grid: what was read.
        layout: what its columns are taken for.
        looked: what each line comes to.
        late: what entering now means; None while nobody would be late.
        left: how many places are free; None without a limit.
        fault: why the ticked lines are not entered; empty if nothing is wrong.
    """

    template: ClassVar[str] = "desk/people/preview.html"
    asks: Requirements
    grid: Grid
    layout: ColumnLayout
    looked: Sequence[Looked]
    late: LateEntry | None
    left: int | None
    fault: str

    @property
    def good(self) -> int:
        """How many lines are ticked."""
        return sum(one.ticked for one in self.looked)

    @property
    def mendable(self) -> set[int]:
        """The faulty lines that have fields to mend them in: no more than a form can carry."""
        return {one.line for one in [one for one in self.looked if one.faults][:MOST_MENDED]}

    @property
    def over(self) -> bool:
        """Whether more are ticked than places are free."""
        return self.left is not None and self.good > max(0, self.left)

    @property
    def text(self) -> str:
        """The list as it travels with the form."""
        return as_text(self.grid)

    @property
    def read_as(self) -> str:
        """How its letters are taken to be written, where that was a guess."""
        return self.grid.read_as if self.grid.read_as.startswith("windows") else ""

    @property
    def columns(self) -> list[ListColumn]:
        """Its columns, with what stands first in each below the headings."""
        rows = [
            cells for _, cells in self.grid.rows[1 if self.layout.headed and len(self.grid.rows) > 1 else 0 :]
        ]
        values = enumerate(self.layout.columns)
        return [
            ListColumn(value, next((row[at] for row in rows if at < len(row) and row[at]), ""))
            for at, value in values
        ]

    @property
    def column_words(self) -> tuple[tuple[str, Promise], ...]:
        """What a column can be taken for."""
        return (
            ("", gettext_lazy("nothing that is wanted")),
            ("name", pgettext_lazy("of a person", "Name")),
            ("first", gettext_lazy("First name")),
            ("last", gettext_lazy("Last name")),
            ("alias", gettext_lazy("Alias")),
            ("pronouns", gettext_lazy("Pronouns")),
            ("club", gettext_lazy("Club")),
            ("email", gettext_lazy("E-mail")),
            ("table", gettext_lazy("Fixed table")),
            ("reason", gettext_lazy("Reason for the table")),
            ("bye", gettext_lazy("First-round bye")),
            ("paid", gettext_lazy("Paid")),
            *((("uid", gettext_lazy("Unlimited ID (UID)")),) if self.asks.uid else ()),
            *((("minor", gettext_lazy("Under 16")),) if self.asks.minors else ()),
        )
