"""Counting the best pairings of small score groups exactly, and taking the one with a given number.

Players stand in a list, top group first, by id inside a group. They arrive one by one; each either pairs with
somebody who is waiting or waits. What matters about the past is only *who is waiting* (a mask) and what the
pairs made so far have cost above the score groups; so equal pasts are counted together. Under each group the
waiting are those who are paired down: `down` is their number and `over` the number of them from further up.
Both are to be as small as possible, from the top, among the states that can still be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

State = int
"""Who is waiting (a bit each), above that what was spent (rematches, club-mates), above that `again`."""

Layer = Mapping[State, int]
"""How many ways lead to each state."""

LIMIT: Final = 60_000
"""How many states a layer may have before counting is given up."""

_ROOM: Final = 64


class TooManyError(Exception):
    """More states than can be counted in reasonable time."""


class CountingLedger:
    """What may be paired with whom, by places in the list, and how states are written.

    Attributes:
        foes: for each place a mask of the places it should rather not meet.
        fines: the price of meeting a foe, by (lower, higher) place; None: never. Asked only where `budget`.
        budget: the least total price the whole list can be had for.
        width: bits of a state that say who waits.
    """

    __slots__ = ("again", "budget", "fines", "foes", "paid", "tired", "waiting", "width")

    def __init__(self, width: int, budget: int, fines: Callable[[int, int], int | None]) -> None:
        self.foes: list[int] = []
        self.fines, self.budget, self.width = fines, budget, width
        self.waiting = (1 << width) - 1
        self.paid = 1 << width
        self.again = 1 << (width + _ROOM)
        self.tired = 0

    def spent(self, state: State) -> int:
        """What the pairs behind a state have cost."""
        return (state >> self.width) & ((1 << _ROOM) - 1)

    def arrive(self, layer: Layer, place: int, limit: int) -> dict[State, int]:
        """The states after one more player, with at most `limit` waiting."""
        bit, foes, waiting = 1 << place, self.foes[place], self.waiting
        after: dict[State, int] = {}
        for state, ways in layer.items():
            here = state & waiting
            size = here.bit_count()
            if size < limit:
                after[state | bit] = after.get(state | bit, 0) + ways
            if size > limit + 1:
                continue
            friends = here & ~foes
            while friends:
                mate = friends & -friends
                friends ^= mate
                paired = state ^ mate
                after[paired] = after.get(paired, 0) + ways
            if self.budget:
                for paired in self._with_foes(state, here & foes, place):
                    after[paired] = after.get(paired, 0) + ways
        if len(after) > LIMIT:
            raise TooManyError
        return after

    def _with_foes(self, state: State, foes: int, place: int) -> Iterator[State]:
        while foes:
            mate = foes & -foes
            foes ^= mate
            fine = self.fines(mate.bit_length() - 1, place)
            if fine is not None and self.spent(state) + fine <= self.budget:
                yield (state ^ mate) + fine * self.paid

    def before(self, state: State, place: int) -> Iterator[tuple[State, int]]:
        """The states from which the arrival of `place` leads here, and its mate's place (-1: it waits).

        In the order of the mate's place; one who waits came in one way only.
        """
        bit = 1 << place
        if state & bit:
            yield state ^ bit, -1
            return
        for mate in range(place):
            if state >> mate & 1:
                continue
            if not self.foes[place] >> mate & 1:
                yield state | 1 << mate, mate
            elif self.budget:
                fine = self.fines(mate, place)
                if fine is not None and fine <= self.spent(state):
                    yield (state | 1 << mate) - fine * self.paid, mate


@dataclass(frozen=True, slots=True)
class CountingStep:
    """One player's arrival.

    Attributes:
        place: who arrived.
        layer: the states after it; after the last of a score group only the best that can be completed.
        charged: the places who were charged for being paired down again right after it.
    """

    place: int
    layer: Layer
    charged: int = 0


def pass_group(
    start: Layer, places: Sequence[int], ledger: CountingLedger, finishable: Callable[[State], bool]
) -> list[CountingStep]:
    """The arrivals of one score group, with as few as possible left waiting and as few of them from above.

    Args:
        start: the states above the group, all with equally many waiting.
        places: the group's players, the next places in the list.
        ledger: prices and the writing of states.
        finishable: whether a state can be completed at the least price.

    Raises:
        ValueError: no state can be completed: the budget is less than the least price.
        TooManyError: there are too many states.
    """
    incoming = (next(iter(start)) & ledger.waiting).bit_count()
    older = (1 << places[0]) - 1
    for room in range((incoming + len(places)) & 1, incoming + len(places) + 1, 2):
        steps: list[CountingStep] = []
        layer = start
        for left, place in zip(range(len(places) - 1, -1, -1), places, strict=True):
            layer = ledger.arrive(layer, place, room + left)
            steps.append(CountingStep(place, layer))
        best = _best(layer, room, ledger, older, finishable)
        if best:
            charged = ledger.tired & ~older
            steps[-1] = CountingStep(places[-1], _charge(best, charged, ledger), charged)
            return steps
    raise ValueError("the players cannot be paired within the budget")


def _best(
    layer: Layer, room: int, ledger: CountingLedger, older: int, finishable: Callable[[State], bool]
) -> Layer:
    by_over: dict[int, list[State]] = {}
    for state in layer:
        here = state & ledger.waiting
        if here.bit_count() == room:
            by_over.setdefault((here & older).bit_count(), []).append(state)
    for over in sorted(by_over):
        kept = {state: layer[state] for state in by_over[over] if finishable(state)}
        if kept:
            return kept
    return {}


def _charge(layer: Layer, charged: int, ledger: CountingLedger) -> Layer:
    """Charge those who wait now and were paired down before; of equal waiting keep the least charged."""
    if not charged:
        return layer
    after: dict[State, int] = {}
    for state, ways in layer.items():
        again = (state & ledger.waiting & charged).bit_count()
        after[state + again * ledger.again] = ways
    return cheapest(after, ledger.again - 1)


def cheapest(layer: Layer, same: int) -> Layer:
    """Of the states that agree in the bits `same`, only those with the least written above them."""
    least: dict[State, State] = {}
    for state in layer:
        known = least.get(state & same)
        if known is None or state < known:
            least[state & same] = state
    return {state: layer[state] for state in least.values()}


def unwind(
    base: State, steps: Sequence[CountingStep], ledger: CountingLedger, number: int
) -> tuple[list[tuple[int, int]], State]:
    """The pairing with this number, and who is left waiting after the last step.

    The order that numbers follow: first by who is left waiting (as a mask); then by the mate of the last
    player in the list who is not left waiting, by the mate of the last one remaining, and so on.

    Args:
        base: the only state before the first step.
        steps: the arrivals.
        ledger: prices and the writing of states.
        number: from 0 up to the number of ways into the last layer.
    """
    ends = [(steps[-1].layer[state], state, -1) for state in sorted(steps[-1].layer)]
    (end, _), number = _numbered(ends, number)
    state, pairs = end, []
    for i in range(len(steps) - 1, -1, -1):
        step, past = steps[i], steps[i - 1].layer if i else {base: 1}
        state -= (state & ledger.waiting & step.charged).bit_count() * ledger.again
        origins = [
            (past.get(earlier, 0), earlier, mate) for earlier, mate in ledger.before(state, step.place)
        ]
        (state, mate), number = _numbered(origins, number)
        if mate >= 0:
            pairs.append((mate, step.place))
    return pairs, end


def _numbered(choices: Sequence[tuple[int, State, int]], number: int) -> tuple[tuple[State, int], int]:
    """The choice in whose ways, counted on from those before, the number falls; and its number among these."""
    i = 0
    while number >= choices[i][0]:
        number -= choices[i][0]
        i += 1
    return choices[i][1:], number
