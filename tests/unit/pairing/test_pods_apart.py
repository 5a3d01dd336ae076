"""The first round of a pod where some must never meet: as many as can be meet across, and one way of all is drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from muster.core.draws import DrawSeed, number
from muster.core.ids import PlayerId
from muster.core.pairing.pods_apart import MOST_MORE, MOST_PARTED, first_round
from muster.core.tournament.proof.groups import across_apart
from pairing_support import seed

Pairs = frozenset[frozenset[PlayerId]]


def pod_of(size: int) -> tuple[PlayerId, ...]:
    """Seats do not go by entry numbers."""
    return tuple(PlayerId(100 - seat) for seat in range(size))


def every(players: Sequence[PlayerId]) -> Iterator[Pairs]:
    if not players:
        yield frozenset()
        return
    first, *others = players
    for second in others:
        for rest in every([one for one in others if one != second]):
            yield rest | {frozenset((first, second))}


def barred(pod: Sequence[PlayerId], count: int, dice: random.Random) -> frozenset[tuple[PlayerId, PlayerId]]:
    pairs = [tuple(sorted(dice.sample(pod, 2))) for _ in range(count)]
    return frozenset((one, two) for one, two in pairs)


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_of_every_pairing_one_is_drawn_that_parts_the_fewest(size: int, count: int) -> None:
    dice, pod = random.Random(f"{size} {count}"), pod_of(size)  # noqa: S311  (made-up cases)
    across = frozenset(frozenset(pair) for pair in zip(pod, pod[size // 2 :], strict=False))
    for case in range(12):
        forbidden = barred(pod, count, dice)
        never = {frozenset(pair) for pair in forbidden}
        allowed = [one for one in every(pod) if not one & never]
        needed = len(across & never)
        fewest = min((len(across - one) for one in allowed), default=99)
        found = first_round(pod, None, forbidden, seed("apart", size, count, case))
        if fewest > min(MOST_PARTED, needed + MOST_MORE):
            assert found is None
            assert across_apart(pod, forbidden) == []
            continue
        best = {one for one in allowed if len(across - one) == fewest}
        assert found is not None
        assert frozenset(map(frozenset, found.pairs)) in best
        assert {frozenset(pair) for pair in found.parted} == across - frozenset(map(frozenset, found.pairs))
        assert found.ways == len(best)
        listed = across_apart(pod, forbidden)
        assert {frozenset(one) for one in listed} == best
        if found.parted:
            drawn = listed[number(seed("apart", size, count, case), "across", len(listed))]
            assert drawn == set(map(frozenset, found.pairs))


def test_where_everybody_may_meet_they_meet_across_and_the_lower_seat_is_named_first() -> None:
    pod = pod_of(7)
    found = first_round(pod, pod[2], (), seed("free"))
    assert found is not None
    assert found.pairs == ((pod[0], pod[4]), (pod[1], pod[5]), (pod[3], pod[6]))
    assert (found.parted, found.ways) == ((), 1)


def test_each_way_is_as_likely() -> None:
    pod = pod_of(6)
    never = frozenset({(pod[3], pod[0])})
    seen = Counter(
        found.pairs for no in range(600) if (found := first_round(pod, None, never, seed("even", no)))
    )
    assert len(seen) == 4
    assert all(100 < times < 200 for times in seen.values())


def test_too_many_to_be_parted_are_left_to_a_swiss_round() -> None:
    pod = pod_of(12)
    never = frozenset((two, one) for one, two in zip(pod, pod[6:], strict=False))
    assert first_round(pod, None, never, DrawSeed("5d" * 32)) is None
    assert across_apart(pod, never) == []
