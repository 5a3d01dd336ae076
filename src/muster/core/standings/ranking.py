"""The ranked table: points, then the tiebreakers in the regulations' order, then the random key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muster.core.ids import PlayerId
from muster.core.standings.ledger import USUAL, Ledger, Ratios, Records, Worth
from muster.core.standings.tiebreakers import TIEBREAKERS
from muster.core.standings.values import Column, Table
from muster.rules.schema import Standings, TiebreakerId, Variants

NO_KEYS: Final[Mapping[PlayerId, bytes]] = {}


def standings(
    records: Records,
    rules: Standings,
    variants: Variants,
    *,
    rounds_completed: int,
    keys: Mapping[PlayerId, bytes] = NO_KEYS,
    without: frozenset[PlayerId] = frozenset(),
    worth: Worth = USUAL,
) -> Table:
    """Rank the players of a stage (`COM-RANK-1`).

    Points are compared first, then each tiebreaker, exactly; who is still equal is ordered by the random key,
    smallest first. Whoever has no key yet stands after those who have one, by player number.

    Args:
        records: the rounds of every player of the stage, dropped ones included, up to `rounds_completed`.
        rules: the criteria, from the regulations.
        variants: the readings in force.
        rounds_completed: rounds of the stage completed so far.
        keys: the recorded random keys (`B17`); empty before the first draw.
        without: players who are not ranked but whose results count for their opponents (the disqualified).
        worth: the numbers of the game's scoring; `Worth.of(regulations.scoring)`.

    Raises:
        KeyError: a record names an opponent who has no records here.
    """
    ledger = Ledger(records, variants, worth, rounds_completed)
    columns = tiebreaker_columns(rules, variants)
    ratios = [ledger.of(TIEBREAKERS[identity]) for identity, _ in columns]
    compared = _compared(ledger, ratios, variants)
    lines = list(zip(*compared, strict=True))
    order = sorted(_by_key(ledger, keys, without), key=lines.__getitem__, reverse=True)
    return Table(
        columns=tuple(column for _, column in columns),
        criteria=_criteria(rules, variants, [column for _, column in columns]),
        order=tuple([ledger.players[player] for player in order]),
        shared_ranks=_shared_ranks(order, lines),
        points=_pick(ledger.totals.points, order),
        numerators=tuple([_pick(column.numerators, order) for column in ratios]),
        denominators=tuple([column.over for column in ratios]),
    )


def tiebreaker_columns(rules: Standings, variants: Variants) -> list[tuple[TiebreakerId, Column]]:
    """The tiebreakers in order; match wins stand first where the variant ranks by them (`B36`)."""
    columns = [
        (own.id, Column(own.id, own.name, own.short, own.clause, own.reading)) for own in rules.tiebreakers
    ]
    if variants.rank_by == "match-wins":
        columns.insert(0, ("match-wins", Column("match-wins", "match wins", "Wins", rules.clause, "B36")))
    return columns


def _criteria(rules: Standings, variants: Variants, columns: Sequence[Column]) -> tuple[Column, ...]:
    short = "TP" if rules.points_name == "tournament points" else "MP"
    points = Column("points", rules.points_name, short, rules.clause, rules.reading)
    random = Column("random", "random key", "Key", rules.random_clause)
    first = 1 if variants.rank_by == "match-wins" else 0
    return (*columns[:first], points, *columns[first:], random)


def _compared(ledger: Ledger, ratios: Sequence[Ratios], variants: Variants) -> list[list[int]]:
    columns = [column.numerators for column in ratios]
    columns.insert(1 if variants.rank_by == "match-wins" else 0, ledger.totals.points)
    return columns


def _by_key(ledger: Ledger, keys: Mapping[PlayerId, bytes], without: frozenset[PlayerId]) -> list[int]:
    """The indices of the players to rank, as only the random key and the player number order them."""
    ranked = [(keys.get(player), player) for player in ledger.players if player not in without]
    drawn = sorted((key, player) for key, player in ranked if key is not None)
    numbered = sorted(player for key, player in ranked if key is None)
    return [ledger.index[player] for player in (*(player for _, player in drawn), *numbered)]


def _shared_ranks(order: Sequence[int], lines: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    ranks: list[int] = []
    last: tuple[int, ...] = ()
    for place, player in enumerate(order, 1):
        ranks.append(ranks[-1] if lines[player] == last else place)
        last = lines[player]
    return tuple(ranks)


def _pick(column: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    return tuple([column[player] for player in order])
