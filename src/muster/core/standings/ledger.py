"""What tiebreakers read: the records of a stage, added up once per player.

Players are numbered 0 to n-1 in the order of the records. All rounds of all players lie in one flat list, one
player after the other, so that a sum per player is a difference of running totals. A list is made when a
tiebreaker first asks for it, in one pass over the records: ranking is linear in the number of matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Final, Literal, Protocol

from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord
from muster.core.standings.ratios import Ratios
from muster.rules.scoring import GamesScoring, PlacingScoring, Scoring, ShareScoring
from muster.rules.variants import Variants

Records = Mapping[PlayerId, Sequence[RoundRecord]]
"""Every player's rounds of one stage, dropped players included; every opponent is a player here."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The few numbers of a game's scoring that tiebreakers need.

    Attributes:
        win: points of a win; games inside a match are weighed by it and by `draw`.
        draw: points of a draw.
        first_place: points of the first place at a table of three or four; None where matches are of two.
        no_games: the share of a round counted by the average of other games while there is none.
        scores: the `won` of a side is what it scored, and counts as it is.
    """

    win: int = 3
    draw: int = 1
    no_games: Fraction = Fraction(1, 2)
    first_place: int | None = None
    scores: bool = False

    @property
    def game(self) -> tuple[int, int]:
        """What a game won and a game drawn inside a match weigh."""
        return (1, 0) if self.scores else (self.win, self.draw)

    @property
    def most(self) -> int:
        """The points possible in a match."""
        return self.win if self.first_place is None else self.first_place

    @classmethod
    def of(cls, scoring: Scoring) -> Worth:
        """The numbers as a regulations file gives them; a model without one of them keeps the default."""
        if isinstance(scoring, GamesScoring):
            return cls(win=scoring.points.win, draw=scoring.points.draw)
        if isinstance(scoring, ShareScoring):
            return cls(no_games=scoring.share.no_games)
        if isinstance(scoring, PlacingScoring):
            return cls(first_place=scoring.points.usual[0])
        if scoring.scores == "kept":
            return cls(win=scoring.highest, draw=scoring.drawn, scores=True)
        return cls()


USUAL: Final = Worth()
"""3 for a win, 1 for a draw, half a share where there are no games: what all games here say."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What was brought into the running part, where that is not all that was won before it.

    Attributes:
        after: the last round before the part.
        points: of everybody who came into it, the points that count in place of those of the rounds up to it.
        wins: the match wins, likewise.
    """

    after: RoundNo
    points: Mapping[PlayerId, int]
    wins: Mapping[PlayerId, int]


@dataclass(frozen=True, slots=True)
class StageTotals:
    """What every game adds up, one entry per player.

    Attributes:
        points: tournament or match points.
        margins: margins of victory.
        wins: rounds won.
        won: games won.
        lost: games lost.
        drawn: games drawn.
        met: meetings with somebody, two or three a round at a table; a rematch counts twice (`B40`, `F10`).
        played: rounds against somebody.
        opponents: one entry per meeting of a player: the opponent's index, those of the first player first.
    """

    points: list[int]
    margins: list[int]
    wins: list[int]
    won: list[int]
    lost: list[int]
    drawn: list[int]
    met: list[int]
    played: list[int]
    opponents: list[int]


def add_up(records: Records, index: Mapping[PlayerId, int]) -> StageTotals:
    """Everything in one pass: the records of a large field fit no cache, so each is touched only once."""
    totals = StageTotals([], [], [], [], [], [], [], [], [])
    opponents = totals.opponents
    for own in records.values():
        points = margin = wins = won = lost = drawn = played = 0
        before = len(opponents)
        for record in own:
            side = record.side
            points += side.points
            margin += side.margin
            wins += side.verdict == "win"
            up, down, even = side.games
            won, lost, drawn = won + up, lost + down, drawn + even
            if record.opponents:
                played += 1
                opponents += [index[other] for other in record.opponents]
        totals.points.append(points)
        totals.margins.append(margin)
        totals.wins.append(wins)
        totals.won.append(won)
        totals.lost.append(lost)
        totals.drawn.append(drawn)
        totals.met.append(len(opponents) - before)
        totals.played.append(played)
    return totals


OfResult = Literal["won", "drew", "lost"]
OfUnplayed = Literal["own", "missed", "as-drawn"]
OfCut = Literal["lowest", "highest"]
OfEquals = Literal["apart", "unmet"]
AddendKind = Literal[
    "match",
    "opponent",
    "bye",
    "loss",
    "averaged",
    "no-games",
    "carried",
    OfResult,
    OfUnplayed,
    OfCut,
    OfEquals,
]


@dataclass(frozen=True, slots=True)
class Addend:
    """One addend of a figure.

    Attributes:
        kind: a round played, an opponent's value, a bye, an unpaired loss, the average of other games, or what
            stands for it while there are none; an opponent's value by the result; what a round without an opponent
            or without the player counts; a value cut as lowest or highest; a match with somebody who is not equal
            so far, or between equals who have not all met.
        round_no: the round it comes from.
        opponents: whom the player met: everybody else at the table, or the one whose value this is.
        value: what is added; None if the round is left out of the sum and of the count.
        source: how an opponent's value came about.
    """

    kind: AddendKind
    round_no: RoundNo
    opponents: tuple[PlayerId, ...]
    value: Fraction | None
    source: Division | None = None

    @classmethod
    def of(cls, record: RoundRecord, value: Fraction | int | None, kind: AddendKind | None = None) -> Addend:
        """What a round itself adds; its kind is the round's own unless another is given."""
        exact = None if value is None else Fraction(value)
        return cls(kind or record.kind, record.round_no, record.opponents, exact)


@dataclass(frozen=True, slots=True)
class Division:
    """How one player's figure comes about: the parts added up, then divided.

    Attributes:
        parts: one per round of the player, in order of the records.
        divisor: what their sum is divided by; 0 if there is nothing to divide by.
        empty: the value where the divisor is 0.
        floor: the least value there is; None where there is no floor.
    """

    parts: tuple[Addend, ...]
    divisor: int | Fraction
    empty: Fraction = Fraction(0)
    floor: Fraction | None = None

    @property
    def total(self) -> Fraction:
        """The sum of the parts that count."""
        return sum((part.value for part in self.parts if part.value is not None), Fraction(0))

    @property
    def floored(self) -> bool:
        """Whether the floor replaced a smaller quotient."""
        return self.floor is not None and bool(self.divisor) and self.total / self.divisor < self.floor

    @property
    def value(self) -> Fraction:
        """The exact value."""
        if not self.divisor:
            return self.empty
        quotient = self.total / self.divisor
        return quotient if self.floor is None else max(quotient, self.floor)


class Figure(Protocol):
    """A number every player has: a tiebreaker, or what one is made of."""

    def ratios(self, ledger: Ledger) -> Ratios:
        """The figure of all players at once."""

    def division(self, ledger: Ledger, player: int) -> Division:
        """How the figure of the player with this index comes about."""


@dataclass(frozen=True, eq=False)
class Ledger:
    """The records of a stage with everything that is added up from them.

    Attributes:
        records: every player's rounds.
        variants: the readings in force.
        worth: numbers of the game's scoring.
        rounds_completed: rounds of the stage completed so far.
        without: players who are not ranked but whose results count for their opponents.
        carried: what was brought into the running part, where that is not all that was won before it.
    """

    records: Records
    variants: Variants
    worth: Worth
    rounds_completed: int
    without: frozenset[PlayerId] = frozenset()
    carried: Carried | None = None

    @cached_property
    def players(self) -> tuple[PlayerId, ...]:
        """The players by index."""
        return tuple(self.records)

    @cached_property
    def index(self) -> dict[PlayerId, int]:
        """The index of each player."""
        return {player: number for number, player in enumerate(self.players)}

    def own(self, player: int) -> tuple[RoundRecord, ...]:
        """The rounds of the player with this index."""
        return tuple(self.records[self.players[player]])

    @cached_property
    def numbers(self) -> tuple[RoundNo, ...]:
        """The rounds of the stage in order, those nobody has a record of among them."""
        known = {record.round_no for record in self.flat}
        first = min(known, default=RoundNo(1))
        return tuple(sorted({*known, *map(RoundNo, range(first, first + self.rounds_completed))}))

    @cached_property
    def rounds(self) -> list[int]:
        """Per player: rounds taken part in, that is matches, byes and unpaired losses (`B14`)."""
        return [len(own) for own in self.records.values()]

    @cached_property
    def totals(self) -> StageTotals:
        """Per player: what every game adds up."""
        return add_up(self.records, self.index)

    @cached_property
    def flat(self) -> list[RoundRecord]:
        """Per round: all rounds of the first player, then all of the second, and so on."""
        return [record for own in self.records.values() for record in own]

    @cached_property
    def byes(self) -> list[int]:
        """Per player: how many byes."""
        return self.sums([record.kind == "bye" for record in self.flat])

    def sums(self, values: Iterable[int]) -> list[int]:
        """Per player: the sum of values given per round, in the order of `flat`."""
        return _segment_sums(values, self.rounds)

    def opponent_sums(self, values: Sequence[int]) -> list[int]:
        """Per player: the sum of the opponents' values, which are given per player."""
        return _segment_sums(map(values.__getitem__, self.totals.opponents), self.totals.met)

    @cached_property
    def _kept(self) -> dict[Figure, Ratios]:
        return {}

    def of(self, figure: Figure) -> Ratios:
        """The figure of every player, computed once."""
        if figure not in self._kept:
            self._kept[figure] = figure.ratios(self)
        return self._kept[figure]


def _segment_sums(values: Iterable[int], lengths: Sequence[int]) -> list[int]:
    """The sums of consecutive runs of the given lengths."""
    totals = list(accumulate(values, initial=0))
    ends = list(accumulate(lengths, initial=0))
    return [totals[end] - totals[start] for start, end in pairwise(ends)]
