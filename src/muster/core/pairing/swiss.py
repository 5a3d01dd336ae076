"""Pairing a Swiss round: the way in for the tournament (COM-PAIR-2, COM-PAIR-3, SWU-PAIR-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import ClubId, PlayerId
from muster.core.messages import Message, Numbered, listing, say
from muster.core.pairing.criteria import Field, Pair, cost, make_field
from muster.core.pairing.draw import draw_field
from muster.core.pairing.lookahead import Future, best_pairings, matters
from muster.core.pairing.power import pair_by_rank
from muster.core.pairing.reach import unpairable

_NO_BYES: Final[Mapping[PlayerId, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to be paired.

    Attributes:
        player: who.
        points: tournament or match points; equal points make a score group.
        rank: the place in the standings, 1 being first; everybody has their own.
        met: the opponents met in this stage.
        club: the club, if any; matters only with `clubs_apart`.
        paired_down: whether they met somebody with fewer points in an earlier round of this stage.
    """

    player: PlayerId
    points: int
    rank: int
    met: frozenset[PlayerId]
    club: ClubId | None = None
    paired_down: bool = False


@dataclass(frozen=True, slots=True)
class SwissPairs:
    """A paired round.

    Attributes:
        pairs: top of the field first: by the higher score group, then the lower one, then the better rank.
            Inside a pair the better-ranked player stands first.
        rematches: those of the pairs that have met in this stage, in the same order.
        cost: forbidden, rematches, stranded, clubmates, down 0, down 1, over 1, …, again: see `criteria`.
        method: how it was drawn: parts `shuffled`, `counted`, `walked` joined by ` + `; or `listed` (small
            field looked ahead in) or `ranked` (no dice).
    """

    pairs: tuple[Pair, ...]
    rematches: tuple[Pair, ...]
    cost: tuple[int, ...]
    method: str


@dataclass(frozen=True, slots=True)
class NoPairing:
    """The forbidden pairs leave no way to pair everybody.

    Attributes:
        players: those among whom somebody stays without an opponent whatever is done.
        reason: what to tell the organiser.
    """

    players: tuple[PlayerId, ...]
    reason: Message


def pair_swiss(
    entrants: Sequence[Entrant],
    seed: DrawSeed,
    *,
    forbidden: frozenset[Pair] = frozenset(),
    clubs_apart: bool = False,
    rounds_after: int = 0,
    resting: Entrant | None = None,
    byes_had: Mapping[PlayerId, int] = _NO_BYES,
    avoid_second_pair_down: bool = False,
    by_rank: bool = False,
) -> SwissPairs | NoPairing:
    """The best pairing of a round, drawn from the seed so that each of the best ones is equally likely.

    The order in which entrants are given does not matter.

    Args:
        entrants: everybody to be paired this round, an even number; not the player with the bye.
        seed: the draw seed of this attempt at the round.
        forbidden: pairs that must not meet, the smaller id first.
        clubs_apart: keep club-mates apart as far as it costs no rematch (first round only).
        rounds_after: Swiss rounds of this stage still planned after this one; small fields look ahead.
        resting: the player who has the bye this round, for looking ahead.
        byes_had: byes each player has had, this round's included, for looking ahead; absent: none.
        avoid_second_pair_down: among the best, pair down as few as possible who were before (reading B21).
        by_rank: pair by standing without dice (reading B42); no looking ahead, clubs or pair-downs then.

    Raises:
        ValueError: an odd number of entrants, a player or a rank given twice.
    """
    _refuse_nonsense(entrants)
    field = field_of(
        entrants, forbidden, clubs_apart=clubs_apart and not by_rank, tired=avoid_second_pair_down
    )
    future = future_of(rounds_after, resting, byes_had, forbidden)
    pairs: Sequence[Pair] | None
    ahead = 0
    if by_rank:
        ranked = [entrant.player for entrant in sorted(entrants, key=lambda entrant: entrant.rank)]
        pairs, method = pair_by_rank(ranked, field), "ranked"
    elif matters(field, future):
        best = best_pairings(field, future)
        pairs, price = draws.choose(seed, "list", best) if best else (None, (0, 0, 0))
        ahead, method = price[2], "listed"
    else:
        drawn = draw_field(field, seed)
        pairs, method = (drawn.pairs, drawn.method) if drawn else (None, "")
    return _no_pairing(field) if pairs is None else _facing_up(pairs, entrants, field, ahead, method)


def _refuse_nonsense(entrants: Sequence[Entrant]) -> None:
    if len(entrants) % 2:
        raise ValueError("an odd number of players cannot be paired: one of them needs the bye")
    for what in ("player", "rank"):
        if len({getattr(entrant, what) for entrant in entrants}) < len(entrants):
            raise ValueError(f"each entrant needs a {what} of their own")


def future_of(
    rounds_after: int, resting: Entrant | None, byes_had: Mapping[PlayerId, int], forbidden: Iterable[Pair]
) -> Future:
    """What small fields look ahead to; the arguments are those of `pair_swiss`."""
    if resting is None:
        return Future(rounds_after, None, byes_had)
    mine = resting.player
    apart = frozenset(other for pair in forbidden if mine in pair for other in pair if other != mine)
    return Future(rounds_after, (mine, resting.met), byes_had, apart)


def field_of(
    entrants: Iterable[Entrant], forbidden: Iterable[Pair], *, clubs_apart: bool, tired: bool
) -> Field:
    """The entrants and what stands between them, as the engine sees it."""
    listed = sorted(entrants, key=lambda entrant: entrant.player)
    return make_field(
        {entrant.player: entrant.points for entrant in listed},
        {entrant.player: entrant.met for entrant in listed},
        forbidden,
        {entrant.player: entrant.club for entrant in listed if entrant.club is not None}
        if clubs_apart
        else {},
        frozenset(entrant.player for entrant in listed if entrant.paired_down) if tired else frozenset(),
    )


def _facing_up(
    pairs: Iterable[Pair], entrants: Iterable[Entrant], field: Field, ahead: int, method: str
) -> SwissPairs:
    ranks = {entrant.player: entrant.rank for entrant in entrants}
    points = field.points
    faced = [(a, b) if ranks[a] < ranks[b] else (b, a) for a, b in pairs]
    faced.sort(key=lambda p: (*sorted((-points[p[0]], -points[p[1]])), ranks[p[0]]))
    return SwissPairs(
        tuple(faced),
        tuple((a, b) for a, b in faced if b in field.met[a]),
        cost(faced, field, ahead),
        method,
    )


def _no_pairing(field: Field) -> NoPairing:
    players = unpairable(field)
    reason = say(
        "the forbidden pairs leave no opponent for somebody among the players {players}: "
        "allow one of these pairs, or give one of these players a bye",
        players=listing(map(Numbered, players), "plain"),
    )
    return NoPairing(players, reason)
