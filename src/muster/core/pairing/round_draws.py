"""The deployment and the objective of a round, for all its games (`RUN-SEAS-1`, `RUN-SEAS-2`, `B28`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from muster.core.draws import DrawSeed, order
from muster.rules.schema import RoundDraws, Season

DEPLOYMENT_PURPOSE: Final = "round-deployment"
OBJECTIVE_PURPOSE: Final = "round-objective"


Way = Literal["drawn", "rolled", "outline"]
"""How cards on record came about without the seed: drawn from a deck, rolled with a die, or named by the outline."""

FACES: Final = 6
"""Faces of the die that a card may be rolled with."""
LONGEST_CARD: Final = 40
"""Characters of a card's name that an outline brings along."""
_MARKS: Final = " '’-!:&"


@dataclass(frozen=True, slots=True)
class RoundCards:
    """The cards of a round, by name."""

    deployment: str
    objective: str


@dataclass(frozen=True, slots=True)
class RoundCardNames:
    """The names of deployments and objectives there are to choose from."""

    deployments: tuple[str, ...]
    objectives: tuple[str, ...]


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


def undrawn(legal: Sequence[str], used: Sequence[str]) -> tuple[str, ...]:
    """The legal cards that came least often, in the order of the season: what is left of the deck (`RUN-SEAS-2`)."""
    times = Counter(used)
    least = min(times[card] for card in legal)
    return tuple(card for card in legal if times[card] == least)


def faces_of(cards: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    """Each card with the first and the last face of a die that stand for it, as many faces for each.

    Faces beyond the last card's are rolled again. Of more than six cards a die cannot choose: there are no faces.
    """
    each = FACES // len(cards)
    return tuple((card, at * each + 1, (at + 1) * each) for at, card in enumerate(cards)) if each else ()


def rolled_card(cards: Sequence[str], face: int) -> str | None:
    """The card that a face of the die stands for; None if it is rolled again, or if there is no such face."""
    return next((card for card, first, last in faces_of(cards) if first <= face <= last), None)


def known_cards(round_draws: RoundDraws) -> RoundCardNames:
    """Every deployment and objective that any season of the regulations names, each once."""
    seasons = round_draws.seasons
    return RoundCardNames(
        tuple(dict.fromkeys(card for season in seasons for card in season.deployments)),
        tuple(dict.fromkeys(card for season in seasons for card in season.objectives)),
    )


def is_card_name(text: str) -> bool:
    """Whether this can be a card's name: 1 to 40 letters, digits and marks as in names, no blank at either end."""
    plain = all(one.isalnum() or one in _MARKS for one in text)
    return 0 < len(text) <= LONGEST_CARD and text == text.strip() and text[0].isalnum() and plain


def _draw(legal: Sequence[str], used: Counter[str], seed: DrawSeed, purpose: str, *, deck: bool) -> str:
    least = min(used[card] for card in legal)
    fresh = [card for card in legal if used[card] == least]
    return order(seed, purpose, fresh if deck or not least else legal)[0]
