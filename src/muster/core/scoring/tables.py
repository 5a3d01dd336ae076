"""What a game of three or four at a table is worth: places and their points (Twin Suns, readings `F5` to `F7`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muster.core.ids import SEATS_AT_TABLE, TableSeat
from muster.core.messages import say, say_n
from muster.core.outcomes import Outcome, SideOutcome, Verdict
from muster.core.scoring.placing import PlacePoints, Placing, by_hand, placings
from muster.core.scoring.reports import PlacingReport
from muster.core.scoring.scored import MOST_TEXT, Problem, Scored, ScoringStep, count_problems, end_problems
from muster.rules.schema import EndId, Regulations
from muster.rules.scoring import PlacingScoring
from muster.rules.variants import Variants

ENDS: Final[frozenset[EndId]] = frozenset({"decided", "time"})

THREE: Final = 3


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A report with what it is scored by; so many players were to sit at the table."""

    report: PlacingReport
    rules: PlacingScoring
    regulations: Regulations
    variants: Variants
    players: int


def score_table(played: PlayedTable) -> Scored | tuple[Problem, ...]:
    """Score one game by its places."""
    problems = (*end_problems(played.report.end, played.regulations, ENDS), *_problems(played))
    if problems:
        return problems
    found = _placings(played.report)
    return Scored(_outcome(played, found), tuple(_steps(played, found)))


def place_points(rules: PlacingScoring, variants: Variants) -> PlacePoints:
    """What places are worth under these regulations and readings."""
    of_size = {THREE: rules.points.at_threes} if rules.points.at_threes else {}
    return PlacePoints(rules.points.usual, of_size, variants.tied_places)


def _problems(played: PlayedTable) -> Iterator[Problem]:
    report, seats = played.report, SEATS_AT_TABLE[: played.players]
    out = (*report.conceded, *report.absent, *report.lost)
    if len(report.left) != played.players:
        says = say_n(
            "Enter what the {count} player at this table still has.",
            "Enter what each of the {count} players at this table still has.",
            played.players,
        )
        yield Problem("left", says)
        return
    whole = say("What is left is a whole number from 0 to {most}.", most=MOST_TEXT)
    yield from count_problems("left", report.left, whole)
    if len({*out}) < len(out) or any(seat not in seats for seat in out):
        yield Problem("conceded", say("Name everybody once who conceded, never came or was given the loss."))
    elif any(report.left[seat] for seat in out):
        says = say("Players who conceded, never came or were given the loss have nothing: enter 0 for them.")
        yield Problem("left", says)
    yield from _place_problems(played)


def _place_problems(played: PlayedTable) -> Iterator[Problem]:
    places = played.report.places
    if places is None:
        return
    try:
        found = by_hand(places)
    except ValueError:
        found = ()
    if len(found) != played.players:
        says = say("Give everybody a place; players who share places take up as many: 1, 1, 3.")
        yield Problem("places", says)
    elif _last_without(played.report, found):
        says = say("Players who never came or were given the loss have the last place.")
        yield Problem("places", says, played.rules.no_show.clause)


def _last_without(report: PlacingReport, found: Sequence[Placing]) -> bool:
    """Whether somebody who stands last by rule was given a place before somebody else."""
    last = {*report.absent, *report.lost}
    worst = max((one.first for seat, one in enumerate(found) if seat not in last), default=0)
    return any(found[seat].first < worst for seat in last)


def _placings(report: PlacingReport) -> tuple[Placing, ...]:
    last = (*report.absent, *report.lost)
    if report.places is None:
        return placings(report.left, report.conceded, last)
    written = by_hand(report.places)
    return tuple(Placing(one.first, one.last, seat in last) for seat, one in enumerate(written))


def _points(played: PlayedTable, placing: Placing) -> int:
    came = played.players - len(played.report.absent)
    return place_points(played.rules, played.variants).of(placing, came)


def _outcome(played: PlayedTable, found: Sequence[Placing]) -> Outcome:
    sides = tuple(_side(one, _points(played, one)) for one in found)
    winner = next(
        (seat for seat, side in zip(SEATS_AT_TABLE, sides, strict=False) if side.verdict == "win"), None
    )
    return Outcome(sides, winner)


_GAMES: Final[dict[Verdict, tuple[int, int, int]]] = {"win": (1, 0, 0), "loss": (0, 1, 0), "draw": (0, 0, 1)}


def _side(placing: Placing, points: int) -> SideOutcome:
    """A first place of one's own is a game won, a shared one drawn, every other lost (`F10`)."""
    first = placing.first == 1 and not placing.nothing
    verdict: Verdict = ("draw" if placing.shared else "win") if first else "loss"
    return SideOutcome(verdict, points, games=_GAMES[verdict], place=placing.first)


def _steps(played: PlayedTable, found: Sequence[Placing]) -> Iterator[ScoringStep]:
    for placing in sorted(set(found), key=lambda one: (one.first, one.nothing)):
        seats = tuple(seat for seat, one in zip(SEATS_AT_TABLE, found, strict=False) if one == placing)
        yield _step(played, placing, seats)


def _step(played: PlayedTable, placing: Placing, seats: tuple[TableSeat, ...]) -> ScoringStep:
    rules, points = played.rules, _points(played, placing)
    if placing.nothing:
        clause = rules.no_show.clause if seats[0] in played.report.absent else rules.table_loss.clause
        return ScoringStep(say("{players}: the last place, which is worth nothing."), clause, seats=seats)
    if placing.shared:
        says = say_n(
            "{players} share places {first} to {last}: {count} point each.",
            "{players} share places {first} to {last}: {count} points each.",
            points,
            first=placing.first,
            last=placing.last,
        )
        return ScoringStep(says, rules.equal.clause, seats=seats)
    says = say_n(
        "{players}: place {place}, {count} point.",
        "{players}: place {place}, {count} points.",
        points,
        place=placing.first,
    )
    clause = rules.conceding.clause if seats[0] in played.report.conceded else rules.points.clause
    return ScoringStep(says, clause, seats=seats)
