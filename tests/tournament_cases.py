"""A tournament at work for tests: a desk that gives commands, and results of every way of scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any

from muster.core.draws import ChainLink, chain
from muster.core.ids import PlayerId, RoundNo, Seat, TableNo, other
from muster.core.private import Private
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.tournament import commands, queries
from muster.core.tournament.commands import Command
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Accepted, Journal
from muster.core.tournament.refusals import Refusal, RefusalCode
from muster.core.tournament.state import Match, Pairing, Round, Sheet, State, best_of
from muster.rules.load import load
from muster.rules.schema import Regulations
from muster.rules.scoring import GamesScoring, MarginScoring

DAY = date(2018, 12, 1)
IDS = ("armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "unlimited-1.3")

Winner = Callable[[Match], Seat]
"""Who wins a match."""


@cache
def rules(regulations_id: str) -> Regulations:
    """The regulations that come along."""
    return load(regulations_id)


def secret(seed: object) -> ChainLink:
    """The secret a hash chain starts at."""
    return ChainLink(sha256(f"{seed}|chain".encode()).hexdigest())


@cache
def links(seed: object = 1) -> tuple[ChainLink, ...]:
    """A hash chain: its commitment and a link for each round."""
    return tuple(chain(secret(seed), 64))


def typed(words: str) -> Private:
    """Words as they come from a form; the same have the same salt, so that draws are the same in every run."""
    return Private(words, sha256(repr(words).encode()).hexdigest())


def won_by(regulations: Regulations, seat: Seat, games: int = 1, by: int = 100) -> Report:
    """A played-out match won by this seat; `by` is the difference in points where there is one."""
    scoring = regulations.scoring
    if isinstance(scoring, MarginScoring):
        scores = (Tally(by), Tally()) if seat == 0 else (Tally(), Tally(by))
        return MarginReport(end="rounds", scores=scores, deciding=seat)
    if isinstance(scoring, GamesScoring):
        return GamesReport(end="decided", games=(seat,) * (games // 2 + 1))
    tokens = (3, 1) if seat == 0 else (1, 3)
    return ShareReport(end="rounds", tokens=tokens)


def absent(regulations: Regulations, seat: Seat) -> Report:
    """This seat's player did not come."""
    scoring = regulations.scoring
    if isinstance(scoring, MarginScoring):
        return MarginReport(end="no-show", by=seat)
    return (
        GamesReport(end="no-show", by=seat)
        if isinstance(scoring, GamesScoring)
        else ShareReport(end="no-show", by=seat)
    )


def lower_wins(match: Match) -> Seat:
    """The player with the smaller entry number wins: strength goes by number."""
    one, two = match.pairing.players
    return 0 if one < two else 1


def first_wins(_: Match) -> Seat:
    """The player named first wins."""
    return 0


@dataclass(slots=True)
class Desk:
    """Somebody who runs one tournament: every command must be carried out, or refused as expected."""

    seed: object = 1
    journal: Journal = field(default_factory=Journal)

    @property
    def state(self) -> State:
        return self.journal.state

    @property
    def round(self) -> Round:
        return self.state.rounds[-1]

    @property
    def sheet(self) -> Sheet:
        assert self.state.proposal is not None
        return self.state.proposal.sheet

    def copied(self) -> Desk:
        """Another desk at which the same has happened so far."""
        return Desk(self.seed, Journal([*self.journal.entries], self.state))

    def do(self, command: Command, **how: Any) -> tuple[Fact, ...]:
        """Carry out a command that must be accepted; its facts."""
        answer = self.journal.submit(command, **how)
        assert isinstance(answer, Accepted), answer.text()
        return tuple(entry.fact for entry in answer.entries)

    def refused(self, command: Command, code: RefusalCode, *words: str) -> Refusal:
        """Give a command that must be refused with this code and these words, and change nothing."""
        before, count = self.state, len(self.journal.entries)
        answer = self.journal.submit(command)
        assert isinstance(answer, Refusal), answer
        assert answer.code == code, answer
        for word in words:
            assert word in answer.text(), answer.text()
        assert self.state is before
        assert len(self.journal.entries) == count
        return answer

    def create(self, regulations_id: str = "armada-4.0", **given: Any) -> Desk:
        self.do(commands.CreateTournament(regulations=rules(regulations_id), day=DAY, **given))
        return self

    def enter(self, *players: int, **given: Any) -> Desk:
        for player in players:
            self.do(commands.EnterPlayer(PlayerId(player), **given))
        return self

    def announce(self) -> Desk:
        self.do(commands.AnnouncePlan(links(self.seed)[0]))
        return self

    def begin(self) -> Desk:
        self.do(commands.StartStage())
        return self

    def link(self) -> ChainLink:
        return links(self.seed)[draw_number(self.state)]

    def propose(self) -> Desk:
        self.do(commands.ProposeRound(self.link()))
        return self

    def pair(self) -> Desk:
        self.propose().do(commands.PublishRound())
        return self

    def report(self, table: int, report: Report, by: int | None = None) -> tuple[Fact, ...]:
        player = None if by is None else PlayerId(by)
        return self.do(commands.ReportResult(RoundNo(len(self.state.rounds)), TableNo(table), report, player))

    def win(self, table: int, seat: Seat, by: int = 100) -> Report:
        """A win for this seat in the running round, as a report."""
        stage = self.state.stages[self.round.stage].format
        return won_by(self.state.regulations, seat, best_of(self.state, stage), by)

    def play(self, winner: Winner = first_wins, by: int = 100) -> Desk:
        """Report every match of the running round that is still open."""
        for table in sorted(self.round.matches):
            match = self.round.matches[table]
            if not match.settled:
                self.report(table, self.win(table, winner(match), by))
        return self

    def rounds(self, count: int, winner: Winner = first_wins, by: int = 100) -> Desk:
        """Pair and play so many rounds."""
        for _ in range(count):
            self.pair().play(winner, by)
        return self

    def cut(self) -> Desk:
        self.do(commands.MakeCut())
        return self.begin()

    def drop(self, *players: int) -> Desk:
        for player in players:
            self.do(commands.DropPlayer(PlayerId(player)))
        return self

    def correct(self, round_no: int, table: int, report: Report, reason: str = "slip") -> tuple[Fact, ...]:
        return self.do(commands.CorrectResult(RoundNo(round_no), TableNo(table), report, typed(reason)))

    def finish(self, reason: str = "") -> Desk:
        self.do(commands.FinishTournament(typed(reason)))
        return self

    def table_of(self, player: int) -> int:
        """The table of a player's match in the running round."""
        match = queries.match_of(self.round, PlayerId(player))
        assert match is not None
        return match.pairing.table

    def opponent(self, player: int) -> PlayerId:
        match = queries.match_of(self.round, PlayerId(player))
        assert match is not None
        one, two = match.pairing.players
        return two if one == player else one

    def seat(self, player: int) -> Seat:
        match = queries.match_of(self.round, PlayerId(player))
        assert match is not None
        return 0 if match.pairing.players[0] == player else 1

    def meetings(self) -> list[tuple[int, int]]:
        """Who meets whom in the running round, in order of game number or table."""
        pairings = [match.pairing for match in self.round.matches.values()]
        return [pairing.pair for pairing in sorted(pairings, key=_by_game)]

    def tables(self) -> list[tuple[PlayerId, ...]]:
        """Who sits at each table of three or four in the running round, likewise."""
        pairings = [match.pairing for match in self.round.matches.values()]
        return [pairing.players for pairing in sorted(pairings, key=_by_game)]

    def resting(self) -> list[int]:
        """Who has a bye in the running round."""
        return [bye.player for bye in self.round.byes]


def _by_game(pairing: Pairing) -> tuple[int, int]:
    return (pairing.game or 0, pairing.table)


def desk(
    regulations_id: str = "armada-4.0", players: int | Iterable[int] = 8, *, seed: object = 1, **given: Any
) -> Desk:
    """A desk with the plan announced and the first stage begun."""
    numbers = range(1, players + 1) if isinstance(players, int) else players
    return Desk(seed).create(regulations_id, **given).enter(*numbers).announce().begin()


def custom(rounds: int, cut: int = 0, **given: Any) -> dict[str, Any]:
    """The organiser's own figures."""
    return {"structure": "custom", "rounds": rounds, "cut": cut, **given}


def loser(seat: Seat) -> Seat:
    """The other seat."""
    return other(seat)


def six_rounds(*, deck: int) -> Journal:
    """A day of six Runewars rounds; up to round `deck` their cards are drawn as they were before there was a deck."""
    at = Desk().create("runewars-2.2.2", structure="custom", rounds=6, cut=0).enter(*range(1, 9))
    at.announce().begin()
    for number in range(1, 7):
        at.do(commands.ProposeRound(at.link(), deck=number > deck))
        at.do(commands.PublishRound())
        at.play()
    return at.finish().journal
