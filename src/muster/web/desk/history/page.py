"""The history as its templates get it: every act, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final
from urllib.parse import urlencode

from django.core.paginator import Page as Part
from django.core.paginator import Paginator

from muster.app.history.latest import latest_act
from muster.app.history.telling import HistoryTeller, teller_of
from muster.core.messages import Message
from muster.core.tournament.acts.base import Group
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import whole_number
from muster.web.desk import day
from muster.web.desk.context import Desk
from muster.web.desk.history.acts import PAGE, Act, HistoryQuery, acts, group_titles, players_meant, spans
from muster.web.desk.history.point_in_time import LONGEST_QUERY
from muster.web.page import Page

PAGES: Final[Mapping[Group, day.Page]] = {
    "people": "people",
    "plan": "plan",
    "rounds": "round",
    "results": "results",
    "corrections": "results",
    "cut": "bracket",
    "end": "finish",
    "undo": "history",
}
"""The page on which what an act touched is found."""


@dataclass(frozen=True)
class HistoryPage(Page):
    """Every act, newest first, narrowed down by what is asked for in the address.

    Attributes:
        desk: who asks, and all that is on record.
        refusal: why nothing was taken back.
    """

    template: ClassVar[str] = "desk/history/page.html"
    desk: Desk
    refusal: Refusal | None

    @property
    def kind(self) -> str:
        """The group of acts asked for."""
        kind = self.desk.request.GET.get("kind", "")
        return kind if kind in self.groups else ""

    @property
    def player(self) -> str:
        """The player asked for, as typed."""
        return self.desk.request.GET.get("player", "")[:LONGEST_QUERY].strip()

    @property
    def table(self) -> str:
        """The table asked for, as typed."""
        return self.desk.request.GET.get("table", "")[:LONGEST_QUERY].strip()

    @property
    def filters(self) -> str:
        """What is asked for, for the addresses of further pages."""
        asked = {"kind": self.kind, "player": self.player, "table": self.table}
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def filtered(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.filters)

    @property
    def groups(self) -> Mapping[Group, Message]:
        """The groups of acts."""
        return group_titles()

    @cached_property
    def page(self) -> Part[tuple[int, int]]:
        """The acts shown, by the numbers of their facts."""
        found = spans(self.desk.snapshot, self._wanted, self._teller)
        return Paginator(found, PAGE).get_page(self.desk.request.GET.get("page", "1"))

    @property
    def count(self) -> int:
        """How many acts were found."""
        return self.page.paginator.count

    @property
    def acts(self) -> list[tuple[Act, str]]:
        """The acts shown, each with the address of what it touched."""
        told = acts(self.desk.snapshot, list(self.page.object_list), self._teller)
        return [(one, link_of(self.desk, one)) for one in told]

    @property
    def undoable(self) -> int | None:
        """The act that can be taken back."""
        latest = latest_act(self.desk.snapshot)
        return self.desk.snapshot.marks[latest[0] - 1].act if latest else None

    @cached_property
    def _teller(self) -> HistoryTeller:
        return teller_of(self.desk.snapshot, self.desk.name, self.desk.words)

    @property
    def _wanted(self) -> HistoryQuery:
        table = self.table.removeprefix("#")
        number = whole_number(table)
        players = players_meant(self.desk.names, self.player) if self.player else None
        return HistoryQuery(self.kind, players, (-1 if number is None else number) if table else None)


def link_of(desk: Desk, one: Act) -> str:
    """Where what an act touched is found."""
    url = desk.addresses[PAGES[one.group]]
    if one.group in ("results", "corrections") and one.round_no is not None:
        return f"{url}?{urlencode({'round': one.round_no, 'show': 'all', 'q': one.table or ''})}"
    if one.group == "rounds" and one.round_no is not None and one.round_no <= len(desk.state.rounds):
        return desk.url("desk:round-n", one.round_no)
    if one.group == "people" and one.player is not None:
        return f"{url}?{urlencode({'q': f'#{one.player}'})}"
    return url
