"""The tiebreakers that regulations may name, by the way of scoring that gives them what they count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

OfPoints = Literal["buchholz", "buchholz-cut-1", "median-buchholz", "sonneborn-berger", "head-to-head"]
OfScores = Literal["total-score", "opponents-score"]
OfAnyGame = Literal["strength-of-schedule", "extended-strength-of-schedule", "match-wins", OfPoints]
OfMargins = Literal["margin"]
OfShares = Literal["average-share", "extended-average-share"]
OfRates = Literal["opponents-match-wins"]
OfGameRates = Literal["game-wins", "opponents-game-wins"]
OfGames = Literal[OfGameRates, OfScores, OfRates]

TiebreakerId = Literal[OfMargins, OfShares, OfAnyGame, OfGames]
"""Every tiebreaker there is. What each computes is declared in `muster.core.standings.tiebreakers`."""

FITTING_TIEBREAKERS: Final[Mapping[str, frozenset[TiebreakerId]]] = {
    "margin": frozenset(get_args(Literal[OfAnyGame, OfMargins, OfScores, OfRates])),
    "share": frozenset(get_args(Literal[OfAnyGame, OfShares])),
    "games": frozenset(get_args(Literal[OfAnyGame, OfGames])),
    "placing": frozenset(get_args(Literal[OfAnyGame, OfGames])),
}
"""The tiebreakers that fit each way of scoring."""

OF_KEPT_SCORES: Final[frozenset[TiebreakerId]] = frozenset(get_args(Literal[OfScores, OfRates]))
"""Those that need scores to be kept, where games are scored by margin."""

OF_SEVERAL_GAMES: Final[frozenset[TiebreakerId]] = frozenset(get_args(Literal[OfGameRates, OfScores]))
"""Those that say nothing new where a match is a single game."""
