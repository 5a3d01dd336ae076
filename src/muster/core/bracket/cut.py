"""The progression cut: who goes on, as which seed, and who replaces a player who leaves before it starts.

`COM-CUT-1` names the cut by standings; the other kinds are those of the fundamental event document.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from muster.core.bracket.layouts import bracket_size
from muster.core.ids import PlayerId
from muster.core.messages import Message, say, say_n

CutKind = Literal["top", "top-with-ties", "at-least-points", "at-most-losses", "best-of-groups"]
"""How a cut chooses: places of the standings; points; losses; or places inside every group or pod."""

NoteKind = Literal["fewer-than-announced", "ties-included", "top-seeds-have-byes", "no-opponents"]


@dataclass(frozen=True, slots=True)
class Contender:
    """A line of the standings, as a cut sees it.

    Attributes:
        player: who.
        points: tournament or match points.
        losses: rounds lost, unpaired losses included.
        shared_rank: the rank without the random key: equal for players equal in everything else.
        active: still in the tournament; others are passed over.
        group: the number of the group or pod they are of, where there are such.
    """

    player: PlayerId
    points: int
    losses: int
    shared_rank: int
    active: bool = True
    group: int | None = None


@dataclass(frozen=True, slots=True)
class CutNote:
    """Something the organiser should know about a cut, in words."""

    kind: NoteKind
    text: Message


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on.

    Attributes:
        seeds: the qualified players; the first is seed 1.
        in_line: who would replace a seed that leaves before the first game, next first; nobody where a cut
            asks for points or losses, which the next player does not have.
        byes: the top seeds that meet nobody in the first elimination round.
        notes: what the organiser should know.
    """

    seeds: tuple[PlayerId, ...]
    in_line: tuple[PlayerId, ...]
    byes: tuple[PlayerId, ...]
    notes: tuple[CutNote, ...]


@dataclass(frozen=True, slots=True)
class Tied:
    """Equal players of whom some go on and some do not.

    Attributes:
        players: everybody who is equal, in the order of the standings.
        places: how many of them go on.
        group: the number of the group or pod inside which it is; None where it is among everybody.
    """

    players: tuple[PlayerId, ...]
    places: int
    group: int | None


def qualify(ranked: Sequence[Contender], kind: CutKind, threshold: int) -> Qualified:
    """Make the cut (`COM-CUT-1`).

    Args:
        ranked: the final standings of the stage, best first, dropped players included.
        kind: `top`: the first `threshold`; `top-with-ties`: and everybody equal to the last of them in all
            but the random key; `at-least-points`; `at-most-losses`; `best-of-groups`: the first so many of every
            group, the winners of all groups before those who came second.
        threshold: places (at least 2, in a group at least 1), points or losses (at least 0).

    Returns:
        The seeds in order of the standings, of those in the same place of their groups. Never more than there are
        active players; where their number is not a power of two, the top seeds get byes.

    Raises:
        ValueError: the threshold is too small.
    """
    places = kind in ("top", "top-with-ties")
    if threshold < (2 if places else kind == "best-of-groups"):
        raise ValueError(f"a cut {kind} {threshold} is not possible")
    active = [contender for contender in ranked if contender.active]
    seeds = tuple(contender.player for contender in _through(active, kind, threshold))
    in_line = tuple(contender.player for contender in active[len(seeds) :]) if places else ()
    byes = seeds[: bracket_size(len(seeds)) - len(seeds)] if seeds else ()
    return Qualified(seeds, in_line, byes, _notes(len(seeds), threshold if places else None, len(byes)))


def across_the_line(ranked: Sequence[Contender], kind: CutKind, threshold: int) -> tuple[Tied, ...]:
    """Who is equal in everything but the random key where some of them go on by it, and some do not.

    Args:
        ranked: as in `qualify`, with the ranks that they shared before anybody played for a place.
        kind: as in `qualify`. Only cuts by places have such a line: at that of everybody, or inside every group.
        threshold: as in `qualify`.
    """
    active = [contender for contender in ranked if contender.active]
    if kind == "top":
        return _across(active, threshold, None)
    if kind != "best-of-groups":
        return ()
    groups = sorted({contender.group for contender in active if contender.group is not None})
    return tuple(
        line
        for group in groups
        for line in _across([one for one in active if one.group == group], threshold, group)
    )


def _across(among: Sequence[Contender], places: int, group: int | None) -> tuple[Tied, ...]:
    if not 0 < places < len(among) or among[places - 1].shared_rank != among[places].shared_rank:
        return ()
    shared = among[places].shared_rank
    equal = tuple(one.player for one in among if one.shared_rank == shared)
    return (Tied(equal, places - sum(one.shared_rank < shared for one in among), group),)


def replace(
    seeds: Sequence[PlayerId], leaving: Collection[PlayerId], in_line: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """The seeds after qualified players have left before the first game (`COM-CUT-2`, reading `B23`).

    Everybody below a gap moves up one, and the next in line enter as the lowest seeds. With nobody left in
    line there are fewer seeds than before: the seats that stay empty are byes of the top seeds.

    Args:
        seeds: the qualified players, best first.
        leaving: who has left, or declines to take a place; any number, in line or seeded.
        in_line: who may enter, best first (`Qualified.in_line`).
    """
    queue = [player for player in (*seeds, *in_line) if player not in leaving]
    return tuple(queue[: len(seeds)])


def _through(active: Sequence[Contender], kind: CutKind, threshold: int) -> Sequence[Contender]:
    match kind:
        case "top":
            return active[:threshold]
        case "top-with-ties":
            last = max((contender.shared_rank for contender in active[:threshold]), default=0)
            return [contender for contender in active if contender.shared_rank <= last]
        case "at-least-points":
            return [contender for contender in active if contender.points >= threshold]
        case "at-most-losses":
            return [contender for contender in active if contender.losses <= threshold]
        case "best-of-groups":
            return _best_of_groups(active, threshold)
        case _:
            assert_never(kind)


def _best_of_groups(active: Sequence[Contender], threshold: int) -> list[Contender]:
    """Who is among the first so many of a group: all the first, then all the second, and so on."""
    ahead: dict[int, int] = {}
    found: list[tuple[int, Contender]] = []
    for contender in active:
        if contender.group is not None:
            place = ahead.get(contender.group, 0)
            ahead[contender.group] = place + 1
            found.append((place, contender))
    return [contender for place, contender in sorted(found, key=lambda one: one[0]) if place < threshold]


def _notes(count: int, announced: int | None, byes: int) -> tuple[CutNote, ...]:
    notes = []
    if announced and count < announced:
        text = say_n(
            "The cut is to {announced}, but only {count} can go on.",
            "The cut is to {announced}, but only {count} can go on.",
            count,
            announced=announced,
        )
        notes.append(CutNote("fewer-than-announced", text))
    if announced and count > announced:
        text = say_n(
            "{count} player goes on instead of {announced}: the last of them are equal in all but the "
            "random key.",
            "{count} players go on instead of {announced}: the last of them are equal in all but the "
            "random key.",
            count,
            announced=announced,
        )
        notes.append(CutNote("ties-included", text))
    if count < 2:
        text = say("Fewer than two players go on: there is nothing left to play.")
        notes.append(CutNote("no-opponents", text))
    elif byes:
        text = say_n(
            "The top seed has a bye: {players} players do not fill a bracket.",
            "The top {count} seeds have a bye: {players} players do not fill a bracket.",
            byes,
            players=count,
        )
        notes.append(CutNote("top-seeds-have-byes", text))
    return tuple(notes)
