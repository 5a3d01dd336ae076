"""Double elimination: who has lost once plays on among those who have, and meets the unbeaten one at last (`F3`).

Seats and first matches are those of the single bracket of that size. Who loses in round r of the winners' bracket comes
into the losers' bracket, after round 1 against whoever has won there. To keep those who have met apart for long, they
come crosswise: after round 2 with the halves exchanged, after round 3 with the quarters exchanged inside each half, and
so in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from muster.core.bracket.layouts import Places, bracket_size

Bracket = Literal["winners", "losers", "final", "reset"]
"""Which part of it a match belongs to; the reset is played only if the unbeaten player loses the final."""

FEWEST: Final = 3
"""Players of the smallest double elimination; of fewer one match decides."""


@dataclass(frozen=True, slots=True)
class Feeder:
    """Who comes to a match.

    Attributes:
        comes: a seed, or who has won or lost a match before.
        of: the seed, or the number of that match.
    """

    comes: Literal["seed", "winner", "loser"]
    of: int


@dataclass(frozen=True, slots=True)
class DoubleMatch:
    """A match of a double elimination.

    Attributes:
        number: from 1, in the order in which they are played.
        bracket: the part of it.
        level: the round of that part, from 1: W1, L3.
        round_no: the round of the stage, from 1; all matches of one are played at the same time.
        sides: who comes to it.
    """

    number: int
    bracket: Bracket
    level: int
    round_no: int
    sides: tuple[Feeder, Feeder]


@dataclass(frozen=True, slots=True)
class DoubleBracket:
    """All matches of a double elimination, those left out in which somebody would have no opponent.

    Attributes:
        players: how many play.
        matches: in the order in which they are played; a reset is the last.
    """

    players: int
    matches: tuple[DoubleMatch, ...]

    @property
    def rounds(self) -> int:
        """How many rounds it has, with the reset."""
        return self.matches[-1].round_no

    @property
    def final(self) -> DoubleMatch:
        """The match of the unbeaten player and the one who comes back."""
        return next(one for one in reversed(self.matches) if one.bracket == "final")

    @property
    def has_reset(self) -> bool:
        """Whether the final is played once more where the unbeaten player loses it."""
        return self.matches[-1].bracket == "reset"

    def places(self) -> Mapping[int, Places]:
        """The places of who is out by losing a match, by its number; of the last one played, the second place."""
        found: dict[int, Places] = {}
        best = 3
        levels = sorted({one.level for one in self.matches if one.bracket == "losers"}, reverse=True)
        for level in levels:
            out = [one.number for one in self.matches if (one.bracket, one.level) == ("losers", level)]
            found |= dict.fromkeys(out, (best, best + len(out) - 1))
            best += len(out)
        return found | {one.number: (2, 2) for one in self.matches if one.bracket in {"final", "reset"}}


_Name = tuple[Bracket, int, int]
"""A match of the full bracket: its part, its level, its place from the top."""

_Source = tuple[Literal["seed", "winner", "loser"], int | _Name]


@lru_cache(64)
def double_elimination(players: int, *, reset: bool = True) -> DoubleBracket:
    """The matches of a double elimination of so many players, by seed; of fewer than three the final alone.

    Raises:
        ValueError: there are no players.
    """
    size = bracket_size(players)
    if players < FEWEST:
        return DoubleBracket(
            players, (DoubleMatch(1, "final", 1, 1, (Feeder("seed", 1), Feeder("seed", 2))),)
        )
    full = _full(size)
    order = _played_order(size, reset=reset)
    comes: dict[_Source, Feeder | None] = {
        ("seed", seed): Feeder("seed", seed) if seed <= players else None for seed in range(1, size + 1)
    }
    matches: list[DoubleMatch] = []
    rounds = 0
    for names in order:
        before = len(matches)
        for name in names:
            first, second = (comes[source] for source in full[name])
            if first is None or second is None:
                comes["winner", name], comes["loser", name] = first or second, None
                continue
            number = len(matches) + 1
            matches.append(DoubleMatch(number, name[0], name[1], rounds + 1, (first, second)))
            comes["winner", name], comes["loser", name] = Feeder("winner", number), Feeder("loser", number)
        rounds += len(matches) > before
    return DoubleBracket(players, tuple(matches))


def _full(size: int) -> Mapping[_Name, tuple[_Source, _Source]]:
    """Every match of a full bracket of this size, and who comes to it."""
    found: dict[_Name, tuple[_Source, _Source]] = {}
    for at, (high, low) in enumerate(_first_matches(size)):
        found["winners", 1, at] = ("seed", high), ("seed", low)
    levels = size.bit_length() - 1
    for level in range(2, levels + 1):
        before: list[_Source] = [("winner", ("winners", level - 1, at)) for at in range(size >> (level - 1))]
        found |= _paired("winners", level, before)
    found |= _paired("losers", 1, [("loser", ("winners", 1, at)) for at in range(size // 2)])
    for level in range(2, levels + 1):
        count = size >> level
        falling = _crosswise([("loser", ("winners", level, at)) for at in range(count)], level)
        entered = 2 * level - 2
        for at, loser in enumerate(falling):
            found["losers", entered, at] = ("winner", ("losers", entered - 1, at)), loser
        found |= _paired("losers", entered + 1, [("winner", ("losers", entered, at)) for at in range(count)])
    unbeaten: _Source = ("winner", ("winners", levels, 0))
    back: _Source = ("winner", ("losers", 2 * levels - 2, 0))
    found["final", 1, 0] = unbeaten, back
    found["reset", 1, 0] = unbeaten, back
    return found


def _first_matches(size: int) -> Sequence[tuple[int, int]]:
    """The seeds that meet first, from the top of a sheet of any size: the best of each meets the worst there is."""
    if size == 2:
        return ((1, 2),)
    return [(seed, size + 1 - seed) for pair in _first_matches(size // 2) for seed in pair]


def _paired(bracket: Bracket, level: int, sources: Sequence[_Source]) -> dict[_Name, tuple[_Source, _Source]]:
    """Neighbours meet; one alone meets nobody."""
    pairs = zip(sources[::2], sources[1::2], strict=False)
    return {(bracket, level, at): pair for at, pair in enumerate(pairs)}


def _crosswise(losers: Sequence[_Source], level: int) -> Sequence[_Source]:
    """Who falls out of a round of the winners' bracket, in the order in which they come among the losers."""
    parts = 1 if level % 2 == 0 else 2
    width = len(losers) // parts
    if width < 2:
        return losers
    found: list[_Source] = []
    for start in range(0, len(losers), width):
        part = losers[start : start + width]
        found += [*part[width // 2 :], *part[: width // 2]]
    return found


def _played_order(size: int, *, reset: bool) -> Iterator[Sequence[_Name]]:
    """The matches of each round of the stage: W1 · W2 and L1 · L2 · W3 and L3 · L4 · … · final · reset."""
    levels = size.bit_length() - 1
    yield [("winners", 1, at) for at in range(size // 2)]
    for level in range(2, levels + 1):
        count = size >> level
        winners: list[_Name] = [("winners", level, at) for at in range(count)]
        yield [*winners, *(("losers", 2 * level - 3, at) for at in range(count))]
        yield [("losers", 2 * level - 2, at) for at in range(count)]
    yield [("final", 1, 0)]
    if reset:
        yield [("reset", 1, 0)]
