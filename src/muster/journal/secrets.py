"""The secret from which a tournament's dice come, kept on the server until the links are revealed."""

from __future__ import annotations

import secrets
from functools import lru_cache

from muster.core.draws import ChainLink, chain
from muster.journal.models import DrawSecret


def link(tournament: int, number: int) -> ChainLink:
    """Link `number` of the tournament's hash chain: 0 is the commitment, n the link of round n.

    A tournament without a secret gets one, from the operating system's own dice.
    """
    row, _ = DrawSecret.objects.get_or_create(
        tournament=tournament, defaults={"secret": secrets.token_hex(32)}
    )
    return _links(row.secret)[number]


def kept(tournament: int) -> ChainLink | None:
    """The secret itself; None if the tournament has none."""
    row = DrawSecret.objects.filter(tournament=tournament).first()
    return ChainLink(row.secret) if row else None


def keep(tournament: int, secret: ChainLink) -> None:
    """Give a tournament that has no secret the one its announced chain starts at."""
    DrawSecret.objects.create(tournament=tournament, secret=secret)


def leads_to(secret: ChainLink, commitment: ChainLink) -> bool:
    """Whether the chain that starts at this secret ends at this commitment."""
    return _links(secret)[0] == commitment


@lru_cache(maxsize=64)
def _links(secret: str) -> tuple[ChainLink, ...]:
    return tuple(chain(ChainLink(secret)))
