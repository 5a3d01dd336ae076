"""Which pairing plays at which table: the best at the top tables, reserved and fixed tables respected."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Literal

from muster.core.ids import PlayerId, TableNo
from muster.core.messages import Message, Numbered, say

Meeting = tuple[PlayerId, ...]
"""Who meets at a table: two players, or three and more."""

MOST_TABLES = 10_000
"""The highest table number that can be written; a longer one is a slip of the finger."""

MOST_PROBLEMS = 20
"""Parts of a list that are said to be wrong; whoever wrote more of them looks at the whole list again."""

LONGEST_QUOTE = 40
"""Letters of a part that are said again."""


@dataclass(frozen=True, slots=True)
class TableSet:
    """The tables of a venue.

    Attributes:
        numbers: the tables to fill, top table first.
        reserved: tables that nobody is given automatically (a stream, a feature match); a player can still be
            fixed to one.
    """

    numbers: tuple[TableNo, ...]
    reserved: frozenset[TableNo] = frozenset()


@dataclass(frozen=True, slots=True)
class TablesProblem:
    """A part of a written list of tables that cannot be understood, and what to do about it."""

    kind: Literal["empty", "not-a-range", "out-of-bounds", "backwards", "twice"]
    part: str
    text: Message


@dataclass(frozen=True, slots=True)
class ParsedTables:
    """The tables a text lists, in its order; good for use only if there are no problems."""

    numbers: tuple[TableNo, ...]
    problems: tuple[TablesProblem, ...]


@dataclass(frozen=True, slots=True)
class TablesWarning:
    """Something about the tables that an organiser should look at before publishing.

    Attributes:
        kind: `two-fixed`: both players are fixed to different tables; `fixed-taken`: a better pairing already
            has the table a player is fixed to; `beyond-last`: there are more pairings than tables.
        players: whom it concerns.
        table: the table that could not be given, or the first one beyond the last.
        text: in words, naming players by their entry numbers.
    """

    kind: Literal["two-fixed", "fixed-taken", "beyond-last"]
    players: tuple[PlayerId, ...]
    table: TableNo
    text: Message


@dataclass(frozen=True, slots=True)
class Seating:
    """The table of every pairing, in the order of the pairings, and the warnings."""

    tables: tuple[tuple[TableNo, Meeting], ...]
    warnings: tuple[TablesWarning, ...]


def parse_tables(text: str) -> ParsedTables:
    """Read a list of tables such as `1-20, 31-40`, first to be filled first.

    Returns:
        The numbers and every problem: an empty list, a part that is no number or range, a number below 1 or
        above 10,000, a range that runs backwards, a table listed twice. What comes after `MOST_PROBLEMS` of them
        is not looked at.
    """
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if not parts:
        return ParsedTables(
            (),
            (
                TablesProblem(
                    "empty", "", say("Write at least one table, such as {example}.", example="1-20")
                ),
            ),
        )
    numbers: list[TableNo] = []
    taken: list[range] = []
    problems: list[TablesProblem] = []
    for part in parts:
        found, problem = _parse_part(part)
        if problem is None:
            problem = _twice(part, found, taken)
            _take(found, taken)
        if problem is None:
            numbers += map(TableNo, found)
        else:
            problems.append(problem)
        if len(problems) == MOST_PROBLEMS:
            break
    return ParsedTables(tuple(numbers), tuple(problems))


def _twice(part: str, found: range, taken: Sequence[range]) -> TablesProblem | None:
    """Whether one of these numbers is taken; `taken` is in order and apart."""
    at = bisect_right(taken, found.start, key=lambda one: one.stop)
    if at == len(taken) or taken[at].start >= found.stop:
        return None
    again = max(found.start, taken[at].start)
    return TablesProblem("twice", part, say("Table {table} is listed twice: once is enough.", table=again))


def _take(found: range, taken: list[range]) -> None:
    """Put these numbers among those that are taken, joined with what they touch."""
    first = bisect_left(taken, found.start, key=lambda one: one.stop)
    last = bisect_right(taken, found.stop, key=lambda one: one.start)
    joined = [*taken[first:last], found]
    taken[first:last] = [range(min(one.start for one in joined), max(one.stop for one in joined))]


def assign_tables(
    pairs: Sequence[Meeting],
    *,
    tables: TableSet,
    fixed: Mapping[PlayerId, TableNo],
    previous: Mapping[Meeting, TableNo] | None = None,
) -> Seating:
    """Give every pairing a table of its own.

    First come players fixed to a table, best pairing first. Then pairings that are already posted stay where
    they are. The others fill the free tables from the top; when these run out, the numbers go on after the
    last one.

    Args:
        pairs: the pairings, best first.
        tables: the tables of the venue.
        fixed: players who must play at a certain table, which may be a reserved one or one outside the set.
            Where two of them meet, the table of the player named first is used if it is free.
        previous: the tables of pairings that are already posted, when a round is paired anew in part; the
            order in which a pairing names its players is immaterial.
    """
    given: dict[int, TableNo] = {}
    taken: set[TableNo] = set()
    stay = {frozenset(players): table for players, table in (previous or {}).items()}
    warnings: list[TablesWarning] = []

    def give(index: int, table: TableNo) -> None:
        given[index] = table
        taken.add(table)

    for index, pair in enumerate(pairs):
        wanted = {fixed[player]: player for player in pair if player in fixed}
        free = [table for table in wanted if table not in taken]
        if free:
            give(index, free[0])
        warnings += _fixed_warnings(pair, wanted, free)
    for index, pair in enumerate(pairs):
        posted = stay.get(frozenset(pair))
        if index not in given and posted is not None and posted not in taken:
            give(index, posted)
    waiting = [index for index in range(len(pairs)) if index not in given]
    shut = taken | tables.reserved
    listed = [table for table in dict.fromkeys(tables.numbers) if table not in shut]
    last = max((*tables.numbers, *tables.reserved), default=0)
    beyond = (TableNo(number) for number in count(last + 1) if number not in shut)
    for index, table in zip(waiting, chain(listed, beyond), strict=False):
        give(index, table)
    warnings += _beyond_warning([given[index] for index in waiting[len(listed) :]])
    return Seating(tuple((given[index], pair) for index, pair in enumerate(pairs)), tuple(warnings))


def _fixed_warnings(
    pair: Meeting, wanted: Mapping[TableNo, PlayerId], free: Sequence[TableNo]
) -> Iterator[TablesWarning]:
    """What to tell about a pairing that `wanted` these tables, of which the `free` ones could be given."""
    for table, player in wanted.items():
        if not free:
            text = say(
                "Player {player} is fixed to table {table}, where a better pairing already plays.",
                player=Numbered(player),
                table=table,
            )
            yield TablesWarning("fixed-taken", (player,), table, text)
        elif table != free[0]:
            fixed = tuple(one for one in pair if one in (wanted[free[0]], player))
            text = say(
                "Players {one} and {two} are fixed to different tables; they play at {table}.",
                one=Numbered(fixed[0]),
                two=Numbered(fixed[1]),
                table=free[0],
            )
            yield TablesWarning("two-fixed", fixed, table, text)


def _beyond_warning(beyond: Sequence[TableNo]) -> list[TablesWarning]:
    if not beyond:
        return []
    text = say(
        "Pairings without a table of the venue: {pairings}. Their numbers go on from {first}.",
        pairings=len(beyond),
        first=beyond[0],
    )
    return [TablesWarning("beyond-last", (), beyond[0], text)]


def _parse_part(part: str) -> tuple[range, TablesProblem | None]:
    """The numbers of one part of a list, or none and the problem."""
    start, dash, end = (piece.strip() for piece in part.partition("-"))
    end = end if dash else start
    if not (_is_number(start) and _is_number(end)):
        text = say(
            "“{part}” is neither a table number nor a range such as {example}.",
            part=part[:LONGEST_QUOTE],
            example="1-20",
        )
        return range(0), TablesProblem("not-a-range", part, text)
    first, last = int(start), int(end)
    if not (1 <= first <= MOST_TABLES and 1 <= last <= MOST_TABLES):
        return range(0), TablesProblem(
            "out-of-bounds", part, say("Table numbers run from 1 to {most}.", most=MOST_TABLES)
        )
    if first > last:
        text = say(
            "{part} runs backwards: write {range}.", part=part[:LONGEST_QUOTE], range=f"{last}-{first}"
        )
        return range(0), TablesProblem("backwards", part, text)
    return range(first, last + 1), None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 9
