"""The shape of the part of a regulations file that says what a result is worth, for each way of scoring."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from muster.core.points import HalfPoints
from muster.rules.basis import MOST, Cited, ClauseId, NonNegativeInt, Part, PositiveInt, Ratio, Words

P = TypeVar("P", bound=Part)

_UNSAID: Final = Field(exclude_if=lambda value: value is None)
"""Not written down where it is absent, for what was recorded before it was known says nothing of it."""


class MarginRow(Part):
    """Margins from `margin` up to the next row's give the winner and the loser these tournament points."""

    margin: NonNegativeInt
    win: NonNegativeInt
    loss: NonNegativeInt


class MarginOfVictory(Cited):
    """The winner's score minus the loser's, kept between `floor` and `cap`; the loser has 0.

    With `even` both have a margin: the winner so much more than `even`, the loser so much less, which may be below 0.
    """

    floor: NonNegativeInt = 0
    cap: PositiveInt
    even: Annotated[NonNegativeInt | None, _UNSAID] = None


class MarginTable(Cited):
    """Tournament points by margin of victory, lowest row first, from the margin's floor up to its cap."""

    rows: Annotated[tuple[MarginRow, ...], Field(min_length=1, max_length=MOST)]


class WipedOut(Cited):
    """A force destroyed to the last counts `at-least` or `exactly` this many points; objectives add to it."""

    counts: Literal["at-least", "exactly"]
    points: PositiveInt
    what: Words
    """What has to be gone, in words."""


class Concession(Cited):
    """A concession: the opponent keeps a margin of at least `keep_from`, else gets `points` and `margin`."""

    keep_from: NonNegativeInt
    points: NonNegativeInt
    margin: NonNegativeInt


class EqualScore(Cited):
    """Who wins on equal scores: a seat role, or a roll whose winner is entered by hand. The margin is 0.

    With `nobody` the game is drawn in Swiss rounds and worth `points` to both; in a bracket the winner is entered.
    """

    winner: Literal["role", "by-hand", "nobody"]
    roll: Words | None = None
    """The name of the roll, where the winner is entered by hand."""
    points: Annotated[NonNegativeInt | None, _UNSAID] = None
    """What a draw is worth, where nobody wins."""


class MutualDestruction(Cited):
    """Who wins when both forces are gone: a seat role, or the higher score (then as for equal scores)."""

    winner: Literal["role", "score"]


class MarginScoring(Part):
    """Games scored in destroyed points, with tournament points by margin of victory (Armada, Runewars).

    Attributes:
        counted: what the scores are, in words, where each is a single number; without it, they are points destroyed
            and points from objectives.
        scores: what either scored is compared alone, or kept as well and then added up by tiebreakers.
    """

    model: Literal["margin"]
    counted: Annotated[Words | None, _UNSAID] = None
    scores: Annotated[Literal["compared", "kept"], Field(exclude_if=lambda value: value == "compared")] = (
        "compared"
    )
    win: Cited
    margin: MarginOfVictory
    table: MarginTable
    wiped_out: WipedOut
    equal_score: EqualScore
    mutual_destruction: MutualDestruction
    concession: Concession
    no_show: Cited
    match_loss: Cited
    double_loss: Cited

    @property
    def highest(self) -> int:
        """The points of the best win."""
        return max(row.win for row in self.table.rows)

    @property
    def drawn(self) -> int:
        """The points of a draw; 0 where there is none."""
        return self.equal_score.points or 0


class ShareRules(Cited):
    """The share of all victory points, and the cases in which it is not counted from them."""

    tie: Ratio
    """Equal victory points, also none at all."""
    wiped_out_clause: ClauseId
    scored_concession_clause: ClauseId
    averaged_clause: ClauseId
    no_games: Ratio
    """The average of a player who has not played a single game."""
    no_games_clause: ClauseId


class WinLoss(Cited):
    """Points of a win and of a loss."""

    win: NonNegativeInt
    loss: NonNegativeInt


class TieOrder(Cited):
    """By what a game that ended undecided is decided, in this order; `role` is the deciding seat role."""

    by: Annotated[tuple[Literal["tokens", "score", "role"], ...], Field(max_length=MOST)]


class ShareScoring(Part):
    """Games won by victory tokens, with the margin as a share of them (Legion)."""

    model: Literal["share"]
    points: WinLoss
    share: ShareRules
    wiped_out: WipedOut
    at_the_end: TieOrder
    """After the last game round or at time."""
    mutual_destruction: TieOrder
    concession: Cited
    no_show: Cited
    match_loss: Cited
    double_loss: Cited


class MatchPoints(Cited):
    """Match points of a win, a draw and a loss; games inside a match are weighed the same way."""

    win: NonNegativeInt
    draw: NonNegativeInt
    loss: NonNegativeInt


class EliminationTie(Cited):
    """How an equal number of games at time is decided in elimination, in this order."""

    by: Annotated[tuple[Literal["base-hp", "initiative"], ...], Field(max_length=MOST)]


class GamesScoring(Part):
    """Matches of one game or the best of three, with match points (Unlimited).

    `draws` are matches cut off `at-time`, or games drawn `as-played`, as in chess: then nobody is asked whether a
    game was cut off, and the end `time` is a draw. A bracket without `elimination_tie` asks who goes on.
    """

    model: Literal["games"]
    draws: Annotated[Literal["at-time", "as-played"], Field(exclude_if=lambda value: value == "at-time")] = (
        "at-time"
    )
    points: MatchPoints
    match_won: Cited
    at_time: Cited
    elimination_tie: EliminationTie
    intentional_draw: Cited
    drawn_game: Cited
    concession: Cited
    no_show: Cited
    match_loss: Cited
    double_loss: Cited


class PointsByPlace(Cited):
    """Points by place at a table, the first place first; the last value goes on.

    Attributes:
        usual: at every table.
        at_threes: at tables of three, where they are others; empty for the usual ones.
    """

    usual: Annotated[tuple[NonNegativeInt, ...], Field(min_length=1, max_length=MOST)]
    at_threes: Annotated[tuple[NonNegativeInt, ...], Field(max_length=MOST)] = ()


class PlacingScoring(Part):
    """Single games of three or four at a table, with points by place (Twin Suns).

    Attributes:
        places: that places go by what each has left at the end.
        counted: what that is, in words, such as the HP of the base.
        points: what places are worth.
        equal: who shares places, and what they get.
        conceding: where those who leave before the end stand.
        no_show: where those stand who never came.
        table_loss: where those stand who were given the loss of their game.
        final_tie: who goes on from a table of the cut, and who comes first in the final, where the first place is
            shared: the better seed.
    """

    model: Literal["placing"]
    places: Cited
    counted: Words
    points: PointsByPlace
    equal: Cited
    conceding: Cited
    no_show: Cited
    table_loss: Cited
    final_tie: Cited


PairScoring = MarginScoring | ShareScoring | GamesScoring
"""How matches of two are scored."""

Scoring = Annotated[
    MarginScoring | ShareScoring | GamesScoring | PlacingScoring, Field(discriminator="model")
]


def scoring_in_halves(scoring: Scoring) -> Scoring:
    """The same with match points that are shown in halves."""
    if isinstance(scoring, MarginScoring):
        parts: dict[str, Part] = {
            "table": scoring.table.model_copy(
                update={"rows": tuple(_halved(row, "win", "loss") for row in scoring.table.rows)}
            ),
            "equal_score": _halved(scoring.equal_score, "points"),
            "concession": _halved(scoring.concession, "points"),
        }
        return scoring.model_copy(update=parts)
    if isinstance(scoring, PlacingScoring):
        points = scoring.points
        lists = {name: tuple(map(HalfPoints, getattr(points, name))) for name in ("usual", "at_threes")}
        return scoring.model_copy(update={"points": points.model_copy(update=lists)})
    names = ("win", "loss") if isinstance(scoring, ShareScoring) else ("win", "draw", "loss")
    return scoring.model_copy(update={"points": _halved(scoring.points, *names)})


def _halved(part: P, *names: str) -> P:
    """A part whose points of these names are shown in halves, where it has them."""
    own = {name: getattr(part, name) for name in names}
    return part.model_copy(update={name: HalfPoints(one) for name, one in own.items() if one is not None})
