"""How matches are played in a stage: one game, or the best of three."""

from __future__ import annotations

from typing import Literal

from muster.core.tournament.state import State
from muster.core.tournament.values import StageFormat


def best_of(state: State, stage: StageFormat) -> Literal[1, 3]:
    """The most games that decide a match of this stage."""
    created = state.created
    wanted = created.swiss_match if stage == "swiss" else created.elimination_match
    return {match.id: match.best_of for match in created.regulations.match_formats}[wanted]
