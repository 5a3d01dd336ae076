"""Whom a player could have met, and which draw chose among them: what stands behind a pairing's reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import Naming, PlayerId
from muster.core.pairing.criteria import Field, Pair
from muster.core.pairing.explain import Paired, counted
from muster.core.pairing.lookahead import best_pairings
from muster.core.pairing.shuffle import Shuffle

FEW: Final = 6
"""Of more players than this only the number is said."""


@dataclass(frozen=True, slots=True)
class Possible:
    """Whom a player of a pairing could have met in one score group.

    Attributes:
        player: whose opponents.
        worth: the points of the group.
        size: how many of the round have these points, the player among them if it is their own group.
        open: those of them the player has not met in this stage and may meet.
    """

    player: PlayerId
    worth: int
    size: int
    open: tuple[PlayerId, ...]


def possible(pair: Pair, field: Field) -> tuple[Possible, ...]:
    """Whom the players of a pair could have met: both in their score group, or the upper one in both groups."""
    upper, lower = sorted(pair, key=lambda player: (-field.points[player], pair.index(player)))
    if field.points[upper] == field.points[lower]:
        return tuple(_in_group(player, field.points[player], field) for player in (upper, lower))
    return tuple(_in_group(upper, field.points[one], field) for one in (upper, lower))


def _in_group(player: PlayerId, worth: int, field: Field) -> Possible:
    group = sorted(one for one, points in field.points.items() if points == worth)
    never = {player, *field.met[player], *field.forbidden.get(player, ())}
    return Possible(player, worth, len(group), tuple(one for one in group if one not in never))


def possible_text(found: Possible, unit: str, name: Naming) -> str:
    """The same in words."""
    here = "1 player was" if found.size == 1 else f"{found.size} players were"
    group = f"{here} on {counted(found.worth, unit)}."
    return f"{group} Of these {name(found.player)} had still to meet: {_listed(found.open, name)}."


def _listed(players: Sequence[PlayerId], name: Naming) -> str:
    if len(players) > FEW:
        return f"{len(players)} of them"
    return ", ".join(map(name, players)) or "nobody"


def draw_lines(round_: Paired, pair: Pair, seed: DrawSeed, name: Naming) -> Iterator[str]:
    """How the seed led to this pair, for somebody who wants to draw it again (`docs/pairing.md`)."""
    match round_.method:
        case "ranked":
            yield "Nothing was drawn: the order is that of the standings."
        case "listed":
            yield _listed_draw(round_, seed)
        case "shuffled":
            yield from _shuffled(round_.field, pair, seed, name)
        case _:
            yield (
                "Part of this round could not be shuffled without rematches: its best pairings were counted, "
                f"and one of them was drawn by number. The method of the whole round: {round_.method}."
            )


def _listed_draw(round_: Paired, seed: DrawSeed) -> str:
    best = len(best_pairings(round_.field, round_.future))
    if best == 1:
        return "There was one best pairing of the round, so that nothing was left to draw."
    number = draws.number(seed, "list", best)
    return f"{best} pairings of the round are equally good; number {number} was drawn, counted from 0 (purpose list)."


def _shuffled(field: Field, pair: Pair, seed: DrawSeed, name: Naming) -> Iterator[str]:
    shuffle = Shuffle(field, seed)
    shuffle.run()
    for player in sorted(pair, key=shuffle.order.index):
        group = next(k for k, players in enumerate(shuffle.groups) if player in players)
        place = shuffle.order.index(player) - shuffle.starts[group] + 1
        size, turn = len(shuffle.groups[group]), shuffle.turns.get(group, 0)
        yield f"{name(player)} was drawn as number {place} of {size} in the score group (purpose pairs/{turn})."
    yield "Neighbours in the order drawn meet."
