"""Readers' own pages made several in one go: those wanted while others are being made gather, and are made next.

One page costs little once all that is its group's is worked out, and threads that make one each take the interpreter's
lock from each other. So one at a time works for all: the fewer it keeps up with, the more of them it finds together.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from muster.live.hub import Hub
from muster.live.own import Order
from muster.live.pages import Response

FEW: Final = 8
"""Pages made in one go as a rule: while these go out to their readers, the next are made."""

MOST: Final = 32
"""Pages made in one go where a whole hall waits; half of those that wait, at most."""

SINGLY: Final = Response(204)
"""The answer to whoever waited for a page with others, where none could be made: they ask again, for themselves."""

Fetch = Callable[[Order], Awaitable[Response]]
"""Asks the application behind for the pages of an order."""


@dataclass(frozen=True, slots=True)
class _WaitingPage:
    """A page that is wanted, by whom it can be asked for, and whoever waits for it."""

    order: Order
    fetch: Fetch
    made: asyncio.Future[Response]


class GatheredPages:
    """The pages that wait to be made, in one event loop: one batch at a time, of one group, the groups in turns.

    Args:
        hub: what has changed.

    Attributes:
        batches: how often some were made.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._groups: OrderedDict[Hashable, list[_WaitingPage]] = OrderedDict()
        self._links = set[str]()
        self._maker: asyncio.Task[None] | None = None
        self.batches = 0

    def has(self, name: str) -> bool:
        """Whether a page of this link waits, or is being made: then no other is taken, so that each has one place."""
        return name in self._links

    async def made(self, group: Hashable, order: Order, fetch: Fetch) -> Response:
        """Have a page made together with others of its group.

        Args:
            group: stands for the group and everything else that the pages of one batch must have in common.
            order: an order for one page, of which it takes its page and the moment from which that is true.
            fetch: asks for it, and for those of others with it.

        Returns:
            The answer; where it is not a plain one, only whose link it was asked by gets it, and the others `SINGLY`.
        """
        [link] = order.wanted
        waiting = _WaitingPage(order, fetch, asyncio.get_running_loop().create_future())
        self._groups.setdefault(group, []).append(waiting)
        self._links.add(link.name)
        if self._maker is None:
            self._maker = asyncio.ensure_future(self._make_all())
        try:
            return await waiting.made
        finally:
            self._links.discard(link.name)

    async def _make_all(self) -> None:
        try:
            while self._groups:
                group, waiting = self._groups.popitem(last=False)
                size = min(MOST, max(FEW, len(waiting) // 2))
                if left := waiting[size:]:
                    self._groups[group] = left  # behind the other groups
                await self._make(waiting[:size])
        finally:
            self._maker = None

    async def _make(self, batch: Sequence[_WaitingPage]) -> None:
        """Make these in one go, and hand each its own."""
        self.batches += 1
        first, *others = batch
        whole = Order(whole=False, wanted=tuple(link for one in batch for link in one.order.wanted))
        whole.began = self._hub.latest
        try:
            answer = await first.fetch(whole)
        except Exception as error:  # noqa: BLE001  (it belongs to whoever waits for it)
            _end(others, SINGLY)
            with suppress(asyncio.InvalidStateError):
                first.made.set_exception(error)
            return
        for one in batch:
            one.order.take(whole)
        _end([first], answer)
        _end(others, answer if answer.status == 200 else SINGLY)


def _end(those: Sequence[_WaitingPage], answer: Response) -> None:
    for one in those:
        with suppress(asyncio.InvalidStateError):  # whoever waited has been given up
            one.made.set_result(answer)
