"""Days made up at random for the check in the browser: all that happens at a desk, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from muster.core.draws import ChainLink, DrawSeed, chain, number
from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament import commands, queries
from muster.core.tournament.commands import Command
from muster.core.tournament.decisions.ending import unfinished
from muster.core.tournament.formats import best_of
from muster.core.tournament.journal import Accepted, Journal
from muster.core.tournament.state import Match, Round, State
from muster.exchange.dice import Table, made_up
from muster.exchange.journal import JournalFile, write
from tournament_cases import DAY, IDS, rules

VARIANTS: Final[Mapping[str, tuple[object, ...]]] = {
    "schedule_rounds": ("active", "games", "scheduled"),
    "bye_is_opponent": (False, True),
    "rate_floor": ("1/3", "33/100"),
    "bye_in_match_rate": ("won", "left-out"),
    "rank_by": ("points", "match-wins"),
    "no_show": ("bye", "concession", "bare-win"),
    "last_round": ("random", "power"),
    "pair_down_again": ("allowed", "avoided"),
    "first_round": ("random", "clubs-apart"),
    "eliminated": ("shared", "by-swiss"),
}
MOST_ACTS: Final = 400


@dataclass
class Day:
    """One day whose organiser, players and dice all follow from a seed."""

    seed: str
    most: int = 24
    journal: Journal = field(default_factory=Journal)
    rolled: int = 0

    @property
    def state(self) -> State:
        return self.journal.state

    @property
    def round(self) -> Round:
        return self.state.rounds[-1]

    @property
    def dice(self) -> DrawSeed:
        return DrawSeed(sha256(self.seed.encode()).hexdigest())

    def roll(self, below: int) -> int:
        """A number of this day's own dice."""
        self.rolled += 1
        return number(self.dice, f"day/{self.rolled}", below)

    def try_(self, command: Command) -> bool:
        """Give a command that may well be refused; whether it was carried out."""
        return isinstance(self.journal.submit(command), Accepted)

    def played(self) -> Journal:
        """The whole day."""
        links = chain(ChainLink(sha256(f"{self.seed}|chain".encode()).hexdigest()))
        self._enter()
        self._set_up_again()
        assert self.try_(commands.AnnouncePlan(links[0]))
        assert self.try_(commands.StartStage())
        for _ in self._rounds():
            if not self._round(links):
                break
        self.try_(commands.FinishTournament()) or self.try_(commands.FinishTournament("out of time"))
        if not self.roll(4):
            self.try_(commands.ReopenTournament("a look at it"))
            self._correct()
            self.try_(commands.FinishTournament()) or self.try_(commands.FinishTournament("out of time"))
        return self.journal

    def _enter(self) -> None:
        regulations = rules(IDS[self.roll(len(IDS))])
        chosen = {
            name: options[self.roll(len(options)) if not self.roll(4) else 0]
            for name, options in VARIANTS.items()
        }
        formats = [one.id for one in regulations.match_formats if "swiss" in one.stages and not one.tiers]
        count = 4 + self.roll(self.most - 3)
        swiss = self.roll(8) > 0
        rounds = min(1 + self.roll(5), max(1, count - 1)) if swiss else 0
        cut = (0, 0, 2, 4, 8)[self.roll(5)] if swiss else 0
        created = commands.CreateTournament(
            regulations=regulations, day=DAY, structure="custom" if swiss else "basic",
            rounds=rounds if swiss else None, variants=chosen,
            cut=(cut if cut <= count and cut in {0, *regulations.cut.sizes} else 0) if swiss else None,
            first_stage="swiss" if swiss else "elimination",
            swiss_match=formats[self.roll(len(formats))] if formats else "", tables="1-8,11-30",
        )  # fmt: skip
        made = self.journal.submit(created)
        assert isinstance(made, Accepted), made.text()
        for player in range(1, count + 1):
            club = ClubId(1 + self.roll(4)) if self.roll(2) else None
            table = TableNo(1 + self.roll(9)) if not self.roll(9) else None
            self.try_(
                commands.EnterPlayer(
                    PlayerId(player), club, first_round_bye=not self.roll(15), fixed_table=table
                )
            )
            if not self.roll(20):
                self.try_(commands.Retract())
                self.try_(commands.EnterPlayer(PlayerId(player), club))

    def _set_up_again(self) -> None:
        if not self.roll(3):
            self.try_(commands.SetTables("1-6,9-40", ("", "2", "3-4")[self.roll(3)]))
        for _ in range(self.roll(3)):
            self.try_(commands.ForbidPair((self._anybody(), self._anybody())))

    def _anybody(self) -> PlayerId:
        players = sorted(self.state.players)
        return players[self.roll(len(players))]

    def _rounds(self) -> Iterator[None]:
        while len(self.state.rounds) < 14:
            plan = self.state.plan
            assert plan is not None
            if self.state.stages[-1].format == "swiss" and len(self.state.rounds) >= plan.rounds:
                if not plan.has_cut or not self.try_(commands.MakeCut()):
                    return
                if not self.roll(4):
                    self.try_(commands.DropPlayer(self._anybody()))
                if not self.try_(commands.StartStage()):
                    return
            elif self.state.rounds and unfinished(self.state) is None:
                return
            yield

    def _round(self, links: list[ChainLink]) -> bool:
        if not self._pair(links):
            return False
        if not self.roll(9):
            self.try_(commands.DropPlayer(self._anybody()))
        if not self.roll(9) and self.try_(commands.VoidRound("a wrong table")) and not self._pair(links):
            return False
        if self.roll(5):
            self.try_(commands.StartRound())
        self._people()
        for _ in range(2):
            for table, match in sorted(self.round.matches.items()):
                if not match.settled:
                    self._result(table, match)
        self._correct()
        return True

    def _pair(self, links: list[ChainLink]) -> bool:
        asked = commands.ProposeRound(links[len(self.state.rounds) + 1])
        if not self.try_(asked):
            return False
        if not self.roll(4):
            self.try_(commands.Retract())
            self.try_(asked)
        if not self.roll(5):
            self.try_(commands.SwapPlayers((self._anybody(), self._anybody())))
        return self.try_(commands.PublishRound())

    def _people(self) -> None:
        for _ in range(self.roll(3)):
            player = self._anybody()
            acts: tuple[Command, ...] = (
                commands.DropPlayer(player),
                commands.DropPlayer(player),
                commands.DisqualifyPlayer(player, "a reason"),
                commands.RejoinPlayer(player),
                commands.EnterPlayer(PlayerId(len(self.state.players) + 1)),
                commands.EnterPlayer(PlayerId(len(self.state.players) + 1)),
                commands.AwardBye(PlayerId(len(self.state.players))),
                commands.AwardLoss(PlayerId(len(self.state.players))),
                commands.Retract(),
                commands.ForbidPair((player, self._anybody())),
            )
            if self.state.stages[-1].format == "swiss" or self.roll(2):
                self.try_(acts[self.roll(len(acts))])

    def _made_up(self, match: Match, number_: int) -> Report:
        stage = self.state.stages[self.round.stage].format
        dice = Table(self.dice, number_, match.pairing.players, stage, best_of(self.state, stage))
        return made_up(dice, self.state.regulations)

    def _result(self, table: int, match: Match) -> None:
        report = self._made_up(match, self.round.number)
        by = match.pairing.players[self.roll(2)] if not self.roll(4) else None
        self.try_(commands.ReportResult(self.round.number, TableNo(table), report, by))
        if by is not None:
            self.try_(commands.ConfirmResult(self.round.number, TableNo(table), None))
        if not self.roll(12):
            self.try_(commands.Retract())

    def _correct(self) -> None:
        for _ in range(self.roll(3)):
            if not self.state.rounds:
                return
            round_ = self.state.rounds[self.roll(len(self.state.rounds))]
            tables = sorted(round_.matches)
            if tables:
                table = tables[self.roll(len(tables))]
                stage = self.state.stages[round_.stage].format
                dice = Table(
                    self.dice,
                    100 + self.rolled,
                    round_.matches[table].pairing.players,
                    stage,
                    best_of(self.state, stage),
                )
                report = made_up(dice, self.state.regulations)
                self.try_(commands.CorrectResult(RoundNo(round_.number), table, report, "misread"))


def text_of(journal: Journal, title: str = "A day made up") -> str:
    """The journal as a file."""
    names = {player: f"Player {player}" for player in queries.active(journal.state)}
    return write(JournalFile(journal, title, names))
