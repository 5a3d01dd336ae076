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
from muster.core.pairing.counting import Ledger, State, Step, pass_group, unwind
from muster.core.pairing.criteria import Field, Pair
from muster.core.pairing.matching import cheapest_matching
from muster.core.pairing.reach import bits, pairable
from muster.core.pairing.shuffle import Shuffle

LARGE: Final = 16
"""Groups of more players than this are always shuffled in a window."""

MIDDLING: Final = 8
"""Groups of more players than this are shuffled if they hold few pairs of foes: at most 2 for each player but one."""

_SHUFFLED: Final = 600_000
"""How many keys may be drawn for one window before its large groups are counted after all."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Score groups whose pairings were counted: from the one state `base`, step by step."""

    above: int
    base: State
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """One large group that takes in those who wait; `floater` is the place kept for the one who may go down."""

    group: Sequence[PlayerId]
    floater: int


@dataclass(frozen=True, slots=True)
class Window:
    """What is to be drawn: the stages from the top, who stands at which place, and where the window ends."""

    stages: tuple[Counted | Shuffled, ...]
    roster: Sequence[PlayerId]
    ledger: Ledger
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
        self.admitted = 0
        self.ledger = Ledger(2 * (self.starts[-1] - self.starts[top]), budget, self._fine)

    def shuffles(self, k: int) -> bool:
        """Whether group k is one to be shuffled rather than counted."""
        group = self.groups[k]
        if len(group) <= MIDDLING or self.ledger.budget:
            return False
        foes = sum(len(self.field.foes[player].intersection(group)) for player in group)
        return len(group) > LARGE or foes <= 4 * (len(group) - 1)

    def _fine(self, i: int, j: int) -> int | None:
        return self.field.fine(self.roster[i], self.roster[j])

    def admit(self, k: int) -> range:
        """The places of the players of group k."""
        if k not in self.places:
            first = len(self.roster)
            for player in sorted(self.groups[k]):
                self._place(player)
            self.places[k] = range(first, len(self.roster))
        return self.places[k]

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

    def stranger(self, group: Sequence[PlayerId]) -> int:
        """A place for whoever of a large group will go down; until it is drawn, nobody is its foe."""
        self.ledger.foes.append(0)
        self.roster.append(group[0])
        return len(self.roster) - 1

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
        if not self.admitted:
            for lower in range(k + 1, len(self.groups)):
                self.admit(lower)
            self.admitted = len(self.roster)
        return (1 << self.admitted) - (1 << self.places[k].stop)

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
    steps: list[Step] = []
    base, above, k = 0, ground.starts[ground.top], ground.top
    while True:
        group = ground.groups[k]
        layer = steps[-1].layer if steps else {base: 1}
        waiting = (next(iter(layer)) & ledger.waiting).bit_count()
        if shuffle and waiting <= len(group) and ground.shuffles(k):
            stages += _stage(above, base, steps, ledger)
            floater = ground.stranger(group)
            stages.append(Shuffled(group, floater))
            base, steps = (waiting + len(group)) % 2 << floater, []
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


def _stage(above: int, base: State, steps: list[Step], ledger: Ledger) -> list[Counted]:
    if not steps:
        return []
    last = steps[-1]
    fewest = min(state // ledger.again for state in last.layer)
    layer = {state: ways for state, ways in last.layer.items() if state // ledger.again == fewest}
    return [Counted(above, base, (*steps[:-1], Step(last.place, layer, last.charged)))]


def draw_window(window: Window, field: Field, seed: DrawSeed) -> list[Pair] | None:
    """One of the best pairings of the window, each equally likely; None if no attempt led to one."""
    size = sum(len(stage.group) for stage in window.stages if isinstance(stage, Shuffled))
    attempts = max(1, _SHUFFLED // size) if size else 1
    for attempt in range(attempts):
        pairs = _attempt(window, field, seed, attempt)
        if pairs is not None:
            return pairs
    return None


def _attempt(window: Window, field: Field, seed: DrawSeed, attempt: int) -> list[Pair] | None:
    pairs: list[Pair] = []
    roster = list(window.roster)
    waiting: list[PlayerId] = []
    for stage in window.stages:
        if isinstance(stage, Counted):
            total = sum(stage.steps[-1].layer.values())
            number = draws.number(seed, f"count/{stage.above}/{attempt}", total)
            places, left = unwind(stage.base, stage.steps, window.ledger, number)
            drawn = [(roster[i], roster[j]) for i, j in places]
            waiting = [roster[i] for i in bits(left & window.ledger.waiting)]
        else:
            drawn, waiting = _shuffle(stage, waiting, seed, attempt)
            for floater in waiting:
                if _needlessly_tired(floater, stage.group, field):
                    return None
                roster[stage.floater] = floater
        if not window.ledger.budget and any(b in field.foes[a] for a, b in drawn):
            return None
        pairs += drawn
    return pairs


def _shuffle(
    stage: Shuffled, waiting: Sequence[PlayerId], seed: DrawSeed, attempt: int
) -> tuple[list[Pair], list[PlayerId]]:
    """The pairs of a large group with those who waited and inside it, and who goes down: one or nobody."""
    order = draws.order(seed, f"window/{attempt}", stage.group)
    taken, rest = order[: len(waiting)], order[len(waiting) :]
    down = [rest.pop()] if len(rest) % 2 else []
    return [*zip(waiting, taken, strict=True), *zip(rest[::2], rest[1::2], strict=True)], down


def _needlessly_tired(floater: PlayerId, group: Sequence[PlayerId], field: Field) -> bool:
    return floater in field.tired and not all(player in field.tired for player in group)
