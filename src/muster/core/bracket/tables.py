"""A cut at tables of three and four: one round of tables, then a final of four (readings `F14` and `F15`).

With 4 + 3t seeds the best 4 - t go straight to the final and the others sit at t tables, by snake; whoever wins there
goes on. Where players left, tables are smaller, and so is the final.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId

FINALISTS: Final = 4

SIZES: Final = (4, 7, 10, 13, 16)
"""Cuts that fill every table."""


def first_round(seeds: Sequence[PlayerId]) -> tuple[Game, ...]:
    """The tables of the first round, numbered from 1, and then who goes straight to the final.

    Args:
        seeds: the qualified players, best first; any number from 1 to 16.

    Raises:
        ValueError: there is nobody, more than 16, or somebody is seeded twice.
    """
    if not 1 <= len(seeds) <= SIZES[-1] or len({*seeds}) < len(seeds):
        raise ValueError("a cut at tables has 1 to 16 players, each of them once")
    tables = -(-max(0, len(seeds) - FINALISTS) // (FINALISTS - 1))
    if not tables:
        return (Game.of(1, seeds),)
    waiting, rest = seeds[: FINALISTS - tables], seeds[FINALISTS - tables :]
    seated: list[list[PlayerId]] = [[] for _ in range(tables)]
    for at, player in enumerate(rest):
        row, place = divmod(at, tables)
        seated[place if row % 2 == 0 else tables - 1 - place].append(player)
    return tuple(
        Game.of(number, table) for number, table in enumerate([*seated, *([one] for one in waiting)], 1)
    )


def final(
    seeds: Sequence[PlayerId], last: EliminationRound, gone: Collection[PlayerId] = ()
) -> tuple[Game, ...]:
    """The final of those who came through the first round, in the order of their seeds.

    Raises:
        ValueError: the first round was the final, or a table of it is not decided.
    """
    if len(last.games) == 1 or last.undecided:
        raise ValueError("a final follows a first round in which every table is decided")
    on = {last.winner_of(game) for game in last.games} - {*gone}
    return (Game.of(1, [player for player in seeds if player in on]),)


def places(
    seeds: Sequence[PlayerId],
    rounds: Sequence[EliminationRound],
    finals: Mapping[PlayerId, int],
    disqualified: Collection[PlayerId] = (),
) -> tuple[Place, ...]:
    """The places in the cut that are fixed by now, best first.

    Whoever lost in the first round shares the places below the final. In the final places are those of its table, and
    of those who share one the better seed comes first.

    Args:
        seeds: the qualified players, best first.
        rounds: the rounds so far.
        finals: the place of each at the table of the final; empty until it is decided.
        disqualified: players without a place.
    """
    if not rounds:
        return ()
    on = [player for game in rounds[-1].games for player in game.players]
    out = [one for one in seeds if one not in on and one not in disqualified]
    if len(rounds[-1].games) > 1:
        stay = {rounds[-1].winner_of(game) for game in rounds[-1].games}
        stay |= {player for game in rounds[-1].undecided for player in game.players}
        out = [one for one in seeds if one not in stay and one not in disqualified]
    remaining = sum(one not in disqualified for one in seeds)
    # While tables are still playing, those out share with whoever else will be: one goes on from each table.
    ahead = len(rounds[-1].undecided) + sum(
        one is not None for one in map(rounds[-1].winner_of, rounds[-1].games)
    )
    first = ahead + 1 if rounds[-1].undecided and len(rounds[-1].games) > 1 else remaining - len(out) + 1
    shared = [Place(one, first, remaining) for one in out]
    order = sorted(finals, key=lambda one: (finals[one], seeds.index(one)))
    best = [one for one in order if one not in disqualified]
    return (*(Place(one, at, at) for at, one in enumerate(best, 1)), *shared)
