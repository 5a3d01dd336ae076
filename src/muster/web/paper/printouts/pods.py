"""Pods of a draft on paper: a sheet for each pod, and a card for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.app.player.setting_up import drafts
from muster.app.rounds.pods import PodShown, own_seat, pods_shown
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.state import State
from muster.rules.setups import Advice
from muster.web.paper.printouts.sizes import Leaf, NameBox, Sheets, parts, players_counted
from muster.web.pod_ring import PodRing, ring

SEATS: Final = 22
"""Seats on a sheet; a pod of more has several."""

CARDS: Final = 10
"""Cards on a page."""

_NAME: Final = NameBox(84, 13, 20)
_BESIDE: Final = NameBox(60, 5, 11)


@dataclass(frozen=True, slots=True)
class PodLeaf:
    """The sheet of one pod.

    Attributes:
        pod: who sits where, as far as it stands on this sheet.
        ring: the same around a table; None where there are too many seats.
        steps: how the draft goes on by the regulations.
    """

    pod: PodShown
    ring: PodRing | None
    steps: tuple[Advice, ...]


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The card of one seat: who sits there, where, and who sits beside them."""

    name: str
    name_fit: str
    pod: int
    seat: int
    left: str
    left_fit: str
    right: str
    right_fit: str


@dataclass(frozen=True, slots=True)
class CardLeaf:
    """A page of cards."""

    cards: tuple[SeatCard, ...]


def pod_sheets(state: State, name: Naming) -> Sheets:
    """A sheet for each pod that is shown: ring, ways of the packs, room for counts, notes and drops."""
    pods, steps = pods_shown(state, state.pods or (), name), drafts(state)
    leaves = [
        Leaf(
            "pods",
            PodLeaf(PodShown(pod.number, tuple(seats)), ring(pod), steps),
            title=_("Pod %(pod)d") % {"pod": pod.number},
        )
        for pod in pods
        for seats in parts(pod.seats, SEATS)
    ]
    return Sheets(_("Pod sheets"), tuple(leaves), "", players_counted(sum(pod.here for pod in pods)))


def seat_cards(state: State, name: Naming) -> Sheets:
    """A card for each seat of those who have not left."""
    seats = [seat for pod in pods_shown(state, state.pods or (), name) for seat in pod.seats if not seat.gone]
    cards = [card for seat in seats if (card := _card(state, seat.player, name)) is not None]
    leaves = [Leaf("seatcards", CardLeaf(tuple(page)), bare=True) for page in parts(cards, CARDS)]
    return Sheets(_("Seat cards"), tuple(leaves), "", players_counted(len(cards)))


def _card(state: State, player: PlayerId, name: Naming) -> SeatCard | None:
    own = own_seat(state, player)
    if own is None:
        return None
    called = name(player)
    left, right = ("" if one is None else name(one) for one in (own.left, own.right))
    return SeatCard(
        called, _NAME.fit(called), own.pod, own.seat, left, _BESIDE.fit(left), right, _BESIDE.fit(right)
    )
