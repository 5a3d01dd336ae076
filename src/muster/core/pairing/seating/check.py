"""An independent check of a round at tables: does everybody sit somewhere, and is there really nothing better?

Shares no step with the draw. What is wrong with a seating is counted here again, one number for each fault, and nothing
better is proved by a floor, or by looking at every seating of a small field. Where neither tells, it says so, with what
every seating comes to at least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from muster.core.ids import PlayerId
from muster.core.messages import Message, say, say_n
from muster.core.pairing.seating.field import Fault, TableField

SEARCHED: Final = 11
"""Fields up to this size are looked at whole."""

_Tables = Sequence[Sequence[PlayerId]]
_Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatingFault:
    """Something wrong with a seating: what kind, who is concerned, and in words."""

    kind: Literal["missing", "twice", "stranger", "sizes", "forbidden", "not-best"]
    players: tuple[PlayerId, ...]
    message: Message


@dataclass(frozen=True, slots=True)
class SeatingVerdict:
    """What the check came to.

    Attributes:
        findings: what is wrong; empty if nothing.
        proof: how it was proved that nothing is better; `unproved` where it was not.
        counts: how much of each fault the seating has.
        least: how much every seating has at least, where that was looked at.
    """

    findings: tuple[SeatingFault, ...]
    proof: Literal["floor", "every seating", "unproved"]
    counts: Mapping[Fault, int]
    least: Mapping[Fault, int]


def check_tables(case: TableField, tables: _Tables) -> SeatingVerdict:
    """Check a round at tables of three and four."""
    wrong = [*_attendance(case, tables), *_sizes(case, tables)]
    if wrong:
        return SeatingVerdict(tuple(wrong), "unproved", {}, {})
    mine, floor = _vector(case, tables), _floor(case)
    barred = tuple(_barred(case, tables))
    if mine == floor:
        return _verdict(case, "floor", mine, floor)
    if len(case.points) <= SEARCHED:
        least = min(_vector(case, seating) for seating in _every(tuple(sorted(case.points)), _shape(tables)))
        return _verdict(case, "every seating", mine, least, barred if least[0] == 0 else ())
    return _verdict(case, "unproved", mine, floor, barred)


def _verdict(
    case: TableField,
    proof: Literal["floor", "every seating", "unproved"],
    mine: _Vector,
    least: _Vector,
    barred: tuple[SeatingFault, ...] = (),
) -> SeatingVerdict:
    worse: tuple[SeatingFault, ...] = ()
    if proof == "every seating" and mine != least:
        name = next(fault for fault, one, two in zip(case.faults, mine, least, strict=True) if one != two)
        message = say("there is a better seating: the first difference is in {criterion}", criterion=name)
        worse = (SeatingFault("not-best", (), message),)
    counts, floors = (dict(zip(case.faults, each, strict=True)) for each in (mine, least))
    return SeatingVerdict(barred + worse, proof, counts, floors)


# What is wrong at first sight ------------------------------------------------------------------------------------


def _attendance(case: TableField, tables: _Tables) -> Iterator[SeatingFault]:
    seen = Counter(player for table in tables for player in table)
    for player in sorted(case.points):
        if player not in seen:
            message = say("player {player} sits nowhere", player=player)
            yield SeatingFault("missing", (player,), message)
    for player, times in sorted(seen.items()):
        if player not in case.points:
            message = say("player {player} does not take part in this round", player=player)
            yield SeatingFault("stranger", (player,), message)
        elif times > 1:
            message = say_n(
                "player {player} has {count} seat", "player {player} has {count} seats", times, player=player
            )
            yield SeatingFault("twice", (player,), message)


def _sizes(case: TableField, tables: _Tables) -> Iterator[SeatingFault]:
    """As few tables as possible, which leaves at most three of three."""
    found = Counter(map(len, tables))
    if set(found) - {3, 4} or found[3] > 3 or not case.points:
        yield SeatingFault("sizes", (), say("the tables are not of four, with at most three of three"))


def _barred(case: TableField, tables: _Tables) -> Iterator[SeatingFault]:
    for table in tables:
        for one, two in combinations(sorted(table), 2):
            if two in case.forbidden.get(one, ()):
                message = say("players {one} and {two} must not meet", one=one, two=two)
                yield SeatingFault("forbidden", (one, two), message)


# How much of each fault --------------------------------------------------------------------------------------------


def _vector(case: TableField, tables: _Tables) -> _Vector:
    """How much of each fault there is, the worst first: what seatings are compared by."""
    found: Counter[Fault] = Counter()
    for table in tables:
        worth = sorted(case.points[player] for player in table)
        found["spread"] += worth[-1] - worth[0]
        if len(table) == 3:
            found["threes"] += sum(worth)
            found["again"] += sum(case.at_threes.get(player, 0) for player in table)
        for one, two in combinations(table, 2):
            found["forbidden"] += two in case.forbidden.get(one, ())
            found["repeats"] += case.met.get(one, {}).get(two, 0)
            club = case.clubs.get(one)
            found["clubmates"] += club is not None and club == case.clubs.get(two)
    return tuple(found[fault] for fault in case.faults)


def _floor(case: TableField) -> _Vector:
    """What every seating comes to at least, each fault by itself."""
    worth = sorted(case.points.values(), reverse=True)
    threes = -len(worth) % 4
    often = sorted(case.at_threes.get(player, 0) for player in case.points)
    least: dict[Fault, int] = {
        "spread": _least_spread(tuple(worth), threes),
        "threes": sum(worth[len(worth) - 3 * threes :]),
        "again": sum(often[: 3 * threes]),
    }
    return tuple(least.get(fault, 0) for fault in case.faults)


def _least_spread(worth: tuple[int, ...], threes: int) -> int:
    """The least spread of any tables: the sorted list in blocks, for any crossing of two tables can be undone."""
    known: dict[tuple[int, int], int] = {(len(worth), 0): 0}
    for start in range(len(worth) - 3, -1, -1):
        for left in range(threes + 1):
            ways = [
                worth[start] - worth[start + size - 1] + known[after]
                for size, after in ((4, (start + 4, left)), (3, (start + 3, left - 1)))
                if after in known
            ]
            if ways:
                known[start, left] = min(ways)
    return known[0, threes]


def _shape(tables: _Tables) -> tuple[int, int]:
    sizes = Counter(map(len, tables))
    return sizes[4], sizes[3]


def _every(players: tuple[PlayerId, ...], shape: tuple[int, int]) -> Iterator[list[tuple[PlayerId, ...]]]:
    """Every seating of these players, once."""
    if not players:
        yield []
        return
    first, others = players[0], players[1:]
    fours, threes = shape
    for size, left in ((4, (fours - 1, threes)), (3, (fours, threes - 1))):
        if min(left) < 0:
            continue
        for mates in combinations(others, size - 1):
            rest = tuple(player for player in others if player not in mates)
            for further in _every(rest, left):
                yield [(first, *mates), *further]
