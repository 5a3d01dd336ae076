"""Penalties of a tournament for lists and files: by player and kind, and one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muster.app.common.downloads import csv_text
from muster.app.common.names import names_of, naming
from muster.app.judging.penalties import given_in
from muster.app.judging.tables import table_of
from muster.core.ids import PlayerId
from muster.core.messages import Message, say, say_in
from muster.core.tournament.state import State
from muster.people.models import Penalty
from muster.rules.penalties import PenaltyTable


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """How many penalties of each kind a player has that are not withdrawn, in the order of the report's kinds."""

    player: int
    name: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Report:
    """Penalties by player and kind.

    Attributes:
        kinds: the names of the kinds that were given, the lightest first.
        players: a line for each player who has any, by entry number.
        withdrawn: how many were withdrawn; they are counted nowhere else.
    """

    kinds: tuple[str, ...]
    players: tuple[PlayerCount, ...]
    withdrawn: int

    @property
    def totals(self) -> tuple[int, ...]:
        """How many of each kind."""
        return tuple(sum(column) for column in zip(*(one.counts for one in self.players), strict=True))


def kind_name(table: PenaltyTable, kind: str) -> str:
    """What a kind is called; its id where the table has none of the name any more."""
    return next((str(Message(each.name)) for each in table.kinds if each.id == kind), kind)


def category_name(table: PenaltyTable, category: str) -> str:
    """What an offence is called; its id where the table has none of the name any more."""
    return next((str(Message(each.name)) for each in table.categories if each.id == category), category)


def counted(tournament: int, state: State) -> Report:
    """The penalties of a tournament by player and kind; an erased player is there by number."""
    table, name = table_of(tournament, state), naming(names_of(tournament))
    rows = list(given_in(tournament))
    holding = [row for row in rows if row.withdrawn_at is None]
    kinds = _kinds(table, holding)
    players = sorted({row.entry.player or 0 for row in holding})
    lines = (
        PlayerCount(
            player,
            name(PlayerId(player)),
            tuple(sum(row.kind == kind and row.entry.player == player for row in holding) for kind in kinds),
        )
        for player in players
    )
    return Report(tuple(kind_name(table, kind) for kind in kinds), tuple(lines), len(rows) - len(holding))


def _kinds(table: PenaltyTable, rows: Sequence[Penalty]) -> list[str]:
    """The kinds that were given: in the order of the table, then those of another table."""
    given = {row.kind for row in rows}
    own: list[str] = [each.id for each in table.kinds if each.id in given]
    return own + sorted(given - set(own))


def penalties_csv(tournament: int, state: State) -> str:
    """Every penalty a line, the first given first, for spreadsheets."""
    table, name = table_of(tournament, state), naming(names_of(tournament))
    heads = (
        say("Round"), say("Table"), say("Player"), say_in("of a person", "Name"), say("Offence"), say("Penalty"),
        say("What happened"),
        say("Clause"), say("Minutes more"), say("Judge"), say("At"), say("Withdrawn"),
    )  # fmt: skip
    lines = (
        (
            row.round_no,
            row.table or "",
            row.entry.player or "",
            name(PlayerId(row.entry.player or 0)),
            category_name(table, row.category),
            kind_name(table, row.kind),
            row.what,
            row.clause,
            row.extension_minutes or "",
            str(row.by or ""),
            row.at.isoformat(timespec="minutes"),
            row.withdrawn_because or (str(say("yes")) if row.withdrawn_at else ""),
        )
        for row in reversed(given_in(tournament))
    )
    return csv_text(tuple(map(str, heads)), lines)
