from __future__ import annotations

from dataclasses import replace as replace_fields

import pytest

from muster.core.bracket.cut import Contender, CutKind, Tied, across_the_line, qualify, replace
from muster.core.ids import PlayerId


def field(*rows: tuple[int, int, int], dropped: tuple[int, ...] = ()) -> list[Contender]:
    """Contenders 1, 2, 3, … from (points, losses, shared rank)."""
    return [
        Contender(PlayerId(number), points, losses, shared, number not in dropped)
        for number, (points, losses, shared) in enumerate(rows, start=1)
    ]


def plain(count: int, dropped: tuple[int, ...] = ()) -> list[Contender]:
    return field(*((3 * (count - rank), rank, rank + 1) for rank in range(count)), dropped=dropped)


def test_com_cut_1_top_4() -> None:
    found = qualify(plain(9), "top", 4)
    assert found.seeds == (1, 2, 3, 4)
    assert found.in_line == (5, 6, 7, 8, 9)
    assert found.byes == ()
    assert found.notes == ()


def test_com_cut_1_dropped_players_are_passed_over() -> None:
    found = qualify(plain(9, dropped=(2, 6)), "top", 4)
    assert found.seeds == (1, 3, 4, 5)
    assert found.in_line == (7, 8, 9)


def test_b4_a_cut_never_exceeds_the_active_players_and_top_seeds_get_byes() -> None:
    found = qualify(plain(7, dropped=(7,)), "top", 8)
    assert found.seeds == (1, 2, 3, 4, 5, 6)
    assert found.in_line == ()
    assert found.byes == (1, 2)
    assert [note.kind for note in found.notes] == ["fewer-than-announced", "top-seeds-have-byes"]
    assert [str(note.text) for note in found.notes] == [
        "The cut is to 8, but only 6 can go on.",
        "The top 2 seeds have a bye: 6 players do not fill a bracket.",
    ]


def test_c3_top_with_ties_takes_everybody_equal_to_the_last() -> None:
    ranked = field((9, 0, 1), (6, 1, 2), (6, 1, 3), (6, 1, 3), (6, 1, 3), (3, 2, 6))
    found = qualify(ranked, "top-with-ties", 4)
    assert found.seeds == (1, 2, 3, 4, 5)
    assert found.in_line == (6,)
    assert found.byes == (1, 2, 3)
    assert [note.kind for note in found.notes] == ["ties-included", "top-seeds-have-byes"]
    assert "5 players go on instead of 4" in str(found.notes[0].text)


def test_c3_top_with_ties_is_the_plain_top_without_ties() -> None:
    assert qualify(plain(6), "top-with-ties", 4) == qualify(plain(6), "top", 4)


def test_c3_ties_of_dropped_players_do_not_widen_the_cut() -> None:
    ranked = field((9, 0, 1), (6, 1, 2), (6, 1, 2), (3, 1, 4), dropped=(3,))
    assert qualify(ranked, "top-with-ties", 2).seeds == (1, 2)


def test_c3_at_least_points() -> None:
    ranked = field((12, 0, 1), (9, 1, 2), (9, 1, 3), (6, 2, 4), (3, 3, 5), dropped=(2,))
    found = qualify(ranked, "at-least-points", 6)
    assert found.seeds == (1, 3, 4)
    assert found.in_line == ()
    assert found.byes == (1,)
    assert [str(note.text) for note in found.notes] == [
        "The top seed has a bye: 3 players do not fill a bracket."
    ]


def test_c3_at_most_losses_follows_the_standings_even_where_they_do_not_follow_losses() -> None:
    ranked = field((30, 1, 1), (29, 2, 2), (28, 0, 3), (20, 1, 4))
    found = qualify(ranked, "at-most-losses", 1)
    assert found.seeds == (1, 3, 4)
    assert found.in_line == ()


@pytest.mark.parametrize("kind", ["top", "top-with-ties", "at-least-points", "at-most-losses"])
def test_nobody_active_nobody_through(kind: CutKind) -> None:
    found = qualify(plain(2, dropped=(1, 2)), kind, 2)
    assert (found.seeds, found.in_line, found.byes) == ((), (), ())
    assert found.notes[-1].kind == "no-opponents"


def test_one_player_through_has_nobody_to_play() -> None:
    found = qualify(plain(4), "at-most-losses", 0)
    assert found.seeds == found.byes == (1,)
    assert [note.kind for note in found.notes] == ["no-opponents"]


@pytest.mark.parametrize(
    ("kind", "threshold"),
    [("top", 1), ("top-with-ties", 0), ("at-least-points", -1), ("at-most-losses", -1)],
)
def test_impossible_thresholds_are_refused(kind: CutKind, threshold: int) -> None:
    with pytest.raises(ValueError, match=f"a cut {kind} {threshold} is not possible"):
        qualify(plain(4), kind, threshold)


def ids(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in numbers)


def test_d6_com_cut_2_everybody_below_moves_up_and_the_fifth_enters_last() -> None:
    assert replace(ids(1, 2, 3, 4), ids(2), ids(5, 6)) == (1, 3, 4, 5)


def test_b23_several_drop() -> None:
    assert replace(ids(1, 2, 3, 4), ids(1, 3), ids(5, 6, 7)) == (2, 4, 5, 6)


def test_b23_the_fifth_declines() -> None:
    assert replace(ids(1, 2, 3, 4), ids(2, 5), ids(5, 6)) == (1, 3, 4, 6)


def test_b23_nobody_left_leaves_fewer_seeds() -> None:
    assert replace(ids(1, 2, 3, 4), ids(2), ()) == (1, 3, 4)


def test_nobody_leaves_nothing_changes() -> None:
    assert replace(ids(1, 2, 3, 4), (), ids(5)) == (1, 2, 3, 4)


def test_the_best_of_every_group_go_on_winners_first_and_nobody_comes_in() -> None:
    of = (1, 2, 2, 1, None, 1, 2)
    ranked = [
        Contender(PlayerId(number), 0, 0, number, number != 3, group) for number, group in enumerate(of, 1)
    ]
    found = qualify(ranked, "best-of-groups", 2)
    assert found.seeds == (1, 2, 4, 7)
    assert found.in_line == ()
    assert found.notes == ()
    with pytest.raises(ValueError, match="not possible"):
        qualify(ranked, "best-of-groups", 0)


# Across the line -----------------------------------------------------------------------------------------------------


def test_who_is_equal_across_the_line_of_everybody() -> None:
    ranked = field((9, 0, 1), (6, 1, 2), (6, 1, 2), (6, 1, 2), (3, 2, 5))
    (line,) = across_the_line(ranked, "top", 3)
    assert line == Tied((PlayerId(2), PlayerId(3), PlayerId(4)), 2, None)
    assert across_the_line(ranked, "top", 4) == ()
    assert across_the_line(ranked, "top", 1) == ()
    assert across_the_line(ranked, "top", 5) == ()
    assert across_the_line(ranked, "top", 0) == ()


def test_who_has_left_is_neither_equal_nor_counted() -> None:
    ranked = field((9, 0, 1), (6, 1, 2), (6, 1, 2), (6, 1, 2), dropped=(1, 3))
    assert across_the_line(ranked, "top", 1) == (Tied((PlayerId(2), PlayerId(4)), 1, None),)
    assert across_the_line(ranked, "top", 2) == ()


@pytest.mark.parametrize("kind", ["top-with-ties", "at-least-points", "at-most-losses"])
def test_only_cuts_by_places_have_a_line(kind: CutKind) -> None:
    assert across_the_line(field((6, 1, 1), (6, 1, 1), (6, 1, 1)), kind, 2) == ()


def test_the_line_of_a_group_is_drawn_inside_it() -> None:
    everybody = field((9, 0, 1), (6, 1, 2), (6, 1, 2), (6, 1, 2), (3, 2, 5), (3, 2, 5), (3, 2, 5))
    of = (1, 2, 1, 1, 2, 2, None)
    ranked = [replace_fields(one, group=group) for one, group in zip(everybody, of, strict=True)]
    one, two = across_the_line(ranked, "best-of-groups", 2)
    assert one == Tied((PlayerId(3), PlayerId(4)), 1, 1)
    assert two == Tied((PlayerId(5), PlayerId(6)), 1, 2)
    assert across_the_line(ranked, "best-of-groups", 3) == ()
