"""Why somebody stands where they stand: each number of the standings with its arithmetic, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _

from muster.app.standings import RankRow, rank_rows, standings_after
from muster.core.draws import DrawSeed, keys
from muster.core.ids import Naming, PlayerId
from muster.core.outcomes import RoundRecord
from muster.core.standings.explain import explain
from muster.core.standings.ledger import Records, Worth
from muster.core.standings.ranking import tiebreaker_columns
from muster.core.standings.values import Column, Table
from muster.core.standings.why import value_in, why_above
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.words import value_text
from muster.rules.schema import Variants

_SHARES: Final = (
    "average-share",
    "extended-average-share",
    "opponents-match-wins",
    "game-wins",
    "opponents-game-wins",
)
"""What a table shows in per cent."""

_KEY_READING: Final = "B17"
"""Why the random key is drawn once and stays."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One number with its arithmetic.

    Attributes:
        column: the criterion, with its clause and reading.
        text: the number as the table shows it.
        how: how such a number is reckoned, in a sentence.
        lines: a line for each round, and one for the result.
    """

    column: Column
    text: str
    how: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """One criterion of two neighbours: its name, both values as the table shows them, and whether it decided."""

    name: str
    upper: str
    lower: str
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

    says: str
    clause: str
    upper: str
    lower: str
    compared: tuple[Compared, ...]
    key_seed: str = ""
    reading: str = ""


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
    order, seed = table.order, state.draws.key_seed
    criteria = [one for one in table.criteria if one.id != "random"]
    asked = [one for one in criteria if one.id == only] or criteria
    records = queries.records(state, after)
    return Standing(
        rank_rows(state, table, name, rows=(table.rows[place],))[0],
        apart(table, order[place - 1], player, name, seed) if place else None,
        apart(table, player, order[place + 1], name, seed) if place + 1 < len(order) else None,
        tuple(_reckoned(state, after, player, name, records, column) for column in asked),
    )


def apart(
    table: Table, upper: PlayerId, lower: PlayerId, name: Naming, key_seed: DrawSeed | None = None
) -> Apart:
    """Why one player stands above another, in a sentence and criterion by criterion (`COM-RANK-1`)."""
    found = why_above(table, upper, lower)
    who = {"upper": name(upper), "lower": name(lower)}
    compared = tuple(_compared(table, upper, lower, found.criterion, key_seed))
    named = (found.criterion.clause, who["upper"], who["lower"], compared)
    if found.upper is None or found.lower is None:
        says = _("%(upper)s and %(lower)s are equal in everything: the random key puts %(upper)s first.")
        return Apart(says % who, *named, key_seed or "", _KEY_READING)
    figures = _told_apart(found.criterion.id, found.upper, found.lower)
    says = _("%(upper)s stands above %(lower)s by %(what)s: %(one)s against %(two)s.")
    words = {**who, "what": found.criterion.name, "one": figures[0], "two": figures[1]}
    return Apart(says % words, *named, reading=found.criterion.reading or "")


def _compared(
    table: Table, upper: PlayerId, lower: PlayerId, decides: Column, key_seed: DrawSeed | None
) -> Iterator[Compared]:
    """The criteria in order, down to the one that decided."""
    for column in table.criteria[: table.criteria.index(decides) + 1]:
        if column.id == "random":
            drawn = keys(key_seed, queries.KEY_PURPOSE, (upper, lower)) if key_seed else {}
            one, two = (f"#{one} {drawn[one].hex()[:8]}" if drawn else f"#{one}" for one in (upper, lower))
        else:
            above, below = (value_in(table, table.row(player), column) for player in (upper, lower))
            one, two = _told_apart(column.id, above, below)
        yield Compared(column.name, one, two, column is decides)


def _told_apart(criterion: str, upper: Fraction, lower: Fraction) -> tuple[str, str]:
    """The two values as the table shows them; exactly where rounding makes them look alike."""
    if criterion == "points":
        return str(upper), str(lower)
    one, two = value_text(criterion, upper), value_text(criterion, lower)
    return (one, two) if one != two or upper == lower else (f"{one} ({upper})", f"{two} ({lower})")


def _reckoned(
    state: State, after: int, player: PlayerId, name: Naming, records: Records, column: Column
) -> Reckoned:
    if column.id == "points":
        total = sum(record.side.points for record in records[player])
        lines = (*_points_lines(records[player], name), f"{column.name}: {total}")
        return Reckoned(column, str(total), how(column.id, state.variants), lines)
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
    text = value_text(column.id, found.division.value)
    return Reckoned(column, text, how(tiebreaker, state.variants), found.words)


def how(criterion: str, variants: Variants) -> str:
    """How the number of a criterion is reckoned under these readings, in a sentence."""
    rounds = {
        "active": _("the rounds they took part in"),
        "games": _("the rounds in which they had an opponent"),
        "scheduled": _("the rounds completed so far"),
    }[variants.schedule_rounds]
    words = {
        "points": _("The sum over all rounds."),
        "match-wins": _("The number of rounds won; a bye is one."),
        "margin": _("The sum over all rounds."),
        "strength-of-schedule": _("For each opponent their points by %(rounds)s; then the mean of these."),
        "extended-strength-of-schedule": _("The mean of the opponents’ strength of schedule."),
        "average-share": _("The share of each round, added up, by the rounds completed so far."),
        "extended-average-share": _("The mean of the opponents’ average margin of victory."),
        "opponents-match-wins": _(
            "For each opponent their match points by those possible, at least %(floor)s; then the mean of these."
        ),
        "game-wins": _("Game points by those possible in the games started, at least %(floor)s."),
        "opponents-game-wins": _("The mean of the opponents’ game wins, each at least %(floor)s."),
    }[criterion]
    says = words % {"rounds": rounds, "floor": variants.rate_floor}
    return f"{says} {_('1 is 100 %.')}" if criterion in _SHARES else says


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
