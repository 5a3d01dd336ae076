"""What is typed about a table of a round: results, confirmations, disputes, corrections."""

from __future__ import annotations

from dataclasses import dataclass

from muster.cli.opened import OpenJournal, UnknownNameError
from muster.cli.reporting import UnclearError, build, read_typed
from muster.cli.words import joined, number_of, table_and_rest, typed
from muster.core.ids import SEATS_AT_TABLE, PlayerId, RoundNo, Seat, TableNo, TableSeat
from muster.core.messages import listing, say
from muster.core.scoring.reports import Report
from muster.core.tournament import commands
from muster.core.tournament.commands import Command
from muster.core.tournament.state import Match


@dataclass(frozen=True, slots=True)
class TableInRound:
    """A table in a round, where `1` and `2` are the seats."""

    opened: OpenJournal
    round_no: RoundNo
    table: TableNo

    @property
    def match(self) -> Match | None:
        """The match there, if there is one."""
        rounds = self.opened.state.rounds
        return (
            rounds[self.round_no - 1].matches.get(self.table) if 1 <= self.round_no <= len(rounds) else None
        )

    def seat(self, text: str) -> Seat:
        """The seat meant: 1, 2, or one of the two players by name or number.

        Raises:
            UnclearError: there is no match.
            UnknownNameError: neither player is meant, or both.
        """
        if text in ("1", "2"):
            return 0 if text == "1" else 1
        return 0 if self.table_seat(text) == 0 else 1

    def table_seat(self, text: str) -> TableSeat:
        """The seat meant: its number, or one of the players by name or number; at tables of three and four, too.

        Raises:
            UnclearError: there is no match.
            UnknownNameError: nobody there is meant, or several are.
        """
        if self.match is None:
            says = say(
                "nobody plays at table {table} in round {round}", table=self.table, round=self.round_no
            )
            raise UnclearError(says)
        players = self.match.pairing.players
        numbers = [str(number) for number in range(1, len(players) + 1)]
        if text in numbers:
            return SEATS_AT_TABLE[numbers.index(text)]
        try:
            return SEATS_AT_TABLE[players.index(self.opened.player(text, players))]
        except UnknownNameError:
            says = say(
                "{name} is not one of {players} at table {table}; {numbers} work, too",
                name=repr(text[:60]),
                players=listing(map(self.opened.named, players)),
                table=self.table,
                numbers=listing(numbers),
            )
            raise UnknownNameError(says) from None

    def player(self, text: str) -> PlayerId:
        """The player in the seat meant; one of the whole tournament where nobody sits here."""
        if self.match is None:
            return self.opened.player(text)
        return self.match.pairing.players[self.table_seat(text)]

    def result(self, words: list[str]) -> Report:
        """The result that was typed."""
        typed = read_typed(words)
        ends = [end.id for end in self.opened.state.regulations.ends]
        if typed.end not in ends:
            says = say(
                "no match ends by {end}; choose one of {ends}",
                end=repr(typed.end[:40]),
                ends=listing(ends, "plain"),
            )
            raise UnclearError(says)
        return build(typed, self.opened.state.regulations, self.seat, self.table_seat)


def running(opened: OpenJournal, words: list[str]) -> tuple[TableInRound, list[str]]:
    """The table named first, in the running round, and the words after it."""
    table, rest = table_and_rest(words)
    return TableInRound(opened, RoundNo(len(opened.state.rounds)), table), rest


def report(opened: OpenJournal, words: list[str]) -> Command:
    """A result of the running round, for a player or by the desk."""
    place, rest = running(opened, words)
    by = None
    if rest and rest[-1].startswith("from="):
        by = place.player(rest.pop().removeprefix("from="))
    return commands.ReportResult(place.round_no, place.table, place.result(rest), by)


def confirm(opened: OpenJournal, words: list[str]) -> Command:
    """That a player, or the desk, agrees with a result."""
    place, rest = running(opened, words)
    by = place.player(joined(rest)) if rest else None
    return commands.ConfirmResult(place.round_no, place.table, by)


def dispute(opened: OpenJournal, words: list[str]) -> Command:
    """That a player contradicts a result."""
    place, rest = running(opened, words)
    return commands.DisputeResult(
        place.round_no, place.table, place.player(joined(rest, say("say who disputes it")))
    )


def correct(opened: OpenJournal, words: list[str]) -> Command:
    """Another result in the place of one on record, with the reason."""
    reason = " ".join(words).partition(" reason=")[2]
    kept = words[: next((at for at, word in enumerate(words) if word.startswith("reason=")), len(words))]
    if len(kept) < 3:
        raise UnclearError(say("say which round, which table, the result and reason=…"))
    table, rest = table_and_rest(kept[1:])
    place = TableInRound(opened, RoundNo(number_of(kept[0], say("the round"))), table)
    return commands.CorrectResult(place.round_no, table, place.result(rest), typed(reason))
