"""Which tables are drawn to be checked: a draw that anybody can repeat from the journal's head."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import RoundNo, TableNo

PURPOSE: Final = "deck-check"
"""The purpose under which tables are drawn, in the seed and in the order."""


def check_seed(head: str, round_no: RoundNo, number: int) -> DrawSeed:
    """The seed of a draw: SHA-256 of `head|deck-check|round|number`.

    Args:
        head: the head of the journal at the time, 64 hexadecimal digits.
        round_no: the running round.
        number: which draw of the round, from 1.
    """
    return DrawSeed(sha256(f"{head}|{PURPOSE}|{round_no}|{number}".encode()).hexdigest())


def drawn(seed: DrawSeed, among: Iterable[TableNo], count: int) -> tuple[TableNo, ...]:
    """The first `count` of these tables in random order, all of them if there are fewer.

    The order is that of the keys `SHA-256(seed|deck-check|table)`, so how the tables are given is immaterial.
    """
    return tuple(draws.order(seed, PURPOSE, among)[: max(count, 0)])
