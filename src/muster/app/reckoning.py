"""Why somebody stands where they stand: each number of the standings with its arithmetic, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from muster.app.standings import RankRow, rank_rows, standings_after
from muster.core.ids import Naming, PlayerId
from muster.core.outcomes import RoundRecord
from muster.core.standings.explain import explain
from muster.core.standings.ledger import Records, Worth
from muster.core.standings.ranking import tiebreaker_columns
from muster.core.standings.values import Column, Table
from muster.core.standings.why import why_above
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.words import value_text


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One number with its arithmetic.

    Attributes:
        column: the criterion, with its clause and reading.
        text: the number as the table shows it.
        lines: a line for each round, and one for the result.
    """

    column: Column
    text: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Apart:
    """Why two neighbours stand in this order: a sentence and its clause."""

    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything about one player's rank.

    Attributes:
        row: their line of the table.
        above: why the player before them stands before them; None for the first.
        below: why they stand before the next; None for the last.
        numbers: the points and every tiebreaker, in the order in which they are compared.
    """

    row: RankRow
    above: Apart | None
    below: Apart | None
    numbers: tuple[Reckoned, ...]


def standing_of(
    state: State, after: int, player: PlayerId, name: Naming, *, only: str = ""
) -> Standing | None:
    """A player's rank after a round, explained; None for somebody who is not ranked.

    Args:
        state: the tournament.
        after: after which Swiss round.
        player: whose rank.
        name: how players are named.
        only: the id of the one number to explain; all of them if there is none of that id.
    """
    table = standings_after(state, after)
    place = table.places.get(player)
    if place is None:
        return None
    order = table.order
    criteria = [one for one in table.criteria if one.id != "random"]
    asked = [one for one in criteria if one.id == only] or criteria
    records = queries.records(state, after)
    return Standing(
        rank_rows(state, table, name, rows=(table.rows[place],))[0],
        apart(table, order[place - 1], player, name) if place else None,
        apart(table, player, order[place + 1], name) if place + 1 < len(order) else None,
        tuple(_reckoned(state, after, player, name, records, column) for column in asked),
    )


def apart(table: Table, upper: PlayerId, lower: PlayerId, name: Naming) -> Apart:
    """Why one player stands above another, in a sentence (`COM-RANK-1`)."""
    found = why_above(table, upper, lower)
    who = {"upper": name(upper), "lower": name(lower)}
    if found.upper is None or found.lower is None:
        says = _("%(upper)s and %(lower)s are equal in everything: the random key puts %(upper)s first.")
        return Apart(says % who, found.criterion.clause)
    figures = _told_apart(found.criterion.id, found.upper, found.lower)
    says = _("%(upper)s stands above %(lower)s by %(what)s: %(one)s against %(two)s.")
    words = {**who, "what": found.criterion.name, "one": figures[0], "two": figures[1]}
    return Apart(says % words, found.criterion.clause)


def _told_apart(criterion: str, upper: Fraction, lower: Fraction) -> tuple[str, str]:
    """The two values as the table shows them; exactly where rounding makes them look alike."""
    if criterion == "points":
        return str(upper), str(lower)
    one, two = value_text(criterion, upper), value_text(criterion, lower)
    return (one, two) if one != two else (f"{one} ({upper})", f"{two} ({lower})")


def _reckoned(
    state: State, after: int, player: PlayerId, name: Naming, records: Records, column: Column
) -> Reckoned:
    if column.id == "points":
        total = sum(record.side.points for record in records[player])
        lines = (*_points_lines(records[player], name), f"{column.name}: {total}")
        return Reckoned(column, str(total), lines)
    rules = state.regulations.standings
    tiebreaker = next(one for one, own in tiebreaker_columns(rules, state.variants) if own.id == column.id)
    found = explain(
        player,
        tiebreaker,
        records,
        rules,
        state.variants,
        rounds_completed=after,
        worth=Worth.of(state.regulations.scoring),
        name=name,
    )
    return Reckoned(column, value_text(column.id, found.division.value), found.words)


def _points_lines(own: Sequence[RoundRecord], name: Naming) -> Iterator[str]:
    for record in own:
        words = {"round": record.round_no, "points": record.side.points}
        if record.kind == "bye":
            yield _("Round %(round)s: bye, %(points)s") % words
        elif record.opponent is None:
            yield _("Round %(round)s: loss without an opponent, %(points)s") % words
        else:
            against = {**words, "verdict": _verdict(record), "opponent": name(record.opponent)}
            yield _("Round %(round)s: %(verdict)s against %(opponent)s, %(points)s") % against


def _verdict(record: RoundRecord) -> str:
    return {"win": _("won"), "loss": _("lost"), "draw": _("drawn")}[record.side.verdict]
