"""Elimination rounds by game numbers (`COM-ELIM-1` to `COM-ELIM-4`): who meets whom, and who has won it all.

The winner of game k meets the winner of game last + 1 - k in the next round's game k. Survivors are never
ranked anew: seed 8 that beats seed 1 takes over seed 1's way through the bracket (reading `B5`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.layouts import bracket_size
from muster.core.draws import DrawSeed, order
from muster.core.ids import PlayerId

PLAYERS_PURPOSE: Final = "elimination-players"
NUMBERS_PURPOSE: Final = "elimination-numbers"


def first_round(seeds: Sequence[PlayerId]) -> tuple[Game, ...]:
    """The first round after a cut: best v worst is game 1, second v second-worst game 2 (`COM-ELIM-1`).

    Where the seeds do not fill a bracket, the seats of the missing lowest seeds are byes of their opponents,
    the top seeds.

    Args:
        seeds: the qualified players, best first; any number from 1.

    Raises:
        ValueError: there is nobody, or somebody is seeded twice.
    """
    _refuse_twice(seeds)
    size = bracket_size(len(seeds))
    seats: list[PlayerId | None] = [*seeds, *[None] * (size - len(seeds))]
    return tuple(Game(number, seats[number - 1], seats[-number]) for number in range(1, size // 2 + 1))


def random_start(players: Sequence[PlayerId], seed: DrawSeed) -> tuple[Game, ...]:
    """The first round of an event that starts with elimination (`COM-ELIM-3`, reading `B22`).

    Players are put in random order. Those in front get the byes, as many as fill up the next power of two;
    the others are paired two by two. A second draw puts these byes and pairings in order and so numbers them.

    Args:
        players: who plays, in any order.
        seed: the draw seed.

    Raises:
        ValueError: there is nobody, or somebody is there twice.
    """
    _refuse_twice(players)
    byes = bracket_size(len(players)) - len(players)
    drawn = order(seed, PLAYERS_PURPOSE, players)
    rest = drawn[byes:]
    pairs = zip(rest[::2], rest[1::2], strict=True)
    games = [*((player, None) for player in drawn[:byes]), *pairs]
    named = {_name(first, second): (first, second) for first, second in games}
    names = order(seed, NUMBERS_PURPOSE, named)
    return tuple(Game(number, *named[name]) for number, name in enumerate(names, start=1))


def next_round(
    games: Sequence[Game], winners: Mapping[int, PlayerId | None], gone: Collection[PlayerId] = ()
) -> tuple[Game, ...]:
    """The next round by the game-number rule (`COM-ELIM-2`).

    Whose opponent is missing has a bye (`COM-ELIM-4`).

    Args:
        games: all games of the last round.
        winners: the winner of each game by number. None: both players dropped, and whoever they would have
            met gets a bye (reading `B23`). A bye needs no entry.
        gone: winners who dropped after their game; their next opponent gets a bye.

    Raises:
        ValueError: the last round was the final; the numbers are not those of a whole round; a game is
            undecided; or a winner did not play in their game.
    """
    last = EliminationRound(tuple(games), winners)
    _refuse_unfit(last)
    on = {game.number: last.winner_of(game) for game in last.games}
    staying = {number: None if player in gone else player for number, player in on.items()}
    count = len(last.games)
    return tuple(
        _meeting(number, staying[number], staying[count + 1 - number]) for number in range(1, count // 2 + 1)
    )


def champion(rounds: Sequence[EliminationRound]) -> PlayerId | None:
    """The winner of the final; None while it is not decided, and where both finalists left."""
    if not rounds or len(rounds[-1].games) != 1:
        return None
    return rounds[-1].winner_of(rounds[-1].games[0])


def _name(first: PlayerId, second: PlayerId | None) -> str:
    return str(first) if second is None else f"{first} v {second}"


def _meeting(number: int, one: PlayerId | None, two: PlayerId | None) -> Game:
    return Game(number, two) if one is None else Game(number, one, two)


def _refuse_twice(players: Sequence[PlayerId]) -> None:
    if len(set(players)) < len(players):
        raise ValueError("a player stands in this elimination more than once")


def _refuse_unfit(last: EliminationRound) -> None:
    count = len(last.games)
    if count < 2 or count & (count - 1) or {game.number for game in last.games} != set(range(1, count + 1)):
        raise ValueError(
            "a next round needs a whole round before the final: 2, 4, 8, … games numbered from 1"
        )
    if last.undecided:
        numbers = ", ".join(f"#{game.number}" for game in last.undecided)
        raise ValueError(f"not decided yet: {numbers}")
    for game in last.games:
        winner = last.winner_of(game)
        if winner is not None and winner not in game.players:
            raise ValueError(f"player {winner} is named as winner of game #{game.number} without being in it")
