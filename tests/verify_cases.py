"""Days made up at random for whoever checks journals: all that happens at a desk, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from hypothesis import strategies as st

from muster.core.bracket.cut import CutKind
from muster.core.draws import ChainLink, DrawSeed, chain, number
from muster.core.ids import SEATS_AT_TABLE, ClubId, PlayerId, RoundNo, TableNo
from muster.core.scoring.reports import PlacingReport, Report
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.commands import Command
from muster.core.tournament.course import ONE_SWISS
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.journal import Accepted, Journal
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.state import Match, Round, State, best_of
from muster.exchange.dice import MatchSetup, made_up
from muster.exchange.journal import JournalFile, write
from muster.rules.load import ready_made
from muster.rules.schema import Regulations
from tournament_cases import DAY, IDS, rules, typed
from verify_formats import DayFormat, course_of, elimination_of, own_game
from verify_tables import TABLES, own_places, uncommon

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
    "eliminated": ("shared", "by-column", "by-swiss"),
}
READY: Final = tuple(one.id for one in ready_made())
BOOK: Final = (*IDS, "twin-suns-1.3")
GAMES: Final = (*BOOK, *READY)
"""Games whose days are made up: those of two, one at tables of three and four, and those that come ready-made."""

GAMES_OF: Final[Mapping[DayFormat, tuple[str, ...]]] = {
    "double": (*IDS, *READY), "parts": (*IDS, *READY), "pods": (*IDS, *READY), "sealed": IDS[-1:], "own": ("",),
}  # fmt: skip
"""The games of a format: tables of three and four have Swiss rounds alone."""

SWISS_FIRST: Final[frozenset[DayFormat]] = frozenset({"parts", "pods", "sealed"})
"""Formats whose days begin with what they are of; a bracket may follow."""

FEWEST_OF_FORMAT: Final = 9
"""With fewer players at most, there is seldom enough of them for a second part or both sides of a bracket."""

MOST_ROUNDS: Final = 14


def days(*games: str, most: int = 24, day_format: DayFormat = "") -> st.SearchStrategy[Day]:
    """Days of these games (of any without a name); simpler ones have fewer players and less that happens."""
    return st.builds(
        Day,
        seed=st.integers(0, 2**64 - 1).map(str),
        most=st.integers(4, most),
        game=st.sampled_from(games or GAMES_OF.get(day_format, GAMES)),
        busy=st.integers(0, 6),
        day_format=st.just(day_format),
    )


def many_days(
    name: str, count: int, *games: str, most: int = 24, day_format: DayFormat = ""
) -> Iterator[Day]:
    """So many days, no two alike, the same at each run: Hypothesis gives the simplest of its own again and again."""
    chosen = games or GAMES_OF.get(day_format, GAMES)
    fewest = FEWEST_OF_FORMAT if day_format else 4
    for at in range(count):
        dice = DrawSeed(sha256(f"{name}/{day_format}/{at}".encode()).hexdigest())
        players, busy = fewest + number(dice, "players", most + 1 - fewest), number(dice, "busy", 7)
        yield Day(dice, players, chosen[number(dice, "game", len(chosen))], busy, day_format)


@dataclass
class Day:
    """One day whose organiser, players and dice all follow from a seed.

    Attributes:
        seed: what everything follows from.
        most: players at most.
        game: the regulations; drawn if none are named.
        busy: how often something out of the ordinary happens, from 0 (never) over 4 (as listed here) up.
        day_format: how its rounds go, where not all are Swiss rounds for everybody in a game that comes along.
    """

    seed: str
    most: int = 24
    game: str = ""
    busy: int = 4
    day_format: DayFormat = ""
    journal: Journal = field(default_factory=Journal, repr=False)
    rolled: int = field(default=0, repr=False)

    @property
    def state(self) -> State:
        return self.journal.state

    @property
    def round(self) -> Round:
        return self.state.rounds[-1]

    @property
    def swiss(self) -> bool:
        return self.state.stages[-1].format == "swiss"

    @property
    def dice(self) -> DrawSeed:
        return DrawSeed(sha256(self.seed.encode()).hexdigest())

    @property
    def links(self) -> list[ChainLink]:
        return chain(ChainLink(sha256(f"{self.seed}|chain".encode()).hexdigest()))

    @property
    def alike(self) -> bool:
        """Whether all games of two in a round end alike, so that many are equal in everything."""
        return number(self.dice, "alike", 6) == 0 and not self.state.at_tables

    def roll(self, below: int) -> int:
        """A number of this day's own dice."""
        self.rolled += 1
        return number(self.dice, f"day/{self.rolled}", below)

    def happens(self, percent: int) -> bool:
        """Whether something happens that happens so often on a day as busy as most."""
        return self.roll(400) < percent * self.busy

    def try_(self, command: Command) -> bool:
        """Give a command that may well be refused; whether it was carried out."""
        return isinstance(self.journal.submit(command), Accepted)

    def played(self) -> Journal:
        """The whole day."""
        self._create()
        self._enter()
        self._set_up_again()
        self._announce()
        for _ in self._rounds():
            if not self._round() or self.happens(1):
                break
        self._finish()
        if self.happens(25):
            self.try_(
                commands.Retract() if self.happens(30) else commands.ReopenTournament(typed("a look at it"))
            )
            self._correct()
            self._finish()
        return self.journal

    def _finish(self) -> None:
        self.try_(commands.FinishTournament()) or self.try_(commands.FinishTournament(typed("out of time")))

    def _create(self) -> None:
        regulations = (
            own_game(self.roll, self.dice)
            if self.day_format == "own"
            else rules(self.game or GAMES[self.roll(len(GAMES))])
        )
        chosen = {
            name: options[self.roll(len(options)) if not self.roll(4) else 0]
            for name, options in VARIANTS.items()
        }
        at_tables = regulations.scoring.model == "placing"
        if at_tables:
            chosen |= {name: options[self.roll(2)] for name, options in TABLES.items()}
            regulations = regulations if self.roll(3) else own_places(regulations, self.dice)
        tier = regulations.tiers[self.roll(len(regulations.tiers))].id
        formats = [one.id for one in regulations.match_formats if not one.tiers or tier in one.tiers]
        swiss = at_tables or self.day_format in SWISS_FIRST
        swiss = swiss or self.roll(2 if self.day_format == "double" else 8) > 0
        rounds = 1 + self.roll(5)
        kind, cut = self._cut(regulations)
        other = bool(self.day_format) and not at_tables
        course = course_of(self.day_format, rounds, self.roll) if other and swiss else ONE_SWISS
        if course.parts and course.parts[-1].closed and self.roll(2):
            kind, cut = "best-of-groups", 1 + self.roll(2)
        created = commands.CreateTournament(
            regulations=regulations, day=DAY, structure="custom" if swiss else "basic", tier=tier,
            rounds=rounds if swiss and not course.robin and not course.parts else None, course=course,
            elimination=elimination_of(self.day_format, kind, cut, self.roll, swiss=swiss) if other else "single",
            variants=chosen, cut_kind=kind if swiss else "top",
            cut=cut if swiss else None, first_stage="swiss" if swiss else "elimination",
            swiss_match=formats[self.roll(len(formats))], tables="1-8,11-30",
            check_in=not self.roll(6),
        )  # fmt: skip
        made = self.journal.submit(created)
        assert isinstance(made, Accepted), made.text()

    def _cut(self, regulations: Regulations) -> tuple[CutKind, int]:
        kinds, sizes = regulations.cut.kinds, regulations.cut.sizes[:3]
        sizes = sizes if self.day_format == "double" else (0, *sizes)
        kind = kinds[self.roll(len(kinds)) if self.roll(2) else 0]
        if kind in ("top", "top-with-ties"):
            return kind, sizes[self.roll(len(sizes)) if kind == "top" else 1 + self.roll(2)]
        return kind, 1 + self.roll(2 if kind == "at-most-losses" else 12)

    def _enter(self) -> None:
        for player in range(1, 5 + self.roll(self.most - 3)):
            club = ClubId(1 + self.roll(4)) if self.roll(2) else None
            table = TableNo(1 + self.roll(9)) if self.happens(10) else None
            first_bye = self.happens(5)
            self.try_(
                commands.EnterPlayer(PlayerId(player), club, first_round_bye=first_bye, fixed_table=table)
            )
            if self.happens(3):
                self.try_(commands.Retract())
                self.try_(commands.EnterPlayer(PlayerId(player), club))
            if self.happens(3):
                self.try_(commands.AmendPlayer(PlayerId(player), ClubId(2), fixed_table=TableNo(5)))

    def _set_up_again(self) -> None:
        if self.happens(30):
            self.try_(commands.SetTables("1-6,9-40", ("", "2", "3-4")[self.roll(3)]))
        if self.game in READY and self.happens(40):
            self.try_(commands.ChangeRules(regulations=rules(READY[self.roll(len(READY))])))
        if self.day_format == "own" and self.happens(30):
            self.try_(commands.ChangeRules(regulations=own_game(self.roll, self.dice)))
        if self.happens(10):
            structures = [one.id for one in self.state.regulations.structures if one.rows]
            self.try_(commands.ChangeStructure(structures[self.roll(len(structures))]))
        for _ in range(self.roll(3)):
            pair = (self._anybody(), self._anybody())
            if self.happens(50) and self.try_(commands.ForbidPair(pair)) and self.happens(20):
                self.try_(commands.AllowPair(pair))
        if self.state.created.check_in:
            for player in sorted(self.state.players):
                self.try_(commands.CheckIn(player))

    def _announce(self) -> None:
        announced = self.try_(commands.AnnouncePlan(self.links[0]))
        if not announced:  # not for so few players, or not with such a cut
            assert self.try_(
                commands.ChangeStructure("custom", min(2, len(self.state.players) - 1), "top", 0)
            )
            assert self.try_(commands.AnnouncePlan(self.links[0]))
        assert self.try_(commands.StartStage())
        self._pods()

    def _building(self) -> None:
        """Of some days of sealed play: tables to build decks at."""
        seldom = self.day_format != "sealed" and self.roll(2)
        if seldom or not self.try_(commands.DrawBuilding(self.links[1])):
            return
        if self.happens(20):
            self.try_(commands.Retract())
            self.try_(commands.DrawBuilding(self.links[1]))
        if self.happens(40):
            self.try_(commands.SwapBuilders((self._anybody(), self._anybody())))
        self.try_(commands.PublishBuilding())
        if self.happens(40):
            late = PlayerId(len(self.state.players) + 1)
            self.try_(commands.EnterPlayer(late))
            if self.state.created.check_in:
                self.try_(commands.CheckIn(late))
            self.try_(commands.JoinBuilding(late, 1 + self.roll(len(self.state.players))))

    def _pods(self) -> None:
        if not queries.part(self.state).closed:
            if self.day_format and not self.state.passed:
                self._building()
            return
        asked = commands.DrawPods(self.links[draw_number(self.state)])
        if not self.try_(asked):
            return
        if self.happens(20):
            self.try_(commands.Retract())
            self.try_(asked)
        if self.happens(40):
            self.try_(commands.SwapSeats((self._anybody(), self._anybody())))
        self.try_(commands.PublishPods())
        if self.happens(30):
            late = PlayerId(len(self.state.players) + 1)
            self.try_(commands.EnterPlayer(late))
            if self.state.created.check_in:
                self.try_(commands.CheckIn(late))
            self.try_(commands.JoinPod(late, 1 + self.roll(3)))
        if self.happens(20):
            self.try_(commands.DropPlayer(self._anybody()))

    def _anybody(self) -> PlayerId:
        players = sorted(self.state.players)
        return players[self.roll(len(players))]

    def _rounds(self) -> Iterator[None]:
        while len(self.state.rounds) < MOST_ROUNDS:
            plan = self.state.announced
            if self.swiss and len(self.state.rounds) >= plan.rounds:
                if not plan.has_cut or not self._to_the_bracket():
                    return
            elif self.state.rounds and unfinished(self.state) is None:
                return
            if queries.day_one_over(self.state) or queries.part_over(self.state):
                self._correct()
                self._play_offs()
                if not self.try_(commands.BeginDayTwo()):
                    return
                if self.happens(20):
                    self._correct()
                    self.try_(commands.BeginDayTwo())
                if self.state.announced.course.parts:
                    self._pods()
            yield

    def _play_offs(self) -> None:
        """Mostly, who is equal where only some go on plays for it; sometimes that is corrected, or one too few did."""
        for line in lines(self.state):
            if not self.roll(4):
                continue
            order = list(line.players)
            for at in range(len(order) - 1, 0, -1):
                other = self.roll(at + 1)
                order[at], order[other] = order[other], order[at]
            self.try_(commands.RecordPlayOff(tuple(order)))
            if self.happens(20):
                self.try_(commands.RecordPlayOff(tuple(order[::-1] if self.roll(2) else order[1:])))
            if self.happens(15):
                self._correct()
            if self.happens(10):
                self.try_(commands.DropPlayer(order[0]))

    def _to_the_bracket(self) -> bool:
        self._play_offs()
        if not self.try_(commands.MakeCut()):
            return False
        if self.happens(20):
            self.try_(commands.Retract())
            self._correct()
            if not self.try_(commands.MakeCut()):
                return False
        if self.happens(30):
            self.try_(commands.DropPlayer(self._seeded()))
        self._cut_anew()
        if self.happens(10):
            self.try_(commands.DropPlayer(self._anybody()))
        if not self.try_(commands.StartStage()):
            return False
        self._cut_anew()
        return not self.swiss or self.try_(commands.StartStage())

    def _cut_anew(self) -> None:
        if self.happens(20):
            self._correct()
            self.try_(commands.MakeCut())

    def _seeded(self) -> PlayerId:
        seeds = self.state.seeds or self.state.stages[-1].players
        return seeds[self.roll(len(seeds))]

    def _round(self) -> bool:
        if not self._pair():
            return False
        if self.happens(9):
            self.try_(commands.DropPlayer(self._anybody() if self.roll(2) else self._seeded()))
        if self.happens(10) and self.try_(commands.VoidRound(typed("a wrong table"))) and not self._pair():
            return False
        if self.happens(15):
            self._mend()
        if self.roll(5):
            self.try_(commands.StartRound())
        self._cards()
        if self.state.at_tables and not self.swiss and self.roll(2):
            self.try_(commands.ChooseSeat(SEATS_AT_TABLE[self.roll(4)]))
        self._people()
        for _ in range(2):
            for table, match in sorted(self.round.matches.items()):
                if not match.settled:
                    self._result(table, match)
        self._correct()
        return True

    def _pair(self) -> bool:
        asked = commands.ProposeRound(self.links[draw_number(self.state)])
        if self.state.at_tables and not self.roll(4):
            asked = replace(asked, stop=1 + self.roll((10, 1000)[self.roll(2)]))
        if not self.try_(asked):
            return False
        if self.happens(15):
            self.try_(commands.Retract())
            self.try_(asked)
        if self.happens(20):
            self.try_(commands.SwapPlayers((self._anybody(), self._anybody())))
        self._cards()
        return self.try_(commands.PublishRound())

    def _cards(self) -> None:
        """Cards drawn or rolled by hand, or named by the outline, for a round on the table, running or to come."""
        draws = self.state.regulations.round_draws
        if draws is None or not self.happens(30):
            return
        number_ = RoundNo(max(1, len(self.state.rounds) + 1 - self.roll(2)))
        season = draws.seasons[-1]
        drawn = season.deployments[self.roll(3)], season.objectives[self.roll(3)]
        reason = typed("" if self.roll(2) else "another was on the tables")
        asked = (
            commands.RecordCards(number_, "drawn", *drawn, reason=reason),
            commands.RecordCards(
                number_, "rolled", faces=(1 + self.roll(6), 1 + self.roll(6)), reason=reason
            ),
            commands.RecordCards(
                RoundNo(number_ + self.roll(2)), "outline", "Own Field", drawn[1], reason=reason
            ),
        )[self.roll(3)]
        if self.try_(asked) and self.happens(15):
            self.try_(commands.Retract())
        if self.state.proposal is None:  # the draft rested on the cards of an earlier round
            self.try_(commands.ProposeRound(self.links[draw_number(self.state)]))

    def _mend(self) -> None:
        """A correction of a round before changes two tables of this one: annulled, drawn, put back, changed."""
        number_ = len(self.state.rounds)
        if number_ < 2 or not self.swiss or self.round.begun:
            return
        self._correct(number_ - 1 if self.roll(3) else None)
        wanted = {table: set(match.pairing.players) for table, match in sorted(self.round.matches.items())}
        one, two = (list(wanted.values())[self.roll(len(wanted))] for _ in range(2))
        if one is not two:
            for player in (min(one), max(two)):
                one ^= {player}
                two ^= {player}
        if not self.try_(commands.VoidRound(typed("a corrected result changes the pairings"))):
            return
        if self.try_(commands.ProposeRound(self.links[draw_number(self.state)])):
            self._put(wanted)
            self.try_(commands.PublishRound())

    def _put(self, wanted: Mapping[TableNo, set[PlayerId]]) -> None:
        for table, goal in wanted.items():
            for player in sorted(goal):
                assert self.state.proposal is not None
                seats = {one.table: set(one.players) for one in self.state.proposal.sheet.pairings}
                leaving = seats.get(table, goal) - goal
                if leaving and player not in seats[table]:
                    self.try_(commands.SwapPlayers((min(leaving), player)))

    def _people(self) -> None:
        if not self.swiss:
            for _ in range(self.roll(3)):
                if self.happens(40):
                    self.try_(commands.DropPlayer(self._anybody()))
            return
        for act in self._acts():
            if self.happens(9):
                self.try_(act)
        for player, one in sorted(self.state.players.items()):
            if one.status == "dropped" and self.happens(20):
                self.try_(commands.RejoinPlayer(player))
            elif queries.present(one) and not queries.match_of(self.round, player) and self.happens(40):
                given = commands.AwardBye(player), commands.AwardLoss(player)
                if not self.try_(given[0]) or self.happens(20):
                    self.try_(given[1])

    def _acts(self) -> Iterator[Command]:
        late = PlayerId(len(self.state.players) + 1)
        yield commands.DropPlayer(self._anybody(), typed("has to go"))
        yield commands.DropPlayer(self._anybody())
        yield commands.DisqualifyPlayer(self._anybody(), typed("a reason"))
        yield commands.EnterPlayer(late)
        yield commands.EnterPlayer(late, ClubId(1))
        yield commands.ForbidPair((self._anybody(), self._anybody()))
        yield commands.Retract()

    def _made_up(self, match: Match, round_: Round, time: int) -> Report:
        stage = self.state.stages[round_.stage].format
        players = match.pairing.players
        if self.alike:  # one result for every table of a round
            players = tuple(PlayerId(number_) for number_ in range(1, len(players) + 1))
        dice = MatchSetup(self.dice, time, players, stage, best_of(self.state, stage))
        report = made_up(dice, self.state.regulations)
        return (
            uncommon(report, self.roll) if isinstance(report, PlacingReport) and self.happens(25) else report
        )

    def _result(self, table: int, match: Match) -> None:
        report = self._made_up(match, self.round, self.round.number)
        by = match.pairing.players[seat := self.roll(len(match.pairing.players))]
        foe, *more = match.pairing.others(by)
        if not self.happens(25):
            self.try_(commands.ReportResult(self.round.number, TableNo(table), report, None))
        else:
            self.try_(commands.ReportResult(self.round.number, TableNo(table), report, by))
            if self.happens(25):
                self.try_(commands.DisputeResult(self.round.number, TableNo(table), foe))
                for other in (*more, foe) if self.roll(2) else ():
                    self.try_(commands.ConfirmResult(self.round.number, TableNo(table), other))
            else:
                self.try_(commands.ConfirmResult(self.round.number, TableNo(table), foe if seat else None))
                for other in more if self.roll(4) else ():
                    self.try_(commands.ConfirmResult(self.round.number, TableNo(table), other))
        if self.happens(5):
            self.try_(commands.Retract())

    def _correct(self, round_no: int | None = None) -> None:
        for _ in range(self.roll(3)):
            rounds = self.state.rounds if round_no is None else self.state.rounds[round_no - 1 : round_no]
            if not rounds or not self.happens(60):
                continue
            round_ = rounds[self.roll(len(rounds))]
            tables = sorted(round_.matches)
            if tables:
                table = tables[self.roll(len(tables))]
                report = self._made_up(round_.matches[table], round_, 100 + self.rolled)
                self.try_(commands.CorrectResult(RoundNo(round_.number), table, report, typed("misread")))


def text_of(journal: Journal, title: str = "A day made up") -> str:
    """The journal as a file."""
    names = {player: f"Player {player}" for player in queries.active(journal.state)}
    return write(JournalFile(journal, title, names))


def happened(journal: Journal) -> set[str]:
    """What a day had in it that is out of the ordinary."""
    kinds = [entry.fact.kind for entry in journal.entries]
    proposals = [entry.fact for entry in journal.entries if isinstance(entry.fact, facts.RoundProposed)]
    entered = [entry.fact for entry in journal.entries if isinstance(entry.fact, facts.PlayerEntered)]
    corrected = [entry.fact for entry in journal.entries if isinstance(entry.fact, facts.ResultCorrected)]
    mending = ["round.voided", "round.proposed", "proposal.swapped"]
    other = {
        "a draw again": any(fact.attempt > 1 for fact in proposals),
        "a bye": any(fact.sheet.byes for fact in proposals),
        "a late entry": any(fact.missed for fact in entered),
        "pairings to mend": any(fact.consequence == "re-pair-affected" for fact in corrected),
        "a mended round": any(kinds[at : at + 3] == mending for at in range(len(kinds))),
        "elimination first": journal.state.created.first_stage == "elimination",
        "a cut made anew": kinds.count("cut.made") > 1,
        "looked ahead": any(fact.method == "listed" for fact in proposals),
        "a stopped search": any(fact.stopped for fact in proposals),
        "a searched seating": any(fact.pairs_by == "tables searched" for fact in proposals),
    }
    return {name for name, true in other.items() if true} | {
        HAPPENINGS[one] for one in kinds if one in HAPPENINGS
    }


HAPPENINGS: Final = {
    "result.corrected": "a correction",
    "player.dropped": "a drop",
    "player.disqualified": "a disqualification",
    "player.rejoined": "a rejoin",
    "round.voided": "a void",
    "act.retracted": "an undo",
    "proposal.swapped": "a swap",
    "cards.recorded": "cards by hand",
    "bye.awarded": "an awarded bye",
    "loss.awarded": "an awarded loss",
    "match.awarded": "a walkover",
    "cut.made": "a cut",
    "tie.played": "a play-off",
    "cut.replaced": "a replacement",
    "result.disputed": "a dispute",
    "tournament.reopened": "a reopening",
    "pair.forbidden": "a forbidden pair",
    "seat.chosen": "a seat chosen at the final",
}
