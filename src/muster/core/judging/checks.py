"""Which tables are drawn to be checked: a draw that nobody can foresee and anybody can repeat."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from muster.core import draws
from muster.core.draws import LINKS, ChainLink, DrawSeed
from muster.core.ids import RoundNo, TableNo

PURPOSE: Final = "deck-check"
"""The purpose under which tables are drawn, in the secret, in the seed and in the order."""


def link_for(round_no: RoundNo) -> int | None:
    """The number of the hash chain's link that a draw of this round rests on: that of the round after.

    None for a round after which the chain has no link left.
    """
    return round_no + 1 if round_no < LINKS else None


def check_secret(link: ChainLink) -> str:
    """What a draw takes of a link that is still to come, and tells nothing of: SHA-256 of `deck-check|link`."""
    return sha256(f"{PURPOSE}|{link}".encode()).hexdigest()


def check_seed(head: str, round_no: RoundNo, number: int, secret: str = "") -> DrawSeed:
    """The seed of a draw: SHA-256 of `secret|head|deck-check|round|number`.

    Args:
        head: the head of the journal at the time, 64 hexadecimal digits.
        round_no: the running round.
        number: which draw of the round, from 1.
        secret: `check_secret` of the link; without one the seed is SHA-256 of `head|deck-check|round|number`.
    """
    parts = (*([secret] if secret else []), head, PURPOSE, round_no, number)
    return DrawSeed(sha256("|".join(map(str, parts)).encode()).hexdigest())


def shown_link(revealed: tuple[int, ChainLink] | None, number: int) -> ChainLink | None:
    """A link of the hash chain that is public; None as long as it is not.

    Args:
        revealed: the link shown last, with its number; every earlier one is its hash, or the hash of that.
        number: of the link that is wanted.
    """
    if revealed is None or revealed[0] < number:
        return None
    link = revealed[1]
    for _step in range(revealed[0] - number):
        link = draws.next_link(link)
    return link


def drawn(seed: DrawSeed, among: Iterable[TableNo], count: int) -> tuple[TableNo, ...]:
    """The first `count` of these tables in random order, all of them if there are fewer.

    The order is that of the keys `SHA-256(seed|deck-check|table)`, so how the tables are given is immaterial.
    """
    return tuple(draws.order(seed, PURPOSE, among)[: max(count, 0)])
