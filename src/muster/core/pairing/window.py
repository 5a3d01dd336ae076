"""A window of score groups whose best pairing is not the plain one: found, proved and drawn exactly.

Score groups of more than `LARGE` players are shuffled; all others are counted. A shuffled group takes in
everybody who waits and lets one of its own go down if the number is odd, which is the best there can be; a
shuffle that pairs foes is thrown away together with everything else drawn for the window, so what remains is
uniform over all best pairings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.counting import CountingLedger, CountingStep, State, pass_group, unwind
from muster.core.pairing.criteria import Field, Pair
from muster.core.pairing.matching import cheapest_matching
from muster.core.pairing.reach import bits, pairable
from muster.core.pairing.shuffle import Shuffle

LARGE: Final = 16
"""Groups of more players than this are always shuffled in a window."""

MIDDLING: Final = 8
"""Groups of more players than this are shuffled if they hold few pairs of foes: at most 2 for each player but one."""

STRANGERS: Final = 6
"""A large group of which more must go down is counted."""

_SHUFFLED: Final = 1_000_000
"""How many keys may be drawn for one window before its large groups are counted after all."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Score groups whose pairings were counted: from the one state `base`, step by step."""

    above: int
    base: State
    steps: tuple[CountingStep, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """One large group that takes in those who wait; `down` are the places kept for those who go down."""

    group: Sequence[PlayerId]
    down: Sequence[int]


@dataclass(frozen=True, slots=True)
class Window:
    """What is to be drawn: the stages from the top, who stands at which place, and where the window ends."""

    stages: tuple[Counted | Shuffled, ...]
    roster: Sequence[PlayerId]
    ledger: CountingLedger
    end: int
    spent: int


class Ground:
    """The score groups of a field from one group down, as places of a list; players get places as needed."""

    def __init__(self, field: Field, shuffle: Shuffle, top: int, budget: int, crowd: int) -> None:
        self.field, self.groups, self.starts = field, shuffle.groups, shuffle.starts
        self.top, self.crowd = top, crowd
        self.roster: list[PlayerId] = []
        self.spots: dict[PlayerId, int] = {}
        self.places: dict[int, range] = {}
        self.below: dict[int, int] = {}
        width = self.starts[-1] - self.starts[top] + STRANGERS * (len(self.groups) - top)
        self.ledger = CountingLedger(width, budget, self._fine)

    def shuffles(self, k: int) -> bool:
        """Whether group k is one to be shuffled rather than counted."""
        group = self.groups[k]
        if len(group) <= MIDDLING or self.ledger.budget:
            return False
        here = set(group)
        foes = sum(len(here & self.field.foes[player]) for player in group)
        return len(group) > LARGE or foes <= 4 * (len(group) - 1)

    def _fine(self, i: int, j: int) -> int | None:
        return self.field.fine(self.roster[i], self.roster[j])

    def admit(self, k: int) -> range:
        """The places of the players of group k; a group to be shuffled gets a few more, for `strangers`."""
        if k not in self.places:
            first = len(self.roster)
            for player in sorted(self.groups[k]):
                self._place(player)
            self.places[k] = range(first, len(self.roster))
            if self.shuffles(k):
                self.ledger.foes += [0] * STRANGERS
                self.roster += self.groups[k][:STRANGERS]
        return self.places[k]

    def strangers(self, k: int, waiting: int) -> list[int] | None:
        """Places for those of large group k who will go down, as few as can be; None if it must be counted.

        Until they are drawn, nobody is their foe.
        """
        last = self.admit(k).stop
        most = min(STRANGERS, len(self.groups[k]) - waiting)
        finishable = self.finishable(k)
        for number in range((len(self.groups[k]) + waiting) % 2, most + 1, 2):
            if finishable(((1 << number) - 1) << last):
                return list(range(last, last + number))
        return None

    def _place(self, player: PlayerId) -> None:
        place, mask = len(self.roster), 0
        foes = self.ledger.foes
        for foe in self.spots.keys() & self.field.foes[player]:
            spot = self.spots[foe]
            mask |= 1 << spot
            foes[spot] |= 1 << place
        foes.append(mask)
        self.roster.append(player)
        self.spots[player] = place
        if player in self.field.tired:
            self.ledger.tired |= 1 << place

    def finishable(self, k: int) -> Callable[[State], bool]:
        """Whether those who wait under group k and all players below can be paired within the budget."""
        under = self.starts[-1] - self.starts[k + 1]
        if not self.ledger.budget and under > self.crowd:
            return lambda _state: True
        rest = self._below(k)

        def check(state: State) -> bool:
            players = state & self.ledger.waiting | rest
            if pairable(players, self.ledger.foes):
                return True
            purse = self.ledger.budget - self.ledger.spent(state)
            return purse > 0 and self._affordable(players, purse)

        return check

    def _below(self, k: int) -> int:
        """The mask of all players under group k."""
        if not self.below:
            for lower in range(k + 1, len(self.groups)):
                self.admit(lower)
            mask = 0
            for lower in range(len(self.groups) - 1, k - 1, -1):
                self.below[lower] = mask
                mask |= (1 << self.places[lower].stop) - (1 << self.places[lower].start)
        return self.below[k]

    def _affordable(self, players: int, purse: int) -> bool:
        spots = bits(players)
        fines = [[self.ledger.foes[i] >> j & 1 and self._fine(i, j) for j in spots] for i in spots]
        found = cheapest_matching(len(spots), lambda i, j: fines[i][j])
        return found is not None and sum(fines[i][m] or 0 for i, m in enumerate(found.mates)) <= 2 * purse


def plan(ground: Ground, *, shuffle: bool) -> Window:
    """What the best pairings of the window look like; the window ends under the first group nobody leaves.

    Raises:
        TooManyError: the counted groups are too many-sided to be counted.
    """
    ledger = ground.ledger
    stages: list[Counted | Shuffled] = []
    steps: list[CountingStep] = []
    base, above, k = 0, ground.starts[ground.top], ground.top
    while True:
        group = ground.groups[k]
        layer = steps[-1].layer if steps else {base: 1}
        waiting = (next(iter(layer)) & ledger.waiting).bit_count()
        down = ground.strangers(k, waiting) if shuffle and ground.shuffles(k) else None
        if down is not None:
            stages += [*_stage(above, base, steps, ledger), Shuffled(group, down)]
            base, steps = sum(1 << place for place in down), []
            above = ground.starts[k + 1]
            left = base
        else:
            steps = [*steps, *pass_group(layer, ground.admit(k), ledger, ground.finishable(k))]
            left = next(iter(steps[-1].layer))
        if not left & ledger.waiting:
            break
        k += 1
    stages += _stage(above, base, steps, ledger)
    spent = ledger.spent(next(iter(steps[-1].layer))) if steps else 0
    return Window(tuple(stages), ground.roster, ledger, k, spent)


def _stage(above: int, base: State, steps: list[CountingStep], ledger: CountingLedger) -> list[Counted]:
    if not steps:
        return []
    last = steps[-1]
    fewest = min(state // ledger.again for state in last.layer)
    layer = {state: ways for state, ways in last.layer.items() if state // ledger.again == fewest}
    return [Counted(above, base, (*steps[:-1], CountingStep(last.place, layer, last.charged)))]


def draw_window(window: Window, field: Field, seed: DrawSeed) -> list[Pair] | None:
    """One of the best pairings of the window, each equally likely; None if no attempt led to one."""
    size = sum(len(stage.group) for stage in window.stages if isinstance(stage, Shuffled))
    attempts = max(1, _SHUFFLED // size) if size else 1
    for attempt in range(attempts):
        pairs = _attempt(window, field, seed, f"/{attempt}" if size else "")
        if pairs is not None:
            return pairs
    return None


def _attempt(window: Window, field: Field, seed: DrawSeed, turn: str) -> list[Pair] | None:
    pairs: list[Pair] = []
    roster = list(window.roster)
    waiting: list[PlayerId] = []
    for stage in window.stages:
        if isinstance(stage, Counted):
            total = sum(stage.steps[-1].layer.values())
            number = draws.number(seed, f"count/{stage.above}{turn}", total)
            places, left = unwind(stage.base, stage.steps, window.ledger, number)
            drawn = [(roster[i], roster[j]) for i, j in places]
            waiting = [roster[i] for i in bits(left & window.ledger.waiting)]
        else:
            drawn, waiting = _shuffle(stage, waiting, seed, turn)
            if _needlessly_tired(waiting, stage.group, field):
                return None
            for place, player in zip(stage.down, waiting, strict=True):
                roster[place] = player
        if not window.ledger.budget and any(b in field.foes[a] for a, b in drawn):
            return None
        pairs += drawn
    return pairs


def _shuffle(
    stage: Shuffled, waiting: Sequence[PlayerId], seed: DrawSeed, turn: str
) -> tuple[list[Pair], list[PlayerId]]:
    """The pairs of a large group with those who waited and inside it, and who goes down."""
    order = draws.order(seed, f"window{turn}", stage.group)
    end = len(order) - len(stage.down)
    taken, rest = order[: len(waiting)], order[len(waiting) : end]
    return [*zip(waiting, taken, strict=True), *zip(rest[::2], rest[1::2], strict=True)], order[end:]


def _needlessly_tired(down: Sequence[PlayerId], group: Sequence[PlayerId], field: Field) -> bool:
    fresh = sum(player not in field.tired for player in group)
    return sum(player in field.tired for player in down) > max(0, len(down) - fresh)
