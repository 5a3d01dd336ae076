"""Who met whom: the score of every two players of a small tournament, for a table of all against all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.outcomes import SideOutcome, Verdict
from muster.core.tournament.state import Round
from muster.core.written import points_score

MOST: Final = 16
"""A table of more players than this is larger than anybody can read."""


@dataclass(frozen=True, slots=True)
class OwnScore:
    """A match of two players, seen by the first: their own figure first."""

    score: Message
    verdict: Verdict


Meetings = tuple[tuple[tuple[OwnScore, ...], ...], ...]
"""A row for each player, and in it their matches with each: none where they did not meet, two after a rematch."""


def meetings(rounds: Iterable[Round], players: Sequence[PlayerId]) -> Meetings:
    """The settled matches of these players among themselves, in the order of the players and of the rounds."""
    found: dict[tuple[PlayerId, PlayerId], list[OwnScore]] = {}
    for round_ in rounds:
        for match in round_.matches.values():
            if match.outcome is not None and match.settled:
                one, two = match.pairing.players
                first, second = match.outcome.sides
                found.setdefault((one, two), []).append(OwnScore(_score(first, second), first.verdict))
                found.setdefault((two, one), []).append(OwnScore(_score(second, first), second.verdict))
    return tuple(tuple(tuple(found.get((one, two), ())) for two in players) for one in players)


def _score(own: SideOutcome, theirs: SideOutcome) -> Message:
    """Games won where matches consist of games, else the points of the round."""
    one, two = own.games[0], theirs.games[0]
    return points_score(one, two) if one or two else points_score(own.points, theirs.points)
