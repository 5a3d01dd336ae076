"""The desk's rounds as their templates get them: the proposal under review, published rounds, and why somebody met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final
from urllib.parse import urlencode

from django.core.paginator import Page as Part
from django.core.paginator import Paginator

from muster.app.floor.clocks import clock_of
from muster.app.floor.round_clock import RoundClock
from muster.app.rounds.cards import found_by
from muster.app.rounds.pods import in_groups
from muster.app.rounds.read import NameRow, PublishedRound, by_name, published_round, why
from muster.app.rounds.sheets import Meeting, SheetMark, everybody
from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message
from muster.core.tournament import queries
from muster.core.tournament.acts.final_seats import by_seed, final_table
from muster.core.tournament.reasons import Why
from muster.core.tournament.refusals import Refusal
from muster.exchange.alphabet import alphabetical
from muster.exchange.folding import folded
from muster.journal.store import Snapshot
from muster.web.desk.context import Desk
from muster.web.desk.pods.day_two import DayTwo, day_two_of
from muster.web.desk.refused import AfterRefusal
from muster.web.desk.round.manual_changes import ByHand, by_hand
from muster.web.desk.round.reviewing import ReviewSheet
from muster.web.desk.round.swapping import Exchange, exchange, find_player
from muster.web.page import Page

PER_PAGE: Final = 100
MOST_CHOICES: Final = 128
"""Up to so many players are offered in a list; of more, the name is typed."""
MOST_LATE: Final = 100
"""So many players who came late are listed."""


@dataclass(frozen=True, slots=True)
class LateRow:
    """Somebody who is here without a part in the round, and the name of whom they can play in it; empty for nobody."""

    player: PlayerId
    name: str
    meets: str


@dataclass(frozen=True)
class ClockFacePage(Page):
    """The clock's face as it stands now.

    Attributes:
        clock: the clock.
    """

    template: ClassVar[str] = "desk/round/clock_face.html"
    clock: RoundClock


@dataclass(frozen=True)
class PrintPage(Page):
    """A published round for paper: everybody by name and by table.

    Attributes:
        round: the round.
        cards_found: how its cards were found.
    """

    template: ClassVar[str] = "desk/round/print.html"
    round: PublishedRound
    cards_found: Message

    @property
    def names(self) -> list[NameRow]:
        """Everybody by name."""
        return by_name(self.round)


# Why somebody met ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WhyPairing(Page):
    """Why somebody has this opponent, or the bye, as a part of a page that is open.

    Attributes:
        desk: who asks.
        snapshot: all that was on record at the time that is looked at.
        round_no: the round.
        player: whose pairing it is.
    """

    template: ClassVar[str] = "desk/round/why.html"
    desk: Desk
    snapshot: Snapshot
    round_no: RoundNo
    player: PlayerId

    @cached_property
    def why(self) -> Why | None:
        """The reasons; None if the player is not in the round."""
        return why(self.snapshot, self.round_no, self.player, self.desk.name)

    @property
    def hand(self) -> tuple[ByHand, ...]:
        """What was changed by hand about it."""
        return by_hand(self.snapshot, self.round_no, self.player, self.desk.name, self.why)

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.desk.name(self.player)

    @property
    def verify(self) -> str:
        """Where everybody can check the draw, once the event is public."""
        return self.desk.url("public:verify") if self.desk.event.listed else ""

    @property
    def status(self) -> int:
        """404 if there is nothing to explain."""
        return 200 if self.why else 404


@dataclass(frozen=True)
class WhyPairingPage(WhyPairing):
    """The same as a page of its own."""

    template: ClassVar[str] = "desk/round/why_page.html"


# The round that matters now ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StartPage(AfterRefusal):
    """No round yet."""

    template: ClassVar[str] = "desk/round/start.html"


@dataclass(frozen=True)
class Swapping(Page):
    """The players picked so far, and what exchanging the two would change.

    Attributes:
        desk: who asks, and the tournament as it stands.
    """

    template: ClassVar[str] = "desk/round/swap.html"
    desk: Desk

    @property
    def picked(self) -> PlayerId | None:
        """The player picked first."""
        return self._picked[0]

    @property
    def picked_name(self) -> str:
        """What that player is called."""
        return self.desk.name(self.picked) if self.picked else ""

    @property
    def unknown(self) -> list[str]:
        """What was typed that is nobody's name."""
        return [
            text for text, player in zip(self._asked, self._picked, strict=True) if text and player is None
        ]

    @property
    def exchange(self) -> Exchange | None:
        """What exchanging the two would change."""
        return None if isinstance(self._exchange, Refusal) else self._exchange

    @property
    def swap_refusal(self) -> Refusal | None:
        """Why they cannot be exchanged."""
        return self._exchange if isinstance(self._exchange, Refusal) else None

    @property
    def base(self) -> str:
        """The address of the round."""
        return self.desk.url("desk:round")

    @property
    def keep(self) -> str:
        """The part of the address that stays when a player is picked or a page turned."""
        return kept(self.desk)

    @property
    def swap_keep(self) -> str:
        """The same for the address of the form that exchanges them."""
        return kept(self.desk, "?")

    @property
    def _asked(self) -> tuple[str, str]:
        given = self.desk.request.GET
        return given.get("pick", ""), given.get("with", "")

    @cached_property
    def _picked(self) -> tuple[PlayerId | None, PlayerId | None]:
        one, two = (find_player(text, self.desk.state, self.desk.names) for text in self._asked)
        return one, two

    @cached_property
    def _exchange(self) -> Exchange | Refusal | None:
        one, two = self._picked
        return exchange(self.desk.state, (one, two), self.desk.names) if one and two else None


@dataclass(frozen=True)
class ReviewPage(AfterRefusal, Swapping):
    """The proposal on the table, with everything to look at before it is published.

    Attributes:
        sheet: the proposal.
    """

    template: ClassVar[str] = "desk/round/review.html"
    sheet: ReviewSheet

    @property
    def cards_found(self) -> Message:
        """How the cards were found."""
        return found_by(self.desk.state, self.sheet.round_no)

    @property
    def warnings(self) -> list[SheetMark]:
        """Everything to look at, once each."""
        return self.sheet.warnings

    @property
    def show(self) -> str:
        """Which pairings are shown: `warnings`, `down` for those across score groups, or all."""
        return self.desk.request.GET.get("show", "")

    @property
    def choices(self) -> list[tuple[str, PlayerId]]:
        """The players to choose from, by name; none where there are too many for a list."""
        proposal = self.desk.state.proposal
        players = everybody(proposal.sheet) if proposal else []
        return by_names(self.desk, players) if len(players) <= MOST_CHOICES else []

    @property
    def q(self) -> str:
        """Whom or which table one looks for."""
        return query(self.desk)

    @property
    def page(self) -> Part[Meeting]:
        """The pairings shown."""
        chosen = [
            one
            for one in self.sheet.meetings
            if (one.warned or self.show != "warnings") and (one.down or self.show != "down")
        ]
        return Paginator(found(chosen, self.q), PER_PAGE).get_page(self.desk.request.GET.get("page"))


@dataclass(frozen=True)
class PublishedPage(AfterRefusal):
    """A published round.

    Attributes:
        desk: who asks, and the tournament as it stands.
        number: which round.
        base: the address of the page.
    """

    template: ClassVar[str] = "desk/round/published.html"
    desk: Desk
    number: RoundNo
    base: str

    @cached_property
    def round(self) -> PublishedRound:
        """The round."""
        return published_round(self.desk.state, self.number, self.desk.names)

    @property
    def cards_found(self) -> Message:
        """How its cards were found."""
        return found_by(self.desk.state, self.number)

    @property
    def by_name(self) -> bool:
        """Whether players are listed instead of tables."""
        return self.desk.request.GET.get("by") == "name"

    @property
    def latest(self) -> bool:
        """Whether it is the latest round."""
        return self.number == len(self.desk.state.rounds)

    @property
    def late(self) -> list[LateRow]:
        """Who is here without a part in the round, the first hundred, and whom they can play in it."""
        pair = queries.late_pair(self.desk.state) if self.latest else None
        return [
            LateRow(one.player, one.name, self.desk.name(pair[0]) if pair and one.player == pair[1] else "")
            for one in self.round.late[:MOST_LATE]
        ]

    @property
    def day_two(self) -> DayTwo | None:
        """Who plays on, where day one is over."""
        return day_two_of(self.desk.state, self.desk.name) if self.latest else None

    @cached_property
    def final(self) -> list[PlayerId]:
        """Who sits at the final table by seed, the best first; nobody once it has a result, and elsewhere."""
        found = final_table(self.desk.state) if self.latest else None
        return by_seed(self.desk.state, found[1]) if found and found[1].status == "open" else []

    @property
    def chooser(self) -> str:
        """Who chooses a seat at the final table; empty where nobody does."""
        return self.desk.name(self.final[0]) if self.final else ""

    @property
    def final_seats(self) -> list[tuple[int, bool]]:
        """The seats of the final table from 1, and whether who chooses sits there."""
        found = final_table(self.desk.state) if self.final else None
        players = found[1].pairing.players if found else ()
        return [(seat, player == self.final[0]) for seat, player in enumerate(players, 1)]

    @property
    def pods(self) -> bool:
        """Whether rounds are played in pods or groups."""
        return self.desk.state.pods is not None

    @property
    def groups(self) -> bool:
        """Whether they are groups in which everybody meets everybody."""
        return self.pods and in_groups(self.desk.state)

    @property
    def movable(self) -> bool:
        """Whether its pairings can be changed by hand: not in a bracket, nor where everybody meets everybody."""
        return not self.round.elimination and not queries.of_circle(self.desk.state, self.number)

    @property
    def numbers(self) -> range:
        """The published rounds."""
        return range(1, len(self.desk.state.rounds) + 1)

    @property
    def clock(self) -> RoundClock:
        """Its clock."""
        return clock_of(self.desk.tournament.pk, self.number, snapshot=self.desk.snapshot)

    @property
    def q(self) -> str:
        """Whom or which table one looks for."""
        return query(self.desk)

    @property
    def page(self) -> Part[NameRow] | Part[Meeting]:
        """The lines shown."""
        asked, wanted = self.desk.request.GET.get("page"), folded(self.q)
        if self.by_name:
            lines = [line for line in by_name(self.round) if wanted in folded(line.name)]
            return Paginator(lines, PER_PAGE).get_page(asked)
        return Paginator(found(self.round.meetings, self.q), PER_PAGE).get_page(asked)


def query(desk: Desk) -> str:
    """Whom or which table one looks for."""
    return desk.request.GET.get("q", "").strip()[:200]


def kept(desk: Desk, start: str = "") -> str:
    """The part of the address that stays when a player is picked or a page turned; with `start` before it."""
    given = desk.request.GET
    stays = {name: given[name] for name in ("by", "show", "q", "page") if given.get(name)}
    return f"{start}{urlencode(stays)}&" if stays else start


def found(meetings: Sequence[Meeting], text: str) -> list[Meeting]:
    """The pairings that what was typed finds: a table number, or a part of a name."""
    wanted = folded(text)
    if not wanted:
        return list(meetings)
    return [
        one
        for one in meetings
        if wanted == str(one.table) or any(wanted in folded(seat.name) for seat in one.seats)
    ]


def by_names(desk: Desk, players: Sequence[PlayerId]) -> list[tuple[str, PlayerId]]:
    """Players to choose from, in the order of their names."""
    in_order = alphabetical()
    return sorted(((desk.name(one), one) for one in players), key=lambda one: in_order(one[0]))
