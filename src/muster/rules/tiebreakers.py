"""The tiebreakers that regulations may name, by the way of scoring that gives them what they count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

OfPoints = Literal["buchholz", "buchholz-cut-1", "median-buchholz", "sonneborn-berger", "head-to-head"]
OfScores = Literal["total-score", "opponents-score"]
OfAnyGame = Literal["strength-of-schedule", "extended-strength-of-schedule", "match-wins", OfPoints]
OfMargins = Literal["margin"]
OfShares = Literal["average-share", "extended-average-share"]
OfGames = Literal["opponents-match-wins", "game-wins", "opponents-game-wins", OfScores]

TiebreakerId = Literal[OfMargins, OfShares, OfAnyGame, OfGames]
"""Every tiebreaker there is. What each computes is declared in `muster.core.standings.tiebreakers`."""

FITTING_TIEBREAKERS: Final[Mapping[str, frozenset[TiebreakerId]]] = {
    "margin": frozenset(get_args(Literal[OfAnyGame, OfMargins])),
    "share": frozenset(get_args(Literal[OfAnyGame, OfShares])),
    "games": frozenset(get_args(Literal[OfAnyGame, OfGames])),
    "placing": frozenset(get_args(Literal[OfAnyGame, OfGames])),
}
"""The tiebreakers that fit each way of scoring."""
