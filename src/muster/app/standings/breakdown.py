"""Why somebody stands where they stand: each number of the standings with its arithmetic, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from muster.app.standings.read import RankRow, rank_rows, standings_after
from muster.core.draws import DrawSeed, keys
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, Number, say, say_in, verbatim
from muster.core.standings.explain import Arithmetic, explain
from muster.core.standings.ledger import Worth
from muster.core.standings.tiebreakers import value_text
from muster.core.standings.values import Column, Table
from muster.core.standings.why import value_in, why_above
from muster.core.tournament import queries
from muster.core.tournament.state import State

_KEY_READING: Final = "B17"
"""Why the random key is drawn once and stays."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One criterion of two neighbours: its name, both values as the table shows them, and whether it decided."""

    name: Message
    upper: Message
    lower: Message
    decides: bool


@dataclass(frozen=True, slots=True)
class Apart:
    """Why two neighbours stand in this order.

    Attributes:
        says: a sentence.
        clause: where the criterion that decided stands.
        upper: the name of the one above; `lower` of the one below.
        compared: the criteria in order, down to the one that decided.
        key_seed: where the random key decided, the seed it comes from.
        reading: the reading that criterion rests on.
    """

    says: Message
    clause: str
    upper: str
    lower: str
    compared: tuple[Compared, ...]
    key_seed: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class RankBreakdown:
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
    numbers: tuple[Arithmetic, ...]


def rank_breakdown(
    state: State, after: int, player: PlayerId, name: Naming, *, only: str = ""
) -> RankBreakdown | None:
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
    order, seed = table.order, state.draws.key_seed
    criteria = [one for one in table.criteria if one.id != "random"]
    asked = [one for one in criteria if one.id == only] or criteria
    basis = queries.basis_of(state, after, player)
    return RankBreakdown(
        rank_rows(state, table, name, rows=(table.rows[place],))[0],
        apart(table, order[place - 1], player, name, seed) if place else None,
        apart(table, player, order[place + 1], name, seed) if place + 1 < len(order) else None,
        tuple(
            explain(
                player,
                column.id,
                basis.records,
                state.regulations.standings,
                state.variants,
                rounds_completed=basis.rounds,
                worth=Worth.of(state.regulations.scoring),
                without=basis.without,
                carried=basis.carried,
                name=name,
            )
            for column in asked
        ),
    )


def apart(
    table: Table, upper: PlayerId, lower: PlayerId, name: Naming, key_seed: DrawSeed | None = None
) -> Apart:
    """Why one player stands above another, in a sentence and criterion by criterion (`COM-RANK-1`)."""
    separation = why_above(table, upper, lower)
    criterion, one, two = separation.criterion, name(upper), name(lower)
    if criterion.id == "part":
        says = say("{upper} came into a later part than {lower}.", upper=one, lower=two)
        return Apart(says, "", one, two, (), reading=criterion.reading or "")
    if criterion.id == "play-off":
        says = say(
            "{upper} and {lower} are equal in everything: {upper} was placed higher in a play-off.",
            upper=one,
            lower=two,
        )
        return Apart(says, "", one, two, tuple(_played(table, upper, lower, criterion)))
    compared = tuple(_compared(table, upper, lower, criterion, key_seed))
    if separation.upper is None or separation.lower is None:
        says = say(
            "{upper} and {lower} are equal in everything: the random key puts {upper} first.",
            upper=one,
            lower=two,
        )
        return Apart(says, criterion.clause, one, two, compared, key_seed or "", _KEY_READING)
    more, less = _distinct_texts(criterion, separation.upper, separation.lower)
    says = say(
        "{upper} stands above {lower} by {criterion}: {more} against {less}.",
        upper=one,
        lower=two,
        criterion=criterion.name,
        more=more,
        less=less,
    )
    return Apart(says, criterion.clause, one, two, compared, reading=criterion.reading or "")


def _compared(
    table: Table, upper: PlayerId, lower: PlayerId, decides: Column, key_seed: DrawSeed | None
) -> Iterator[Compared]:
    """The criteria in order, down to the one that decided."""
    for column in table.criteria[: table.criteria.index(decides) + 1]:
        if column.id == "random":
            drawn = keys(key_seed, queries.KEY_PURPOSE, (upper, lower)) if key_seed else {}
            one, two = (
                verbatim(f"#{one} {drawn[one].hex()[:8]}" if drawn else f"#{one}") for one in (upper, lower)
            )
        else:
            above, below = (value_in(table, table.row(player), column) for player in (upper, lower))
            one, two = _distinct_texts(column, above, below)
        yield Compared(column.name, one, two, column is decides)


def _played(table: Table, upper: PlayerId, lower: PlayerId, decides: Column) -> Iterator[Compared]:
    """The criteria in order, with the places in the play-off that decided instead of the random key."""
    *_, last = table.criteria[:-1]
    yield from (replace(one, decides=False) for one in _compared(table, upper, lower, last, None))
    found = next(players for players in table.played if {upper, lower} <= {*players})
    above, below = (verbatim(str(1 + found.index(player))) for player in (upper, lower))
    yield Compared(decides.name, above, below, decides=True)


def _distinct_texts(criterion: Column, upper: Fraction, lower: Fraction) -> tuple[Message, Message]:
    """The two values as the table shows them; exactly where rounding makes them look alike."""
    one, two = (value_text(criterion.id, value, halves=criterion.halves) for value in (upper, lower))
    if one != two or upper == lower:
        return verbatim(one), verbatim(two)
    scale = 2 if criterion.halves else 1
    return _exactly(one, upper / scale), _exactly(two, lower / scale)


def _exactly(rounded: Number, exact: Fraction) -> Message:
    return say_in("number", "{rounded} ({exact})", rounded=rounded, exact=str(exact))
