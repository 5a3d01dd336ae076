"""A game of one's own before there is an event: what its standings would look like."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from typing import Final

from muster.app.standings.read import RankRow, cells_of, columns_of, rank_rows
from muster.core.draws import ChainLink, DrawSeed, chain
from muster.core.ids import PlayerId
from muster.core.messages import Number
from muster.core.standings.values import Column, Table
from muster.core.tournament import commands, queries
from muster.core.tournament.commands import Command
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.journal import Journal
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.rules.own_games import OwnGame, made

NAMES: Final = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gus")
"""Who plays in the example: five, so that one has a bye in each round, or seven at tables of three and four."""

ROUNDS: Final = 3
AS_MANY_DUELS: Final = 5


@dataclass(frozen=True, slots=True)
class Example:
    """Standings of a made-up evening.

    Attributes:
        columns: their columns, points among them, in the order in which they are compared.
        rows: the lines, best first.
        table: what they are lines of.
    """

    columns: tuple[Column, ...]
    rows: tuple[RankRow, ...]
    table: Table

    @property
    def lines(self) -> list[tuple[RankRow, list[Number]]]:
        """Each line with its figures by column."""
        return [(row, [text for _id, text in cells_of(self.table, row)]) for row in self.rows]


@lru_cache(32)
def example(game: OwnGame) -> Example:
    """What the standings of a made-up evening of this game look like: the same for the same game."""
    state = _evening(game)
    table = queries.shown_table(state)
    names = {PlayerId(at): name for at, name in enumerate(NAMES, 1)}
    return Example(tuple(columns_of(table)), rank_rows(state, table, names.__getitem__), table)


def _evening(game: OwnGame) -> State:
    rules, journal = made(game), Journal()
    links = chain(ChainLink(sha256(b"example|chain").hexdigest()))

    def do(command: Command) -> None:
        answer = journal.submit(command)
        if isinstance(answer, Refusal):
            raise ValueError(answer.text())  # noqa: TRY004  (a game that was read is sound)

    day = date(2026, 1, 1)
    do(commands.CreateTournament(regulations=rules, day=day, structure="custom", rounds=ROUNDS, cut=0))
    for player in range(1, (len(NAMES) if game.result == "places" else AS_MANY_DUELS) + 1):
        do(commands.EnterPlayer(PlayerId(player)))
    do(commands.AnnouncePlan(links[0]))
    do(commands.StartStage())
    for _ in range(ROUNDS):
        do(commands.ProposeRound(links[draw_number(journal.state)]))
        do(commands.PublishRound())
        for table, match in sorted(journal.state.rounds[-1].matches.items()):
            seed = DrawSeed(sha256(b"example|results").hexdigest())
            number, players = journal.state.rounds[-1].number, match.pairing.players
            dice = MatchSetup(seed, number, players, "swiss", best_of(journal.state, "swiss"))
            do(commands.ReportResult(number, table, made_up(dice, rules)))
    return journal.state
