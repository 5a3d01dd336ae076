"""Worked examples, boundaries and readings that no other golden test shows, each under its number.

D and B numbers are those of the project's digest of the regulations. Where a clause is only told to players
(what to do at time, when sideboards may be used), the test is that the clause says it.
"""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from muster.core.bracket.places import Eliminated
from muster.core.ids import PlayerId, Seat
from muster.core.scoring import GamesReport, Report, Scored, ShareReport, score
from muster.core.structure import RoundsAndCut, plan_for, round_minutes
from muster.core.tournament import commands, queries
from muster.core.tournament.next_step import next_step
from muster.rules.schema import EndId, Regulations, RoundKind
from muster.rules.variants import Variants
from scoring_cases import (
    ARMADA,
    ARMADA_PL,
    LEGION,
    PUBLISHED,
    RUNEWARS,
    UNLIMITED,
    fields_of,
    game,
    game_record,
    margins_of,
    match,
    outcome_of,
    points_of,
    problems_of,
    shares_of,
    tokens,
)
from tournament_cases import Desk, absent, custom, desk, lower_wins, rules

ROOT = Path(__file__).parents[2]
MINIATURES = ("armada-4.0", "armada-pl", "runewars-2.2.2", "legion-2.0")


def _steps(report: Report, regulations: Regulations) -> list[tuple[str, str]]:
    made = score(report, regulations, stage="swiss", variants=regulations.variants)
    assert isinstance(made, Scored), made
    return [(str(step.words(("Ada", "Ben"))), step.clause) for step in made.steps]


# --- Scores --------------------------------------------------------------------------------------------------


def test_d18_swu_a_game_loss_before_the_match_is_a_game_and_no_reason_for_sideboards() -> None:
    """`SWU-SIDE-1`: the loss counts as game 1; game 2 is the first one played, without sideboard."""
    outcome = outcome_of(match("decided", "011"), UNLIMITED, best_of=3)
    assert (outcome.winner, game_record(outcome.sides[1])) == (1, "2-1-0")
    says = UNLIMITED.clauses["SWU-SIDE-1"].says
    assert "first game really played is without sideboard, also after a game loss" in says


@pytest.mark.parametrize(
    ("regulations", "gone"), [(ARMADA, "every ship that is not a flotilla"), (ARMADA_PL, "every ship")]
)
def test_d24_flotillas_left_alone_save_a_player_in_the_polish_edition_only(
    regulations: Regulations, gone: str
) -> None:
    """`ARM-END-1` v `PLA-END-1`, in what the organiser is asked and told."""
    (problem,) = problems_of(game("defeated", 388), regulations)
    assert str(problem.message) == f"Say who survived; the other player lost {gone}."
    assert f"Ben lost {gone}: Ada wins." in dict(_steps(game("defeated", 388, winner=0), regulations))


def test_d34_leg_time_in_the_command_phase_ends_the_game_at_once() -> None:
    """`LEG-END-4`, reading `B33a`: not the general sentence of `COM-TIME-1`."""
    says = LEGION.clauses["LEG-END-4"].says
    assert "command phase the game ends at once, else the game round is finished" in says


@pytest.mark.parametrize("destroyed", [(0, 0), (400, 120), (120, 400)])
@pytest.mark.parametrize("regulations", [ARMADA, ARMADA_PL], ids=lambda each: str(each.id))
def test_b1_arm_mutual_destruction_is_6_to_5_without_a_margin_whatever_the_scores(
    regulations: Regulations, destroyed: tuple[int, int]
) -> None:
    outcome = outcome_of(game("mutual-destruction", *destroyed, deciding=1), regulations)
    assert (outcome.winner, points_of(outcome), margins_of(outcome)) == (1, (5, 6), (0, 0))


def test_b27a_run_both_gone_is_for_the_scores_then_for_a_final_flurry() -> None:
    """Both count 200: objectives decide, else the roll (`RUN-END-1`, `RUN-FLURRY-1`)."""
    ahead = outcome_of(game("mutual-destruction", 180, 190, objective=(20, 10)), RUNEWARS)
    assert (ahead.winner, points_of(ahead), margins_of(ahead)) == (0, (6, 5), (0, 0))
    assert fields_of(problems_of(game("mutual-destruction", 180, 190), RUNEWARS)) == ["winner"]
    rolled = outcome_of(game("mutual-destruction", 180, 190, winner=1), RUNEWARS)
    assert (rolled.winner, points_of(rolled)) == (1, (5, 6))


def test_b30_leg_who_concedes_may_have_the_larger_share_if_both_agreed_to_score() -> None:
    outcome = outcome_of(tokens("concession", 3, 1, by=0, agreed_to_score=True), LEGION)
    assert (outcome.winner, shares_of(outcome)) == (1, (Fraction(3, 4), Fraction(1, 4)))
    assert shares_of(outcome_of(tokens("concession", by=0), LEGION)) == (Fraction(0), None)


def test_b35_leg_knows_no_draw() -> None:
    assert fields_of(problems_of(tokens("time", 2, 2, scores=(300, 300)), LEGION)) == ["deciding"]
    plan = plan_for(LEGION, "advanced", 9)
    assert isinstance(plan, RoundsAndCut)
    assert (plan.rounds, plan.cut) == (3, 2)


def test_b42a_swu_drawn_games_are_replayed_so_a_match_may_have_more_than_three() -> None:
    outcome = outcome_of(match("decided", "0-1-1"), UNLIMITED, best_of=3)
    assert (outcome.winner, game_record(outcome.sides[0])) == (1, "1-2-2")


@pytest.mark.parametrize(
    ("report", "clause"),
    [
        (GamesReport(end="decided", games=(0,)), "SWU-SGL-1"),
        (GamesReport(end="time", unfinished=True), "SWU-SGL-1"),
    ],
)
def test_swu_sgl_1_a_single_game_is_never_told_by_the_clauses_of_a_best_of_three(
    report: GamesReport, clause: str
) -> None:
    cited = {cites for _, cites in _steps(report, UNLIMITED)}
    assert cited == {clause, "SWU-TIE-1"}
    (problem,) = problems_of(GamesReport(end="decided"), UNLIMITED)
    assert problem.clause == clause


@pytest.mark.parametrize("regulations", PUBLISHED, ids=lambda each: str(each.id))
def test_who_won_is_told_by_the_clause_on_that_way_of_ending(regulations: Regulations) -> None:
    """`ARM-END-1` to `ARM-END-4` and their like, not the clauses on what a result is worth."""
    ends = {end.id: end.clause for end in regulations.ends}
    for end in ("defeated", "time", "concession", "no-show", "match-loss"):
        if end in ends and regulations.scoring.model != "games":
            winner = [clause for says, clause in _steps(_lost_by_ben(end, regulations), regulations)]
            assert ends[end] in winner, end


def _lost_by_ben(end: EndId, regulations: Regulations) -> Report:
    by: Seat | None = 1 if end in ("concession", "no-show", "match-loss") else None
    winner: Seat | None = 0 if end == "defeated" else None
    if regulations.scoring.model == "share":
        ahead = (3, 1) if end == "time" else (0, 0)
        return ShareReport(end=end, tokens=ahead, by=by, winner=winner)
    return game(end, 100 if end == "time" else 0, 0, by=by, winner=winner)


@pytest.mark.parametrize(
    ("regulations_id", "minutes"),
    [
        ("armada-4.0", (135, 135, 180)),
        ("armada-pl", (135, 135, 180)),
        ("runewars-2.2.2", (90, 90, 140)),
        ("legion-2.0", (150, 150, 210)),
    ],
)
def test_com_time_1_minutes_of_all_rounds(regulations_id: str, minutes: tuple[int, int, int]) -> None:
    kinds: tuple[RoundKind, ...] = ("swiss", "elimination", "final")
    assert tuple(round_minutes(rules(regulations_id), kind, "single-game") for kind in kinds) == minutes


# --- Rounds, byes and brackets -------------------------------------------------------------------------------


@pytest.mark.parametrize("regulations_id", MINIATURES)
def test_com_pair_2_a_cut_ends_the_stage_so_a_rematch_after_it_is_none(regulations_id: str) -> None:
    """Two players meet in the one Swiss round and again in the Top 2."""
    at = desk(regulations_id, 2, **custom(1, 2)).rounds(1, lower_wins).cut().pair()
    (meeting,) = at.round.matches.values()
    assert set(meeting.pairing.players) == {1, 2}
    assert not meeting.pairing.rematch


@pytest.mark.parametrize(("players", "byes"), [(15, 1), (16, 0), (17, 15)])
def test_d30_elimination_byes_and_game_numbers_up_to_17(players: int, byes: int) -> None:
    """`COM-ELIM-3`: pairings and byes together are half the next power of two, numbered from 1."""
    at = desk("runewars-2.2.2", players, first_stage="elimination").pair()
    numbers = [meeting.pairing.game for meeting in at.round.matches.values()]
    numbers += [bye.game for bye in at.round.byes]
    slots = 16 if players == 17 else 8
    assert (len(at.resting()), sorted(number or 0 for number in numbers)) == (byes, list(range(1, slots + 1)))


def _seeds(at: Desk) -> dict[PlayerId, int]:
    assert at.state.seeds is not None
    return {player: seed for seed, player in enumerate(at.state.seeds, start=1)}


def _meet(at: Desk, seed: dict[PlayerId, int]) -> list[set[int]]:
    return [{seed[PlayerId(one)], seed[PlayerId(two)]} for one, two in at.meetings()]


@pytest.mark.parametrize(
    ("cut", "first", "second"),
    [
        (4, [{1, 4}, {2, 3}], [{1, 2}]),
        (
            16,
            [{1, 16}, {2, 15}, {3, 14}, {4, 13}, {5, 12}, {6, 11}, {7, 10}, {8, 9}],
            [{1, 8}, {2, 7}, {3, 6}, {4, 5}],
        ),
    ],
)
def test_d31_a_top_4_and_a_top_16_by_game_numbers(
    cut: int, first: list[set[int]], second: list[set[int]]
) -> None:
    """`COM-ELIM-1`, `COM-ELIM-2`, `ARM-BRK-1`: the winner of game k meets that of the last plus 1 less k."""
    at = desk("armada-4.0", cut, **custom(1, cut)).rounds(1, lower_wins).cut().pair()
    seed = _seeds(at)
    assert _meet(at, seed) == first
    at.play(lambda meeting: 0 if seed[meeting.pairing.players[0]] < seed[meeting.pairing.players[1]] else 1)
    at.pair()
    assert _meet(at, seed) == second


def test_d31_a_seed_16_that_beats_1_takes_over_its_way_through_the_bracket() -> None:
    at = desk("armada-4.0", 16, **custom(1, 16)).rounds(1, lower_wins).cut().pair()
    seed = _seeds(at)
    at.play(lambda meeting: 1 if seed[meeting.pairing.players[0]] == 1 else 0)
    at.pair()
    assert {16, 8} in _meet(at, seed) or {16, 9} in _meet(at, seed)


@pytest.mark.parametrize(
    ("day", "season"),
    [
        (date(2018, 7, 22), None),
        (date(2018, 7, 23), {"Standoff", "Unprepared", "Meeting Engagement"}),
        (date(2018, 9, 30), {"Standoff", "Unprepared", "Meeting Engagement"}),
        (date(2018, 10, 1), {"Unprepared", "Meeting Engagement", "Maelstrom"}),
    ],
)
def test_d37_b28_run_the_day_of_an_event_decides_its_season(day: date, season: set[str] | None) -> None:
    """`RUN-SEAS-1`: three rounds show all three deployments of the season; before the first there is none."""
    at = Desk()
    at.do(commands.CreateTournament(regulations=rules("runewars-2.2.2"), day=day, **custom(3)))
    at.enter(*range(1, 9)).announce().begin().rounds(3, lower_wins)
    drawn = {round_.cards.deployment for round_ in at.state.rounds if round_.cards}
    assert drawn == (season or set())


@pytest.mark.parametrize("regulations_id", [*MINIATURES, "unlimited-1.3"])
def test_b13_who_comes_between_announcement_and_start_is_told_and_changes_no_plan(
    regulations_id: str,
) -> None:
    """`COM-PAIR-1`, `SWU-RNDS-1`: announced is announced; the organiser sees both numbers."""
    at = Desk().create(regulations_id).enter(*range(1, 9)).announce()
    assert str(next_step(at.state).says) == "Pair the first round."
    at.enter(9)
    says = "Pair the first round. The rounds were fixed for 8 players and stay; 9 are here now."
    assert str(next_step(at.state).says) == says
    assert at.begin().state.announced.attendance == 8


@pytest.mark.parametrize("regulations_id", MINIATURES)
def test_b20_a_forced_rematch_is_played_and_flagged(regulations_id: str) -> None:
    """Three players left: in round 4 somebody must meet again (`COM-PAIR-2`)."""
    at = desk(regulations_id, 3, **custom(4)).rounds(3, lower_wins).pair()
    (meeting,) = at.round.matches.values()
    assert meeting.pairing.rematch


@pytest.mark.parametrize("players", [5, 7, 9])
@pytest.mark.parametrize("regulations_id", [*MINIATURES, "unlimited-1.3"])
def test_com_bye_1_swu_pair_1_the_bye_goes_to_the_lowest_ranked_who_has_had_none(
    regulations_id: str, players: int
) -> None:
    at = desk(regulations_id, players, **custom(4)).rounds(1, lower_wins)
    rested = set(at.resting())
    for _ in range(3):
        order = queries.table(at.state).order
        at.pair()
        assert at.resting() == [[player for player in order if player not in rested][-1]]
        rested |= set(at.resting())
        at.play(lower_wins)


def test_leg_mov_7_a_bye_and_nothing_but_absent_opponents_is_half_for_each_round() -> None:
    at = desk("legion-2.0", 3, **custom(2)).pair()
    (first,) = at.resting()
    at.play(lower_wins)
    at.pair()
    opponent = at.opponent(first)
    at.report(at.table_of(first), absent(LEGION, at.seat(opponent)))
    row = queries.table(at.state).row(PlayerId(first))
    assert (row.points, row.values[0]) == (2, Fraction(1, 2))


def test_variants_start_as_the_readings_are() -> None:
    """The readings `B14`, `B15`, `B18`, `B21`, `B24`, `B36`, `B38`, `B39` and `B42` are every file's defaults."""
    for regulations in PUBLISHED:
        eliminated: Eliminated = "by-column" if regulations.id == "armada-4.0" else "shared"
        assert regulations.variants == Variants(eliminated=eliminated), regulations.id


# --- Documents -----------------------------------------------------------------------------------------------


def test_every_reading_the_engine_names_is_in_the_documentation() -> None:
    sources = [*ROOT.glob("src/muster/**/*.py"), *ROOT.glob("src/muster/**/*.toml")]
    named = {each for path in sources for each in re.findall(r"\bB\d{1,2}a?\b", path.read_text("utf-8"))}
    table = (ROOT / "docs" / "regulations.md").read_text("utf-8").partition("## Readings")[2]
    listed = {
        each
        for line in re.findall(r"^\| (B[^|]+)\|", table, re.MULTILINE)
        for each in re.findall(r"B\w+", line)
    }
    assert named <= listed
