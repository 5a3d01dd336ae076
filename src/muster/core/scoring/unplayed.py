"""Rounds without an opponent: byes and unpaired losses."""

from __future__ import annotations

from muster.core.outcomes import SideOutcome
from muster.rules.schema import Regulations
from muster.rules.scoring import MarginScoring


def games_to_win(best_of: int) -> int:
    """How many games win a match: 1 of 1, 2 of 3."""
    return best_of // 2 + 1


def bye(regulations: Regulations, best_of: int = 1) -> SideOutcome:
    """What a bye gives (`ARM-BYE-1`, `RUN-BYE-1`, `LEG-BYE-1`, `SWU-PAIR-1`).

    A share is the average of the player's other games; a match of games is won without losing one (`B39`), and at
    tables a bye is a first place without a place (`F4`). Where scores are kept, a bye has one, too.
    """
    scoring = regulations.scoring
    model = scoring.model
    games = (games_to_win(best_of), 0, 0) if model in ("games", "placing") else (0, 0, 0)
    if isinstance(scoring, MarginScoring) and scoring.scores == "kept":
        games = (regulations.bye.score, 0, 0)
    return SideOutcome(
        "win",
        regulations.bye.points,
        margin=regulations.bye.margin,
        averaged=model == "share",
        games=games,
    )


def unpaired_loss(regulations: Regulations) -> SideOutcome:
    """What a round lost without an opponent gives: as a rule nothing, and no game (`B19`, `B39`)."""
    return SideOutcome("loss", regulations.unpaired_loss.points, margin=regulations.unpaired_loss.margin)
