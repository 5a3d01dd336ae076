"""The values of an elimination stage: numbered games, and rounds of them with their winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from muster.core.ids import PlayerId


@dataclass(frozen=True, slots=True)
class Game:
    """One numbered place of an elimination round: what the regulations call "Game #1" and so on.

    Attributes:
        number: the game number, from 1 in each round; it alone decides who meets whom next.
        first: a player; None only where nobody is left to play (everybody who could have come here dropped).
        second: the opponent; None for a bye.
        more: whoever else sits at the table, where a game is of three or four.
    """

    number: int
    first: PlayerId | None
    second: PlayerId | None = None
    more: tuple[PlayerId, ...] = ()

    @classmethod
    def of(cls, number: int, players: Sequence[PlayerId]) -> Game:
        """A game of these players; of one a bye, of none a game without players."""
        first, second, *more = (*players, None, None)[: max(2, len(players))]
        return cls(number, first, second, tuple(one for one in more if one is not None))

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Who is in the game: two players or more, one with a bye, or nobody."""
        return tuple(player for player in (self.first, self.second, *self.more) if player is not None)


@dataclass(frozen=True, slots=True)
class EliminationRound:
    """One elimination round and what is known of it.

    Attributes:
        games: the games, numbered from 1 without gaps, in any order.
        winners: the winner by game number. None: both players left and nobody goes on. A number that is
            absent is a game still to be decided, or a bye, which its player has won.
    """

    games: tuple[Game, ...]
    winners: Mapping[int, PlayerId | None]

    def winner_of(self, game: Game) -> PlayerId | None:
        """Who goes on from the game: None while it is undecided, and where nobody does."""
        if len(game.players) >= 2:
            return self.winners.get(game.number)
        return self.winners.get(game.number, game.first)

    @property
    def undecided(self) -> tuple[Game, ...]:
        """The games of two players or more that have no entry in `winners` yet."""
        return tuple(
            game for game in self.games if len(game.players) >= 2 and game.number not in self.winners
        )
