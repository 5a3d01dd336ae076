"""Final places: by elimination rounds, then by the Swiss standings (`ARM-BRK-1`, reading `B24`)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from muster.core.bracket.games import EliminationRound
from muster.core.bracket.progress import champion
from muster.core.ids import PlayerId

Eliminated = Literal["shared", "by-column", "by-swiss"]
"""How those out in one round are placed: they share what is left, or what is printed under the round's column
of the bracket (`ARM-BRK-1`), or stand in the order of the Swiss rounds."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's final place: from `first_place` to `last_place`, which are equal unless it is shared."""

    player: PlayerId
    first_place: int
    last_place: int


def places(
    rounds: Sequence[EliminationRound],
    swiss_rank: Mapping[PlayerId, int],
    *,
    eliminated: Eliminated = "shared",
    disqualified: Collection[PlayerId] = (),
) -> tuple[Place, ...]:
    """The places that are fixed by now, best first.

    Later out is better. Players out in the same round share its places: the losers of the semi-final are 3-4.
    Who dropped during a round is out in it, and so are both players of a game that nobody won; who dropped
    between two rounds is out in the second, having reached it. Everybody outside the bracket comes after it
    in the order of the Swiss standings: they keep their Swiss places unless the cut passed over somebody.

    Players still in have no place yet. While a round is being played its losers already share the places that
    are left when every game has a winner; only both players of an open game leaving can widen that.

    By column, a round's places are those of its column in the bracket, whatever happened beside it: after a
    game of the quarter-finals that nobody won, five players are 5-8 and the only loser of the semi-final 3-4;
    a place nobody earned stays empty, the first one too. Byes leave out the places behind the last player.

    Args:
        rounds: the elimination rounds so far, first to last; a next one only after the one before is decided.
        swiss_rank: the rank of everybody in the Swiss standings, those in the bracket included; equal ranks
            share a place. Empty for an event of elimination rounds only.
        eliminated: `by-column` gives what is printed under the round's column (`ARM-BRK-1`); `by-swiss`
            orders the players out in the same round by their Swiss rank, once the round is over (reading
            `B24`).
        disqualified: players without any place; everybody behind them moves up.
    """
    everybody = {player for game in rounds[0].games for player in game.players} if rounds else set()
    outside = [player for player in swiss_rank if player not in everybody and player not in disqualified]
    remaining = len(everybody.difference(disqualified))
    found = in_order(outside, swiss_rank, remaining + 1)
    entrants, ahead = len(everybody), len(everybody.intersection(disqualified))
    for played, out, removed, still_open in _leavers(rounds, everybody, disqualified):
        ahead -= removed
        if eliminated == "by-column":
            games = len(played.games)
            last = max(games + 1, min(2 * games, entrants) - removed) - ahead
            found += [Place(player, games + 1 - ahead, last) for player in out]
            continue
        first = remaining - len(out) - still_open + 1
        if eliminated == "by-swiss" and not still_open and all(player in swiss_rank for player in out):
            found += in_order(out, swiss_rank, first)
        else:
            found += [Place(player, first, remaining) for player in out]
        remaining -= len(out)
    winner = champion(rounds)
    if winner is not None and winner not in disqualified:
        found.append(Place(winner, 1, 1))
    return tuple(
        sorted(found, key=lambda place: (place.first_place, swiss_rank.get(place.player, 0), place.player))
    )


def _leavers(
    rounds: Sequence[EliminationRound], everybody: set[PlayerId], disqualified: Collection[PlayerId]
) -> Iterator[tuple[EliminationRound, list[PlayerId], int, int]]:
    """Each round: who went out in it, how many more were disqualified, how many games send one more out."""
    entered = everybody
    for played in rounds:
        staying = {winner for game in played.games if (winner := played.winner_of(game)) is not None}
        waiting = {player for game in played.undecided for player in game.players}
        out = entered - staying - waiting
        still_open = sum(
            not any(player in disqualified for player in game.players) for game in played.undecided
        )
        yield played, sorted(out.difference(disqualified)), len(out.intersection(disqualified)), still_open
        entered = staying


def in_order(players: Sequence[PlayerId], rank: Mapping[PlayerId, int], first: int) -> list[Place]:
    """The players in places from `first` on, by rank; equal ranks share."""
    ranks = sorted(rank[player] for player in players)
    start = {value: first + bisect_left(ranks, value) for value in ranks}
    size = Counter(ranks)
    return [
        Place(player, start[rank[player]], start[rank[player]] + size[rank[player]] - 1) for player in players
    ]
