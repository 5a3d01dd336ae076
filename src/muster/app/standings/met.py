"""Who met whom: the score of every two players of a small tournament, for a table of all against all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from muster.core.ids import PlayerId
from muster.core.outcomes import SideOutcome, Verdict, verdict_between
from muster.core.tournament.state import Round

MOST: Final = 16
"""A table of more players than this is larger than anybody can read."""


@dataclass(frozen=True, slots=True)
class OwnScore:
    """A match of two players, or a table with both, seen by the first: their own figure first."""

    score: str
    verdict: Verdict


Meetings = tuple[tuple[tuple[OwnScore, ...], ...], ...]
"""A row for each player, and in it their matches with each: none where they did not meet, two after a rematch."""


def meetings(rounds: Iterable[Round], players: Sequence[PlayerId]) -> Meetings:
    """The settled matches of these players among themselves, in the order of the players and of the rounds."""
    found: dict[tuple[PlayerId, PlayerId], list[OwnScore]] = {}
    for round_ in rounds:
        for match in round_.matches.values():
            if match.outcome is not None and match.settled:
                seated = zip(match.pairing.players, match.outcome.sides, strict=True)
                for (one, own), (two, theirs) in permutations(seated, 2):
                    score = OwnScore(_score(own, theirs), verdict_between(own, theirs))
                    found.setdefault((one, two), []).append(score)
    return tuple(tuple(tuple(found.get((one, two), ())) for two in players) for one in players)


def _score(own: SideOutcome, theirs: SideOutcome) -> str:
    """Games won where matches consist of games, else the points of the round; at tables always the points."""
    one, two = own.games[0], theirs.games[0]
    return f"{one}–{two}" if (one or two) and own.place is None else f"{own.points}–{theirs.points}"
