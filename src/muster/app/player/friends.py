"""The players somebody has starred: where they sit, how their match stands, and what rank they have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from muster.app.player.path import Path, PathStep
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Listing, listing
from muster.core.tournament import queries
from muster.core.tournament.state import State
from muster.exchange.folding import folded


@dataclass(frozen=True, slots=True)
class Friend:
    """A starred player as they stand now.

    Attributes:
        player: who.
        name: what they are called in public.
        step: their part in the round published last; None if they have none.
        opponent: whom they meet in it, at a table of three or four all of them; nothing without a match.
        rank: their place after the last complete round; None before it.
        final: their final place; empty before the end.
    """

    player: PlayerId
    name: str
    step: PathStep | None
    opponent: str | Listing
    rank: int | None
    final: str


def friends_of(state: State, players: Iterable[PlayerId], name: Naming) -> list[Friend]:
    """These players by table, those without one last; whoever is disqualified is in no list."""
    players = tuple(players)
    if not players:
        return []
    gone = queries.disqualified(state)
    known = (player for player in players if player in state.players and player not in gone)
    found = [_friend(state, player, name) for player in known]
    return sorted(found, key=lambda one: (_table(one) or len(state.players) + 1, folded(one.name)))


def _friend(state: State, player: PlayerId, name: Naming) -> Friend:
    path = Path(state, player)
    last = path.steps[-1] if path.steps and path.steps[-1].round_no == len(state.rounds) else None
    met = [name(one) for one in last.opponents] if last else []
    opponent = listing(met) if len(met) > 1 else "".join(met)
    return Friend(player, name(player), last, opponent, path.places[-1] if path.places else None, path.final)


def _table(friend: Friend) -> int | None:
    return friend.step.table if friend.step else None
