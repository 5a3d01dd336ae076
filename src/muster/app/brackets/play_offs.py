"""Who is equal where only some go on, for pages: the random key decides, or they play for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muster.app.common.cache import BoundedCache
from muster.core.bracket.cut import Tied
from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, say, say_n
from muster.core.tournament import queries
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.state import PlayOff, State

_lines: Final = BoundedCache[tuple[Tied, ...]](64)


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who are equal where only some of them go on.

    Attributes:
        players: who, each with their name, in the order of their random keys.
        says: that they are equal, how many of them go on, and who that is by the random key.
        played: how a play-off placed them; None where there was none, or not of exactly these.
        clause: where it stands that the random key decides.
    """

    players: tuple[tuple[PlayerId, str], ...]
    says: Message
    played: Message | None
    clause: str

    @property
    def two(self) -> bool:
        """Whether one game decides."""
        return len(self.players) == 2

    @property
    def places(self) -> range:
        """The places to be given, from 1."""
        return range(1, len(self.players) + 1)


def lines_of(state: State) -> tuple[Tied, ...]:
    """Who is equal where the cut or the part that is due draws its line; the same as `lines`, computed once."""
    return _lines.of(state.head, lambda: lines(state))


def undecided(state: State) -> bool:
    """Whether the random key decides who goes on at the cut or the part that is due, and nobody has played for it."""
    return any(_played(state, line) is None for line in lines_of(state))


def ties(state: State, name: Naming) -> tuple[Tie, ...]:
    """Every tie at the line of the cut, or of the part, that is due."""
    return tuple(_tie(state, line, name) for line in lines_of(state))


def tie_of(state: State, player: PlayerId, name: Naming) -> Message | None:
    """What a player must know of the tie that they are in; None where they are in none."""
    line = next((one for one in lines_of(state) if player in one.players), None)
    if line is None:
        return None
    played = _played(state, line)
    return _placed(played, name) if played else _equal(line, name)


def _tie(state: State, line: Tied, name: Naming) -> Tie:
    played = _played(state, line)
    return Tie(
        tuple((player, name(player)) for player in line.players),
        _ahead(line, name),
        _placed(played, name) if played else None,
        state.regulations.standings.random_clause,
    )


def _played(state: State, line: Tied) -> PlayOff | None:
    """The play-off of exactly these."""
    after = queries.completed(state)
    found = (one for one in state.play_offs if one.after == after and {*one.players} == {*line.players})
    return next(found, None)


def _placed(play_off: PlayOff, name: Naming) -> Message:
    return say("Placed by a play-off, best first: {players}.", players=listing(map(name, play_off.players)))


def _ahead(line: Tied, name: Naming) -> Message:
    given = {
        "players": listing(map(name, line.players)),
        "first": listing(map(name, line.players[: line.places])),
    }
    if line.group is None:
        return say_n(
            "{players} are equal in everything, and only one of them goes on: {first} by the random key, "
            "unless they play for it.",
            "{players} are equal in everything, and only {count} of them go on: {first} by the random key, "
            "unless they play for it.",
            line.places,
            **given,
        )
    return say_n(
        "Group {group}: {players} are equal in everything, and only one of them goes on: {first} by the random key, "
        "unless they play for it.",
        "Group {group}: {players} are equal in everything, and only {count} of them go on: {first} by the random key, "
        "unless they play for it.",
        line.places,
        group=line.group,
        **given,
    )


def _equal(line: Tied, name: Naming) -> Message:
    names = listing(map(name, line.players))
    if line.group is None:
        return say_n(
            "{players} are equal in everything, and only one of them goes on: the draw decides, or they play for it.",
            "{players} are equal in everything, and only {count} of them go on: the draw decides, or they play for it.",
            line.places,
            players=names,
        )
    return say_n(
        "Group {group}: {players} are equal in everything, and only one of them goes on: "
        "the draw decides, or they play for it.",
        "Group {group}: {players} are equal in everything, and only {count} of them go on: "
        "the draw decides, or they play for it.",
        line.places,
        group=line.group,
        players=names,
    )
