"""Double elimination: who comes where, how many matches and places there are, and how late people meet again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from muster.core.bracket.double import DoubleBracket, DoubleMatch, Feeder, double_elimination
from muster.core.bracket.layouts import LAYOUTS, layout
from pairing_support import dice_of


def name(one: DoubleMatch) -> str:
    return {"winners": f"W{one.level}", "losers": f"L{one.level}"}.get(one.bracket, one.bracket)


def shown(bracket: DoubleBracket) -> list[str]:
    def side(feeder: Feeder) -> str:
        return f"{'' if feeder.comes == 'seed' else feeder.comes[0]}{feeder.of}"

    return [f"{one.number} {name(one)} {'-'.join(map(side, one.sides))}" for one in bracket.matches]


def rounds(bracket: DoubleBracket) -> list[str]:
    found: list[list[str]] = [[] for _ in range(bracket.rounds)]
    for one in bracket.matches:
        if name(one) not in found[one.round_no - 1]:
            found[one.round_no - 1].append(name(one))
    return [" ".join(names) for names in found]


def played(bracket: DoubleBracket, dice: Random) -> tuple[list[tuple[int, int]], Counter[int]]:
    """Who met whom in a made-up course, and how often each lost."""
    results: dict[tuple[str, int], int] = {}
    met: list[tuple[int, int]] = []
    lost: Counter[int] = Counter()
    for one in bracket.matches:
        two = [side.of if side.comes == "seed" else results[side.comes, side.of] for side in one.sides]
        if one.bracket == "reset" and not lost[two[0]]:
            continue
        dice.shuffle(two)
        met.append((two[0], two[1]))
        results["winner", one.number], results["loser", one.number] = two
        lost[two[1]] += 1
    return met, lost


def test_the_bracket_of_eight() -> None:
    assert shown(double_elimination(8)) == [
        "1 W1 1-8", "2 W1 4-5", "3 W1 2-7", "4 W1 3-6",
        "5 W2 w1-w2", "6 W2 w3-w4", "7 L1 l1-l2", "8 L1 l3-l4",
        "9 L2 w7-l6", "10 L2 w8-l5",
        "11 W3 w5-w6", "12 L3 w9-w10",
        "13 L4 w12-l11",
        "14 final w11-w13", "15 reset w11-w13",
    ]  # fmt: skip
    assert rounds(double_elimination(8)) == ["W1", "W2 L1", "L2", "W3 L3", "L4", "final", "reset"]


def test_the_places_of_eight() -> None:
    bracket = double_elimination(8)
    names = {one.number: name(one) for one in bracket.matches}
    places = {names[number]: place for number, place in bracket.places().items()}
    assert places == {
        "L1": (7, 8),
        "L2": (5, 6),
        "L3": (4, 4),
        "L4": (3, 3),
        "final": (2, 2),
        "reset": (2, 2),
    }


def test_the_bracket_of_four() -> None:
    assert shown(double_elimination(4, reset=False)) == [
        "1 W1 1-4", "2 W1 2-3", "3 W2 w1-w2", "4 L1 l1-l2", "5 L2 w4-l3", "6 final w3-w5",
    ]  # fmt: skip


def test_top_seeds_have_byes_and_so_has_whoever_would_meet_their_losers() -> None:
    assert shown(double_elimination(5)) == [
        "1 W1 4-5", "2 W2 1-w1", "3 W2 2-3", "4 L2 l1-l3", "5 W3 w2-w3", "6 L3 w4-l2", "7 L4 w6-l5",
        "8 final w5-w7", "9 reset w5-w7",
    ]  # fmt: skip


@pytest.mark.parametrize("players", range(3, 65))
def test_everybody_is_out_after_two_losses(players: int) -> None:
    bracket = double_elimination(players)
    assert len(bracket.matches) == 2 * players - 1
    places = Counter(
        place for match, (first, last) in bracket.places().items() for place in range(first, last + 1)
        if match != len(bracket.matches)
    )  # fmt: skip
    assert set(places) == set(range(2, players + 1))
    for course in range(5):
        met, lost = played(bracket, dice_of(players * 10 + course))
        assert len(met) in {2 * players - 2, 2 * players - 1}
        assert sorted(lost[seed] for seed in range(1, players + 1))[1:] == [2] * (players - 1)


@pytest.mark.parametrize(("players", "first"), [(8, 3), (16, 4), (32, 5)])
def test_how_late_two_can_meet_again_before_the_final(players: int, first: int) -> None:
    bracket = double_elimination(players)
    levels: set[int] = set()
    for course in range(1000):
        met, _ = played(bracket, dice_of(course))
        seen: set[frozenset[int]] = set()
        for one, pair in zip(bracket.matches, map(frozenset, met), strict=False):
            if pair in seen and one.bracket == "losers":
                levels.add(one.level)
            seen.add(pair)
    assert min(levels) == first


@pytest.mark.parametrize("size", LAYOUTS)
def test_the_first_matches_are_those_of_the_printed_sheet(size: int) -> None:
    first = [one for one in double_elimination(size).matches if one.level == 1 and one.bracket == "winners"]
    expected = layout(size).matches if size > 2 else ()
    assert [(one.sides[0].of, one.sides[1].of) for one in first] == list(expected)


def test_there_is_a_bracket_beyond_the_largest_sheet() -> None:
    assert len(double_elimination(100).matches) == 199


@pytest.mark.parametrize("players", [1, 2])
def test_of_one_or_two_a_single_match_decides(players: int) -> None:
    bracket = double_elimination(players)
    assert shown(bracket) == ["1 final 1-2"]
    assert not bracket.has_reset


def test_of_nobody_there_is_none() -> None:
    with pytest.raises(ValueError, match="at least one player"):
        double_elimination(0)
