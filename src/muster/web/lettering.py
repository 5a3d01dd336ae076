"""A name in a small field of a drawing: on one line, two or three, in letters as large as fit; never cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final

from muster.web.wall.fit import width

LARGEST: Final = 165
"""The largest letters, in tenths of a unit of the drawing."""

_LONG: Final = 24
"""Letters of a word that may be parted where it has no hyphen."""

_MOST: Final = 12
"""Parts of a name between which lines are tried to end."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name as it is set.

    Attributes:
        lines: its lines.
        tenths: the size of its letters, in tenths of a unit.
    """

    lines: tuple[str, ...]
    tenths: int

    @property
    def size(self) -> str:
        """The size of its letters, in units."""
        return f"{self.tenths // 10}.{self.tenths % 10}"

    @property
    def above(self) -> tuple[tuple[str, str], ...]:
        """Its lines with their places below the upper edge."""
        return tuple((line, self._down(at + 1, 25)) for at, line in enumerate(self.lines))

    @property
    def below(self) -> tuple[tuple[str, str], ...]:
        """Its lines with their places above the lower edge."""
        last = len(self.lines) - 1
        return tuple((line, f"-{self._down(last - at, 62)}") for at, line in enumerate(self.lines))

    def within(self, top: int, high: int) -> tuple[tuple[str, str], ...]:
        """Its lines with their places, in the middle of a field that begins here and is so high."""
        step = self.tenths * 104 // 100
        first = top * 10 + (high * 10 - step * len(self.lines)) // 2 + self.tenths * 82 // 100
        spots = [first + step * at for at in range(len(self.lines))]
        return tuple((line, f"{at // 10}.{at % 10}") for line, at in zip(self.lines, spots, strict=True))

    def _down(self, lines: int, more: int = 0) -> str:
        found = self.tenths * lines * 104 // 100 + more
        return f"{found // 10}.{found % 10}"


@lru_cache(maxsize=4096)
def lettering(name: str, wide: int, high: int) -> Lettering:
    """A name on as many lines, up to three, as give it the largest letters in a field of so many units."""
    parts = list(_parts(name)) or [name]
    while len(parts) > _MOST:
        parts = ["".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]
    ways = [lines for count in (1, 2, 3) if count <= len(parts) for lines in _ways(parts, count)]
    return max((_set(lines, wide, high) for lines in ways), key=lambda one: one.tenths)


def _set(lines: tuple[str, ...], wide: int, high: int) -> Lettering:
    widest = max(1, *(width(line) for line in lines))
    return Lettering(lines, min(LARGEST, wide * 10_000 // widest, high * 10 * 100 // (104 * len(lines))))


def _ways(parts: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    for cuts in combinations(range(1, len(parts)), count - 1):
        ends = (0, *cuts, len(parts))
        yield tuple("".join(parts[start:end]).strip() for start, end in pairwise(ends))


def _parts(name: str) -> Iterator[str]:
    """What may stand on a line of its own: words, each with the blank or hyphen after it; halves of long ones."""
    for word in re.findall(r"[^\s-]*[\s-]*", name):
        if len(word) > _LONG:
            yield word[: len(word) // 2]
            yield word[len(word) // 2 :]
        elif word:
            yield word
