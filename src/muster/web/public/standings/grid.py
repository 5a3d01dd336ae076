"""All against all: a table of the players of a small tournament with the score of each match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from muster.app.standings.met import MOST, Meetings, OwnScore, meetings
from muster.core.ids import Naming, PlayerId
from muster.core.tournament.state import Round

MeetingRow = tuple[int, str, Sequence[tuple[bool, Sequence[OwnScore]]]]
"""The number and name of a player, and for each player whether that is themselves, and the matches of the two."""


@dataclass(frozen=True, slots=True)
class MeetingGrid:
    """Who met whom, by the order of the standings.

    Attributes:
        names: the players, the best first; their numbers count from 1.
        found: their matches.
    """

    names: tuple[str, ...]
    found: Meetings

    @property
    def heads(self) -> list[tuple[int, str]]:
        """The columns: the number of a player, and their name."""
        return list(enumerate(self.names, 1))

    @property
    def rows(self) -> list[MeetingRow]:
        """The rows, in the same order."""
        return [
            (number, name, [(number == other, met) for other, met in enumerate(own, 1)])
            for (number, name), own in zip(self.heads, self.found, strict=True)
        ]


def meeting_grid(rounds: Iterable[Round], order: Sequence[PlayerId], name: Naming) -> MeetingGrid | None:
    """The matches of these rounds among these players; None with fewer than two or more than fit."""
    if not 2 <= len(order) <= MOST:
        return None
    return MeetingGrid(tuple(name(player) for player in order), meetings(rounds, order))
