"""Reasons must be true: each is recomputed by trying every pairing there is."""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.ids import PlayerId
from muster.core.pairing import alternatives, explain
from muster.core.pairing.alternatives import Alternative, Paired
from muster.core.pairing.criteria import Field, Pair, component_names, cost, make_field
from muster.core.pairing.draw import draw_pairs
from muster.core.pairing.explain import Explanation, explain_pair
from muster.core.pairing.lookahead import Future, best_pairings, stranded
from pairing_support import anything, as_sets, dice_of, made, pair, pairings, seed

import pytest  # isort: skip

NO_FUTURE = Future(0, None, {})


def explain_round(pairs: Sequence[Pair], field: Field, method: str, future: Future) -> list[Explanation]:
    round_ = Paired(pairs, field, method, future)
    return [explain_pair(round_, pair, lambda player: f"P{player}") for pair in pairs]


def least_with_a_nearer_opponent(field: Field, explanation: Explanation) -> tuple[int, ...] | None:
    upper, lower = explanation.pair
    costs = []
    for pairs in pairings(tuple(sorted(field.points))):
        mate = next(b if a == upper else a for a, b in pairs if upper in (a, b))
        if field.points[mate] > field.points[lower] and cost(pairs, field)[0] == 0:
            costs.append(cost(pairs, field))
    return min(costs, default=None)


def check_nearer(field: Field, actual: tuple[int, ...], explanation: Explanation) -> None:
    nearer = explanation.nearer
    assert nearer is not None
    least = least_with_a_nearer_opponent(field, explanation)
    if least is None:
        assert nearer.verdict in ("nobody", "impossible")
        return
    assert (nearer.verdict == "drawn") == (least == actual)
    if nearer.verdict == "worse":
        names = component_names(len(set(field.points.values())))
        place = next(i for i, (a, b) in enumerate(zip(actual, least, strict=True)) if a != b)
        assert nearer == Alternative("worse", *names[place], actual[place], least[place])


def check_unavoidable(field: Field, explanation: Explanation, rematches: int) -> None:
    why = explanation.rematch
    assert why is not None
    assert 0 < why.least <= rematches
    assert len(why.circles) - len(why.bridge) == 2 * why.least
    for circle in why.circles:
        assert len(circle) % 2 == 1
        for player in circle:
            others = set(field.points) - {player} - field.met[player] - field.forbidden.get(player, set())
            assert others <= set(circle) | set(why.bridge)


def test_every_reason_is_true_by_trying_all_pairings() -> None:
    dice = dice_of(12)
    verdicts = set()
    for i in range(160):
        points, met = anything(dice, (4, 6, 8))
        forbidden = [tuple(dice.sample(sorted(points), 2)) for _ in range(dice.randrange(3))]
        field = make_field(points, met, forbidden)  # type: ignore[arg-type]
        drawn = draw_pairs(points, met, seed(i), forbidden=forbidden)  # type: ignore[arg-type]
        if drawn is None:
            continue
        actual = cost(drawn.pairs, field)
        for one in explain_round(drawn.pairs, field, drawn.method, NO_FUTURE):
            a, b = one.points
            assert one.points == (points[one.pair[0]], points[one.pair[1]])
            assert one.fall == len({worth for worth in points.values() if b <= worth <= a}) - 1
            if one.reason == "same-group":
                assert a == b
                assert one.nearer is None
            else:
                above = sum(worth >= a for worth in points.values())
                crossing = sum(
                    max(points[p], points[q]) >= a > min(points[p], points[q]) for p, q in drawn.pairs
                )
                assert (one.reason == "odd") == (crossing == 1)
                assert above % 2 == crossing % 2
                check_nearer(field, actual, one)
                assert one.nearer is not None
                verdicts.add(one.nearer.verdict)
            if one.pair[1] in met[one.pair[0]]:
                check_unavoidable(field, one, actual[1])
            else:
                assert one.rematch is None
    assert verdicts == {"nobody", "drawn", "worse", "impossible"}


def test_words_an_organiser_can_read() -> None:
    points, met = made({1: 15, 2: 15, 3: 15, 4: 13}, [(1, 2)])
    field = make_field(points, met)
    pairs = (pair(1, 4), pair(2, 3))
    down, same = explain_round(pairs, field, "shuffled", NO_FUTURE)
    assert str(down.message) == (
        "P1 (15 tournament points) plays someone with fewer points, P4 (13 tournament points): an odd "
        "number of players (3) has "
        "15 tournament points or more, so one meets somebody below. "
        "Other pairings, with somebody nearer, were as good; the draw decided."
    )
    assert str(same.message) == (
        "P2 and P3 both have 15 tournament points. Pairings without these two together were as good; "
        "the draw put them together."
    )


def test_score_groups_of_match_wins_are_said_in_match_wins() -> None:
    points, met = made({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1})
    pairs = (pair(1, 2), pair(3, 4), pair(5, 6))
    round_ = Paired(pairs, make_field(points, met), "shuffled", NO_FUTURE, unit="match wins")
    two, down, one = (str(explain_pair(round_, each, lambda player: f"P{player}").message) for each in pairs)
    assert two.startswith("P1 and P2 both have 2 match wins. ")
    assert down.startswith(
        "P3 (2 match wins) plays someone with fewer points, P4 (1 match win): an odd number of players (3) has "
        "2 match wins or more, so one meets somebody below. "
    )
    assert one.startswith("P5 and P6 both have 1 match win. ")


def test_a_forced_rematch_says_who_has_nobody_left() -> None:
    points, met = made(dict.fromkeys(range(1, 5), 0), [(1, 2), (1, 3), (1, 4), (2, 3)])
    field = make_field(points, met)
    pairs: tuple[Pair, ...] = ((PlayerId(1), PlayerId(2)), (PlayerId(3), PlayerId(4)))
    first, _ = explain_round(pairs, field, "counted", NO_FUTURE)
    assert first.rematch is not None
    assert "at least 1 of this round's pairs had to be rematches" in str(first.message)
    check_unavoidable(field, first, 1)


def test_pairs_by_rank_are_said_to_be_by_rank() -> None:
    points, met = made({1: 2, 2: 1})
    (one,) = explain_round((pair(1, 2),), make_field(points, met), "ranked", NO_FUTURE)
    assert one.reason == "ranked"
    assert str(one.message) == "P1 and P2 are paired by their places in the standings."


def test_a_round_too_large_to_pair_again_claims_no_more_than_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alternatives, "TRIED", 2)
    points, met = made({1: 15, 2: 15, 3: 15, 4: 13})
    (down, _) = explain_round((pair(1, 4), pair(2, 3)), make_field(points, met), "shuffled", NO_FUTURE)
    assert down.nearer == Alternative("untried")


def test_looking_ahead_is_part_of_the_reason() -> None:
    # Two triangles are left if 1-6, 2-4, 3-5 is not played now; without looking ahead it would be as good.
    points, met = made({1: 2, 2: 2, 3: 1, 4: 1, 5: 0, 6: 0}, [(1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4)])
    field = make_field(points, met)
    future = Future(1, None, {})
    seen = set()
    for pairs, price in best_pairings(field, future):
        for one in explain_round(pairs, field, "listed", future):
            if one.nearer is None or one.nearer.verdict == "nobody":
                continue
            upper, lower = one.pair
            costs = []
            for other in pairings(tuple(sorted(points))):
                mate = next(b if a == upper else a for a, b in other if upper in (a, b))
                if points[mate] > points[lower] and cost(other, field)[1] == 0:
                    costs.append(cost(other, field, stranded(other, field, future)))
            seen.add(one.nearer.verdict)
            assert (one.nearer.verdict == "drawn") == (min(costs, default=None) == price)
            assert as_sets(pairs)
    assert seen


def test_a_rematch_in_a_large_round_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "PROVED", 3)
    points, met = made(dict.fromkeys(range(1, 5), 0), [(1, 2), (1, 3), (1, 4)])
    first, _ = explain_round((pair(1, 2), pair(3, 4)), make_field(points, met), "counted", NO_FUTURE)
    assert first.rematch is None
    assert str(first.message).endswith("They have met before; no pairing has fewer rematches.")
