"""The tiebreakers of all regulations, one object each: formula, arithmetic, how a value is written and explained.

`TIEBREAKERS` is the table the regulations' ids are looked up in. A figure is computed for all players at once, as
whole numbers over one denominator, and can show the arithmetic of a single player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from types import MappingProxyType
from typing import Final, Literal, assert_never, cast

from muster.core.messages import NOTHING, Message, paragraph, say
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.points import decimal_text, percent_text
from muster.core.standings.ledger import Addend, AddendKind, Division, Figure, Ledger
from muster.core.standings.ratios import Ratios, at_least, divide, numerator_over, positive
from muster.core.standings.values import CriterionId
from muster.rules.schema import Variants
from muster.rules.tiebreakers import TiebreakerId

_NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Notation:
    """How the values of a column are written for people, and what to know to read them."""

    text: Callable[[Fraction], str]
    note: Message = NOTHING


WHOLE: Final = Notation(str)
DECIMAL: Final = Notation(partial(decimal_text, places=2))
PERCENT: Final = Notation(percent_text, say("1 is 100 %."))


@dataclass(frozen=True, slots=True)
class Calculation:
    """All there is to know of the figures in a column: none can be declared without how it is written.

    Attributes:
        figure: the formula, for all players at once and part by part for one.
        notation: how a value is written.
        formula: how the figure is computed under these readings, in a sentence.
    """

    figure: Figure
    notation: Notation
    formula: Callable[[Variants], Message]

    def explained(self, variants: Variants) -> Message:
        """How the figure is computed, and how to read it."""
        return paragraph(self.formula(variants), self.notation.note)


@dataclass(frozen=True, slots=True)
class RoundSum:
    """A sum over all rounds.

    Attributes:
        sums: the sums of all players.
        adds: what one round adds.
    """

    sums: Callable[[Ledger], list[int]]
    adds: Callable[[SideOutcome], int]

    def ratios(self, ledger: Ledger) -> Ratios:
        """The sums of all players."""
        return Ratios(self.sums(ledger), 1)

    def division(self, ledger: Ledger, player: int) -> Division:
        """What every round adds."""
        return Division(tuple(Addend.of(record, self.adds(record.side)) for record in ledger.own(player)), 1)


@dataclass(frozen=True, slots=True)
class AverageShare:
    """Average margin of victory as a share (`LEG-TIE-1`, `LEG-MOV-4` to `LEG-MOV-7`).

    A bye, and a win over somebody who conceded or never came, count the mean of the shares really played for,
    or the share for no games while there are none (`B31`). Unpaired losses and rounds after a drop count
    nothing, for the sum is divided by all rounds completed (`B32`).
    """

    def ratios(self, ledger: Ledger) -> Ratios:
        """The averages of all players."""
        sides = [record.side for record in ledger.flat]
        shares = [side.share if _played(side) else _NOTHING for side in sides]
        over = lcm(*{share.denominator for share in shares if share is not None})
        sums = ledger.sums([numerator_over(share, over) for share in shares])
        played = ledger.sums([_played(side) for side in sides])
        averaged = ledger.sums([side.averaged for side in sides])
        spread = lcm(*positive(played))
        none = ledger.worth.no_games
        nothing = none.numerator * over * spread
        numerators = [
            total * (own + more) * (spread // own) * none.denominator if own else more * nothing
            for total, own, more in zip(sums, played, averaged, strict=True)
        ]
        return Ratios(numerators, over * spread * none.denominator * _completed(ledger))

    def division(self, ledger: Ledger, player: int) -> Division:
        """The share counted for every round, over the rounds completed."""
        records = ledger.own(player)
        played = [record.side.share or _NOTHING for record in records if _played(record.side)]
        mean = sum(played, _NOTHING) / len(played) if played else ledger.worth.no_games
        kind: AddendKind = "averaged" if played else "no-games"
        parts = tuple(
            Addend.of(record, mean, kind)
            if record.side.averaged
            else Addend.of(record, record.side.share or 0)
            for record in records
        )
        return Division(parts, _completed(ledger))


@dataclass(frozen=True, slots=True)
class PointsPerRound:
    """Points by round: what strength of schedule averages over the opponents (`COM-SOS-1`).

    Rounds are those taken part in (`B14`), or by variant only those against somebody, or every round so far.
    """

    def ratios(self, ledger: Ledger) -> Ratios:
        """The quotients of all players."""
        return divide(ledger.totals.points, self._rounds(ledger))

    def division(self, ledger: Ledger, player: int) -> Division:
        """The points of every round over the rounds counted."""
        parts = tuple(Addend.of(record, record.side.points) for record in ledger.own(player))
        return Division(parts, self._rounds(ledger)[player])

    def _rounds(self, ledger: Ledger) -> Sequence[int]:
        match ledger.variants.schedule_rounds:
            case "active":
                return ledger.rounds
            case "games":
                return ledger.totals.met
            case "scheduled":
                return [_completed(ledger)] * len(ledger.rounds)
            case never:
                assert_never(never)


@dataclass(frozen=True, slots=True)
class MatchRate:
    """Match points of those possible in the rounds taken part in, never below the floor (`B37` to `B40`).

    A bye is a round won, or left out by variant (`B39`).
    """

    def ratios(self, ledger: Ledger) -> Ratios:
        """The rates of all players."""
        points, rounds = ledger.totals.points, ledger.rounds
        if ledger.variants.bye_in_match_rate == "left-out":
            kept = [(record.kind != "bye", record.side.points) for record in ledger.flat]
            points = ledger.sums([counts * gained for counts, gained in kept])
            rounds = ledger.sums([counts for counts, _ in kept])
        possible = [ledger.worth.win * number for number in rounds]
        return at_least(ledger.variants.rate_floor, points, possible)

    def division(self, ledger: Ledger, player: int) -> Division:
        """The match points of every round over those possible."""
        left_out = ledger.variants.bye_in_match_rate == "left-out"
        parts = tuple(
            Addend.of(record, None if left_out and record.kind == "bye" else record.side.points)
            for record in ledger.own(player)
        )
        possible = ledger.worth.win * _counted(parts)
        floor = ledger.variants.rate_floor
        return Division(parts, possible, floor, floor)


@dataclass(frozen=True, slots=True)
class GameRate:
    """Game points of those possible in games started, never below the floor (`SWU-TIE-2`, `B38`, `B40`)."""

    def ratios(self, ledger: Ledger) -> Ratios:
        """The rates of all players."""
        win, draw = ledger.worth.win, ledger.worth.draw
        totals = ledger.totals
        points = [win * won + draw * drawn for won, drawn in zip(totals.won, totals.drawn, strict=True)]
        games = zip(totals.won, totals.lost, totals.drawn, strict=True)
        possible = [win * (won + lost + drawn) for won, lost, drawn in games]
        return at_least(ledger.variants.rate_floor, points, possible)

    def division(self, ledger: Ledger, player: int) -> Division:
        """The game points of every round over those possible."""
        win, draw, floor = ledger.worth.win, ledger.worth.draw, ledger.variants.rate_floor
        games = [(record, record.side.games) for record in ledger.own(player)]
        parts = tuple(Addend.of(record, win * won + draw * drawn) for record, (won, _, drawn) in games)
        possible = win * sum(sum(numbers) for _, numbers in games)
        return Division(parts, possible, floor, floor)


@dataclass(frozen=True, slots=True)
class OpponentsMean:
    """The mean of a figure over the opponents met, each match counting once.

    Attributes:
        figure: whose mean it is.
        empty: what it comes to without an opponent: nothing (`B15`, `B34`) or the rate floor (`B38`).
        byes_may_count: whether the variant `bye_is_opponent` makes a bye an opponent with nothing here.
    """

    figure: Figure
    empty: Literal["nothing", "floor"] = "nothing"
    byes_may_count: bool = True

    def ratios(self, ledger: Ledger) -> Ratios:
        """The means of all players."""
        values, none = ledger.of(self.figure), self._empty(ledger)
        counts = ledger.totals.met
        if self._byes_count(ledger):
            counts = [met + byes for met, byes in zip(counts, ledger.byes, strict=True)]
        over = lcm(none.denominator, *positive(counts))
        factors = {count: over // count for count in positive(counts)}
        nothing = numerator_over(none, over) * values.over
        means = [
            total * factors[count] if count else nothing
            for total, count in zip(ledger.opponent_sums(values.numerators), counts, strict=True)
        ]
        return Ratios(means, over * values.over)

    def division(self, ledger: Ledger, player: int) -> Division:
        """Every opponent's value over their number."""
        parts = tuple(self._opponent(ledger, record) for record in ledger.own(player))
        return Division(parts, _counted(parts), self._empty(ledger))

    def _opponent(self, ledger: Ledger, record: RoundRecord) -> Addend:
        if record.opponent is None:
            counts = record.kind == "bye" and self._byes_count(ledger)
            return Addend.of(record, 0 if counts else None)
        source = self.figure.division(ledger, ledger.index[record.opponent])
        return Addend("opponent", record.round_no, record.opponent, source.value, source)

    def _byes_count(self, ledger: Ledger) -> bool:
        return self.byes_may_count and ledger.variants.bye_is_opponent

    def _empty(self, ledger: Ledger) -> Fraction:
        return ledger.variants.rate_floor if self.empty == "floor" else _NOTHING


def _played(side: SideOutcome) -> bool:
    return side.share is not None and not side.averaged


def _counted(parts: Iterable[Addend]) -> int:
    return sum(part.value is not None for part in parts)


def _completed(ledger: Ledger) -> int:
    """What averages over all rounds are divided by; 1 while none is complete: nothing is there yet."""
    return max(1, ledger.rounds_completed)


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
    RoundSum(lambda ledger: ledger.totals.points, lambda side: side.points),
    WHOLE,
    lambda _: say("The sum over all rounds."),
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
        "strength-of-schedule": Calculation(_SCHEDULE, DECIMAL, _schedule_formula),
        "extended-strength-of-schedule": Calculation(
            OpponentsMean(_SCHEDULE),
            DECIMAL,
            lambda _: say("The mean of the opponents’ strength of schedule."),
        ),
        "opponents-match-wins": Calculation(
            OpponentsMean(MatchRate(), empty="floor", byes_may_count=False),
            PERCENT,
            lambda variants: say(
                "For each opponent their match points by those possible, at least {floor}; "
                "then the mean of these.",
                floor=str(variants.rate_floor),
            ),
        ),
        "game-wins": Calculation(
            GameRate(),
            PERCENT,
            lambda variants: say(
                "Game points by those possible in the games started, at least {floor}.",
                floor=str(variants.rate_floor),
            ),
        ),
        "opponents-game-wins": Calculation(
            OpponentsMean(GameRate(), empty="floor", byes_may_count=False),
            PERCENT,
            lambda variants: say(
                "The mean of the opponents’ game wins, each at least {floor}.", floor=str(variants.rate_floor)
            ),
        ),
        # A draw counts nothing (`B36`).
        "match-wins": Calculation(
            RoundSum(lambda ledger: ledger.totals.wins, lambda side: int(side.verdict == "win")),
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


def value_text(criterion: CriterionId, value: Fraction | int) -> str:
    """A value as people read it: a whole number, a mean to two decimals, or a percentage."""
    return calculation(criterion).notation.text(Fraction(value))
