from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from muster.core.ids import ClubId, PlayerId
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.counting import CountingLedger, pass_group
from muster.core.pairing.criteria import CRITERIA, Pair, component_names, cost, make_field
from muster.core.pairing.lookahead import Future, best_pairings, matters
from muster.core.pairing.swiss import Entrant, NoPairing, SwissPairs, pair_swiss
from pairing_support import Met, Points, anything, best_of_all, dice_of, made, pair, pairings, players, seed


def _of(more: Mapping[str, Mapping[PlayerId, object]], player: PlayerId) -> dict[str, Any]:
    return {name: values[player] for name, values in more.items() if player in values}


def entrants(points: Points, met: Met, **more: Mapping[PlayerId, object]) -> list[Entrant]:
    """Entrants ranked by points, then by id."""
    order = sorted(points, key=lambda p: (-points[p], p))
    return [Entrant(p, points[p], rank, met[p], **_of(more, p)) for rank, p in enumerate(order, 1)]


def paired(answer: SwissPairs | NoPairing) -> SwissPairs:
    assert isinstance(answer, SwissPairs)
    return answer


def test_pairs_stand_from_the_top_of_the_field_with_the_better_ranked_first() -> None:
    points, met = made({1: 3, 2: 9, 3: 9, 4: 6, 5: 6, 6: 6, 7: 3, 8: 3})
    answer = paired(pair_swiss(entrants(points, met), seed(1)))
    worth = [(points[a], points[b]) for a, b in answer.pairs]
    assert worth == [(9, 9), (6, 6), (6, 3), (3, 3)]
    assert all((-points[a], a) < (-points[b], b) for a, b in answer.pairs)
    assert answer.cost == (0, 0, 0, 0, 0, 1, 0, 0)
    assert answer.rematches == ()


def test_the_order_of_the_entrants_does_not_matter() -> None:
    points, met = anything(dice_of(3), (12,))
    given = entrants(points, met)
    assert pair_swiss(given, seed(1)) == pair_swiss(given[::-1], seed(1))


def test_an_odd_number_and_doubles_are_refused() -> None:
    one, two = Entrant(PlayerId(1), 0, 1, frozenset()), Entrant(PlayerId(2), 0, 2, frozenset())
    with pytest.raises(ValueError, match="needs the bye"):
        pair_swiss([one], seed(1))
    with pytest.raises(ValueError, match="player of their own"):
        pair_swiss([one, one], seed(1))
    with pytest.raises(ValueError, match="rank of their own"):
        pair_swiss([one, Entrant(PlayerId(2), 0, 1, frozenset())], seed(1))
    assert paired(pair_swiss([], seed(1))).pairs == ()
    assert paired(pair_swiss([two, one], seed(1))).pairs == (pair(1, 2),)


@pytest.mark.parametrize("how", [{}, {"by_rank": True}, {"rounds_after": 3}])
def test_forbidden_pairs_that_leave_somebody_alone_are_answered_with_their_names(
    how: dict[str, Any],
) -> None:
    points, met = made({1: 0, 2: 0, 3: 0, 4: 0})
    forbidden = frozenset(pair(1, other) for other in (2, 3, 4))
    answer = pair_swiss(entrants(points, met), seed(1), forbidden=forbidden, **how)
    assert isinstance(answer, NoPairing)
    assert PlayerId(1) in answer.players
    assert "1" in str(answer.reason)


def test_a_forbidden_pair_is_worse_than_a_rematch() -> None:
    points, met = made({1: 0, 2: 0, 3: 0, 4: 0}, [(1, 2), (3, 4), (1, 3), (2, 4)])
    forbidden = frozenset({pair(1, 4)[:2]})
    answer = paired(pair_swiss(entrants(points, met), seed(1), forbidden=forbidden))
    assert len(answer.rematches) == 2
    assert answer.cost[:2] == (0, 2)


def test_clubs_are_kept_apart_on_request_only_and_never_at_the_price_of_a_rematch() -> None:
    points, met = made({1: 0, 2: 0, 3: 0, 4: 0}, [(1, 3), (1, 4)])
    clubs = {PlayerId(1): ClubId(1), PlayerId(2): ClubId(1)}
    assert paired(pair_swiss(entrants(points, met, club=clubs), seed(1), clubs_apart=True)).cost[:4] == (
        0,
        0,
        0,
        1,
    )
    free = {p: frozenset[PlayerId]() for p in points}
    for i in range(10):
        answer = paired(pair_swiss(entrants(points, free, club=clubs), seed(i), clubs_apart=True))
        assert pair(1, 2) not in answer.pairs
    assert any(
        pair(1, 2) in paired(pair_swiss(entrants(points, free, club=clubs), seed(i))).pairs for i in range(20)
    )


def test_b21_a_second_pair_down_is_avoided_on_request() -> None:
    points, met = made({1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1})
    tired = dict.fromkeys(pair(1, 2), True)
    downs = set()
    for i in range(30):
        given = entrants(points, met, paired_down=tired)
        answer = paired(pair_swiss(given, seed(i), avoid_second_pair_down=True))
        assert pair(3, 4) in answer.pairs or pair(3, 5) in answer.pairs or pair(3, 6) in answer.pairs
        downs |= {
            pair for pair in paired(pair_swiss(given, seed(i))).pairs if points[pair[0]] > points[pair[1]]
        }
    assert {a for a, _ in downs} == set(players(1, 2, 3))


def by_rank_wish(pairs: tuple[Pair, ...], ranked: list[PlayerId], met: Met) -> tuple[object, ...]:
    """What B42 asks for, to be minimised: rematches, then for each from the top: a rematch?, the opponent's rank."""
    mate = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    first = [p for p in ranked if ranked.index(p) < ranked.index(mate[p])]
    return (
        sum(b in met[a] for a, b in pairs),
        [(mate[p] in met[p], ranked.index(mate[p])) for p in first],
    )


def test_b42_by_rank_is_the_best_for_the_highest_ranked_then_the_next() -> None:
    dice = dice_of(5)
    for i in range(150):
        points, met = anything(dice, (2, 4, 6, 8))
        given = entrants(points, met)
        ranked = [entrant.player for entrant in given]
        answer = paired(pair_swiss(given, seed(i), by_rank=True))
        best = min(by_rank_wish(p, ranked, met) for p in pairings(tuple(ranked)))
        assert by_rank_wish(answer.pairs, ranked, met) == best
        assert answer.method == "ranked"


def test_b42_first_meets_second_even_across_points_and_whatever_the_seed() -> None:
    points, met = made({1: 30, 2: 20, 3: 20, 4: 10, **dict.fromkeys(range(5, 41), 0)}, [(1, 2)])
    answer = paired(pair_swiss(entrants(points, met), seed(1), by_rank=True))
    assert answer.pairs[:2] == (pair(1, 3), pair(2, 4))
    assert answer == pair_swiss(entrants(points, met), seed(2), by_rank=True)


def play_small(n: int, rounds: int, number: int) -> list[int]:
    """The rematches of each round of a small event whose byes go to a random player entitled to one."""
    dice = dice_of(n * 1000 + number)
    points, met = made(dict.fromkeys(range(1, n + 1), 0))
    byes = dict.fromkeys(points, 0)
    rematches = []
    for round_no in range(1, rounds + 1):
        rests = None
        if n % 2:
            rests = dice.choice([p for p in points if byes[p] == min(byes.values())])
            byes[rests] += 1
            points[rests] += 8
        everybody = entrants(points, met)
        here = [e for e in everybody if e.player != rests]
        resting = next((e for e in everybody if e.player == rests), None)
        answer = paired(
            pair_swiss(
                here, seed(number, round_no), rounds_after=rounds - round_no, resting=resting, byes_had=byes
            )
        )
        rematches.append(len(answer.rematches))
        for a, b in answer.pairs:
            met[a] |= {b}
            met[b] |= {a}
            won = dice.choice((6, 7, 8, 9, 10))
            points[a] += won
            points[b] += 11 - won
    return rematches


@pytest.mark.parametrize("number", range(12))
def test_b4a_five_six_and_seven_players_play_four_rounds_without_a_rematch(number: int) -> None:
    assert play_small(5, 4, number) == [0, 0, 0, 0]
    assert play_small(6, 4, number) == [0, 0, 0, 0]
    assert play_small(7, 4, number) == [0, 0, 0, 0]


def test_six_players_dead_end_without_looking_ahead() -> None:
    points, met = made(dict.fromkeys(range(1, 7), 0), [(1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4)])
    field = make_field(points, met)
    assert len(best_of_all(field)[1]) == 4
    kept = best_pairings(field, Future(1, None, {}))
    assert len(kept) == 3
    assert frozenset(map(frozenset, (pair(1, 6), pair(2, 4), pair(3, 5)))) not in {
        frozenset(map(frozenset, pairs)) for pairs, _ in kept
    }


def test_looking_ahead_minds_forbidden_pairs_to_come() -> None:
    points, met = made(dict.fromkeys(range(1, 5), 0), [(1, 2), (3, 4)])
    field = make_field(points, met, [pair(1, 3)])
    ((pairs, price),) = best_pairings(field, Future(1, None, {}))
    assert set(pairs) == {pair(1, 4), pair(2, 3)}
    assert price[2] == 2


def test_looking_ahead_minds_whom_the_resting_player_must_not_meet() -> None:
    # One round to come, in which 4 has the bye and 5, who rests now, may meet none of the others.
    points, met = made(dict.fromkeys(range(1, 5), 0))
    field = make_field(points, met)
    lonely = Future(
        1,
        (PlayerId(5), frozenset()),
        {PlayerId(4): 0} | {PlayerId(p): 1 for p in (1, 2, 3, 5)},
        frozenset(map(PlayerId, (1, 2, 3))),
    )
    assert all(price[2] == 100 for _, price in best_pairings(field, lonely))
    assert not any(price[2] for _, price in best_pairings(field, replace(lonely, apart=frozenset())))


def test_looking_ahead_is_for_small_fields_with_rounds_to_come() -> None:
    four = make_field(*made(dict.fromkeys(range(1, 5), 0)))
    assert matters(four, Future(3, None, {}))
    assert not matters(four, Future(0, None, {}))
    assert not matters(four, Future(1, None, {}))
    assert not matters(make_field(*made(dict.fromkeys(range(1, 11), 0))), Future(9, None, {}))


def test_eight_players_can_play_everybody_once() -> None:
    assert play_small(8, 5, 1) == [0, 0, 0, 0, 0]


def test_the_names_of_the_components_fit_the_cost() -> None:
    points, met = made({1: 3, 2: 2, 3: 1, 4: 0})
    assert len(component_names(4)) == len(cost([pair(1, 2), pair(3, 4)], make_field(points, met)))
    assert len(component_names(1)) == 5
    assert {name for name, _ in component_names(4)} == {criterion.name for criterion in CRITERIA}


def test_a_budget_below_the_least_price_is_refused() -> None:
    ledger = CountingLedger(2, 0, lambda i, j: 1)
    ledger.foes = [2, 1]
    with pytest.raises(ValueError, match="budget"):
        pass_group({0: 1}, [0, 1], ledger, lambda state: not state)


def kinds(case: Case, pairs: list[tuple[int, int]], byes: tuple[int, ...] = ()) -> list[str]:
    typed = [(PlayerId(a), PlayerId(b)) for a, b in pairs]
    return [finding.kind for finding in check_pairs(case, typed, players(*byes)).findings]


def test_the_checker_finds_everything_that_can_be_wrong() -> None:
    points, met = made({1: 1, 2: 1, 3: 0, 4: 0}, [(1, 3)])
    case = Case(points, met, frozenset({(PlayerId(1), PlayerId(4))}))
    assert kinds(case, [(1, 2), (3, 4)]) == []
    assert kinds(case, [(1, 2)]) == ["missing", "missing"]
    assert kinds(case, [(1, 2), (3, 4), (1, 2)]) == ["twice", "twice"]
    assert kinds(case, [(1, 2), (3, 9)]) == ["missing", "stranger"]
    assert kinds(case, [(1, 2)], (3, 4)) == ["bye-count"]
    assert kinds(case, [(4, 1), (2, 3)]) == ["forbidden"]
    assert kinds(case, [(1, 3), (2, 4)]) == ["rematch"]
    free = Case(points, {p: frozenset() for p in points})
    assert kinds(free, [(1, 3), (2, 4)]) == ["not-best"]
    assert kinds(free, [(1, 2)], (3,)) == ["missing", "bye-count"]
    odd = Case({**points, PlayerId(5): 0}, {**met, PlayerId(5): frozenset()})
    assert kinds(odd, [(1, 2), (3, 4)], (5,)) == []


def test_the_checker_agrees_with_trying_everything_about_any_pairing() -> None:
    dice = dice_of(6)
    proofs = set()
    for _ in range(250):
        points, met = anything(dice, (4, 6, 8, 10))
        tired = frozenset(p for p in points if dice.random() < 0.3)
        clubs = {p: ClubId(dice.randrange(3)) for p in points if dice.random() < 0.3}
        mixed = dice.sample(sorted(points), len(points))
        pairs = list(zip(mixed[::2], mixed[1::2], strict=True))
        field = make_field(points, met, clubs=clubs, tired=tired)
        verdict = check_pairs(Case(points, met, clubs=clubs, tired=tired), pairs)
        assert bool(verdict.findings) == (cost(pairs, field) > best_of_all(field)[0])
        proofs.add(verdict.proof)
    assert proofs == {"parity bound", "exact search", "verified matching"}


def test_the_checker_says_when_a_window_is_too_large_for_it() -> None:
    points, met = made({**dict.fromkeys(range(1, 123), 1), 123: 0, 124: 0}, [(123, 124)])
    pairs = [pair(p, p + 1) for p in range(1, 121, 2)] + [pair(121, 123), pair(122, 124)]
    verdict = check_pairs(Case(points, met), pairs)
    assert verdict.findings == ()
    assert verdict.proof == "unproved"


def test_the_checker_proves_a_window_that_ends_above_the_bottom() -> None:
    points, met = made({1: 9, 2: 9, 3: 8, 4: 8, **dict.fromkeys(range(5, 13), 0)}, [(1, 2)])
    pairs = [pair(1, 3), pair(2, 4), *(pair(p, p + 1) for p in range(5, 13, 2))]
    assert check_pairs(Case(points, met), pairs).proof == "verified matching"
    worse = [pair(1, 5), pair(2, 4), pair(3, 6), *(pair(p, p + 1) for p in range(7, 13, 2))]
    assert [f.kind for f in check_pairs(Case(points, met), worse).findings] == ["not-best"]


def test_looking_ahead_does_not_mind_players_who_have_left() -> None:
    points, met = made(dict.fromkeys(range(1, 7), 0), [(1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4)])
    gone = {p: them | {PlayerId(50)} for p, them in met.items()}
    future = Future(1, None, {})
    assert best_pairings(make_field(points, met), future) == best_pairings(make_field(points, gone), future)
