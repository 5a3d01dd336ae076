"""Tables of three and four: the best seating by every fault, each best one equally likely, and floors that hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from hashlib import sha256

import pytest

import seating_cases
from muster.core.draws import DrawSeed, order
from muster.core.ids import ClubId, PlayerId
from muster.core.pairing.seating import counting, draw, search
from muster.core.pairing.seating.draw import DrawnTables, draw_tables, seat_order
from muster.core.pairing.seating.field import TableField, seating_cost, table_sizes
from muster.core.pairing.seating.floor import least_cost
from muster.core.pairing.seating.steps import Steps
from pairing_support import seed
from seating_cases import Evening, as_tables, best_of_every

SPLITS = {
    3: (0, 1), 4: (1, 0), 6: (0, 2), 7: (1, 1), 8: (2, 0), 9: (0, 3), 10: (1, 2), 11: (2, 1), 12: (3, 0), 13: (1, 3),
    17: (2, 3), 600: (150, 0),
}  # fmt: skip


def numbered(*points: int) -> dict[PlayerId, int]:
    return {PlayerId(no): worth for no, worth in enumerate(points, 1)}


def evening(case: int, players: int, rounds: int, **more: str) -> Evening:
    return seating_cases.evening(case, players, rounds, f"evening {case}", **more)


@pytest.mark.parametrize(("players", "sizes"), SPLITS.items())
def test_as_few_tables_as_possible(players: int, sizes: tuple[int, int]) -> None:
    assert table_sizes(players) == sizes


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_so_many_make_no_tables(players: int) -> None:
    with pytest.raises(ValueError, match="do not make tables"):
        table_sizes(players)


def test_the_first_round_of_eight_under_a_known_seed() -> None:
    known = DrawSeed("d98a034f" + "0" * 56)
    field = TableField(numbered(*[0] * 8))
    drawn = draw_tables(field, known, seated={}, seats_by="drawn")
    ranked = order(known, "tables/0", field.points)
    assert as_tables(drawn.tables) == {frozenset(ranked[:4]), frozenset(ranked[4:])}
    assert (drawn.method, drawn.best) == ("shuffled", True)


def test_two_trios_who_have_met() -> None:
    """Two repeats are the least, and two seatings have no more; they are numbered as stated."""
    met = {
        1: {2: 1, 3: 1},
        2: {1: 1, 3: 1},
        3: {1: 1, 2: 1},
        4: {5: 1, 6: 1},
        5: {4: 1, 6: 1},
        6: {4: 1, 5: 1},
    }
    field = TableField(numbered(5, 3, 2, 5, 3, 2), met)  # type: ignore[arg-type]
    together = [[PlayerId(no) for no in table] for table in ((1, 2, 3), (4, 5, 6))]
    best = counting.best_seatings(field, field.by_points(), seating_cost(field, together), steps=None)
    assert best.count == 2
    assert [as_tables(best.numbered(no)) for no in range(2)] == [
        {frozenset({1, 4, 2}), frozenset({5, 3, 6})},
        {frozenset({1, 4, 5}), frozenset({2, 3, 6})},
    ]
    assert field.counts(best.cost) | {"threes": 0, "again": 0} == {
        "forbidden": 0, "repeats": 2, "clubmates": 0, "spread": 3, "threes": 0, "again": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "more",
    [{}, {"threes_for": "spread-out"}, {"first": "spread"}, {"first": "spread", "threes_for": "spread-out"}],
)
@pytest.mark.parametrize("players", range(6, 13))
def test_never_worse_than_looking_at_them_all(players: int, more: dict[str, str]) -> None:
    for rounds in (1, 2, 4):
        field = evening(players, players, rounds, **more).field(**more)
        best, every = best_of_every(field)
        drawn = draw_tables(field, seed("best", players, rounds), seated={})
        assert (drawn.cost, drawn.best, seating_cost(field, drawn.tables)) == (best, True, best)
        assert as_tables(drawn.tables) in every
        assert drawn.ways == len(every)
        assert least_cost(field) <= best


def test_whoever_is_kept_apart_and_club_mates() -> None:
    met = evening(3, 8, 1)
    apart = {PlayerId(1): {PlayerId(2)}, PlayerId(2): {PlayerId(1)}}
    clubs = {PlayerId(no): ClubId(no % 3) for no in range(1, 8)}  # one has none
    for field in (met.field(forbidden=apart), TableField(numbered(*[0] * 8), clubs=clubs, forbidden=apart)):
        drawn = draw_tables(field, seed("apart"), seated={})
        assert drawn.cost == best_of_every(field)[0]
        assert not any({1, 2} <= set(table) for table in drawn.tables)
    nobody = {PlayerId(a): {PlayerId(b) for b in range(1, 5) if a != b} for a in range(1, 5)}
    refused = draw_tables(replace(met.field(), forbidden=nobody), seed("nobody"), seated={})
    assert refused.best
    assert met.field(forbidden=nobody).counts(refused.cost)["forbidden"] == 2


@pytest.mark.parametrize(("players", "rounds"), [(6, 1), (7, 2), (8, 2), (9, 2)])
def test_every_best_seating_is_equally_likely(players: int, rounds: int) -> None:
    case = next(
        case
        for case in range(100)
        if 2 <= len(best_of_every(evening(case, players, rounds).field())[1]) <= 40
    )
    field = evening(case, players, rounds).field()
    _, every = best_of_every(field)
    draws = 60 * len(every)
    seen = Counter(as_tables(draw_tables(field, seed("equal", no), seated={}).tables) for no in range(draws))
    assert set(seen) <= every
    expected = draws / len(every)
    assert sum((seen[one] - expected) ** 2 / expected for one in every) / (len(every) - 1) < 2.5


def test_the_order_in_which_players_are_given_does_not_matter() -> None:
    found = evening(11, 11, 3)
    field = found.field()
    backwards = replace(field, points=dict(reversed(list(field.points.items()))))
    assert draw_tables(field, seed("o"), seated=found.seated) == draw_tables(
        backwards, seed("o"), seated=found.seated
    )


@pytest.mark.parametrize("players", [23, 24])
def test_a_large_field_is_searched(players: int) -> None:
    found = evening(players, players, 2)
    field = found.field()
    drawn = draw_tables(field, seed("large", players), seated=found.seated)
    assert sorted(player for table in drawn.tables for player in table) == sorted(field.points)
    assert (
        sorted(map(len, drawn.tables), reverse=True)
        == [4] * table_sizes(players)[0] + [3] * table_sizes(players)[1]
    )
    assert least_cost(field) <= drawn.floor <= drawn.cost == seating_cost(field, drawn.tables)
    assert field.counts(drawn.cost)["repeats"] == 0


@cache
def searched_to_the_end() -> DrawnTables:
    found = evening(24, 24, 3)
    return draw_tables(found.field(), seed("stopped"), seated=found.seated)


@pytest.mark.parametrize("after", [1, 7, 40, 300])
def test_a_search_that_is_stopped_gives_what_it_found_and_the_steps_tell_what_that_was(after: int) -> None:
    found = evening(24, 24, 3)
    field, dice = found.field(), seed("stopped")

    def enough(steps: Steps) -> bool:
        return steps.taken == after

    halted = draw_tables(field, dice, seated=found.seated, steps=Steps(heard=enough))
    assert (halted.method, halted.stopped) == ("searched", after)
    assert halted == draw_tables(field, dice, seated=found.seated, steps=Steps(after))
    assert sorted(player for table in halted.tables for player in table) == sorted(field.points)
    whole = searched_to_the_end()
    assert whole.stopped is None
    assert halted.floor <= whole.cost <= halted.cost == seating_cost(field, halted.tables)


def test_a_search_that_ends_before_it_is_to_be_stopped_is_not_stopped_and_says_how_far_it_is() -> None:
    found, heard = evening(24, 24, 3), list[int]()

    def listening(steps: Steps) -> bool:
        heard.append(steps.percent)
        return False

    steps = Steps(10**9, listening)
    drawn = draw_tables(found.field(), seed("listened"), seated=found.seated, steps=steps)
    assert drawn.stopped is None
    assert drawn == draw_tables(found.field(), seed("listened"), seated=found.seated)
    assert len(heard) == steps.taken > 100
    assert heard == sorted(heard)
    assert (heard[0], heard[-1]) == (0, steps.percent)
    assert 50 <= steps.percent <= 100


def test_how_far_a_search_is_is_told_by_the_steps_of_its_parts() -> None:
    steps, told = Steps(), list[int]()
    for ends, of in ((40, 4), (100, 2)):
        steps.part(ends, of)
        for _ in range(3):
            told.append(steps.percent)
            steps.take()
    assert told == [0, 10, 20, 40, 70, 100]
    assert steps.taken == 6


@pytest.mark.parametrize("players", [24, 40, 64])
def test_counting_is_given_up_early_only_where_it_is_given_up_anyway(
    monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    found = evening(players, players, 2)
    for steps in (50, 400):
        monkeypatch.setattr(draw, "STEPS", steps)
        early = draw_tables(found.field(), seed("early"), seated=found.seated)
        with monkeypatch.context() as patch:
            patch.setattr(counting._Counter, "give_up_early", lambda _: None)
            assert draw_tables(found.field(), seed("early"), seated=found.seated) == early


@pytest.mark.parametrize("case", [0, 1])
def test_what_is_searched_for_badly_is_polished(monkeypatch: pytest.MonkeyPatch, case: int) -> None:
    """Where nothing is counted and hardly anything searched for, chance betters it, and never makes it worse."""
    found = evening(case, 13 + case, 3)
    monkeypatch.setattr(draw, "STEPS", 0)
    monkeypatch.setattr(draw, "STARTS", 1)
    monkeypatch.setattr(search, "PASSES", 0)
    monkeypatch.setattr(search, "POLISHES", 50)
    field = found.field()
    drawn = draw_tables(field, seed("stuck", case), seated=found.seated)
    assert seating_cost(field, drawn.tables) == drawn.cost >= drawn.floor
    monkeypatch.setattr(search, "POLISHES", 0)
    assert drawn.cost <= draw_tables(field, seed("stuck", case), seated=found.seated).cost


def test_who_meets_again_is_exchanged_with_anybody_once_neighbours_do_not_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "NEIGHBOURS", 0)
    monkeypatch.setattr(search, "REACHES", ())
    monkeypatch.setattr(search.Search, "_exchange_all", lambda *_: None)
    players = numbered(*[0] * 12)
    one, two = PlayerId(1), PlayerId(2)
    field = TableField(players, {one: {two: 1}, two: {one: 1}})
    found = search.begun(field, 0, {player: at for at, player in enumerate(players)})
    assert field.counts(found.cost)["repeats"] == 1
    found.better({player: at for at, player in enumerate(players)})
    assert found.cost == 0
    before = [list(table) for table in found.tables]
    found.polish(seed("nothing left"))
    assert found.tables == before


def test_everybody_sits_where_they_have_sat_least() -> None:
    found = evening(12, 12, 4)
    often = Counter(Counter(seats)[1] for seats in found.seated.values())
    assert set(often) <= {0, 1, 2}
    had = {PlayerId(1): [1], PlayerId(2): [2], PlayerId(3): [3]}
    table = seat_order([PlayerId(1), PlayerId(2), PlayerId(3)], had, seed("seats"), 1)
    assert table in [(2, 3, 1), (3, 1, 2)]


def test_the_rounds_by_hand_of_the_documents() -> None:
    """As `docs/pairing.md` works them out under the seed that is the SHA-256 of `tables`."""
    dice = DrawSeed(sha256(b"tables").hexdigest())
    first = draw_tables(TableField(numbered(*[0] * 8)), dice, seated={})
    assert as_tables(first.tables) == {frozenset({2, 5, 6, 7}), frozenset({4, 1, 8, 3})}
    met = {one: {two: 1 for two in trio if two != one} for trio in ((1, 2, 3), (4, 5, 6)) for one in trio}
    field = TableField(numbered(5, 3, 2, 5, 3, 2), met)  # type: ignore[arg-type]
    seated = {PlayerId(no): [seat] for no, seat in enumerate((1, 2, 3, 1, 2, 3), 1)}
    drawn = draw_tables(field, dice, seated=seated)
    assert (drawn.ways, drawn.tables[0], {*drawn.tables[1]}) == (2, (2, 1, 4), {3, 5, 6})
