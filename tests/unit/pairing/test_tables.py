from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.ids import PlayerId, TableNo
from muster.core.pairing import tables
from muster.core.pairing.tables import Meeting, Seating, TableSet, assign_tables, parse_tables


def pair(one: int, two: int) -> Meeting:
    return PlayerId(one), PlayerId(two)


PAIRS = [pair(1, 2), pair(3, 4), pair(5, 6), pair(7, 8)]


def venue(text: str, reserved: tuple[int, ...] = ()) -> TableSet:
    parsed = parse_tables(text)
    assert parsed.problems == ()
    return TableSet(parsed.numbers, frozenset(map(TableNo, reserved)))


def seat(
    text: str,
    reserved: tuple[int, ...] = (),
    fixed: dict[int, int] | None = None,
    previous: dict[tuple[int, int], int] | None = None,
) -> Seating:
    return assign_tables(
        PAIRS,
        tables=venue(text, reserved),
        fixed={PlayerId(player): TableNo(table) for player, table in (fixed or {}).items()},
        previous={pair(*who): TableNo(table) for who, table in (previous or {}).items()},
    )


def numbers(seating: Seating) -> list[int]:
    assert [who for _, who in seating.tables] == PAIRS
    return [table for table, _ in seating.tables]


def test_best_pairings_sit_at_the_top_tables() -> None:
    assert numbers(seat("1-4")) == [1, 2, 3, 4]
    assert seat("1-4").warnings == ()


def test_tables_are_filled_in_the_order_written() -> None:
    assert numbers(seat("31-32, 1-20")) == [31, 32, 1, 2]


def test_reserved_tables_are_never_given_automatically() -> None:
    assert numbers(seat("1-6", reserved=(1, 3))) == [2, 4, 5, 6]


def test_a_player_fixed_to_a_reserved_table_has_it() -> None:
    assert numbers(seat("1-6", reserved=(1,), fixed={5: 1})) == [2, 3, 1, 4]


def test_a_fixed_table_is_kept_and_not_given_to_others() -> None:
    seating = seat("1-9", fixed={8: 1})
    assert numbers(seating) == [2, 3, 4, 1]
    assert seating.warnings == ()


def test_two_players_fixed_to_one_table_who_meet_are_no_problem() -> None:
    seating = seat("1-9", fixed={7: 5, 8: 5})
    assert numbers(seating) == [1, 2, 3, 5]
    assert seating.warnings == ()


def test_different_fixed_tables_the_first_named_players_is_used() -> None:
    seating = seat("1-9", fixed={3: 7, 4: 6})
    assert numbers(seating) == [1, 7, 2, 3]
    (warning,) = seating.warnings
    assert (warning.kind, warning.players, warning.table) == ("two-fixed", (3, 4), 6)
    assert str(warning.text) == "Players 3 and 4 are fixed to different tables; they play at 7."


def test_different_fixed_tables_the_free_one_is_used() -> None:
    seating = seat("1-9", fixed={1: 7, 3: 7, 4: 6})
    assert numbers(seating) == [7, 6, 1, 2]
    assert [(warning.kind, warning.table) for warning in seating.warnings] == [("two-fixed", 7)]


def test_a_fixed_table_taken_by_a_better_pairing() -> None:
    seating = seat("1-9", fixed={2: 4, 6: 4})
    assert numbers(seating) == [4, 1, 2, 3]
    (warning,) = seating.warnings
    assert (warning.kind, warning.players, warning.table) == ("fixed-taken", (6,), 4)
    assert str(warning.text) == "Player 6 is fixed to table 4, where a better pairing already plays."


def test_posted_pairings_stay_where_they_are() -> None:
    assert numbers(seat("1-4", previous={(6, 5): 1, (7, 8): 4})) == [2, 3, 1, 4]


def test_a_fixed_player_comes_before_a_posted_pairing() -> None:
    assert numbers(seat("1-4", fixed={8: 1}, previous={(1, 2): 1})) == [2, 3, 4, 1]
    assert numbers(seat("1-4", fixed={1: 3}, previous={(1, 2): 1})) == [3, 1, 2, 4]


def test_too_few_tables_go_on_beyond_the_last_with_a_warning() -> None:
    seating = seat("1-2", reserved=(4,))
    assert numbers(seating) == [1, 2, 5, 6]
    (warning,) = seating.warnings
    assert (warning.kind, warning.table) == ("beyond-last", 5)
    assert str(warning.text) == "Pairings without a table of the venue: 2. Their numbers go on from 5."


def test_beyond_the_last_fixed_tables_are_left_out() -> None:
    assert numbers(seat("1", fixed={8: 3})) == [1, 2, 4, 3]


def test_a_venue_without_numbers_counts_from_1() -> None:
    found = assign_tables(PAIRS, tables=TableSet(()), fixed={})
    assert numbers(found) == [1, 2, 3, 4]


def test_no_pairings_need_no_tables() -> None:
    assert assign_tables([], tables=venue("1-4"), fixed={}) == Seating((), ())


@given(
    listed=st.lists(st.integers(1, 12), max_size=12),
    reserved=st.frozensets(st.integers(1, 12), max_size=4),
    fixed=st.dictionaries(st.integers(1, 8), st.integers(1, 14), max_size=5),
    posted=st.dictionaries(st.sampled_from(PAIRS), st.integers(1, 14), max_size=4),
)
def test_every_pairing_has_a_table_of_its_own(
    listed: list[int], reserved: frozenset[int], fixed: dict[int, int], posted: dict[Meeting, int]
) -> None:
    wishes = {PlayerId(player): TableNo(table) for player, table in fixed.items()}
    seating = assign_tables(
        PAIRS,
        tables=TableSet(tuple(map(TableNo, listed)), frozenset(map(TableNo, reserved))),
        fixed=wishes,
        previous={who: TableNo(table) for who, table in posted.items()},
    )
    tables = numbers(seating)
    assert len(set(tables)) == len(PAIRS)
    for (one, two), table in zip(PAIRS, tables, strict=True):
        wanted = {wishes[player] for player in (one, two) if player in wishes}
        assert table not in reserved or table in wanted or posted.get((one, two)) == table
        if wanted and table not in wanted:
            assert any(
                warning.kind == "fixed-taken" and warning.table in wanted for warning in seating.warnings
            )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1-3", (1, 2, 3)),
        ("7", (7,)),
        (" 1 - 2 ,31-33,5 ", (1, 2, 31, 32, 33, 5)),
        ("10000", (10000,)),
    ],
)
def test_lists_of_tables(text: str, expected: tuple[int, ...]) -> None:
    parsed = parse_tables(text)
    assert parsed.numbers == expected
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", ["empty"]),
        ("   ", ["empty"]),
        ("1-20,,31", ["not-a-range"]),
        ("1-x", ["not-a-range"]),
        ("-5", ["not-a-range"]),
        ("1-2-3", ["not-a-range"]),
        ("١", ["not-a-range"]),
        ("123456789", ["not-a-range"]),
        ("0-4", ["out-of-bounds"]),
        ("1-10001", ["out-of-bounds"]),
        ("20-1", ["backwards"]),
        ("1-5, 5-8", ["twice"]),
        ("a, 9-8, 0, 1, 1", ["not-a-range", "backwards", "out-of-bounds", "twice"]),
    ],
)
def test_every_problem_of_a_list_is_named_at_once(text: str, kinds: list[str]) -> None:
    assert [problem.kind for problem in parse_tables(text).problems] == kinds


def test_problems_say_what_to_do() -> None:
    assert [str(problem.text) for problem in parse_tables("20-1, x, 0, 3, 3").problems] == [
        "20-1 runs backwards: write 1-20.",
        "“x” is neither a table number nor a range such as 1-20.",
        "Table numbers run from 1 to 10000.",
        "Table 3 is listed twice: once is enough.",
    ]
    assert str(parse_tables("").problems[0].text) == "Write at least one table, such as 1-20."


def test_a_list_that_repeats_all_tables_costs_no_more_than_its_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = list[int]()

    def counted(number: int) -> TableNo:
        made.append(number)
        return TableNo(number)

    monkeypatch.setattr(tables, "TableNo", counted)
    parsed = parse_tables(",".join(["2-10000"] * 10 + ["1", "1-10000"] * 2_000))
    assert len(made) == tables.MOST_TABLES
    assert {problem.kind for problem in parsed.problems} == {"twice"}
    assert len(parsed.problems) == tables.MOST_PROBLEMS


@pytest.mark.parametrize("text", ["5, 1-10", "1-3, 8-9, 2-8", "7, 5, 6, 4-8", "1-5, 7-9, 6, 9"])
def test_the_first_table_listed_twice_is_named_whatever_stands_between(text: str) -> None:
    seen, again = set[int](), list[int]()
    for part in text.split(", "):
        first, _, last = part.partition("-")
        here = range(int(first), int(last or first) + 1)
        again += [next(number for number in here if number in seen)] if seen & {*here} else []
        seen |= {*here}
    assert [str(one.text) for one in parse_tables(text).problems] == [
        f"Table {number} is listed twice: once is enough." for number in again
    ]


def test_what_is_wrong_is_said_in_short() -> None:
    for text in ("x" * 5_000, f"2{' ' * 5_000}-1"):
        assert len(str(parse_tables(text).problems[0].text)) < 200
