"""Stamps of topics: always growing, never hiding a change, in bounded memory."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from live_cases import run
from muster.live.hub import Hub


def test_a_change_has_a_later_stamp_than_any_before() -> None:
    hub = Hub(clock=lambda: 1000)  # a clock that stands still
    seen = [hub.latest]
    for _ in range(3):
        hub.bump(["A/news"])
        seen.append(hub.newest(["A/news"]))
    assert seen == [1000, 1001, 1002, 1003]


def test_stamps_grow_across_restarts() -> None:
    before = Hub(clock=lambda: 5000)
    before.bump(["A/news"])
    assert Hub(clock=lambda: 6000).newest(["A/news"]) > before.latest


def test_what_was_not_touched_stays() -> None:
    hub = Hub(clock=lambda: 1000)
    hub.bump(["A/news"])
    before = hub.newest(["A/news", "A/1/round"])
    hub.bump(["B/news"])
    assert hub.newest(["A/news", "A/1/round"]) == before


def test_topics_nobody_asks_for_take_no_memory() -> None:
    hub = Hub(most=100)
    for number in range(10_000):
        hub.newest([f"A/{number}/round"])
        hub.bump([f"A/{number}/results"])
    assert len(hub) == 100
    one = hub.follow(["Z/news"])
    assert len(hub) == 101
    hub.unfollow(one)
    assert len(hub) == 100


@given(st.lists(st.sampled_from("abcdefgh"), max_size=60), st.integers(1, 4))
def test_forgetting_never_hides_a_change(bumped: list[str], most: int) -> None:
    """Whatever was looked at before a change shows that there was one, however little is remembered."""
    hub = Hub(most=most, clock=lambda: 1000)
    looked: dict[str, int] = dict.fromkeys("abcdefgh", hub.latest)
    for topic in bumped:
        hub.bump([topic])
        assert hub.newest([topic]) > looked[topic]
        looked[topic] = hub.latest


def test_followers_are_woken_once_for_many_changes() -> None:
    async def act() -> None:
        hub = Hub()
        one = hub.follow(["A/news", "A/1/round"])
        since = one.stamp
        for _ in range(100):
            hub.bump(["A/news"])
        hub.bump(["A/1/people"])
        assert await one.news(since, 5)
        since = one.stamp
        assert not await one.news(since, 0.001)
        waiting = asyncio.create_task(one.news(since, 5))
        await asyncio.sleep(0)
        hub.bump_all()
        assert await waiting
        hub.unfollow(one)
        since = one.stamp
        hub.bump(["A/news"])
        assert one.stamp == since

    run(act)
