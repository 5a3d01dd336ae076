"""The Swiss draw: the best pairing of a field of players, each of the best ones equally likely.

Everything random is read off the seed; `docs/pairing.md` says how, so that a stranger can repeat it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from muster.core.draws import DrawSeed
from muster.core.ids import ClubId, PlayerId
from muster.core.pairing.counting import TooManyError
from muster.core.pairing.criteria import Field, Pair, make_field
from muster.core.pairing.reach import least_fine, most_foes, pairable_players
from muster.core.pairing.shuffle import Shuffle
from muster.core.pairing.walk import walk
from muster.core.pairing.window import Ground, draw_window, plan


@dataclass(frozen=True, slots=True)
class DrawnPairs:
    """A drawn round.

    Attributes:
        pairs: the top of the field first; inside a pair nobody stands first for a reason.
        method: how it was drawn: `shuffled`, `counted`, `walked` or several of them joined by ` + `.
    """

    pairs: tuple[Pair, ...]
    method: str


METHODS: Final = ("shuffled", "counted", "walked")
"""The ways a part of a round may be drawn; see `docs/pairing.md`."""

_NO_CLUBS: Final[Mapping[PlayerId, ClubId]] = {}


def draw_pairs(
    points: Mapping[PlayerId, int],
    met: Mapping[PlayerId, AbstractSet[PlayerId]],
    seed: DrawSeed,
    *,
    forbidden: Iterable[Pair] = (),
    clubs: Mapping[PlayerId, ClubId] = _NO_CLUBS,
    tired: AbstractSet[PlayerId] = frozenset(),
) -> DrawnPairs | None:
    """Pair an even number of players; None if forbidden pairs leave no way to pair everybody.

    Args:
        points: everybody to be paired, with their points.
        met: for everybody to be paired, whom they have met in this stage.
        seed: the draw seed.
        forbidden: pairs the organiser has forbidden.
        clubs: clubs to be kept apart, or nothing.
        tired: who has been paired down before, where that is to be avoided.
    """
    return draw_field(make_field(points, met, forbidden, clubs, tired), seed)


def draw_field(field: Field, seed: DrawSeed) -> DrawnPairs | None:
    """`draw_pairs` for a field already made."""
    shuffle = Shuffle(field, seed)
    stuck = shuffle.run()
    if not stuck:
        return DrawnPairs(tuple(shuffle.pairs(0, len(shuffle.groups))), "shuffled")
    return _draw_hard(field, shuffle, stuck, seed)


def _draw_hard(field: Field, shuffle: Shuffle, stuck: set[int], seed: DrawSeed) -> DrawnPairs | None:
    """The round when some segments, named by their first group, could not be shuffled to the plain optimum."""
    crowd = 2 * most_foes(field) + 1
    budget = 0 if len(field.points) > crowd else least_fine(shuffle.order, field)
    if budget is None:
        return None
    stuck = set(range(len(shuffle.groups))) if budget else stuck | _unsound(field, shuffle, stuck, crowd)
    pairs: list[Pair] = []
    methods: set[str] = set()
    k = 0
    while k < len(shuffle.groups):
        if k in stuck:
            drawn, end, spent, method = _draw_window(field, shuffle, k, (budget, crowd), seed)
            budget -= spent
        else:
            end, method = shuffle.segment(k)[1], "shuffled"
            drawn = shuffle.pairs(k, end)
        pairs += drawn
        methods.add(method)
        k = end
    return DrawnPairs(tuple(pairs), " + ".join(sorted(methods, key=METHODS.index)))


def _unsound(field: Field, shuffle: Shuffle, stuck: set[int], crowd: int) -> set[int]:
    """The segments that end where those below cannot be paired among themselves without foes."""
    found: set[int] = set()
    sound = True
    k = len(shuffle.groups)
    while k and shuffle.starts[-1] - shuffle.starts[k] <= crowd:
        start, _ = shuffle.segment(k - 1)
        if not sound:
            found.add(start)
        if start in stuck or not sound:
            sound = pairable_players(shuffle.order[shuffle.starts[start] :], field)
        k = start
    return found


def _draw_window(
    field: Field, order: Shuffle, top: int, limits: tuple[int, int], seed: DrawSeed
) -> tuple[list[Pair], int, int, str]:
    """The pairs of the window that starts with group `top`, the group after it, what it cost, and the method."""
    budget, crowd = limits
    for shuffle in (True, False):
        try:
            window = plan(Ground(field, order, top, budget, crowd), shuffle=shuffle)
        except TooManyError:
            continue
        drawn = draw_window(window, field, seed)
        if drawn is not None:
            return drawn, window.end + 1, window.spent, "counted"
    above = order.starts[top]
    return walk(field, order.order[above:], above, seed), len(order.groups), budget, "walked"
