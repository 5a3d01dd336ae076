"""Pods of a draft for pages and papers: who sits where, and who sits beside whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, say
from muster.core.pairing.pods import FEWEST, USUAL, Pod
from muster.core.tournament import queries
from muster.core.tournament.course import parts_of
from muster.core.tournament.drawing_groups import outside
from muster.core.tournament.state import State
from muster.exchange.alphabet import alphabetical

MOST_PODS: Final = 200
"""Sizes of no more pods are typed."""


@dataclass(frozen=True, slots=True)
class PodSeat:
    """A seat of a pod.

    Attributes:
        seat: its number, clockwise from 1.
        player: who sits there.
        name: what they are called.
        gone: they have left the tournament: the seat is closed, and packs pass over it.
    """

    seat: int
    player: PlayerId
    name: str
    gone: bool


@dataclass(frozen=True, slots=True)
class PodShown:
    """A pod with its seats in their order."""

    number: int
    seats: tuple[PodSeat, ...]

    @property
    def here(self) -> int:
        """How many of it have not left."""
        return sum(not seat.gone for seat in self.seats)


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """Where one player sits, and who sits beside them.

    Attributes:
        pod: the pod.
        seat: the seat.
        seats: how many seats the pod has.
        left: who sits on their left, the next seat that is not closed; None where nobody else is left.
        right: the same on their right.
    """

    pod: int
    seat: int
    seats: int
    left: PlayerId | None
    right: PlayerId | None


@dataclass(frozen=True, slots=True)
class PodName:
    """A line of the list by name."""

    name: str
    pod: int
    seat: int


def in_pods(state: State) -> bool:
    """Whether the running part, or of a plan that is not fixed the first, is played inside pods or groups."""
    if state.setup is None:
        return False
    first = queries.part(state) if state.plan else parts_of(state.course, 0)[0]
    return first.closed


def in_groups(state: State) -> bool:
    """Whether the running part is played inside groups in which everybody meets everybody."""
    return state.plan is not None and queries.part(state).paired == "groups"


def seated_in_pods(state: State) -> bool:
    """Whether pods or groups are out and none of their rounds is."""
    return state.pods is not None and not queries.part_rounds(state) and state.places is None


def drafting(state: State) -> bool:
    """Whether the pods are out and no round of theirs is: people draft, and build their decks."""
    return seated_in_pods(state) and not in_groups(state)


def pods_are_next(state: State) -> bool:
    """Whether pods or groups are what comes next, or are out, before the first of their rounds."""
    return state.plan is not None and queries.part(state).closed and not queries.part_rounds(state)


def pods_shown(state: State, pods: Sequence[Pod], name: Naming) -> tuple[PodShown, ...]:
    """The pods as they sit."""
    return tuple(
        PodShown(
            number,
            tuple(
                PodSeat(seat, player, name(player), not queries.present(state.players[player]))
                for seat, player in enumerate(pod, 1)
            ),
        )
        for number, pod in enumerate(pods, 1)
    )


def by_name(pods: Sequence[PodShown]) -> list[PodName]:
    """Everybody who has not left by name, with pod and seat."""
    found = [PodName(one.name, pod.number, one.seat) for pod in pods for one in pod.seats if not one.gone]
    in_order = alphabetical()
    return sorted(found, key=lambda one: (in_order(one.name), one.pod, one.seat))


def own_seat(state: State, player: PlayerId) -> OwnSeat | None:
    """Where somebody sits in the pods that are published; None for who sits in none."""
    for number, pod in enumerate(state.pods or (), 1):
        if player in pod:
            at = pod.index(player)
            # On the left of seat k sits seat k + 1; a closed seat is passed over.
            around = [one for one in (*pod[at + 1 :], *pod[:at]) if queries.present(state.players[one])]
            left, right = (around[0], around[-1]) if around else (None, None)
            return OwnSeat(number, at + 1, len(pod), left, right)
    return None


def without_seat(state: State) -> tuple[PlayerId, ...]:
    """Who is here and sits in none of the pods, published or else drawn; nobody where there are none."""
    pods = state.pods or (state.pods_draft.pods if state.pods_draft else None)
    return () if pods is None or queries.part_rounds(state) else outside(state, pods)


def sizes_of(text: str) -> tuple[int, ...] | None:
    """The sizes that were typed, such as `7 6 6` or `10, 9`; None where it is no list of sizes."""
    words = text.replace(",", " ").replace("+", " ").split()
    if not 1 <= len(words) <= MOST_PODS:
        return None
    if not all(word.isascii() and word.isdecimal() and len(word) < 4 for word in words):
        return None
    return tuple(map(int, words))


def unusual(sizes: Sequence[int]) -> tuple[Message, ...]:
    """What to know of these sizes before drawing: pods that are small, large or odd."""
    found = []
    if any(FEWEST <= size < USUAL[0] for size in sizes):
        found.append(say("A pod of fewer than {least} passes few packs around.", least=USUAL[0]))
    if any(size > USUAL[1] for size in sizes):
        found.append(
            say("A pod of more than {most} takes long, and packs do not come around twice.", most=USUAL[1])
        )
    if any(size % 2 for size in sizes):
        found.append(say("In an odd pod somebody has a bye in every round."))
    return tuple(found)
