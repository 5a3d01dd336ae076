"""Whom a player could have met, and which draw chose among them: what stands behind a pairing's reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, paragraph, say, say_in, say_n
from muster.core.pairing.alternatives import Paired, Unit
from muster.core.pairing.criteria import Field, Pair
from muster.core.pairing.explain import counted
from muster.core.pairing.lookahead import best_pairings
from muster.core.pairing.shuffle import Shuffle

_METHODS: Final[Mapping[str, Message]] = {
    "shuffled": say_in("method of a draw", "shuffled"),
    "counted": say_in("method of a draw", "counted"),
    "walked": say_in("method of a draw", "walked"),
}

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


def possible_text(found: Possible, unit: Unit, name: Naming) -> Message:
    """The same in words."""
    group = say_n(
        "{count} player was on {points}.",
        "{count} players were on {points}.",
        found.size,
        points=counted(found.worth, unit),
    )
    return paragraph(group, _unmet(name(found.player), list(map(name, found.open))))


def _unmet(player: str, others: Sequence[str]) -> Message:
    if not others:
        return say("Of these {player} had still to meet: nobody.", player=player)
    if len(others) <= FEW:
        names = listing(others, "plain")
        return say("Of these {player} had still to meet: {players}.", player=player, players=names)
    return say_n(
        "Of these {player} had still to meet: {count} of them.",
        "Of these {player} had still to meet: {count} of them.",
        len(others),
        player=player,
    )


def draw_lines(round_: Paired, pair: Pair, seed: DrawSeed, name: Naming) -> Iterator[Message]:
    """How the seed led to this pair, for somebody who wants to draw it again (`docs/pairing.md`)."""
    match round_.method:
        case "ranked":
            yield say("Nothing was drawn: the order is that of the standings.")
        case "listed":
            yield _listed_draw(round_, seed)
        case "shuffled":
            yield from _shuffled(round_.field, pair, seed, name)
        case _:
            yield say(
                "Part of this round could not be shuffled without rematches: its best pairings were counted, "
                "and one of them was drawn by number. The method of the whole round: {method}.",
                method=listing(_METHODS.get(one, one) for one in round_.method.split(" + ")),
            )


def _listed_draw(round_: Paired, seed: DrawSeed) -> Message:
    best = len(best_pairings(round_.field, round_.future))
    if best == 1:
        return say("There was one best pairing of the round, so that nothing was left to draw.")
    return say_n(
        "{count} pairing of the round is as good as any; number {number} was drawn, counted from 0 "
        "(purpose list).",
        "{count} pairings of the round are equally good; number {number} was drawn, counted from 0 "
        "(purpose list).",
        best,
        number=draws.number(seed, "list", best),
    )


def _shuffled(field: Field, pair: Pair, seed: DrawSeed, name: Naming) -> Iterator[Message]:
    shuffle = Shuffle(field, seed)
    shuffle.run()
    for player in sorted(pair, key=shuffle.order.index):
        group = next(k for k, players in enumerate(shuffle.groups) if player in players)
        place = shuffle.order.index(player) - shuffle.starts[group] + 1
        yield say(
            "{player} was drawn as number {place} of {size} in the score group (purpose {purpose}).",
            player=name(player),
            place=place,
            size=len(shuffle.groups[group]),
            purpose=f"pairs/{shuffle.turns.get(group, 0)}",
        )
    yield say("Neighbours in the order drawn meet.")
