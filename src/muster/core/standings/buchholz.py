"""Buchholz and Sonneborn-Berger: what the opponents' points add up to (FIDE Handbook C.07, articles 8, 9, 14 and 16).

Every round of the stage adds something, also one in which the player had no opponent or took no part. What such a
round adds, and what it is to the opponents, is the variant `unplayed_rounds`:

* `left-out`: it adds nothing, and opponents have the points they have.
* `fide-2023`: as C.07 says it in the editions from 1 September 2023 to 28 February 2026. A round without an opponent
  is one against an opponent with the player's own points (16.4). To others a player's last rounds are drawn from the
  first on after which the player was not there again, by their own will (16.3).

Points of a forfeited match are those of a match: whoever was paired with somebody has met them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, Literal, assert_never

from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, paragraph, say
from muster.core.outcomes import RoundRecord
from muster.core.standings.figures import of_opponents
from muster.core.standings.ledger import Addend, AddendKind, Division, Figure, Ledger
from muster.core.standings.ratios import Ratios
from muster.rules.variants import Variants

Cut = Literal["none", "lowest", "both"]
"""What is left out of the sum: nothing, the lowest value, or the lowest and then the highest (14.1 and 14.3)."""

Entry = tuple[RoundNo, RoundRecord | None]
"""A round of the stage, with what it was for a player; None where the player took no part."""


def entries(ledger: Ledger, player: int) -> list[Entry]:
    """Every round of the stage for the player with this index."""
    own = {record.round_no: record for record in ledger.own(player)}
    return [(number, own.get(number)) for number in ledger.numbers]


def voluntary(record: RoundRecord | None) -> bool:
    """Whether a player was not there by their own will (16.2): no opponent, and no bye that counts as won."""
    if record is None:
        return True
    return not record.opponents and not (record.kind == "bye" and record.side.verdict == "win")


@dataclass(frozen=True, slots=True)
class PointsForOthers:
    """The points of a player as the opponents' tiebreakers read them (16.3)."""

    def ratios(self, ledger: Ledger) -> Ratios:
        """The points of all players."""
        if ledger.variants.unplayed_rounds == "left-out":
            return Ratios(list(ledger.totals.points), 1)
        return Ratios(
            [sum(value for _, value in _for_others(ledger, player)) for player in range(len(ledger.players))],
            1,
        )

    def division(self, ledger: Ledger, player: int) -> Division:
        """What every round counts for the opponents."""
        if ledger.variants.unplayed_rounds == "left-out":
            return Division(tuple(Addend.of(one, one.side.points) for one in ledger.own(player)), 1)
        parts = [
            Addend("as-drawn", number, (), Fraction(value))
            if record is None or value != record.side.points
            else Addend.of(record, value)
            for (number, record), value in _for_others(ledger, player)
        ]
        return Division(tuple(parts), 1)


def _for_others(ledger: Ledger, player: int) -> Iterator[tuple[Entry, int]]:
    """Each round with its points; from the last one on in which the player was there, each is drawn."""
    rounds = entries(ledger, player)
    there = max((place for place, (_, record) in enumerate(rounds) if not voluntary(record)), default=-1)
    for place, entry in enumerate(rounds):
        record = entry[1]
        if place > there:
            yield entry, ledger.worth.draw
        else:
            yield entry, record.side.points if record else 0


@dataclass(frozen=True, slots=True)
class OpponentsPoints:
    """The sum of the opponents' points, whole or by the player's own results against them.

    Attributes:
        by_result: the points of those beaten count in full, of those drawn with as a draw is to a win, and of the
            others not at all (9.1); otherwise all count in full (8.1).
        cut: what is left out of the sum. By `fide-2023` the lowest of the rounds missed by the player's own will is
            left out before any other (16.5).
    """

    by_result: bool = False
    cut: Cut = "none"

    def ratios(self, ledger: Ledger) -> Ratios:
        """The sums of all players; a drawn opponent's points are counted in parts of a win."""
        sums = []
        for player in range(len(ledger.players)):
            values = self._values(ledger, player)
            cut = self._cut(ledger, values)
            sums.append(sum(value for place, (_, value) in enumerate(values) if place not in cut))
        return Ratios(sums, self._over(ledger))

    def division(self, ledger: Ledger, player: int) -> Division:
        """What every round adds, those left out among them."""
        values, over = self._values(ledger, player), self._over(ledger)
        cut = self._cut(ledger, values)
        parts = [
            self._part(ledger, player, entry, None if place in cut else Fraction(value, over), cut.get(place))
            for place, (entry, value) in enumerate(values)
        ]
        return Division(tuple(parts), 1)

    def _over(self, ledger: Ledger) -> int:
        return (ledger.worth.win or 1) if self.by_result else 1

    def _values(self, ledger: Ledger, player: int) -> list[tuple[Entry, int]]:
        """Every round of the stage with what it adds, before anything is left out."""
        others = ledger.of(_OTHERS).numerators
        return [
            (entry, self._weight(ledger, entry[1]) * self._points(ledger, player, entry[1], others))
            for entry in entries(ledger, player)
        ]

    def _weight(self, ledger: Ledger, record: RoundRecord | None) -> int:
        """How much of the opponent's points counts: all, or in parts of a win."""
        if not self.by_result:
            return 1
        if record is None or record.side.verdict == "loss":
            return 0
        return self._over(ledger) if record.side.verdict == "win" else ledger.worth.draw

    def _points(self, ledger: Ledger, player: int, record: RoundRecord | None, others: list[int]) -> int:
        if record is not None and record.opponents:
            return sum(others[ledger.index[other]] for other in record.opponents)
        match ledger.variants.unplayed_rounds:
            case "left-out":
                return 0
            case "fide-2023":
                return ledger.totals.points[player]
            case never:
                assert_never(never)

    def _cut(self, ledger: Ledger, values: list[tuple[Entry, int]]) -> dict[int, AddendKind]:
        """The places of the rounds that are left out, with why."""
        places = range(len(values))
        if self.cut == "none" or not places:
            return {}
        first = [place for place in places if voluntary(values[place][0][1])]
        fide = ledger.variants.unplayed_rounds == "fide-2023"
        lowest = min((fide and first) or places, key=lambda place: values[place][1])
        cut: dict[int, AddendKind] = {lowest: "lowest"}
        rest = [place for place in places if place != lowest]
        if self.cut == "both" and rest:
            cut[max(rest, key=lambda place: values[place][1])] = "highest"
        return cut

    def _part(
        self, ledger: Ledger, player: int, entry: Entry, value: Fraction | None, cut: AddendKind | None
    ) -> Addend:
        number, record = entry
        if record is not None and record.opponents:
            kind: AddendKind = cut or (_RESULTS[record.side.verdict] if self.by_result else "opponent")
            return Addend(kind, number, record.opponents, value, _points_of(ledger, record.opponents))
        if ledger.variants.unplayed_rounds == "fide-2023":
            own = Fraction(ledger.totals.points[player])
            return Addend(cut or "own", number, (), value, Division((Addend("own", number, (), own),), 1))
        return Addend(cut or (record.kind if record else "missed"), number, (), value)


def _points_of(ledger: Ledger, opponents: Sequence[PlayerId]) -> Division:
    """The points of the opponent; of several at a table those of all of them together."""
    found = [_OTHERS.division(ledger, ledger.index[other]) for other in opponents]
    return Division(tuple(part for one in found for part in one.parts), 1)


_OTHERS: Final = PointsForOthers()

_RESULTS: Final[dict[str, AddendKind]] = {"win": "won", "draw": "drew", "loss": "lost"}


@dataclass(frozen=True, slots=True)
class OpponentsSum:
    """The sum of a figure over the opponents met, each match counting once; rounds without one add nothing."""

    figure: Figure

    def ratios(self, ledger: Ledger) -> Ratios:
        """The sums of all players."""
        values = ledger.of(self.figure)
        return Ratios(ledger.opponent_sums(values.numerators), values.over)

    def division(self, ledger: Ledger, player: int) -> Division:
        """What every opponent adds."""
        return Division(
            tuple(part for record in ledger.own(player) for part in self._round(ledger, record)), 1
        )

    def _round(self, ledger: Ledger, record: RoundRecord) -> Iterable[Addend]:
        if record.opponents:
            return of_opponents(ledger, record, self.figure)
        return (Addend.of(record, None),)


def _unplayed(variants: Variants) -> Message:
    """What a round without an opponent adds, in a sentence."""
    match variants.unplayed_rounds:
        case "left-out":
            return say("A round without an opponent adds nothing.")
        case "fide-2023":
            return say(
                "A round without an opponent is one against somebody with the player’s own points; the last rounds "
                "an opponent missed by choice count them a draw each."
            )
        case never:
            assert_never(never)


def with_unplayed(sentence: Message, variants: Variants) -> Message:
    """How a figure is computed, with what a round without an opponent adds."""
    return paragraph(sentence, _unplayed(variants))


BUCHHOLZ: Final = partial(with_unplayed, say("The opponents’ points, added up."))
CUT_1: Final = partial(with_unplayed, say("The opponents’ points, added up without the lowest."))
MEDIAN: Final = partial(
    with_unplayed, say("The opponents’ points, added up without the lowest and the highest.")
)
SONNEBORN_BERGER: Final = partial(
    with_unplayed,
    say(
        "The points of the opponents beaten, and of those drawn with as much as a draw is of a win, added up."
    ),
)
