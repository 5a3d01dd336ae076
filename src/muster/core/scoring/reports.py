"""What a table reports, as values: one kind of report for each way of scoring.

Seats are those of the pairing (`muster.core.ids`). Every field that a game's regulations do not need for
the way the match ended may be left at its default. `deciding` names, in every kind, the player who had the
part that decides what is still equal: the second player in Armada, blue in Legion, the one with initiative
in Unlimited. `model` is the way of scoring the report belongs to, so that one read back knows what it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from muster.core.ids import Seat, TableSeat
from muster.rules.schema import EndId


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player scored.

    Attributes:
        destroyed: force points of the opponent's that were destroyed.
        objective: points earned from objectives.
    """

    destroyed: int = 0
    objective: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginReport:
    """A game whose margin of victory is a difference of scores (Armada, Runewars).

    Attributes:
        end: how the game ended.
        scores: what each player had scored when it ended; after a concession the score on the table (`B26`).
        deciding: who had the deciding part, such as the second player (`ARM-SET-2`).
        winner: the survivor if one player was defeated, or the winner of a roll such as the Final Flurry
            (`RUN-FLURRY-1`); where it follows from the rest it may be left out, and must agree if given.
        by: who conceded, did not come, or was given the loss.
    """

    end: EndId
    scores: tuple[Tally, Tally] = (Tally(), Tally())
    deciding: Seat | None = None
    winner: Seat | None = None
    by: Seat | None = None
    model: Literal["margin"] = "margin"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareReport:
    """A game whose margin of victory is a share of the victory tokens (Legion).

    Attributes:
        end: how the game ended.
        tokens: victory tokens of each player at the end (`LEG-REPORT-1`).
        scores: points of the enemy units each player defeated; asked for when tokens are equal.
        deciding: who had the deciding part: the blue player (`LEG-SET-2`).
        winner: the survivor if one player was defeated, or the winner of a roll where nothing else tells the
            players apart; elsewhere it may be left out and must agree.
        by: who conceded, did not come, or was given the loss.
        agreed_to_score: a judge witnessed that both agreed to score a conceded game (`LEG-MOV-4`).
    """

    end: EndId
    tokens: tuple[int, int] = (0, 0)
    scores: tuple[int, int] = (0, 0)
    deciding: Seat | None = None
    winner: Seat | None = None
    by: Seat | None = None
    agreed_to_score: bool = False
    model: Literal["share"] = "share"


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesReport:
    """A match of one game or the best of three (Unlimited).

    Attributes:
        end: how the match ended.
        games: the winner of each finished game in order, None for a drawn one; drawn games are played again,
            so there may be more than three (`B42a`).
        unfinished: one more game, not in `games`, was cut off at time; it counts as drawn (`SWU-BO3-1`).
        base_hp: remaining HP of each base in the game that was cut off (elimination, `SWU-BO3-3`).
        deciding: who had the initiative when play stopped, or between games who would have started with it.
        winner: the winner of a roll, where nothing else tells the players of a bracket apart; elsewhere it
            may be left out and must agree.
        by: who conceded, did not come, or was given the loss.
    """

    end: EndId
    games: tuple[Seat | None, ...] = ()
    unfinished: bool = False
    base_hp: tuple[int, int] | None = None
    deciding: Seat | None = None
    winner: Seat | None = None
    by: Seat | None = None
    model: Literal["games"] = "games"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingReport:
    """A game of three or four at a table, by what each has left (Twin Suns, reading `F5`).

    Attributes:
        end: how the game ended: played out, or at time.
        left: what each has left at the end, such as the HP of the base; 0 for who is out, has left or never came.
        conceded: who left before the end, the first to leave first.
        absent: who never came.
        lost: who was given the loss of the game.
        places: the places as somebody wrote them down, where they do not go by what is left; equal numbers are shared.
    """

    end: EndId
    left: tuple[int, ...]
    conceded: tuple[TableSeat, ...] = ()
    absent: tuple[TableSeat, ...] = ()
    lost: tuple[TableSeat, ...] = ()
    places: tuple[int, ...] | None = None
    model: Literal["placing"] = "placing"


PairReport = MarginReport | ShareReport | GamesReport
"""What a match of two reports."""

Report = PairReport | PlacingReport
"""What a table reports. Which kind a tournament takes follows from its regulations' way of scoring."""
