"""The tiebreakers of all regulations, one object each: formula, arithmetic, how a value is written and explained.

`TIEBREAKERS` is the table the regulations' ids are looked up in. The figures themselves stand in `figures.py`,
`buchholz.py` and `head_to_head.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Final, Literal, assert_never, cast

from muster.core.messages import NOTHING, Message, Number, paragraph, say
from muster.core.points import HalfPoints
from muster.core.standings.buchholz import (
    BUCHHOLZ,
    CUT_1,
    MEDIAN,
    SONNEBORN_BERGER,
    OpponentsPoints,
    OpponentsSum,
)
from muster.core.standings.figures import (
    AverageShare,
    CountedSum,
    GamePoints,
    GameRate,
    MatchRate,
    OpponentsMean,
    PointsPerRound,
    RoundSum,
)
from muster.core.standings.head_to_head import HeadToHead, head_to_head_formula
from muster.core.standings.ledger import Figure
from muster.core.standings.values import CriterionId
from muster.core.written import decimal, percent
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True)
class Notation:
    """How the values of a column are written for people, and what to know to read them."""

    text: Callable[[Fraction], Number]
    note: Message = NOTHING


WHOLE: Final = Notation(lambda value: Number(str(value)))
POINTS_LIKE: Final = Notation(lambda value: decimal(value, 0 if value.denominator == 1 else 2))
DECIMAL: Final = Notation(partial(decimal, places=2))
PERCENT: Final = Notation(percent, say("1 is 100 %."))


@dataclass(frozen=True, slots=True)
class Calculation:
    """All there is to know of the figures in a column: none can be declared without how it is written.

    Attributes:
        figure: the formula, for all players at once and part by part for one.
        notation: how a value is written.
        formula: how the figure is computed under these readings, in a sentence.
        of: its values are made of match points, of what games inside matches are worth, are a part of the points
            that are possible, or none of this: where points are shown in halves, the first two are, too.
    """

    figure: Figure
    notation: Notation
    formula: Callable[[Variants], Message]
    of: Literal["", "points", "games", "possible"] = ""

    def shown_in_halves(self, *, scores: bool) -> bool:
        """Whether values of it are shown in halves where points are; `scores`: a game's scores are no points."""
        return self.of == "points" or (self.of == "games" and not scores)

    def explained(self, variants: Variants) -> Message:
        """How the figure is computed, and how to read it."""
        return paragraph(self.formula(variants), self.notation.note)


def _schedule_formula(variants: Variants) -> Message:
    match variants.schedule_rounds:
        case "active":
            return say(
                "For each opponent their points by the rounds they took part in; then the mean of these."
            )
        case "games":
            return say(
                "For each opponent their points by the rounds in which they had an opponent; "
                "then the mean of these."
            )
        case "scheduled":
            return say(
                "For each opponent their points by the rounds completed so far; then the mean of these."
            )
        case never:
            assert_never(never)


_SCHEDULE: Final = OpponentsMean(PointsPerRound())

POINTS: Final = Calculation(
    CountedSum(
        RoundSum(lambda ledger: ledger.totals.points, lambda side: side.points),
        lambda carried: carried.points,
    ),
    WHOLE,
    lambda _: say("The sum over all rounds."),
    "points",
)
"""What comes before all tiebreakers: tournament or match points."""

TIEBREAKERS: Final[Mapping[TiebreakerId, Calculation]] = MappingProxyType(
    {
        # Cumulative margin of victory (`ARM-TIE-1`, `RUN-TIE-1`).
        "margin": Calculation(
            RoundSum(lambda ledger: ledger.totals.margins, lambda side: side.margin),
            WHOLE,
            lambda _: say("The sum over all rounds."),
        ),
        "average-share": Calculation(
            AverageShare(),
            PERCENT,
            lambda _: say("The share of each round, added up, by the rounds completed so far."),
        ),
        "extended-average-share": Calculation(
            OpponentsMean(AverageShare()),
            PERCENT,
            lambda _: say("The mean of the opponents’ average margin of victory."),
        ),
        "strength-of-schedule": Calculation(_SCHEDULE, DECIMAL, _schedule_formula, "points"),
        "extended-strength-of-schedule": Calculation(
            OpponentsMean(_SCHEDULE),
            DECIMAL,
            lambda _: say("The mean of the opponents’ strength of schedule."),
            "points",
        ),
        "opponents-match-wins": Calculation(
            OpponentsMean(MatchRate(), empty="floor", byes_may_count=False),
            PERCENT,
            lambda variants: say(
                "For each opponent their match points by those possible, at least {floor}; "
                "then the mean of these.",
                floor=str(variants.rate_floor),
            ),
            "possible",
        ),
        "game-wins": Calculation(
            GameRate(),
            PERCENT,
            lambda variants: say(
                "Game points by those possible in the games started, at least {floor}.",
                floor=str(variants.rate_floor),
            ),
            "possible",
        ),
        "opponents-game-wins": Calculation(
            OpponentsMean(GameRate(), empty="floor", byes_may_count=False),
            PERCENT,
            lambda variants: say(
                "The mean of the opponents’ game wins, each at least {floor}.", floor=str(variants.rate_floor)
            ),
            "possible",
        ),
        "buchholz": Calculation(OpponentsPoints(), POINTS_LIKE, BUCHHOLZ, "points"),
        "buchholz-cut-1": Calculation(OpponentsPoints(cut="lowest"), POINTS_LIKE, CUT_1, "points"),
        "median-buchholz": Calculation(OpponentsPoints(cut="both"), POINTS_LIKE, MEDIAN, "points"),
        "sonneborn-berger": Calculation(
            OpponentsPoints(by_result=True), POINTS_LIKE, SONNEBORN_BERGER, "points"
        ),
        "head-to-head": Calculation(HeadToHead(), WHOLE, head_to_head_formula, "points"),
        "total-score": Calculation(
            GamePoints(), WHOLE, lambda _: say("The game points of all rounds, added up."), "games"
        ),
        "opponents-score": Calculation(
            OpponentsSum(GamePoints()),
            WHOLE,
            lambda _: say("The opponents’ total scores, added up."),
            "games",
        ),
        # A draw counts nothing (`B36`).
        "match-wins": Calculation(
            CountedSum(
                RoundSum(lambda ledger: ledger.totals.wins, lambda side: int(side.verdict == "win")),
                lambda carried: carried.wins,
            ),
            WHOLE,
            lambda _: say("The number of rounds won; a bye is one."),
        ),
    }
)
"""Every tiebreaker by the id the regulations use."""


def calculation(criterion: CriterionId) -> Calculation:
    """How the figures of a column come about.

    Raises:
        KeyError: it is the random key, which is no figure.
    """
    return POINTS if criterion == "points" else TIEBREAKERS[cast("TiebreakerId", criterion)]


@lru_cache(8192)
def value_text(criterion: CriterionId, value: Fraction | int, *, halves: bool = False) -> Number:
    """A value as people read it: a whole number, a mean to two decimals, or a percentage.

    Args:
        criterion: what the value is of.
        value: as it is inside.
        halves: it is of points shown in halves: `4½` for 9.
    """
    text = calculation(criterion).notation.text
    if not halves:
        return text(Fraction(value))
    shown = Fraction(value) / 2
    whole = text is not DECIMAL.text and shown.denominator <= 2
    return Number(str(HalfPoints(int(value)))) if whole else text(shown)
