"""Which exchanges make a sheet as good as the rules allow, with as few tables changed as can be.

Sheets are compared by the criteria of the draw itself; `muster.app.rounds.re_pairing` carries out what is found here.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add, sub
from typing import Final

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId, TableNo
from muster.core.pairing.bye import choose_bye
from muster.core.pairing.criteria import Field as Criteria
from muster.core.pairing.criteria import cost, make_field, same_club
from muster.core.pairing.swiss import NoPairing
from muster.core.tournament import queries
from muster.core.tournament.drawing_swiss import candidates, entrants, pair_pool, swiss_field, terms
from muster.core.tournament.state import Sheet, State

Pair = tuple[PlayerId, PlayerId]
Weight = tuple[int, ...]

Place = tuple[TableNo | None, tuple[PlayerId, ...]]
"""A table with its two players; a bye that was drawn, without a table, with its one."""

DEPTH: Final = 3
"""How many exchanges are tried one after the other."""

WIDTH: Final = 5
"""How many of the best ways found are tried further; fewer where more than two players are affected."""

MOST: Final = 16
"""With how many of the affected exchanges begin: those who are paired worst."""

ANY: Final = DrawSeed("0" * 64)
"""Whatever the dice: the cost of the best pairing does not depend on them."""


@dataclass(frozen=True, slots=True)
class PairingScale:
    """By what ways of pairing are compared: the criteria, who should rest, who needs which table.

    A weight is smaller the better: forbidden pairs, fixed tables missed, a wrong bye, then `CRITERIA`.
    """

    criteria: Criteria
    rests: frozenset[PlayerId]
    fixed: Mapping[PlayerId, int]
    best: Weight
    _known: dict[tuple[object, ...], Weight] = field(default_factory=dict, compare=False, repr=False)

    def total(self, places: Iterable[Place]) -> Weight:
        """The weight of a whole sheet: the sum of its places."""
        return reduce(_plus, map(self.part, places), (0,) * len(self.best))

    def part(self, place: Place) -> Weight:
        """What one place adds to the weight of its sheet."""
        table, players = place
        if table is None:
            return (0, 0, int(players[0] not in self.rests), *(0,) * (len(self.best) - 3))
        away = sum(self.fixed.get(player, table) != table for player in players)
        forbidden, *rest = self._cost(players[0], players[1])
        return (forbidden, away, 0, *rest)

    def _cost(self, one: PlayerId, two: PlayerId) -> Weight:
        """The cost of a pair. It follows from a few things, which many pairs have in common."""
        rules = self.criteria
        alike = (
            rules.points[one],
            rules.points[two],
            two in rules.met[one],
            two in rules.forbidden.get(one, ()),
            same_club(rules.clubs, one, two),
            one in rules.tired,
            two in rules.tired,
        )
        if alike not in self._known:
            self._known[alike] = cost([(one, two)], rules)
        return self._known[alike]


def scale_of(table: State) -> PairingScale | None:
    """What the pairings of the round follow from, as the standings are now; None where they follow another rule."""
    if table.at_tables:
        return None
    field = swiss_field(table)
    resting: PlayerId | None = None
    if len(field.pool) % 2:
        first = not queries.swiss_rounds(table)
        resting = choose_bye(candidates(field), ANY, first_round=first).player
    rule = terms(table, field, resting)
    found = pair_pool(table, field, resting, ANY)
    if rule.by_rank or isinstance(found, NoPairing):
        return None
    everybody = entrants(table, field)
    criteria = make_field(
        {one.player: one.points for one in everybody},
        {one.player: one.met for one in everybody},
        table.forbidden,
        {one.player: one.club for one in everybody if one.club is not None} if rule.clubs_apart else {},
        field.down,
    )
    fixed = {
        one.player: own for one in everybody if (own := table.players[one.player].fixed_table) is not None
    }
    forbidden, *rest = cost(found.pairs, criteria)
    rests = frozenset() if resting is None else frozenset((resting,))
    return PairingScale(criteria, rests, fixed, (forbidden, 0, 0, *rest))


@dataclass(frozen=True, slots=True)
class _Way:
    """Exchanges made so far, how many places they change, and the sheet then: the one before it, and what changed."""

    weight: Weight
    touched: int
    swaps: tuple[Pair, ...]
    before: Mapping[int, Place]
    made: Mapping[int, Place]

    @property
    def order(self) -> tuple[Weight, int, int, tuple[Pair, ...]]:
        """Better pairings first, then fewer tables, then fewer exchanges."""
        return self.weight, self.touched, len(self.swaps), self.swaps


def best_swaps(
    scale: PairingScale, sheet: Sheet, affected: Sequence[PlayerId]
) -> tuple[tuple[Pair, ...], Weight]:
    """The exchanges, each beginning with one of the affected, that come closest to the best, and their weight.

    The work grows with the players times the affected: an exchange is judged by the two places it changes.
    """
    start = dict(enumerate(places_of(sheet)))
    worth = {player: scale.part(place) for place in start.values() for player in place[1]}
    here = sorted((one for one in affected if one in worth), key=worth.__getitem__, reverse=True)
    beginning = sorted(here[:MOST])
    best = _Way(scale.total(start.values()), 0, (), start, {})
    ways, width = [best], max(1, 2 * WIDTH // max(2, len(beginning)))
    for _step in range(DEPTH):
        if best.weight <= scale.best:
            break
        found = (further for way in ways for further in _further(scale, start, way, beginning))
        ways = heapq.nsmallest(width, found, key=lambda way: way.order)
        if not ways:
            break
        best = min(best, ways[0], key=lambda way: way.order)
    return best.swaps, best.weight


def _further(
    scale: PairingScale, start: Mapping[int, Place], way: _Way, affected: Iterable[PlayerId]
) -> Iterator[_Way]:
    """Every way that goes one exchange further."""
    places = {**way.before, **way.made}
    at = {player: number for number, (_, players) in places.items() for player in players}
    parts = {number: scale.part(place) for number, place in places.items()}
    for one in affected:
        here = at[one]
        without = _less(way.weight, parts[here])
        for two, there in at.items():
            if there == here:
                continue
            made = {here: _with(places[here], one, two), there: _with(places[there], two, one)}
            weight = _plus(_less(without, parts[there]), scale.part(made[here]))
            touched = sum(
                _differs(start[number], made[number]) - _differs(start[number], places[number])
                for number in made
            )
            weight = _plus(weight, scale.part(made[there]))
            yield _Way(weight, way.touched + touched, (*way.swaps, (one, two)), places, made)


def places_of(sheet: Sheet) -> Iterator[Place]:
    """The tables, and the byes that were drawn."""
    yield from ((pairing.table, pairing.players) for pairing in sheet.pairings)
    yield from ((None, (bye.player,)) for bye in sheet.byes if not bye.awarded)


def _with(place: Place, goes: PlayerId, comes: PlayerId) -> Place:
    table, players = place
    return table, tuple(comes if player == goes else player for player in players)


def _differs(one: Place, other: Place) -> bool:
    return set(one[1]) != set(other[1])


def _plus(one: Weight, other: Weight) -> Weight:
    return tuple(map(add, one, other))


def _less(one: Weight, other: Weight) -> Weight:
    return tuple(map(sub, one, other))
