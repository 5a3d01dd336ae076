"""Twin Suns by the worked examples of the readings: points by place, percentages, the cut, who rests of five."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256

import pytest

from muster.core.bracket.check import check_tables
from muster.core.bracket.games import EliminationRound
from muster.core.bracket.tables import SIZES, final, first_round, places
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId, RoundNo
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.pairing.seating.draw import draw_tables
from muster.core.pairing.seating.field import TableField
from muster.core.scoring import Scored, check, score
from muster.core.scoring.reports import PlacingReport
from muster.core.standings import standings
from muster.core.standings.check import CheckInput
from muster.core.standings.check import check as check_standings
from muster.core.standings.explain import explain
from muster.core.standings.ledger import Worth
from muster.rules.load import apply_variants, load
from muster.rules.variants import Variants

RULES = load("twin-suns-1.3")


def scored(report: PlacingReport, players: int, variants: Variants = RULES.variants) -> Scored:
    made = score(report, RULES, stage="swiss", variants=variants, players=players)
    assert isinstance(made, Scored), made
    assert check(report, made.outcome, RULES, stage="swiss", variants=variants) == ()
    return made


def points(*left: int, **more: tuple[int, ...]) -> str:
    made = scored(PlacingReport(end="decided", left=left, **more), len(left))  # type: ignore[arg-type]
    return " ".join(str(side.points) for side in made.outcome.sides)


@pytest.mark.parametrize(
    ("left", "worth"),
    [
        ((12, 7, 3, 0), "5 3 2 1"),
        ((12, 12, 3, 0), "3 3 2 1"),
        ((10, 10, 10, 2), "2 2 2 1"),
        ((9, 0, 0, 0), "5 1 1 1"),
        ((9, 4, 0), "5 3 2"),
        ((8, 8, 0), "3 3 2"),
        ((5, 0, 0), "5 2 2"),
    ],
)
def test_f5_f6_points_by_what_is_left(left: tuple[int, ...], worth: str) -> None:
    assert points(*left) == worth


def test_f6_by_variant_the_highest_of_the_places_shared() -> None:
    variants = apply_variants(RULES, {"tied_places": "higher"})
    assert isinstance(variants, Variants)
    made = scored(PlacingReport(end="time", left=(12, 12, 3, 0)), 4, variants)
    assert [side.points for side in made.outcome.sides] == [5, 5, 2, 1]


def test_f5_who_concedes_stands_behind_who_is_out_and_the_last_to_leave_is_best() -> None:
    assert points(0, 9, 0, 0, conceded=(2, 0)) == "2 5 1 3"


def test_f5_who_never_came_has_nothing_and_leaves_a_game_of_three() -> None:
    made = scored(PlacingReport(end="decided", left=(9, 4, 2, 0), absent=(3,)), 4)
    assert [(side.points, side.place) for side in made.outcome.sides] == [(5, 1), (3, 2), (2, 3), (0, 4)]
    assert points(0, 0, 0, 0, absent=(0, 1, 2, 3)) == "0 0 0 0"


def test_a_first_place_of_ones_own_is_a_win_and_a_shared_one_drawn() -> None:
    alone = scored(PlacingReport(end="decided", left=(9, 4, 0)), 3).outcome
    shared = scored(PlacingReport(end="decided", left=(9, 9, 0)), 3).outcome
    assert (alone.winner, [side.verdict for side in alone.sides]) == (0, ["win", "loss", "loss"])
    assert (shared.winner, [side.verdict for side in shared.sides]) == (None, ["draw", "draw", "loss"])
    assert [side.games for side in shared.sides] == [(0, 0, 1), (0, 0, 1), (0, 1, 0)]


def test_places_written_by_hand_stand_in_the_place_of_what_is_left() -> None:
    made = scored(PlacingReport(end="decided", left=(0, 0, 0, 0), places=(2, 1, 2, 4)), 4)
    assert [side.points for side in made.outcome.sides] == [2, 5, 2, 1]


@pytest.mark.parametrize(
    ("report", "field"),
    [
        (PlacingReport(end="decided", left=(9, 4)), "left"),
        (PlacingReport(end="decided", left=(9, -4, 0)), "left"),
        (PlacingReport(end="decided", left=(9, 4, 0), conceded=(0,)), "left"),
        (PlacingReport(end="decided", left=(9, 0, 0), conceded=(1,), absent=(1,)), "conceded"),
        (PlacingReport(end="decided", left=(9, 0, 0), lost=(3,)), "conceded"),
        (PlacingReport(end="decided", left=(9, 0, 0), places=(1, 1, 2)), "places"),
        (PlacingReport(end="decided", left=(9, 0, 0), places=(1, 2)), "places"),
        (PlacingReport(end="decided", left=(9, 0, 0), absent=(1,), places=(1, 2, 3)), "places"),
        (PlacingReport(end="concession", left=(9, 0, 0)), "end"),
    ],
)
def test_what_cannot_be_is_said(report: PlacingReport, field: str) -> None:
    made = score(report, RULES, stage="swiss", variants=RULES.variants, players=3)
    assert isinstance(made, tuple)
    assert [problem.field for problem in made] == [field]


def test_steps_name_places_points_and_clauses() -> None:
    made = scored(PlacingReport(end="decided", left=(9, 9, 0, 0), conceded=(2,), absent=(3,)), 4)
    names = ("Ada", "Bea", "Cem", "Dai")
    assert [(str(step.words(names)), step.clause) for step in made.steps] == [
        ("Ada and Bea share places 1 to 2: 3 points each.", "SWU-TWIN-2"),
        ("Cem: place 3, 2 points.", "SWU-CONC-1"),
        ("Dai: the last place, which is worth nothing.", "SWU-PAIR-1"),
    ]


# Percentages ------------------------------------------------------------------------------------------------------

A, B, C, D, E, F, G = map(PlayerId, range(1, 8))
EVENING = (
    (((A, B, C, D), (5, 3, 2, 1)), ((E, F, G), (5, 3, 2))),
    (((E, A, B, F), (5, 3, 2, 1)), ((C, G, D), (5, 3, 2))),
)


def records() -> dict[PlayerId, list[RoundRecord]]:
    found: dict[PlayerId, list[RoundRecord]] = {player: [] for player in (A, B, C, D, E, F, G)}
    for number, tables in enumerate(EVENING, 1):
        for players, worth in tables:
            for place, (player, gained) in enumerate(zip(players, worth, strict=True), 1):
                first = place == 1
                side = SideOutcome(
                    "win" if first else "loss", gained, games=(int(first), int(not first), 0), place=place
                )
                others = tuple(one for one in players if one != player)
                found[player].append(RoundRecord(RoundNo(number), "match", side, others))
    return found


def test_f10_percentages_over_everybody_met_once_for_each_meeting() -> None:
    worth = Worth.of(RULES.scoring)
    table = standings(records(), RULES.standings, RULES.variants, rounds_completed=2, worth=worth)
    given = CheckInput(records(), RULES.standings, RULES.variants, 2, first_place=worth.first_place)
    assert check_standings(table, given) == []
    rows = {row.player: row for row in table.rows}
    assert {player: rows[player].points for player in rows} == {E: 10, A: 8, C: 7, B: 5, G: 5, F: 4, D: 3}
    omw = {B: (121, 180), G: (73, 120), A: (103, 180), C: (37, 75), E: (13, 25), F: (19, 25), D: (16, 25)}
    assert {player: rows[player].values[0] for player in rows} == {
        player: Fraction(*value) for player, value in omw.items()
    }
    assert rows[A].values[2] == Fraction(17, 36)
    assert rows[B].values[2] == Fraction(19, 36)
    assert table.order.index(B) < table.order.index(G)


def test_every_addend_of_a_table_is_told() -> None:
    worth = Worth.of(RULES.scoring)
    shown = explain(B, "points", records(), RULES.standings, RULES.variants, rounds_completed=2, worth=worth)
    assert [str(line) for line in shown.words[:2]] == [
        "Round 1: place 2 with player 1, player 3 and player 4, 3",
        "Round 2: place 3 with player 5, player 1 and player 6, 2",
    ]
    shown = explain(
        B, "opponents-match-wins", records(), RULES.standings, RULES.variants, rounds_completed=2, worth=worth
    )
    assert [part.opponents for part in shown.division.parts] == [(A,), (C,), (D,), (E,), (A,), (F,)]


# Seats and the cut ------------------------------------------------------------------------------------------------


def test_the_first_round_is_drawn_as_the_documentation_shows() -> None:
    seed = DrawSeed(sha256(b"tables").hexdigest())
    drawn = draw_tables(TableField({PlayerId(no): 0 for no in range(1, 9)}), seed, seated={})
    assert drawn.method == "shuffled"
    assert [set(table) for table in drawn.tables] in (
        [{2, 5, 6, 7}, {4, 1, 8, 3}],
        [{4, 1, 8, 3}, {2, 5, 6, 7}],
    )


@pytest.mark.parametrize(
    ("size", "tables", "waiting"),
    [
        (4, [(1, 2, 3, 4)], []),
        (7, [(4, 5, 6, 7)], [1, 2, 3]),
        (10, [(3, 6, 7, 10), (4, 5, 8, 9)], [1, 2]),
        (13, [(2, 7, 8, 13), (3, 6, 9, 12), (4, 5, 10, 11)], [1]),
        (16, [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)], []),
        (5, [(4, 5)], [1, 2, 3]),
        (6, [(4, 5, 6)], [1, 2, 3]),
        (3, [(1, 2, 3)], []),
    ],
)
def test_f14_the_cut_by_snake(size: int, tables: list[tuple[int, ...]], waiting: list[int]) -> None:
    seeds = tuple(map(PlayerId, range(1, size + 1)))
    games = first_round(seeds)
    assert [game.players for game in games if len(game.players) > 1] == tables
    assert [game.players[0] for game in games if len(game.players) == 1] == waiting
    assert len(games) == (1 if size <= 4 else 4)
    assert check_tables(seeds, [EliminationRound(games, {})]) == ()


def test_f14_winners_go_on_and_losers_before_the_final_share() -> None:
    seeds = tuple(map(PlayerId, range(1, 11)))
    opening = EliminationRound(first_round(seeds), {1: PlayerId(6), 2: PlayerId(9)})
    (last,) = final(seeds, opening)
    assert last.players == (1, 2, 6, 9)
    (three,) = final(seeds, opening, gone=[PlayerId(2)])
    assert three.players == (1, 6, 9)
    ending = EliminationRound((last,), {1: PlayerId(6)})
    assert check_tables(seeds, [opening, ending]) == ()
    found = places(seeds, [opening, ending], {PlayerId(6): 1, PlayerId(9): 2, PlayerId(1): 2, PlayerId(2): 4})
    by = {one.player: (one.first_place, one.last_place) for one in found}
    assert [by[PlayerId(one)] for one in (6, 1, 9, 2)] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert {by[PlayerId(one)] for one in (3, 4, 5, 7, 8, 10)} == {(5, 10)}


def test_what_is_wrong_with_a_cut_at_tables_is_found() -> None:
    seeds = tuple(map(PlayerId, range(1, 8)))
    opening = EliminationRound(first_round(seeds), {1: PlayerId(5)})
    (last,) = final(seeds, opening)
    wrong = EliminationRound((type(last).of(1, (PlayerId(1), PlayerId(2), PlayerId(4), PlayerId(5))),), {})
    assert {fault.kind for fault in check_tables(seeds, [opening, wrong])} == {"opponents", "missing"}
    unfinished = EliminationRound(opening.games, {})
    assert {fault.kind for fault in check_tables(seeds, [unfinished, EliminationRound((last,), {})])} >= {
        "undecided"
    }
    assert {
        fault.kind
        for fault in check_tables(seeds, [opening, EliminationRound((last,), {1: PlayerId(1)}), opening])
    } == {"too-long"}
    assert [fault.kind for fault in check_tables(seeds, [EliminationRound(opening.games[:2], {})])] == [
        "numbers"
    ]


@pytest.mark.parametrize("size", SIZES)
def test_every_cut_fills_its_tables(size: int) -> None:
    assert {len(game.players) for game in first_round(tuple(map(PlayerId, range(size))))} <= {1, 4}


def test_a_cut_at_tables_has_its_limits() -> None:
    for seeds in ((), tuple(map(PlayerId, range(17))), (PlayerId(1), PlayerId(1))):
        with pytest.raises(ValueError, match="1 to 16"):
            first_round(seeds)
    opening = EliminationRound(first_round(tuple(map(PlayerId, range(7)))), {})
    with pytest.raises(ValueError, match="every table is decided"):
        final(tuple(map(PlayerId, range(7))), opening)
