"""The tiebreakers of all regulations, one small object each.

Every one computes its figure for all players at once, as whole numbers over one denominator, and can show the
arithmetic of a single player. `TIEBREAKERS` is the table the regulations' ids are looked up in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Final, Literal, assert_never

from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.standings.ledger import Division, Figure, Ledger, Part, PartKind, Ratios
from muster.rules.schema import TiebreakerId

_NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Margin:
    """Cumulative margin of victory: the sum of the margins of all rounds (`ARM-TIE-1`, `RUN-TIE-1`)."""

    def ratios(self, ledger: Ledger) -> Ratios:
        """The sums of all players."""
        return Ratios(ledger.totals.margins, 1)

    def division(self, ledger: Ledger, player: int) -> Division:
        """The margin of every round."""
        parts = tuple(_part(record, record.side.margin) for record in ledger.own(player))
        return Division(parts, _sum(parts), 1)


@dataclass(frozen=True, slots=True)
class MatchWins:
    """The number of rounds won, byes among them; a draw counts nothing (`B36`)."""

    def ratios(self, ledger: Ledger) -> Ratios:
        """The counts of all players."""
        return Ratios(ledger.totals.wins, 1)

    def division(self, ledger: Ledger, player: int) -> Division:
        """One for every round won."""
        parts = tuple(_part(record, int(record.side.verdict == "win")) for record in ledger.own(player))
        return Division(parts, _sum(parts), 1)


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
        sums = ledger.sums([_over(share, over) for share in shares])
        played = ledger.sums([_played(side) for side in sides])
        averaged = ledger.sums([side.averaged for side in sides])
        spread = lcm(*_positive(played))
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
        kind: PartKind = "averaged" if played else "no-games"
        parts = tuple(
            _part(record, mean, kind) if record.side.averaged else _part(record, record.side.share or 0)
            for record in records
        )
        return Division(parts, _sum(parts), _completed(ledger))


@dataclass(frozen=True, slots=True)
class PointsPerRound:
    """Points by round: what strength of schedule averages over the opponents (`COM-SOS-1`).

    Rounds are those taken part in (`B14`), or by variant only those against somebody, or every round so far.
    """

    def ratios(self, ledger: Ledger) -> Ratios:
        """The quotients of all players."""
        return _divide(ledger.totals.points, self._rounds(ledger))

    def division(self, ledger: Ledger, player: int) -> Division:
        """The points of every round over the rounds counted."""
        parts = tuple(_part(record, record.side.points) for record in ledger.own(player))
        return Division(parts, _sum(parts), self._rounds(ledger)[player])

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
        return _at_least(ledger.variants.rate_floor, points, possible)

    def division(self, ledger: Ledger, player: int) -> Division:
        """The match points of every round over those possible."""
        left_out = ledger.variants.bye_in_match_rate == "left-out"
        parts = tuple(
            _part(record, None if left_out and record.kind == "bye" else record.side.points)
            for record in ledger.own(player)
        )
        possible = ledger.worth.win * _counted(parts)
        floor = ledger.variants.rate_floor
        return Division(parts, _sum(parts), possible, floor, floor)


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
        return _at_least(ledger.variants.rate_floor, points, possible)

    def division(self, ledger: Ledger, player: int) -> Division:
        """The game points of every round over those possible."""
        win, draw, floor = ledger.worth.win, ledger.worth.draw, ledger.variants.rate_floor
        games = [(record, record.side.games) for record in ledger.own(player)]
        parts = tuple(_part(record, win * won + draw * drawn) for record, (won, _, drawn) in games)
        possible = win * sum(sum(numbers) for _, numbers in games)
        return Division(parts, _sum(parts), possible, floor, floor)


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
        over = lcm(none.denominator, *_positive(counts))
        factors = {count: over // count for count in _positive(counts)}
        nothing = _over(none, over) * values.over
        means = [
            total * factors[count] if count else nothing
            for total, count in zip(ledger.opponent_sums(values.numerators), counts, strict=True)
        ]
        return Ratios(means, over * values.over)

    def division(self, ledger: Ledger, player: int) -> Division:
        """Every opponent's value over their number."""
        parts = tuple(self._opponent(ledger, record) for record in ledger.own(player))
        return Division(parts, _sum(parts), _counted(parts), self._empty(ledger))

    def _opponent(self, ledger: Ledger, record: RoundRecord) -> Part:
        if record.opponent is None:
            counts = record.kind == "bye" and self._byes_count(ledger)
            return _part(record, 0 if counts else None)
        source = self.figure.division(ledger, ledger.index[record.opponent])
        return Part("opponent", record.round_no, record.opponent, source.value, source)

    def _byes_count(self, ledger: Ledger) -> bool:
        return self.byes_may_count and ledger.variants.bye_is_opponent

    def _empty(self, ledger: Ledger) -> Fraction:
        return ledger.variants.rate_floor if self.empty == "floor" else _NOTHING


def _played(side: SideOutcome) -> bool:
    return side.share is not None and not side.averaged


def _completed(ledger: Ledger) -> int:
    """What averages over all rounds are divided by; 1 while none is complete: nothing is there yet."""
    return max(1, ledger.rounds_completed)


def _part(record: RoundRecord, value: Fraction | int | None, kind: PartKind | None = None) -> Part:
    exact = None if value is None else Fraction(value)
    return Part(kind or record.kind, record.round_no, record.opponent, exact)


def _sum(parts: Iterable[Part]) -> Fraction:
    return sum((part.value for part in parts if part.value is not None), _NOTHING)


def _counted(parts: Iterable[Part]) -> int:
    return sum(part.value is not None for part in parts)


def _positive(numbers: Iterable[int]) -> set[int]:
    return {*numbers} - {0}


def _over(value: Fraction | None, denominator: int) -> int:
    """The numerator of the value over a multiple of its denominator."""
    return value.numerator * (denominator // value.denominator) if value else 0


def _divide(numerators: Sequence[int], divisors: Sequence[int]) -> Ratios:
    """Each numerator over its divisor; 0 where the divisor is 0."""
    over = lcm(*_positive(divisors))
    factors = {divisor: over // divisor for divisor in _positive(divisors)} | {0: 0}
    return Ratios([number * factors[by] for number, by in zip(numerators, divisors, strict=True)], over)


def _at_least(floor: Fraction, numerators: Sequence[int], divisors: Sequence[int]) -> Ratios:
    """Each numerator over its divisor, but never below the floor; the floor where the divisor is 0."""
    ratios = _divide(numerators, divisors)
    over = lcm(ratios.over, floor.denominator)
    factor, least = over // ratios.over, _over(floor, over)
    return Ratios([max(number * factor, least) for number in ratios.numerators], over)


_SCHEDULE: Final = OpponentsMean(PointsPerRound())

TIEBREAKERS: Final[Mapping[TiebreakerId, Figure]] = MappingProxyType(
    {
        "margin": Margin(),
        "average-share": AverageShare(),
        "extended-average-share": OpponentsMean(AverageShare()),
        "strength-of-schedule": _SCHEDULE,
        "extended-strength-of-schedule": OpponentsMean(_SCHEDULE),
        "opponents-match-wins": OpponentsMean(MatchRate(), empty="floor", byes_may_count=False),
        "game-wins": GameRate(),
        "opponents-game-wins": OpponentsMean(GameRate(), empty="floor", byes_may_count=False),
        "match-wins": MatchWins(),
    }
)
"""Every tiebreaker by the id the regulations use."""
