"""The figures that tiebreakers are made of: for all players at once, and part by part for one.

A figure is computed for all players at once, as whole numbers over one denominator, and can show the arithmetic of a
single player. Sums over opponents stand in `buchholz.py`, what equals have among themselves in `head_to_head.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, Literal, assert_never

from muster.core.ids import PlayerId
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.standings.ledger import Addend, AddendKind, Carried, Division, Figure, Ledger
from muster.core.standings.ratios import Ratios, at_least, divide, numerator_over, positive

_NOTHING: Final = Fraction(0)


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
class CountedSum:
    """A sum over all rounds in which those before the running part count what was brought into it (`F29`).

    Attributes:
        of_rounds: the sum as it is where all rounds count.
        brought: what was brought in, by player.
    """

    of_rounds: RoundSum
    brought: Callable[[Carried], Mapping[PlayerId, int]]

    def ratios(self, ledger: Ledger) -> Ratios:
        """The sums of all players."""
        sums = self.of_rounds.ratios(ledger)
        if ledger.carried is None:
            return sums
        return Ratios([self._counted(ledger, ledger.carried, at) for at in range(len(sums.numerators))], 1)

    def division(self, ledger: Ledger, player: int) -> Division:
        """What was brought in, then what every later round adds."""
        if ledger.carried is None:
            return self.of_rounds.division(ledger, player)
        after, worth = ledger.carried.after, self._brought(ledger, ledger.carried, player)
        later = tuple(Addend.of(one, self.of_rounds.adds(one.side)) for one in _later(ledger, player, after))
        return Division((Addend("carried", after, (), Fraction(worth)), *later), 1)

    def _brought(self, ledger: Ledger, carried: Carried, player: int) -> int:
        return self.brought(carried).get(ledger.players[player], 0)

    def _counted(self, ledger: Ledger, carried: Carried, player: int) -> int:
        later = _later(ledger, player, carried.after)
        return sum(
            (self.of_rounds.adds(one.side) for one in later), start=self._brought(ledger, carried, player)
        )


def _later(ledger: Ledger, player: int, after: int) -> Iterator[RoundRecord]:
    return (one for one in ledger.own(player) if one.round_no > after)


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
                return ledger.totals.played
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
        possible = [ledger.worth.most * number for number in rounds]
        return at_least(ledger.variants.rate_floor, points, possible)

    def division(self, ledger: Ledger, player: int) -> Division:
        """The match points of every round over those possible."""
        left_out = ledger.variants.bye_in_match_rate == "left-out"
        parts = tuple(
            Addend.of(record, None if left_out and record.kind == "bye" else record.side.points)
            for record in ledger.own(player)
        )
        possible = ledger.worth.most * _counted(parts)
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
class GamePoints:
    """Game points: what every game won or drawn inside the matches is worth, weighed as matches are."""

    def ratios(self, ledger: Ledger) -> Ratios:
        """The sums of all players."""
        (win, draw), totals = ledger.worth.game, ledger.totals
        return Ratios(
            [win * won + draw * drawn for won, drawn in zip(totals.won, totals.drawn, strict=True)], 1
        )

    def division(self, ledger: Ledger, player: int) -> Division:
        """The game points of every round."""
        win, draw = ledger.worth.game
        games = [(record, record.side.games) for record in ledger.own(player)]
        return Division(tuple(Addend.of(one, win * won + draw * drawn) for one, (won, _, drawn) in games), 1)


@dataclass(frozen=True, slots=True)
class OpponentsMean:
    """The mean of a figure over the opponents met, each meeting counting once: at a table of four, three a round.

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
        parts = tuple(part for record in ledger.own(player) for part in self._round(ledger, record))
        return Division(parts, _counted(parts), self._empty(ledger))

    def _round(self, ledger: Ledger, record: RoundRecord) -> Iterable[Addend]:
        if record.opponents:
            return of_opponents(ledger, record, self.figure)
        counts = record.kind == "bye" and self._byes_count(ledger)
        return (Addend.of(record, 0 if counts else None),)

    def _byes_count(self, ledger: Ledger) -> bool:
        return self.byes_may_count and ledger.variants.bye_is_opponent

    def _empty(self, ledger: Ledger) -> Fraction:
        return ledger.variants.rate_floor if self.empty == "floor" else _NOTHING


def of_opponents(ledger: Ledger, record: RoundRecord, figure: Figure) -> Iterator[Addend]:
    """A figure of everybody the player met in a round, each with how it came about."""
    for other in record.opponents:
        source = figure.division(ledger, ledger.index[other])
        yield Addend("opponent", record.round_no, (other,), source.value, source)


def _played(side: SideOutcome) -> bool:
    return side.share is not None and not side.averaged


def _counted(parts: Iterable[Addend]) -> int:
    return sum(part.value is not None for part in parts)


def _completed(ledger: Ledger) -> int:
    """What averages over all rounds are divided by; 1 while none is complete: nothing is there yet."""
    return max(1, ledger.rounds_completed)
