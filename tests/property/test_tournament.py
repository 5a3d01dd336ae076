"""Whole tournaments of random commands, sensible and senseless: what must hold after every single one."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from muster.core.bracket.places import Place
from muster.core.draws import ChainLink
from muster.core.frozen import changed
from muster.core.ids import ClubId, PlayerId, RoundNo, TableNo
from muster.core.private import Private
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport, Tally
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.commands import Command
from muster.core.tournament.engine import decide, replay
from muster.core.tournament.facts import Fact
from muster.core.tournament.final import final_places
from muster.core.tournament.journal import Journal, at
from muster.core.tournament.next_step import next_step
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.review import review
from muster.core.tournament.state import Sheet, State, best_of
from muster.exchange.journal import JournalFile, read, write
from muster.rules.scoring import GamesScoring, MarginScoring
from tournament_cases import DAY, IDS, absent, links, rules, typed, won_by

MOST = 9
"""Players in a random tournament: few enough to try every pairing."""

SEATS = st.sampled_from([0, 1])
NUMBERS = st.sampled_from([0, 0, 1, 3, 70, 140, 400, -1, 10**7])
ENDS: Any = st.sampled_from(
    [
        "defeated",
        "mutual-destruction",
        "rounds",
        "time",
        "decided",
        "concession",
        "no-show",
        "match-loss",
        "double-loss",
        "intentional-draw",
    ]
)
WHO: Any = st.none() | SEATS
PLAYERS: Any = st.sampled_from([*range(1, MOST + 1), *range(1, 6), 0, MOST + 1, MOST + 2])
REASONS = st.sampled_from(["a slip", "why not", "żółć \U0001f0a1", "", "  ", "x" * 501, "\ud800"])
TABLES: Any = st.sampled_from([1, 2, 3, 4, 7, 0, -1])

MARGINS = st.builds(
    MarginReport,
    end=ENDS,
    scores=st.tuples(st.builds(Tally, NUMBERS, NUMBERS), st.builds(Tally, NUMBERS, NUMBERS)),
    deciding=WHO,
    winner=WHO,
    by=WHO,
)
SHARES = st.builds(
    ShareReport,
    end=ENDS,
    tokens=st.tuples(NUMBERS, NUMBERS),
    scores=st.tuples(NUMBERS, NUMBERS),
    deciding=WHO,
    winner=WHO,
    by=WHO,
    agreed_to_score=st.booleans(),
)
GAMES = st.builds(
    GamesReport,
    end=ENDS,
    games=st.lists(WHO, max_size=4).map(tuple),
    unfinished=st.booleans(),
    base_hp=st.none() | st.tuples(NUMBERS, NUMBERS),
    deciding=WHO,
    winner=WHO,
    by=WHO,
)

VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "last_round": st.sampled_from(["random", "power"]),
        "first_round": st.sampled_from(["random", "clubs-apart"]),
        "pair_down_again": st.sampled_from(["allowed", "avoided"]),
        "eliminated": st.sampled_from(["shared", "by-column", "by-swiss"]),
        "no_show": st.sampled_from(["bye", "concession", "bare-win"]),
        "rank_by": st.sampled_from(["points", "match-wins"]),
    },
)


@st.composite
def set_ups(draw: st.DrawFn) -> commands.CreateTournament:
    """A tournament of any regulations, any structure, with or without a cut, or elimination only."""
    regulations_id = draw(st.sampled_from(IDS))
    kinds = rules(regulations_id).cut.kinds
    shape = draw(st.sampled_from(["table", "own", "own", "own", "elimination"]))
    given: dict[str, Any] = {}
    if shape == "elimination":
        given = {"first_stage": "elimination"}
    elif shape == "table":
        given = {"structure": draw(st.sampled_from(["basic", "advanced"]))}
    else:
        kind = draw(st.sampled_from(kinds))
        cut = draw(
            {"top": st.sampled_from([0, 2, 4]), "top-with-ties": st.sampled_from([2, 4])}.get(
                kind, st.integers(0, 20)
            )
        )
        given = {"structure": "custom", "rounds": draw(st.integers(1, 4)), "cut": cut, "cut_kind": kind}
    allowed = rules(regulations_id).variant_clauses
    variants: dict[str, object] = {name: value for name, value in draw(VARIANTS).items() if name in allowed}
    return commands.CreateTournament(
        regulations=rules(regulations_id),
        day=DAY,
        tier=draw(st.sampled_from([tier.id for tier in rules(regulations_id).tiers])),
        variants=variants,
        check_in=draw(st.booleans()),
        tables=draw(st.sampled_from(["", "", "1-4", "11-20"])),
        **given,
    )


@cache
def fewest_rematches(
    pool: frozenset[PlayerId], barred: frozenset[frozenset[PlayerId]], met: frozenset[frozenset[PlayerId]]
) -> int:
    """The fewest rematches with which these players can be paired at all; tries every pairing."""
    if not pool:
        return 0
    one = min(pool)
    return min(
        (
            (frozenset((one, two)) in met) + fewest_rematches(pool - {one, two}, barred, met)
            for two in pool - {one}
            if frozenset((one, two)) not in barred
        ),
        default=10**6,
    )


def bare(state: State) -> State:
    """The state without its place in a journal."""
    return changed(state, version=0, head="")


class Tournament(RuleBasedStateMachine):
    """One journal, and everything anybody could ask of it."""

    def __init__(self) -> None:
        super().__init__()
        self.journal = Journal()
        self.states = [self.journal.state]

    @property
    def state(self) -> State:
        return self.journal.state

    def submit(self, command: Command) -> tuple[Fact, ...]:
        """Give a command; check everything that must hold; its facts, none if refused."""
        before, count = self.state, len(self.journal.entries)
        answer = self.journal.submit(command)
        if isinstance(answer, Refusal):
            assert self.state is before
            assert len(self.journal.entries) == count
            assert len(str(answer.says)) > 15
            return ()
        made = tuple(entry.fact for entry in answer.entries)
        assert made
        assert decide(before, command) == made
        for entry in answer.entries:
            self.states.append(replay([entry.fact], self.states[-1]))
        assert self.states[-1] == self.state
        assert self.states[-1].head == self.state.head
        self.check(before, made)
        return made

    def check(self, before: State, made: tuple[Fact, ...]) -> None:
        for fact in made:
            if isinstance(fact, facts.RoundPublished):
                self.check_sheet(before, fact.sheet)
            if isinstance(fact, facts.RoundProposed) and before.stages[-1].format == "swiss":
                self.check_rematches(before, fact.sheet)
            if isinstance(fact, facts.TournamentFinished):
                self.check_places(fact.places)
        if queries.swiss_rounds(self.state):
            self.check_standings()
        next_step(self.state)
        if self.state.setup is not None and self.state.proposal is not None:
            review(self.state, str)

    def check_sheet(self, before: State, sheet: Sheet) -> None:
        seated = [player for pairing in sheet.pairings for player in pairing.players]
        seated += [bye.player for bye in sheet.byes]
        assert len(set(seated)) == len(seated)
        assert all(queries.present(before.players[player]) for player in seated)
        if before.stages[-1].format == "swiss":
            assert set(seated) == set(queries.active(before))
        tables = [pairing.table for pairing in sheet.pairings]
        assert len(set(tables)) == len(tables)

    def check_rematches(self, before: State, sheet: Sheet) -> None:
        met = queries.met(queries.swiss_rounds(before))
        pairs = [pairing.players for pairing in sheet.pairings]
        assert not any((min(pair), max(pair)) in before.forbidden for pair in pairs)
        assert [two in met.get(one, ()) for one, two in pairs] == [
            pairing.rematch for pairing in sheet.pairings
        ]
        assert sum(pairing.rematch for pairing in sheet.pairings) == fewest_rematches(
            frozenset(player for pair in pairs for player in pair),
            frozenset(map(frozenset, before.forbidden)),
            frozenset(frozenset((one, two)) for one, others in met.items() for two in others),
        )

    def check_places(self, places: tuple[Place, ...]) -> None:
        assert places == final_places(self.state)
        expected, left = 1, list(places)
        while left:
            group = [place for place in left if place.first_place == left[0].first_place]
            assert {(place.first_place, place.last_place) for place in group} == {
                (expected, expected + len(group) - 1)
            }
            left, expected = left[len(group) :], expected + len(group)
        if queries.swiss_rounds(self.state):
            assert {place.player for place in places} == set(self.state.players) - queries.disqualified(
                self.state
            )

    def check_standings(self) -> None:
        state, upto = self.state, queries.completed(self.state)
        table, records = queries.table(state), queries.records(state)
        assert set(table.order) == set(state.players) - queries.disqualified(state)
        assert len(table.order) == len(set(table.order))
        for player, points in zip(table.order, table.points, strict=True):
            assert points == sum(record.side.points for record in records[player])
        if state.variants.rank_by == "points":
            assert list(table.points) == sorted(table.points, reverse=True)
        given = 0
        for round_ in queries.swiss_rounds(state)[:upto]:
            given += sum(bye.outcome.points for bye in round_.byes)
            given += sum(
                side.points
                for match in round_.matches.values()
                if match.outcome
                for side in match.outcome.sides
            )
        assert given == sum(record.side.points for own in records.values() for record in own)
        assert all(len({record.round_no for record in own}) == len(own) for own in records.values())

    # --- Sensible acts: a tournament that gets somewhere -------------------------------------------------

    @initialize(
        create=set_ups(),
        players=st.sampled_from([*range(4, MOST + 1), *range(4, MOST + 1), 0, 2, 3]),
        clubs=st.booleans(),
        byes=st.sets(PLAYERS, max_size=2),
        begin=st.integers(0, 5),
    )
    def create(
        self, create: commands.CreateTournament, players: int, byes: set[int], begin: int, *, clubs: bool
    ) -> None:
        assert self.submit(create)
        for player in range(1, players + 1):
            club = ClubId(1 + player % 3) if clubs else None
            assert self.submit(commands.EnterPlayer(PlayerId(player), club, player in byes))
            if create.check_in and (player != 5 or begin):
                assert self.submit(commands.CheckIn(PlayerId(player)))
        if begin:
            self.submit(commands.AnnouncePlan(links()[0]))
            self.submit(commands.StartStage())

    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        self.play_a_round(data)

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """What the organiser would do next."""
        self.submit(self.sensible(data))

    def play_a_round(self, data: st.DataObject) -> None:
        """Pair a round and report it in full."""
        for _ in range(12):
            step = next_step(self.state).step
            if step in ("enter", "finish", "nothing") or not self.submit(self.sensible(data)):
                break

    def sensible(self, data: st.DataObject) -> Command:
        state = self.state
        match next_step(state).step:
            case "announce":
                return commands.AnnouncePlan(links()[0])
            case "start":
                waiting = [one.player for one in state.players.values() if one.status == "entered"]
                needs = state.created.check_in and waiting and not state.stages
                return commands.DropPlayer(min(waiting)) if needs else commands.StartStage()
            case "pair":
                return commands.ProposeRound(links()[len(state.rounds) + 1])
            case "publish":
                return commands.PublishRound()
            case "report":
                return self.missing(data)
            case "cut":
                return commands.MakeCut()
            case "finish":
                return commands.FinishTournament(typed(data.draw(st.sampled_from(["", "enough"]))))
            case "nothing":
                return commands.ReopenTournament(typed("something was wrong"))
            case _:
                return commands.EnterPlayer(PlayerId(data.draw(PLAYERS)))

    def missing(self, data: st.DataObject) -> Command:
        """A likely result of the first table without one, from staff or a player."""
        round_ = self.state.rounds[-1]
        table = min(table for table, match in round_.matches.items() if not match.settled)
        by = data.draw(st.sampled_from([None, None, *round_.matches[table].pairing.players]))
        return commands.ReportResult(round_.number, table, self.likely(data), by)

    def likely(self, data: st.DataObject) -> Report:
        state = self.state
        seat: Any = data.draw(SEATS)
        if data.draw(st.integers(0, 9)) == 9:
            return absent(state.regulations, seat)
        games = best_of(state, state.stages[-1].format)
        return won_by(state.regulations, seat, games, data.draw(st.sampled_from([0, 30, 100, 300])))

    def any_report(self, data: st.DataObject) -> Report:
        scoring = self.state.regulations.scoring
        own: st.SearchStrategy[Report] = SHARES
        if isinstance(scoring, MarginScoring):
            own = MARGINS
        elif isinstance(scoring, GamesScoring):
            own = GAMES
        made: Report = data.draw(st.one_of(own, own, own, MARGINS, SHARES, GAMES))
        return made

    # --- Anything at all ---------------------------------------------------------------------------------

    @rule(data=st.data(), player=PLAYERS, reason=REASONS)
    def people(self, data: st.DataObject, player: Any, reason: str) -> None:
        club, table = data.draw(st.none() | st.integers(-1, 3)), data.draw(st.none() | TABLES)
        bye, late = data.draw(st.booleans()), PlayerId(len(self.state.players) + 1)
        self.submit(
            data.draw(
                st.sampled_from(
                    [
                        commands.EnterPlayer(player, club, bye, table),  # type: ignore[arg-type]
                        commands.EnterPlayer(late),
                        commands.AmendPlayer(player, club, bye, table),  # type: ignore[arg-type]
                        commands.CheckIn(player),
                        commands.DropPlayer(player, typed(reason)),
                        commands.DropPlayer(player),
                        commands.RejoinPlayer(player),
                        commands.RejoinPlayer(self.one_who_left(data)),
                        commands.DisqualifyPlayer(player, typed(reason)),
                        commands.AwardBye(player),
                        commands.AwardBye(late),
                        commands.AwardLoss(player),
                        commands.AwardLoss(self.one_with_a_bye(data)),
                    ]
                )
            )
        )

    def one_who_left(self, data: st.DataObject) -> PlayerId:
        left = [one.player for one in self.state.players.values() if one.status == "dropped"]
        return data.draw(st.sampled_from(sorted(left) or [PlayerId(1)]))

    def one_with_a_bye(self, data: st.DataObject) -> PlayerId:
        resting = [bye.player for bye in self.state.rounds[-1].byes] if self.state.rounds else []
        return data.draw(st.sampled_from(sorted(resting) or [PlayerId(1)]))

    def cards_by_hand(self, data: st.DataObject, reason: Private) -> commands.RecordCards:
        draws = rules("runewars-2.2.2").round_draws
        assert draws
        near = len(self.state.rounds) + data.draw(st.sampled_from([0, 1, 1, 2]))
        face = st.sampled_from([0, 1, 3, 6])
        names = ("Own Field", " ", *draws.seasons[-1].deployments, *draws.seasons[-1].objectives)
        return commands.RecordCards(
            RoundNo(near),
            data.draw(st.sampled_from(["drawn", "rolled", "outline"])),
            data.draw(st.sampled_from(names)),
            data.draw(st.sampled_from(names)),
            data.draw(st.one_of(st.none(), st.tuples(face, face))),
            reason,
        )

    @rule(data=st.data(), one=PLAYERS, two=PLAYERS, reason=REASONS)
    def organiser(self, data: st.DataObject, one: Any, two: Any, reason: str) -> None:
        chain = links(data.draw(st.sampled_from([1, 1, 1, "forged"])))
        link = chain[max(0, len(self.state.rounds) + data.draw(st.sampled_from([1, 1, 1, -1, 0, 2])))]
        nonsense = ChainLink(data.draw(st.sampled_from(["", "0" * 64, "Z" * 64])))
        tables = data.draw(st.sampled_from(["1-3", "5-9,2", "", "9-1", "x"]))
        self.submit(
            data.draw(
                st.sampled_from(
                    [
                        commands.ForbidPair((one, two)),
                        commands.AllowPair((one, two)),
                        commands.SwapPlayers((one, two)),
                        commands.SwapPlayers(self.two_of_the_proposal(data)),
                        commands.SwapPlayers(self.two_of_the_proposal(data)),
                        self.cards_by_hand(data, typed(reason)),
                        commands.SetTables(tables, data.draw(st.sampled_from(["", "2", "0"]))),
                        commands.ProposeRound(link),
                        commands.ProposeRound(nonsense),
                        commands.AnnouncePlan(nonsense),
                        commands.ChangeStructure("basic"),
                        commands.ChangeStructure("custom", 3, "top", 4),
                        commands.StartStage(),
                        commands.PublishRound(),
                        commands.StartRound(),
                        commands.MakeCut(),
                        commands.Retract(),
                        commands.VoidRound(typed(reason)),
                        commands.VoidRound(typed("drawn wrongly")),
                        commands.FinishTournament(typed(data.draw(st.sampled_from(["", "", "", reason])))),
                        commands.ReopenTournament(typed(reason)),
                    ]
                )
            )
        )

    def two_of_the_proposal(self, data: st.DataObject) -> tuple[PlayerId, PlayerId]:
        sheet = self.state.proposal.sheet if self.state.proposal else Sheet(())
        there = [player for pairing in sheet.pairings for player in pairing.players]
        there += [bye.player for bye in sheet.byes] or [PlayerId(1)]
        return data.draw(st.sampled_from(there)), data.draw(st.sampled_from(there))

    @precondition(lambda self: self.state.rounds)
    @rule(data=st.data(), reason=REASONS, likely=st.booleans())
    def results(self, data: st.DataObject, reason: str, *, likely: bool) -> None:
        count = len(self.state.rounds)
        number = RoundNo(data.draw(st.sampled_from([count, count, count, count - 1, 1, -1, count + 1])))
        round_ = self.state.rounds[number - 1 if 1 <= number <= count else -1]
        table = data.draw(st.sampled_from([*sorted(round_.matches), TableNo(99)]))
        match = round_.matches.get(table)
        by = data.draw(st.sampled_from([*(match.pairing.players if match else ()), PlayerId(3)]))
        report = self.likely(data) if likely else self.any_report(data)
        self.submit(
            data.draw(
                st.sampled_from(
                    [
                        commands.ReportResult(number, table, report),
                        commands.ReportResult(number, table, report, by),
                        commands.ReportResult(number, table, report, by),
                        commands.CorrectResult(number, table, report, typed(reason)),
                        commands.CorrectResult(number, table, report, typed("a slip")),
                        commands.ConfirmResult(number, table, by),
                        commands.ConfirmResult(number, table),
                        commands.DisputeResult(number, table, by, report),
                        commands.DisputeResult(number, table, by),
                    ]
                )
            )
        )

    @rule(data=st.data())
    def undo_and_redo(self, data: st.DataObject) -> None:
        """Whatever is done, taken back and done again is as if it had been done once."""
        command = (
            self.sensible(data)
            if data.draw(st.booleans())
            else commands.DropPlayer(PlayerId(data.draw(PLAYERS)))
        )
        before = self.state
        made = self.submit(command)
        if not made or any(fact.boundary for fact in made):
            return
        after = self.state
        assert self.submit(commands.Retract())
        assert changed(bare(self.state), draws=before.draws) == bare(before)
        if isinstance(command, commands.ProposeRound):
            return
        assert self.submit(command) == made
        assert bare(self.state) == bare(after)

    def teardown(self) -> None:
        entries = self.journal.entries
        for number in range(0, len(entries) + 1, 1 + len(entries) // 25):
            assert at(entries, number) == self.states[number]
        content = write(JournalFile(self.journal, "random")).encode()
        file = read(content)
        assert file.journal.state == self.state
        assert write(file).encode() == content
        assert verify(entries).findings == ()


Tournament.TestCase.settings = settings(max_examples=50, stateful_step_count=40)
test_any_commands_in_any_order = Tournament.TestCase
