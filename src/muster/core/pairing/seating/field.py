"""What makes one seating of tables better than another (readings `F12`, `F13`), as one whole number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, assert_never

from muster.core.ids import ClubId, PlayerId

Fault = Literal["forbidden", "repeats", "clubmates", "spread", "threes", "again"]
"""What is counted, smaller being better:

- `forbidden`: every two at a table whom the organiser keeps apart; where it is not 0, the round cannot be seated;
- `repeats`: over every two at a table, how often they have met in this stage;
- `clubmates`: every two at a table who share a club;
- `spread`: over all tables, the most points there less the fewest;
- `threes`: the points of everybody at a table of three;
- `again`: over everybody at a table of three, how often they have sat at one before.
"""

ThreesFor = Literal["lowest", "spread-out"]
"""Who sits at tables of three: the lowest, so that leaders play for equal places; or whoever has not sat at one."""

First = Literal["repeats", "spread"]
"""What is avoided first: that people meet again, or that unequal players meet."""

FAULTS: Final[Mapping[tuple[First, ThreesFor], tuple[Fault, ...]]] = MappingProxyType(
    {
        ("repeats", "lowest"): ("forbidden", "repeats", "clubmates", "spread", "threes", "again"),
        ("repeats", "spread-out"): ("forbidden", "repeats", "clubmates", "again", "spread"),
        ("spread", "lowest"): ("forbidden", "clubmates", "spread", "repeats", "threes", "again"),
        ("spread", "spread-out"): ("forbidden", "clubmates", "again", "spread", "repeats"),
    }
)
"""What is counted, the worst fault first."""

FOUR, THREE = 4, 3
"""Players at a table."""

_NEVER: Final[Mapping[PlayerId, Mapping[PlayerId, int]]] = MappingProxyType({})
_NOBODY: Final[Mapping[PlayerId, AbstractSet[PlayerId]]] = MappingProxyType({})
_NO_CLUBS: Final[Mapping[PlayerId, ClubId]] = MappingProxyType({})
_NONE: Final[Mapping[PlayerId, int]] = MappingProxyType({})

SeatedTable = tuple[PlayerId, ...]
"""Who sits at one table."""


def table_sizes(players: int) -> tuple[int, int]:
    """How many tables of four and of three so many players make: as few tables as possible.

    Raises:
        ValueError: they make none: fewer than three, or five.
    """
    tables = -(-players // FOUR)
    threes = FOUR * tables - players
    if players < THREE or threes > tables:
        raise ValueError(f"{players} players do not make tables of three and four")
    return tables - threes, threes


@dataclass(frozen=True)
class TableField:
    """Everybody who is to be seated, and what stands between them.

    Attributes:
        points: the points of everybody, none of them below 0.
        met: how often each has met others in this stage.
        at_threes: how often each has sat at a table of three.
        forbidden: whom each must not meet; given both ways.
        clubs: the clubs of players, where club-mates are kept apart; else empty.
        first: what is avoided first.
        threes_for: who sits at tables of three.
    """

    points: Mapping[PlayerId, int]
    met: Mapping[PlayerId, Mapping[PlayerId, int]] = field(default_factory=lambda: _NEVER)
    at_threes: Mapping[PlayerId, int] = field(default_factory=lambda: _NONE)
    forbidden: Mapping[PlayerId, AbstractSet[PlayerId]] = field(default_factory=lambda: _NOBODY)
    clubs: Mapping[PlayerId, ClubId] = field(default_factory=lambda: _NO_CLUBS)
    first: First = "repeats"
    threes_for: ThreesFor = "lowest"

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is counted, the worst fault first."""
        return FAULTS[self.first, self.threes_for]

    @cached_property
    def weights(self) -> Mapping[Fault, int]:
        """What one of each fault adds to the cost: more than all that is less bad can come to."""
        found: dict[Fault, int] = {}
        weight = 1
        for fault in reversed(self.faults):
            found[fault] = weight
            weight *= self._most(fault) + 1
        return MappingProxyType(found)

    @cached_property
    def plain(self) -> bool:
        """Whether every seating costs the same, as in a first round: nobody has met, and all have equal points."""
        apart = any(self.forbidden.values()) or any(self.clubs) or any(self.at_threes.values())
        return not apart and not any(map(any, self.met.values())) and len(set(self.points.values())) <= 1

    @cached_property
    def pair_costs(self) -> Mapping[PlayerId, Mapping[PlayerId, int]]:
        """For everybody, with whom they cost something at one table for who they are: kept apart, met, of one club."""
        weights = self.weights
        found: dict[PlayerId, dict[PlayerId, int]] = {player: {} for player in self.points}
        for one, mine in found.items():
            for two, often in self.met.get(one, _NONE).items():
                mine[two] = often * weights["repeats"]
            for two in self._club_mates(one):
                mine[two] = mine.get(two, 0) + weights["clubmates"]
            for two in self.forbidden.get(one, ()):
                mine[two] = mine.get(two, 0) + weights["forbidden"]
        return MappingProxyType(found)

    def pair_cost(self, one: PlayerId, two: PlayerId) -> int:
        """What these two cost at one table for who they are."""
        return self.pair_costs[one].get(two, 0)

    def table_cost(self, table: Sequence[PlayerId]) -> int:
        """What a table costs."""
        cost = self.rest_cost(table)
        for at, one in enumerate(table, 1):
            mine = self.pair_costs[one]
            if mine:
                for two in table[at:]:
                    cost += mine.get(two, 0)
        return cost

    def rest_cost(self, table: Sequence[PlayerId]) -> int:
        """What a table costs apart from who has met whom."""
        worth = [self.points[player] for player in table]
        cost = (max(worth) - min(worth)) * self.weights["spread"]
        if len(table) == THREE:
            cost += sum(self.at_threes.get(player, 0) for player in table) * self.weights["again"]
            cost += sum(worth) * self.weights.get("threes", 0)
        return cost

    def counts(self, cost: int) -> dict[Fault, int]:
        """A cost taken apart: how much of each fault there is, the worst first."""
        found: dict[Fault, int] = {}
        for fault in self.faults:
            found[fault], cost = divmod(cost, self.weights[fault])
        return found

    def by_points(self) -> list[PlayerId]:
        """Everybody, the most points first, equals by entry number."""
        return sorted(self.points, key=lambda player: (-self.points[player], player))

    @cached_property
    def _clubs_players(self) -> Mapping[ClubId, list[PlayerId]]:
        found: dict[ClubId, list[PlayerId]] = {}
        for player in self.points:
            if player in self.clubs:
                found.setdefault(self.clubs[player], []).append(player)
        return found

    def _club_mates(self, player: PlayerId) -> list[PlayerId]:
        club = self.clubs.get(player)
        return [] if club is None else [one for one in self._clubs_players[club] if one != player]

    def _most(self, fault: Fault) -> int:
        """A number that this fault never exceeds in a whole seating."""
        players = len(self.points)
        pairs, at_threes = 2 * players, THREE * THREE
        match fault:
            case "repeats":
                return pairs * max(
                    (often for mine in self.met.values() for often in mine.values()), default=0
                )
            case "forbidden" | "clubmates":
                return pairs
            case "spread":
                return players * max(self.points.values(), default=0)
            case "threes":
                return at_threes * max(self.points.values(), default=0)
            case "again":
                return at_threes * max(self.at_threes.values(), default=0)
            case never:
                assert_never(never)


def seating_cost(field_: TableField, tables: Iterable[Sequence[PlayerId]]) -> int:
    """What a whole seating costs."""
    return sum(map(field_.table_cost, tables))
