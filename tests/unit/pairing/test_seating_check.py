"""The check of rounds at tables: it finds what is wrong, and says how sure it is that nothing is better."""

from __future__ import annotations

import pytest

import seating_cases
from muster.core.ids import ClubId, PlayerId
from muster.core.pairing.seating.check import check_tables
from muster.core.pairing.seating.draw import draw_tables
from muster.core.pairing.seating.field import TableField
from pairing_support import seed
from seating_cases import Evening, Seating, every_seating


def evening(players: int, rounds: int) -> Evening:
    return seating_cases.evening(players, players, rounds, f"check {players}")


def tables(*each: str) -> Seating:
    return tuple(tuple(PlayerId(int(no)) for no in one.split()) for one in each)


FIELD = TableField({PlayerId(no): 0 for no in range(1, 9)})


@pytest.mark.parametrize("players", [6, 7, 8, 9, 10, 11])
@pytest.mark.parametrize("more", [{}, {"threes_for": "spread-out"}, {"first": "spread"}])
def test_what_is_drawn_is_found_to_be_best(players: int, more: dict[str, str]) -> None:
    for rounds in (0, 1, 3):
        found = evening(players, rounds)
        field = found.field(**more)
        verdict = check_tables(field, draw_tables(field, seed("c", rounds), seated={}).tables)
        assert not verdict.findings
        assert verdict.proof in {"floor", "every seating"}
        assert verdict.counts == verdict.least


def test_of_all_seatings_only_the_best_pass() -> None:
    field = evening(8, 2).field()
    passed = 0
    for seating in every_seating(sorted(field.points), 2, 0):
        verdict = check_tables(field, seating)
        passed += not verdict.findings
        assert {one.kind for one in verdict.findings} <= {"not-best"}
    drawn = draw_tables(field, seed("all"), seated={})
    assert passed == drawn.ways


def test_a_large_field_is_proved_by_its_floor_or_not_at_all() -> None:
    field = evening(28, 1).field()
    drawn = draw_tables(field, seed("large"), seated={})
    verdict = check_tables(field, drawn.tables)
    assert verdict.counts == field.counts(drawn.cost)
    assert (verdict.proof == "floor") <= drawn.best
    swapped = [list(table) for table in drawn.tables]
    swapped[0][0], swapped[-1][0] = swapped[-1][0], swapped[0][0]
    assert check_tables(field, swapped).proof == "unproved"


@pytest.mark.parametrize(
    ("seating", "kinds"),
    [
        (tables("1 2 3 4", "5 6 7 8"), []),
        (tables("1 2 3 4", "5 6 7"), ["missing"]),
        (tables("1 2 3 4", "5 6 7 7"), ["missing", "twice"]),
        (tables("1 2 3 4", "5 6 7 9"), ["missing", "stranger"]),
        (tables("1 2 3 4 5", "6 7 8"), ["sizes"]),
        (tables("1 2", "3 4 5", "6 7 8"), ["sizes"]),
    ],
)
def test_who_sits_nowhere_or_twice(seating: Seating, kinds: list[str]) -> None:
    assert [one.kind for one in check_tables(FIELD, seating).findings] == kinds


def test_four_tables_of_three_are_one_too_many() -> None:
    field = TableField({PlayerId(no): 0 for no in range(1, 13)})
    assert [
        one.kind for one in check_tables(field, tables("1 2 3", "4 5 6", "7 8 9", "10 11 12")).findings
    ] == ["sizes"]
    assert [one.kind for one in check_tables(TableField({}), ()).findings] == ["sizes"]


def test_those_kept_apart_are_named_where_it_could_be_avoided() -> None:
    apart = {PlayerId(1): {PlayerId(2)}, PlayerId(2): {PlayerId(1)}}
    field = TableField(FIELD.points, forbidden=apart)
    together = tables("1 2 3 4", "5 6 7 8")
    verdict = check_tables(field, together)
    assert [(one.kind, one.players) for one in verdict.findings] == [("forbidden", (1, 2)), ("not-best", ())]
    assert verdict.least["forbidden"] == 0
    nobody = {PlayerId(a): {PlayerId(b) for b in range(1, 9) if a != b} for a in range(1, 9)}
    assert not check_tables(TableField(FIELD.points, forbidden=nobody), together).findings
    large = TableField({PlayerId(no): 0 for no in range(1, 17)}, forbidden=apart)
    seating = tables("1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16")
    assert [one.kind for one in check_tables(large, seating).findings] == ["forbidden"]


def test_club_mates_are_counted() -> None:
    clubs = {PlayerId(no): ClubId(no % 2) for no in range(1, 9)}
    field = TableField(FIELD.points, clubs=clubs)
    assert check_tables(field, tables("1 3 5 7", "2 4 6 8")).counts["clubmates"] == 12
    assert check_tables(field, tables("1 2 3 4", "5 6 7 8")).counts["clubmates"] == 4
