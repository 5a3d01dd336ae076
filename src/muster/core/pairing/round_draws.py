"""The deployment and the objective of a round, for all its games (`RUN-SEAS-1`, `RUN-SEAS-2`, `B28`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from muster.core.draws import DrawSeed, order
from muster.rules.schema import RoundDraws, Season

DEPLOYMENT_PURPOSE: Final = "round-deployment"
OBJECTIVE_PURPOSE: Final = "round-objective"


@dataclass(frozen=True, slots=True)
class RoundCards:
    """The cards of a round, by name."""

    deployment: str
    objective: str


def season_on(round_draws: RoundDraws, day: date) -> Season | None:
    """The season of a day: the latest that has started by then; None before the first (`RUN-SEAS-1`)."""
    started = (season for season in round_draws.seasons if season.starts <= day)
    return max(started, key=lambda season: season.starts, default=None)


def draw_cards(
    season: Season, used_in_stage: Sequence[RoundCards], seed: DrawSeed, *, deck: bool = True
) -> RoundCards:
    """Draw a deployment and an objective (`RUN-SEAS-2`).

    Each is drawn from those that came least often in this stage: from a deck that is shuffled again when it is used
    up. The card whose name has the smallest key is drawn, under `round-deployment` and `round-objective`.

    Args:
        season: the legal cards.
        used_in_stage: the cards of the earlier rounds of this stage; empty in its first round.
        seed: the draw seed of the round.
        deck: as said; without it, as rounds were drawn before there was the deck: once all cards have been used,
            from all of them every time.
    """
    deployments = Counter(cards.deployment for cards in used_in_stage)
    objectives = Counter(cards.objective for cards in used_in_stage)
    return RoundCards(
        _draw(season.deployments, deployments, seed, DEPLOYMENT_PURPOSE, deck=deck),
        _draw(season.objectives, objectives, seed, OBJECTIVE_PURPOSE, deck=deck),
    )


def _draw(legal: Sequence[str], used: Counter[str], seed: DrawSeed, purpose: str, *, deck: bool) -> str:
    least = min(used[card] for card in legal)
    fresh = [card for card in legal if used[card] == least]
    return order(seed, purpose, fresh if deck or not least else legal)[0]
