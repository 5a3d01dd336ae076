"""What has changed, between processes: Redis carries topics from each to all others.

It is a convenience. A message that is lost delays a page; nobody ever waits for Redis; and as long as it cannot be
reached, each process finds in the database what others have written.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

logger = logging.getLogger("muster.live")

Heard = Callable[[frozenset[str] | None], None]
"""Called with the topics another process speaks of; with None if something may have been missed."""

SHORTEST: Final = 0.2
LONGEST: Final = 3.0
"""Seconds between two attempts to reach Redis: twice as many each time."""

QUIET: Final = 5.0
"""Seconds of silence after which Redis is asked whether it is still there."""

MOST: Final = 500
"""Topics in one message; more are said as "anything"."""


class Bus:
    """The connection of one process. It lives in one event loop: call it from nowhere else.

    Attributes:
        healthy: what is said now reaches the others.
    """

    def __init__(self, url: str, channel: str, heard: Heard) -> None:
        self._url, self._channel, self._heard = url, channel, heard
        self._me = secrets.token_hex(8)
        self._pending: set[str] = set()
        self._some = asyncio.Event()
        self._missed = False
        self.healthy = False

    def publish(self, topics: Iterable[str]) -> None:
        """Tell the other processes, soon; nobody waits for it. Without Redis it is as good as said: see above."""
        if self.healthy:
            self._pending.update(topics)
            self._some.set()

    async def run(self) -> None:
        """Stay connected until cancelled."""
        pause = SHORTEST
        while True:
            try:
                await self._connected()
            except (RedisError, OSError, TimeoutError) as error:
                if self.healthy or not self._missed:
                    logger.warning(
                        "Redis cannot be reached (%s): changes go by the database", type(error).__name__
                    )
                pause = SHORTEST if self.healthy else min(pause * 2, LONGEST)
            self.healthy, self._missed = False, True
            self._pending.clear()
            await asyncio.sleep(pause)

    async def _connected(self) -> None:
        # No attempts of its own: what it would miss meanwhile must be known here.
        redis = Redis.from_url(
            self._url,
            socket_connect_timeout=3,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
            retry_on_error=[],
            single_connection_client=False,
        )
        async with redis, redis.pubsub() as ears:
            await ears.subscribe(self._channel)
            await ears.get_message(timeout=3)
            if self._missed:
                logger.warning("Redis is back")
                self._heard(None)
            self.healthy = True
            speaking = asyncio.create_task(self._speak(redis))
            listening = asyncio.create_task(self._listen(ears))
            try:
                await asyncio.wait({speaking, listening}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                speaking.cancel()
                listening.cancel()
                ended = await asyncio.gather(speaking, listening, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    raise error

    async def _speak(self, redis: Redis) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            topics, self._pending = sorted(self._pending), set()
            said = topics if len(topics) <= MOST else None
            async with asyncio.timeout(3):
                await redis.publish(self._channel, json.dumps([self._me, said]))

    async def _listen(self, ears: Any) -> None:
        asked = False
        while True:
            message = await ears.get_message(timeout=QUIET)
            if message is None and asked:
                raise TimeoutError
            asked = message is None
            if asked:
                await ears.ping()
            elif message["type"] == "message":
                self._hear(message["data"])

    def _hear(self, data: bytes) -> None:
        try:
            who, topics = json.loads(data)
            heard = None if topics is None else frozenset(str(one)[:60] for one in topics)
        except (ValueError, TypeError):
            return
        if who != self._me:
            self._heard(heard)
