"""Head-to-head: who did best among those who are equal so far (FIDE Handbook C.07, article 6, "direct encounter").

This figure alone needs to know what stands before it. It is asked for with `after`, which binds it to the figures
that are compared first; two players are equal where all of these are. So it is a figure like any other to the table,
to the arithmetic and to whoever asks for one player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from muster.core.messages import Message, say
from muster.core.outcomes import RoundRecord
from muster.core.standings.ledger import Addend, Division, Figure, Ledger
from muster.core.standings.ratios import Ratios
from muster.rules.variants import Variants


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The points from the matches between all who are equal so far.

    It counts only where every one of them has met every other; otherwise all of them have 0 (6.1). Players who are
    not ranked, and those without a single round, are none of them. Points count as they were given, so also those
    of a match somebody did not come to.

    Attributes:
        before: the figures that are compared first.
    """

    before: tuple[Figure, ...] = ()

    def after(self, before: tuple[Figure, ...]) -> HeadToHead:
        """The same figure where these are compared before it."""
        return replace(self, before=before)

    def ratios(self, ledger: Ledger) -> Ratios:
        """The points of all players among their equals."""
        sums = [0] * len(ledger.players)
        for group in self._groups(ledger):
            if _all_met(ledger, group):
                for player in group:
                    sums[player] = sum(one.side.points for one in _between(ledger, player, group))
        return Ratios(sums, 1)

    def division(self, ledger: Ledger, player: int) -> Division:
        """What every match against one of the equals gave; the other rounds are left out."""
        group = next((group for group in self._groups(ledger) if player in group), frozenset({player}))
        counts = _all_met(ledger, group)
        return Division(tuple(_part(ledger, record, group, counts) for record in ledger.own(player)), 1)

    def _groups(self, ledger: Ledger) -> Iterator[frozenset[int]]:
        """Those who are equal so far, as sets of two and more."""
        columns = [ledger.of(figure).numerators for figure in self.before]
        found: dict[tuple[int, ...], list[int]] = {}
        for player, own in enumerate(ledger.records.values()):
            if own and ledger.players[player] not in ledger.without:
                found.setdefault(tuple([column[player] for column in columns]), []).append(player)
        return (frozenset(group) for group in found.values() if len(group) > 1)


def _between(ledger: Ledger, player: int, group: frozenset[int]) -> list[RoundRecord]:
    """The matches of a player against others of the group; at a table it is enough that one of them sat there."""
    return [
        record
        for record in ledger.own(player)
        if any(ledger.index[other] in group for other in record.opponents)
    ]


def _all_met(ledger: Ledger, group: frozenset[int]) -> bool:
    return all(
        group - {player}
        <= {ledger.index[other] for record in ledger.own(player) for other in record.opponents}
        for player in group
    )


def _part(ledger: Ledger, record: RoundRecord, group: frozenset[int], counts: bool) -> Addend:
    if not record.opponents:
        return Addend.of(record, None)
    if not any(ledger.index[other] in group for other in record.opponents):
        return Addend.of(record, None, "apart")
    return Addend.of(record, Fraction(record.side.points)) if counts else Addend.of(record, None, "unmet")


def head_to_head_formula(variants: Variants) -> Message:  # noqa: ARG001  (no reading changes it)
    """How it is computed."""
    return say(
        "The points from the matches between all who are equal so far, where each of them has met all others; "
        "otherwise 0."
    )
