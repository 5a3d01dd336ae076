"""What there is only so much of, shared fairly: when all is taken, whoever has the most gives their oldest up."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from muster.live.http import Scope

_NETWORK: Final = 64
"""Bits of an IPv6 address that tell one network from another: everybody has all addresses of theirs."""


def address_of(scope: Scope) -> str:
    """Whose request this is, as far as sharing goes: the client's address, the whole network with IPv6."""
    client = scope.get("client")
    return _shared(str(client[0])[:60]) if client else ""


@lru_cache(4096)
def _shared(host: str) -> str:
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _NETWORK), strict=False))


class Portion:
    """What one request has of it.

    Attributes:
        size: how much.
        held: it has not been given up or given back.
    """

    __slots__ = ("address", "give_up", "held", "size")

    def __init__(self, address: str, size: int, give_up: Callable[[], None]) -> None:
        self.address, self.size, self.give_up, self.held = address, size, give_up, True


class _Holder:
    """All that one address has: how much together, and what it would give up, the oldest first."""

    __slots__ = ("shares", "total")

    def __init__(self) -> None:
        self.total = 0
        self.shares: OrderedDict[Portion, None] = OrderedDict()


class Shares:
    """So many places, or bytes, of one kind. It lives in one event loop: call it from nowhere else.

    Attributes:
        taken: how much of it is taken.
    """

    def __init__(self, most: int) -> None:
        self._most, self.taken = most, 0
        self._holders: dict[str, _Holder] = {}

    def __len__(self) -> int:
        """How many addresses have some of it."""
        return len(self._holders)

    def of(self, address: str) -> int:
        """How much an address has."""
        holder = self._holders.get(address)
        return holder.total if holder else 0

    def take(self, address: str, give_up: Callable[[], None], size: int = 1) -> Portion | None:
        """Take some; None if all is taken and nobody has more than would be had with it.

        Args:
            address: who takes it.
            give_up: called if it must be given up; by then it counts no longer.
            size: how much.
        """
        share = Portion(address, 0, give_up)
        self._holders.setdefault(address, _Holder()).shares[share] = None
        return share if self.grow(share, size) else None

    def grow(self, share: Portion, size: int) -> bool:
        """Take more for the same request; whether it still has what it had, and this."""
        if not share.held:
            return False
        share.size += size
        self._holders[share.address].total += size
        self.taken += size
        while self.taken > self._most and share.held:
            self._give_up(self._too_much(share), share)
        return share.held

    def keep(self, share: Portion) -> None:
        """Have it given up no more: it is being worked on."""
        if share.held:
            self._holders[share.address].shares.pop(share, None)

    def release(self, share: Portion) -> None:
        """Give it back."""
        if not share.held:
            return
        share.held = False
        holder = self._holders[share.address]
        holder.shares.pop(share, None)
        holder.total -= share.size
        self.taken -= share.size
        if not holder.total and not holder.shares:
            del self._holders[share.address]

    def close(self) -> None:
        """Have everything given up that can be, and nothing taken any more: the server stops."""
        self._most = 0
        for share in [share for holder in self._holders.values() for share in holder.shares]:
            self.release(share)
            share.give_up()

    def _too_much(self, growing: Portion) -> Portion:
        """What is given up for the share that grows; itself, if nobody has more than its address."""
        own = self._holders[growing.address]
        most = max(
            (one for one in self._holders.values() if one.shares), key=lambda one: one.total, default=own
        )
        if most.total <= own.total:
            most = own
        return next(iter(most.shares), growing)

    def _give_up(self, share: Portion, growing: Portion) -> None:
        self.release(share)
        if share is not growing:
            share.give_up()
