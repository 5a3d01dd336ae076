"""Components and proxies as their templates get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise

from muster.app.judging import components, effects, proxies
from muster.app.judging.components import Follows
from muster.app.staff.records import match_in
from muster.core.messages import Message
from muster.core.tournament.refusals import Refusal
from muster.people.models import Account, ComponentReport, Proxy
from muster.web.desk.context import Desk
from muster.web.judge.page import MINUTES, PlaceForm
from muster.web.judge.place import back_to
from muster.web.page import Page


@dataclass(frozen=True)
class ComponentsAndProxies(Page):
    """Every report and every proxy of the tournament, each with the player's name."""

    template: ClassVar[str] = "judge/components/parts.html"
    reports: list[tuple[ComponentReport, str]]
    proxies: list[tuple[Proxy, str]]


@dataclass(frozen=True, kw_only=True)
class ComponentForm(PlaceForm):
    """Noting a component that is lost, damaged or illegal."""

    template: ClassVar[str] = "judge/components/component_form.html"
    carries: ClassVar[tuple[str, ...]] = ("judge:component", "judge:player-component")

    @property
    def minutes(self) -> tuple[int, ...]:
        """What time can be given with one tap; none without a table."""
        return MINUTES if self.place.table is not None else ()

    @property
    def longest(self) -> tuple[int, int]:
        """How long the component's name and a note may be."""
        return components.LONGEST_NAME, components.LONGEST_NOTE


@dataclass(frozen=True)
class ComponentOnRecord(Page):
    """What follows from a fault, in order.

    Attributes:
        desk: who looks, and at which tournament.
        row: the fault.
        refusal: why nothing is settled.
    """

    template: ClassVar[str] = "judge/components/component.html"
    desk: Desk
    row: ComponentReport
    refusal: Refusal | None

    @property
    def name(self) -> str:
        """Whose component it is."""
        return self.desk.name(effects.player_of(self.row.entry))

    @property
    def back(self) -> str:
        """The page it belongs to."""
        row = self.row
        return back_to(self.desk, row.round_no, row.table, row.entry.player) or self.desk.url("judge:parts")

    @property
    def follows(self) -> list[tuple[Follows, Promise | str]]:
        """What may follow, each with what it is recorded as, in words."""
        words = dict(ComponentReport.OUTCOMES)
        found = components.follows(self.desk.state, self.row.fault, essential=self.row.essential)
        return [(one, words[one.outcome]) for one in found]

    @property
    def more_time(self) -> str:
        """Where the table gets more time to look for what is lost or damaged; empty where its match is over."""
        row, state = self.row, self.desk.state
        match = match_in(state, row.round_no, row.table)
        running = row.round_no == len(state.rounds) and match is not None and not match.settled
        return self.desk.url("judge:time", row.table) if running and row.fault != "illegal" else ""

    @property
    def settled(self) -> bool:
        """Whether nothing else can follow."""
        return self.row.outcome in ("conceded", "dropped")


@dataclass(frozen=True, kw_only=True)
class ProxyForm(PlaceForm):
    """Making a proxy for a card."""

    template: ClassVar[str] = "judge/components/proxy_form.html"
    carries: ClassVar[tuple[str, ...]] = ("judge:proxy", "judge:player-proxy")

    @property
    def defects(self) -> bool:
        """Whether a card with a defect from the maker can have one, too."""
        return proxies.for_defects(self.place.desk.state)

    @property
    def clause(self) -> str:
        """The clause on proxies."""
        return proxies.clause_on_proxies(self.place.desk.state)

    @property
    def conditions(self) -> Sequence[Message]:
        """What else holds for a proxy."""
        return proxies.conditions(self.place.desk.state)

    @property
    def longest(self) -> tuple[int, int]:
        """How long the card's name and its text may be."""
        return proxies.LONGEST_CARD, proxies.LONGEST_TEXT


@dataclass(frozen=True)
class ProxySlip(Page):
    """The slip that stands for the card, as it is printed.

    Attributes:
        desk: who looks, and at which tournament.
        proxy: the proxy.
        refusal: why it is not approved.
    """

    template: ClassVar[str] = "judge/components/slip.html"
    desk: Desk
    proxy: Proxy
    refusal: Refusal | None

    @property
    def name(self) -> str:
        """Who plays it."""
        return self.desk.name(effects.player_of(self.proxy.entry))

    @property
    def why_not(self) -> Refusal | None:
        """Why whoever looks may not approve it; None if they may."""
        desk = self.desk
        return proxies.why_not_approved(desk.tournament.pk, desk.actor, desk.state, self.proxy)

    @property
    def leader(self) -> Account | None:
        """Who answers for it."""
        return self.proxy.approved_by or self.proxy.by

    @property
    def clause(self) -> str:
        """The clause on proxies."""
        return proxies.clause_on_proxies(self.desk.state)

    @property
    def back(self) -> str:
        """The page it belongs to."""
        return back_to(self.desk, 0, None, self.proxy.entry.player) or self.desk.url("judge:parts")
