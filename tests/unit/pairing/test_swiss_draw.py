"""The draw itself: best by every criterion, and every best pairing equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from muster.core.ids import ClubId, PlayerId
from muster.core.pairing import counting, draw, window
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.criteria import cost, make_field
from muster.core.pairing.draw import draw_pairs
from muster.core.pairing.reach import pairable, unpairable
from muster.core.pairing.shuffle import Shuffle
from muster.core.pairing.walk import weigh
from pairing_support import Met, Points, anything, as_sets, best_of_all, dice_of, made, pair, players, seed


def chi_square(points: Points, met: Met, draws: int, name: str, **more: object) -> float:
    """Chi-square per degree of freedom of many draws over all best pairings."""
    field = make_field(points, met, **more)  # type: ignore[arg-type]
    _, best = best_of_all(field)
    seen = Counter(
        as_sets(draw.draw_field(field, seed(name, i)).pairs)  # type: ignore[union-attr]
        for i in range(draws)
    )
    assert set(seen) <= set(best)
    expected = draws / len(best)
    assert len(best) > 1
    return sum((seen[pairing] - expected) ** 2 / expected for pairing in best) / (len(best) - 1)


def group_of_eight(rounds: int) -> tuple[Points, Met]:
    points, met = made(dict.fromkeys(range(1, 9), 0))
    for round_no in range(rounds):
        drawn = draw_pairs(points, met, seed("eight", round_no))
        assert drawn is not None
        for a, b in drawn.pairs:
            met[a] |= {b}
            met[b] |= {a}
    return points, met


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_every_legal_pairing_of_a_group_of_eight_is_equally_likely(rounds: int) -> None:
    assert chi_square(*group_of_eight(rounds), 6000, f"group {rounds}") < 1.5


@pytest.mark.parametrize("case", range(8))
def test_every_best_pairing_across_groups_is_equally_likely(case: int) -> None:
    dice = dice_of(case)
    while True:
        points, met = anything(dice, (8, 10), 5)
        if 20 <= len(best_of_all(make_field(points, met))[1]) <= 300:
            break
    assert chi_square(points, met, 4000, f"mixed {case}") < 1.5


def test_every_best_pairing_is_equally_likely_with_clubs_tired_players_and_forbidden_pairs() -> None:
    points, met = made(
        {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1, 8: 0, 9: 0, 10: 0}, [(1, 2), (4, 5), (8, 9)]
    )
    clubs = {PlayerId(p): ClubId(p % 3) for p in range(1, 8)}
    more = {"clubs": clubs, "tired": frozenset(players(1, 2, 6)), "forbidden": [pair(6, 7)]}
    assert chi_square(points, met, 4000, "all", **more) < 1.5


def test_shuffled_again_groups_stay_fair_when_a_segment_has_several_groups() -> None:
    # Three groups of 5, 6 and 5 make one segment of 16: big enough to be shuffled again, group by group.
    points, met = made(
        {p: 2 - (p > 5) - (p > 11) for p in range(1, 17)},
        [(a, b) for a in range(1, 17) for b in range(a + 1, 17) if (a * b) % 7 == 1],
    )
    seen: Counter[frozenset[PlayerId]] = Counter()
    draws = 6000
    for i in range(draws):
        drawn = draw_pairs(points, met, seed("segment", i))
        assert drawn is not None
        seen.update(frozenset(pair) for pair in drawn.pairs if points[pair[0]] != points[pair[1]])
    # The exact share of each crossing pair, by counting the whole field at once.
    exact = crossing_shares(points, met)
    assert set(seen) == set(exact)
    chi = sum(
        (seen[pair] - draws * share) ** 2 / (draws * share * (1 - share)) for pair, share in exact.items()
    )
    assert chi / len(exact) < 1.5


def crossing_shares(points: Points, met: Met) -> dict[frozenset[PlayerId], float]:
    """How often each pair across groups occurs among all best pairings, by counting without the pair."""
    whole = best_count(points, met)
    shares = {}
    for a in points:
        for b in points:
            if points[a] == points[b] + 1 and b not in met[a]:
                without = best_count(points, {**met, a: met[a] | {b}, b: met[b] | {a}})
                if whole > without:
                    shares[frozenset((a, b))] = (whole - without) / whole
    return shares


def best_count(points: Points, met: Met) -> int:
    """The number of legal pairings with one pair across each boundary: the whole segment counted as one."""
    field = make_field(points, met)
    shuffle = Shuffle(field, seed("count"))
    counted = window.plan(window.Ground(field, shuffle, 0, 0, 99), shuffle=False)
    assert isinstance(counted.stages[0], window.Counted)
    return sum(counted.stages[0].steps[-1].layer.values())


def test_large_groups_in_a_window_are_drawn_fairly() -> None:
    # Nine on 1 point take in the lone leader; the two last have met, so two of the nine have to go down.
    points, met = made(
        {1: 2, **dict.fromkeys(range(2, 11), 1), 11: 0, 12: 0}, [(11, 12), (1, 2), (3, 4), (3, 11)]
    )
    seen: Counter[PlayerId] = Counter()
    for i in range(3000):
        drawn = draw_pairs(points, met, seed("large", i))
        assert drawn is not None
        assert drawn.method == "counted"
        seen[next(b if a == 1 else a for a, b in drawn.pairs if 1 in (a, b))] += 1
    counts = Counter[PlayerId]()
    _, best = best_of_all(make_field(points, met))
    for pairing in best:
        counts[next(player for pair in pairing if 1 in pair for player in pair if player != 1)] += 1
    chi = sum((seen[p] - 3000 * c / len(best)) ** 2 / (3000 * c / len(best)) for p, c in counts.items())
    assert set(seen) == set(counts)
    assert chi / (len(counts) - 1) < 1.5


def test_never_worse_than_the_best_of_all_pairings_in_small_fields() -> None:
    dice = dice_of(7)
    for i in range(250):
        points, met = anything(dice, (2, 4, 6, 8))
        drawn = draw_pairs(points, met, seed("small", i))
        assert drawn is not None
        assert as_sets(drawn.pairs) in best_of_all(make_field(points, met))[1]


def test_never_worse_than_the_optimum_networkx_finds_in_larger_fields() -> None:
    networkx = pytest.importorskip("networkx")
    dice = dice_of(8)
    for i in range(40):
        points, met = anything(dice, (12, 16, 20, 32, 48, 64), 16)
        field = make_field(points, met)
        ids = sorted(points)
        weights = weigh(field, ids)
        graph = networkx.Graph()
        for a in range(len(ids)):
            for b in range(a + 1, len(ids)):
                graph.add_edge(a, b, weight=-(weights[a][b] or 0))
        best = [(ids[a], ids[b]) for a, b in networkx.max_weight_matching(graph, maxcardinality=True)]
        drawn = draw_pairs(points, met, seed("mid", i))
        assert drawn is not None
        assert cost(drawn.pairs, field) == cost(best, field)


def test_sixteen_players_fifteen_rounds_never_repeat_a_pair_that_can_be_avoided() -> None:
    dice = dice_of(9)
    for event in range(3):
        points, met = made(dict.fromkeys(range(1, 17), 0))
        for round_no in range(1, 16):
            drawn = draw_pairs(points, met, seed(event, round_no))
            assert drawn is not None
            assert not check_pairs(Case(points, met), drawn.pairs).findings
            for a, b in drawn.pairs:
                met[a] |= {b}
                met[b] |= {a}
                won = dice.choice((6, 7, 8, 9, 10))
                points[a] += won
                points[b] += 11 - won


def test_the_order_in_which_players_are_given_does_not_matter() -> None:
    dice = dice_of(10)
    for i in range(60):
        points, met = anything(dice, (6, 10, 14, 30))
        mixed = dice.sample(sorted(points), len(points))
        one = draw_pairs(points, met, seed(i))
        two = draw_pairs({p: points[p] for p in mixed}, {p: met[p] for p in mixed}, seed(i))
        assert one == two


def test_players_who_have_left_do_not_matter() -> None:
    points, met = made({1: 1, 2: 1, 3: 0, 4: 0}, [(1, 3)])
    gone = {p: them | {PlayerId(77)} for p, them in met.items()}
    assert draw_pairs(points, met, seed(1)) == draw_pairs(points, gone, seed(1))


def test_a_large_clash_of_clubs_is_still_drawn_without_club_mates() -> None:
    points, met = made(dict.fromkeys(range(1, 65), 0))
    clubs = {PlayerId(p): ClubId(1 + p % 8) for p in range(1, 65)}
    for i in range(5):
        drawn = draw_pairs(points, met, seed(i), clubs=clubs)
        assert drawn is not None
        assert all(clubs[a] != clubs[b] for a, b in drawn.pairs)


def test_a_club_with_more_than_half_of_the_players_meets_itself_as_little_as_possible() -> None:
    points, met = made(dict.fromkeys(range(1, 11), 0))
    clubs = {PlayerId(p): ClubId(1) for p in range(1, 8)}
    drawn = draw_pairs(points, met, seed(1), clubs=clubs)
    assert drawn is not None
    assert sum(a in clubs and b in clubs for a, b in drawn.pairs) == 2


def test_too_many_states_to_count_are_walked_and_the_method_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "LIMIT", 3)
    points, met = made({1: 9, 2: 9, 3: 9, 4: 5, 5: 5, 6: 5, 7: 4, 8: 4}, [(1, 2), (1, 3), (2, 3), (7, 8)])
    field = make_field(points, met)
    seen: Counter[frozenset[frozenset[PlayerId]]] = Counter()
    for i in range(300):
        drawn = draw_pairs(points, met, seed(i))
        assert drawn is not None
        assert drawn.method == "walked"
        seen[as_sets(drawn.pairs)] += 1
    _, best = best_of_all(field)
    assert set(seen) == set(best)
    assert sum((count - 300 / 36) ** 2 / (300 / 36) for count in seen.values()) / 35 < 1.5


def test_a_shuffle_that_never_succeeds_is_counted_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "_SHUFFLED", 1)
    points, met = made(
        {1: 2, **dict.fromkeys(range(2, 11), 1), 11: 0, 12: 0}, [(11, 12), *((1, p) for p in range(2, 10))]
    )
    for i in range(20):
        drawn = draw_pairs(points, met, seed(i))
        assert drawn is not None
        assert not check_pairs(Case(points, met), drawn.pairs).findings


def test_b21_a_large_group_sends_down_somebody_who_was_not_paired_down_before() -> None:
    points, met = made({**dict.fromkeys(range(1, 18), 3), 18: 1, 19: 0, 20: 0}, [(19, 20), (1, 2), (3, 18)])
    tired = frozenset(players(*range(1, 17)))
    for i in range(10):
        drawn = draw_pairs(points, met, seed(i), tired=tired)
        assert drawn is not None
        assert not check_pairs(Case(points, met, tired=tired), drawn.pairs).findings


def test_a_large_group_of_which_many_must_go_down_is_counted() -> None:
    # The eight at the bottom have all met each other, so eight of the ten above them have to come down.
    bottom = range(11, 19)
    points, met = made(
        {**dict.fromkeys(range(1, 11), 1), **dict.fromkeys(bottom, 0)},
        [(a, b) for a in bottom for b in bottom if a < b],
    )
    drawn = draw_pairs(points, met, seed(1))
    assert drawn is not None
    assert drawn.method == "counted"
    assert sum(points[a] != points[b] for a, b in drawn.pairs) == 8
    assert not check_pairs(Case(points, met), drawn.pairs).findings


def test_of_states_that_agree_the_least_charged_is_kept_in_whatever_order_they_come() -> None:
    dear, cheap, other = 0b101, 0b011, 0b100
    for order in permutations((dear, cheap, other)):
        kept = counting.cheapest({state: 10 * state for state in order}, 0b001)
        assert kept == {cheap: 10 * cheap, other: 10 * other}


def test_forbidden_pairs_of_players_who_are_not_there_do_not_matter() -> None:
    points, met = made(dict.fromkeys(range(1, 7), 0))
    assert draw_pairs(points, met, seed(1), forbidden=[pair(1, 9)]) == draw_pairs(points, met, seed(1))


def test_whether_players_can_be_paired_is_decided_even_where_trying_takes_too_long() -> None:
    # Two rings of friends with an odd number of players each: plain trying would go through millions of ways.
    left, right = (1 << 15) - 1, ((1 << 15) - 1) << 15
    foes = [right] * 15 + [left] * 15
    assert not pairable(left | right, foes)
    foes[0] ^= 1 << 15
    foes[15] ^= 1
    assert pairable(left | right, foes)


def test_nobody_is_unpairable_where_all_can_be_paired() -> None:
    assert unpairable(make_field(*made({1: 0, 2: 0}))) == ()
