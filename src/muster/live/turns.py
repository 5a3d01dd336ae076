"""Who is worked for next: few at a time, in turns between addresses, so that nobody who sends many holds up the others.

The answer is taken from whoever makes it at once: how slowly a client reads keeps nobody busy.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from contextlib import suppress
from typing import Final

from muster.live.http import App, Message, Receive, Scope, Send, answer
from muster.live.shares import Portion, Shares, address_of

MOST_WAITING: Final = 2000
"""Requests that wait for their turn."""

PATIENCE: Final = 30.0
"""Seconds a client may take to read a piece of its answer."""

RETRY: Final = 5
"""Seconds after which a request that found no place may be tried again."""

BUSY: Final = (
    b"Too much is asked for at once from where you are. Nothing was changed. Try again in a few seconds.\n"
)


class Turns:
    """An ASGI application before another that works on few requests at a time.

    Args:
        app: the other.
        places: requests it works on at a time. One address has at most all but one of them.
        most: requests that wait.
        patience: seconds a client may take to read.

    Attributes:
        busy: how many requests are being worked on.
    """

    def __init__(
        self, app: App, places: int, *, most: int = MOST_WAITING, patience: float = PATIENCE
    ) -> None:
        self._app, self._places, self._patience = app, places, patience
        self._own = max(1, places - 1)
        self._shares = Shares(most)
        self._waiting: OrderedDict[str, deque[asyncio.Future[bool]]] = OrderedDict()
        self._working: Counter[str] = Counter()
        self.busy = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on once it is its turn."""
        address = address_of(scope)
        if not await self._turn(address):
            await busy(send)
            return
        made: asyncio.Queue[Message | None] = asyncio.Queue()

        async def take(message: Message) -> None:
            made.put_nowait(message)

        # A client that goes away takes nothing along: a thread works for it to the end, and has to be waited for.
        working = asyncio.ensure_future(self._app(scope, receive, take))

        def done(_: asyncio.Future[None]) -> None:
            self._free(address)
            made.put_nowait(None)
            if not working.cancelled():
                working.exception()  # nobody may be left to be told; it has been logged

        working.add_done_callback(done)
        while (message := await made.get()) is not None:
            try:
                async with asyncio.timeout(self._patience):
                    await send(message)
            except TimeoutError:
                return  # it does not read: cut
        await working

    async def done(self, seconds: float) -> bool:
        """Wait until nobody works on a request, at most so long; whether that is so."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.busy:
                    await asyncio.sleep(0.01)
        return not self.busy

    async def _turn(self, address: str) -> bool:
        """Wait for a turn; whether there is one."""
        if self._has_place(address) and not self._waiting.get(address):
            self._begin(address)
            return True
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        share = self._shares.take(address, lambda: _none(turn))
        if share is None:
            return False
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self._free(address)
            raise
        finally:
            self._left(address, turn, share)

    def _has_place(self, address: str) -> bool:
        return self.busy < self._places and self._working.get(address, 0) < self._own

    def _begin(self, address: str) -> None:
        self.busy += 1
        self._working[address] += 1

    def _free(self, address: str) -> None:
        """A place is free: it goes to whoever has waited longest for their turn and may have it."""
        self.busy -= 1
        self._working[address] -= 1
        if not self._working[address]:
            del self._working[address]
        for one, turns in self._waiting.items():
            if self._has_place(one):
                turn = next((turn for turn in turns if not turn.done()), None)
                if turn is not None:
                    self._begin(one)
                    turn.set_result(True)
                    self._waiting.move_to_end(one)
                    return

    def _left(self, address: str, turn: asyncio.Future[bool], share: Portion) -> None:
        self._shares.release(share)
        turns = self._waiting[address]
        turns.remove(turn)
        if not turns:
            del self._waiting[address]


def _none(turn: asyncio.Future[bool]) -> None:
    """Tell whoever waits that their turn will not come."""
    if not turn.done():
        turn.set_result(False)


async def busy(send: Send) -> None:
    """Say that there is no place."""
    await answer(send, 503, BUSY, b"text/plain", (b"retry-after", b"%d" % RETRY))
