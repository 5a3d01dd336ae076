"""What only days at tables of three and four have: readings, regulations of one's own, uncommon results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from muster.core.draws import DrawSeed, order
from muster.core.ids import SEATS_AT_TABLE
from muster.core.scoring.reports import PlacingReport
from muster.rules.schema import Regulations, Tiebreaker
from muster.rules.scoring import PlacingScoring
from muster.rules.tiebreakers import FITTING_TIEBREAKERS

TABLES: Final[Mapping[str, tuple[object, ...]]] = {
    "tied_places": ("lower", "higher"),
    "tables_by": ("repeats", "spread"),
    "threes": ("lowest", "spread-out"),
}
"""Readings of games at tables of three and four alone."""


def own_places(regulations: Regulations, dice: DrawSeed) -> Regulations:
    """As somebody's own file would have it: three tiebreakers of all that fit, and points of its own at threes."""
    scoring, ranking = regulations.scoring, regulations.standings
    assert isinstance(scoring, PlacingScoring)
    fitting = order(dice, "tiebreakers", FITTING_TIEBREAKERS["placing"])
    points = scoring.points.model_copy(update={"at_threes": (5, 3, 1)})
    own = tuple(
        Tiebreaker(id=each, name=each, short=each[:12], clause=ranking.clause) for each in fitting[:3]
    )
    changes = {
        "scoring": scoring.model_copy(update={"points": points}),
        "standings": ranking.model_copy(update={"tiebreakers": own}),
    }
    return regulations.model_copy(update=changes)


def uncommon(report: PlacingReport, roll: Callable[[int], int]) -> PlacingReport:
    """The result with places by hand; or with two who leave one after the other, and another who is given the loss."""
    count = len(report.left)
    if roll(2):
        came = [seat for seat in range(count) if seat not in {*report.absent, *report.lost}]
        luck = [roll(count) for _ in came]
        places = {
            seat: 1 + sum(other < mine for other in luck) for seat, mine in zip(came, luck, strict=True)
        }
        return replace(report, places=tuple(places.get(seat, len(came) + 1) for seat in range(count)))
    turn = roll(count)
    first, second, *others = (*SEATS_AT_TABLE[turn:count], *SEATS_AT_TABLE[:turn])
    lost = tuple(others[:1])
    left = tuple(0 if seat in (first, second, *lost) else one for seat, one in enumerate(report.left))
    return PlacingReport(end=report.end, left=left, conceded=(first, second), lost=lost)
