"""What the standings show at a glance beside their figures: the record, and the places so far as a small line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from muster.app.standings.read import OfRounds, standings_after
from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.outcomes import RoundRecord
from muster.core.tournament import queries
from muster.core.tournament.state import State

WIDE: Final = 64
HIGH: Final = 18
"""The field of a small line, in pixels; the first place is at its upper edge."""


@dataclass(frozen=True, slots=True)
class Spark:
    """A player's places as a small line.

    Attributes:
        points: where it goes, as SVG has it; none for a single place.
        end: where it ends.
        says: the places in words.
    """

    points: str
    end: tuple[int, int]
    says: Message

    @property
    def drawn(self) -> SafeString:
        """The line as SVG, with its words for whoever does not see it."""
        x, y = self.end
        return format_html(
            '<svg width="{}" height="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">'
            '<polyline points="{}" /><circle cx="{}" cy="{}" r="2.5" /></svg>',
            *(WIDE, HIGH, WIDE, HIGH), self.says, self.points, x, y,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Glance:
    """What stands beside a player's figures.

    Attributes:
        record: rounds won, drawn and lost, a bye counted as won: `3-0-2`.
        spark: the places so far; None before the second round.
    """

    record: str
    spark: Spark | None


def glances(state: State, after: int) -> Mapping[PlayerId, Glance]:
    """What stands beside everybody's figures after a round."""
    return _kept.of(state, after)


def _glances(state: State, after: int) -> Mapping[PlayerId, Glance]:
    orders = [_places(state, number) for number in range(1, after + 1)]
    return {
        player: Glance(_record(own), spark_of([one.get(player) for one in orders], len(orders[-1])))
        for player, own in queries.records(state, after).items()
    }


_kept: Final = OfRounds(16, _glances)


def _places(state: State, number: int) -> Mapping[PlayerId, int]:
    return {player: at for at, player in enumerate(standings_after(state, number).order, 1)}


def _record(rounds: Sequence[RoundRecord]) -> str:
    verdicts = [one.side.verdict for one in rounds]
    return "-".join(str(verdicts.count(one)) for one in ("win", "draw", "loss"))


def spark_of(places: Sequence[int | None], players: int) -> Spark | None:
    """The line of these places among so many players; None for fewer than two."""
    known = [(at, place) for at, place in enumerate(places) if place is not None]
    if len(known) < 2:
        return None
    across, down = WIDE - 6, HIGH - 6
    spots = [
        (3 + across * at // (len(places) - 1), 3 + down * (place - 1) // max(1, players - 1))
        for at, place in known
    ]
    listed = ", ".join(str(place) for _at, place in known)
    says = say("Places so far: {places}", places=listed)
    return Spark(" ".join(f"{x},{y}" for x, y in spots), spots[-1], says)
