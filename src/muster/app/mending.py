"""Which exchanges make a sheet as good as the rules allow, with as few tables changed as can be.

Sheets are compared by the criteria of the draw itself; `muster.app.repairing` carries out what is found here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.bye import choose_bye
from muster.core.pairing.criteria import Field as Criteria
from muster.core.pairing.criteria import cost, make_field
from muster.core.pairing.swiss import NoPairing
from muster.core.tournament import queries
from muster.core.tournament.decisions.drawing import candidates, entrants, pair_pool, swiss_field, terms
from muster.core.tournament.state import State
from muster.core.tournament.values import Sheet

Pair = tuple[PlayerId, PlayerId]
Weight = tuple[int, ...]

DEPTH: Final = 3
"""How many exchanges are tried one after the other."""

WIDTH: Final = 5
"""How many of the best ways found are tried further."""

ANY: Final = DrawSeed("0" * 64)
"""Whatever the dice: the cost of the best pairing does not depend on them."""


@dataclass(frozen=True, slots=True)
class Scale:
    """By what ways of pairing are compared: the criteria, who should rest, who needs which table."""

    criteria: Criteria
    rests: frozenset[PlayerId]
    fixed: Mapping[PlayerId, int]
    best: Weight

    def weigh(self, sheet: Sheet) -> Weight:
        """The smaller the better: forbidden pairs, fixed tables missed, a wrong bye, then `CRITERIA`."""
        forbidden, *rest = cost((pairing.players for pairing in sheet.pairings), self.criteria)
        away = sum(
            self.fixed.get(player, pairing.table) != pairing.table
            for pairing in sheet.pairings
            for player in pairing.players
        )
        wrong = sum(bye.player not in self.rests for bye in sheet.byes if not bye.awarded)
        return (forbidden, away, wrong, *rest)


def scale_of(table: State) -> Scale | None:
    """What the pairings of the round follow from, as the standings are now."""
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
    return Scale(criteria, rests, fixed, (forbidden, 0, 0, *rest))


@dataclass(frozen=True, slots=True)
class _Way:
    """Exchanges made so far, the sheet they come to, and its weight."""

    weight: Weight
    touched: int
    swaps: tuple[Pair, ...]
    sheet: Sheet

    @property
    def order(self) -> tuple[Weight, int, int, tuple[Pair, ...]]:
        """Better pairings first, then fewer tables, then fewer exchanges."""
        return self.weight, self.touched, len(self.swaps), self.swaps


def searched(scale: Scale, sheet: Sheet, affected: Sequence[PlayerId]) -> tuple[tuple[Pair, ...], Weight]:
    """The exchanges, each beginning with one of the affected, that come closest to the best, and their weight."""
    start = _Way(scale.weigh(sheet), 0, (), sheet)
    best, ways = start, [start]
    for _step in range(DEPTH):
        if best.weight <= scale.best:
            break
        ways = sorted(_further(scale, sheet, ways, affected), key=lambda way: way.order)[:WIDTH]
        if not ways:
            break
        best = min(best, ways[0], key=lambda way: way.order)
    return best.swaps, best.weight


def _further(
    scale: Scale, start: Sheet, ways: Iterable[_Way], affected: Iterable[PlayerId]
) -> Iterator[_Way]:
    for way in ways:
        everybody = [player for pairing in way.sheet.pairings for player in pairing.players]
        everybody += [bye.player for bye in way.sheet.byes if not bye.awarded]
        for one in affected:
            for two in everybody:
                sheet = _with(way.sheet, one, two) if one != two else way.sheet
                if sheet is not way.sheet:
                    yield _Way(scale.weigh(sheet), _touched(start, sheet), (*way.swaps, (one, two)), sheet)


def _with(sheet: Sheet, one: PlayerId, two: PlayerId) -> Sheet:
    """The sheet with these two exchanged; itself where they sit together."""
    if any({one, two} == set(pairing.players) for pairing in sheet.pairings):
        return sheet
    other = {one: two, two: one}
    pairings = tuple(
        replace(
            pairing,
            players=(
                other.get(pairing.players[0], pairing.players[0]),
                other.get(pairing.players[1], pairing.players[1]),
            ),
        )
        if one in pairing.players or two in pairing.players
        else pairing
        for pairing in sheet.pairings
    )
    byes = tuple(replace(bye, player=other.get(bye.player, bye.player)) for bye in sheet.byes)
    return replace(sheet, pairings=pairings, byes=byes)


def _touched(old: Sheet, new: Sheet) -> int:
    pairs = zip(old.pairings, new.pairings, strict=True)
    byes = zip(old.byes, new.byes, strict=True)
    return sum(set(was.players) != set(now.players) for was, now in pairs) + sum(
        was.player != now.player for was, now in byes
    )
