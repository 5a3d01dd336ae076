"""Redis between processes: a private server that the tests kill and bring back."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from live_cases import run
from muster.live import bus
from muster.live.bus import Bus
from redis_cases import PrivateRedis, private_redis

TOPICS = frozenset({"SPRING/1/round", "SPRING/news"})


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[PrivateRedis]:
    yield from private_redis(tmp_path)


class Side:
    """One process's end, and what it heard."""

    def __init__(self, url: str, channel: str = "muster:test") -> None:
        self.heard: list[frozenset[str] | None] = []
        self.bus = Bus(url, channel, self.heard.append)
        self.running = asyncio.create_task(self.bus.run())

    async def until(self, what: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not what():
                await asyncio.sleep(0.01)

    async def end(self) -> None:
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)


def test_what_one_says_all_others_hear(redis: PrivateRedis) -> None:
    async def act() -> None:
        one, two, strangers = Side(redis.url), Side(redis.url), Side(redis.url, "muster:other")
        for side in (one, two, strangers):
            await side.until(lambda side=side: side.bus.healthy)  # type: ignore[misc]
        one.bus.publish(TOPICS)
        await two.until(lambda: two.heard == [TOPICS])
        two.bus.publish(f"A/{n}/round" for n in range(bus.MOST + 1))
        await one.until(lambda: one.heard == [None])
        assert strangers.heard == []
        for side in (one, two, strangers):
            await side.end()

    run(act)


def test_redis_dies_and_comes_back(redis: PrivateRedis) -> None:
    async def act() -> None:
        one, two = Side(redis.url), Side(redis.url)
        for side in (one, two):
            await side.until(lambda side=side: side.bus.healthy)  # type: ignore[misc]
        redis.kill()
        await one.until(lambda: not one.bus.healthy and not two.bus.healthy)
        for _ in range(1000):
            one.bus.publish(TOPICS)
        assert not one.bus._pending, "nothing piles up"
        redis.start()
        await one.until(lambda: one.bus.healthy and two.bus.healthy)
        # Each looks at everything once: whatever was missed is healed.
        assert (one.heard, two.heard) == ([None], [None])
        one.bus.publish(TOPICS)
        await two.until(lambda: two.heard == [None, TOPICS])
        for side in (one, two):
            await side.end()

    run(act)


def test_without_redis_nobody_waits() -> None:
    async def act() -> None:
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            side = Side(f"redis://127.0.0.1:{nobody.getsockname()[1]}")
            side.bus.publish(TOPICS)
            await asyncio.sleep(0.05)
            assert not side.bus.healthy
            assert not side.running.done()
            await side.end()

    run(act)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"[1]", b'["x", 5]', b"\xff", b'["x", [["a"]]]'])
def test_nonsense_on_the_channel_is_nothing(data: bytes) -> None:
    async def act() -> None:
        heard: list[frozenset[str] | None] = []
        Bus("redis://127.0.0.1:1", "muster:test", heard.append)._hear(data)
        assert all(one is not None for one in heard)

    run(act)
