"""What made-up days of one format have: pods, parts, brackets with two sides, sealed play, games of one's own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal

from muster.core.bracket.cut import CutKind
from muster.core.draws import DrawSeed, order
from muster.core.pairing.pods import Deal
from muster.core.tournament.course import Carry, Course, CoursePart, EntryKind, PairedBy, PartPairedBy
from muster.core.tournament.state import Elimination
from muster.rules.own_games import OwnGame, Result, fitting, made
from muster.rules.schema import Regulations

DayFormat = Literal["", "any", "double", "parts", "pods", "sealed", "own"]
"""Swiss rounds for everybody; any course of rounds; or one of them alone, with a bracket or without."""

FORMATS: Final[tuple[DayFormat, ...]] = ("double", "parts", "pods", "sealed", "own")
"""Those of which days are made up by themselves."""

OTHER: Final[tuple[DayFormat, ...]] = ("any", *FORMATS)
"""Whatever is not Swiss rounds for everybody in a game that comes along."""

Roll = Callable[[int], int]
"""A number below another, from the dice of a day."""

TWO: Final = 2
RESULTS: Final[tuple[Result, ...]] = ("winner", "games", "score", "places")


def course_of(day_format: DayFormat, rounds: int, roll: Roll) -> Course:
    """How the rounds of a day go before its bracket."""
    if day_format == "parts":
        return parts(roll)
    if day_format == "pods":
        return _two_days("pods", rounds, roll) if not roll(3) else Course("pods")
    if day_format in ("double", "sealed"):
        return Course()
    if roll(2):
        return parts(roll)
    paired: tuple[PairedBy, ...] = ("round-robin", "double-round-robin", "pods", "pods", "swiss")
    by = paired[roll(len(paired))]
    two_days = by == "swiss" or (by == "pods" and not roll(3))
    return _two_days(by, rounds, roll) if two_days else Course(by)


def _two_days(by: PairedBy, rounds: int, roll: Roll) -> Course:
    return Course(by, 1 + roll(max(1, rounds - 1)), 1 + roll(9)) if rounds > 1 else Course(by)


def parts(roll: Roll) -> Course:
    """Two or three parts of any kind, each with some way to come in."""
    made_up: list[CoursePart] = []
    for at in range(2 + roll(2)):
        by: tuple[PartPairedBy, ...] = ("swiss", "pods", "groups", "round-robin", "swiss")
        paired = by[roll(len(by))]
        closed = bool(made_up) and made_up[-1].closed
        ways: tuple[tuple[EntryKind, int], ...] = (
            ("everybody", 0), ("top", 3 + roll(6)), ("top-with-ties", 4),
            ("at-least-points", 1 + roll(9)), ("at-most-losses", 1), ("best-of-groups", 1 + roll(2)),
        )  # fmt: skip
        entry, number = ways[roll(5 + closed)] if at else ways[0]
        known = entry == "top" or not at
        paired = "swiss" if paired == "round-robin" and not known else paired
        as_needed = paired in ("groups", "round-robin")
        deals: tuple[Deal, ...] = ("drawn", "by-rank", "snake")
        deal = deals[roll(3)] if at and paired in ("pods", "groups") else deals[0]
        size = 3 + roll(3) if paired == "groups" else 0
        carries: tuple[Carry, ...] = ("whole", "half", "none")
        carry = carries[roll(3)] if at else "whole"
        rounds = 0 if as_needed else 1 + roll(2)
        made_up.append(CoursePart(paired, rounds, entry, number, deal, size, carry=carry))
    return Course(parts=tuple(made_up))


def elimination_of(day_format: DayFormat, kind: CutKind, cut: int, roll: Roll, *, swiss: bool) -> Elimination:
    """Double, one day in two where there can be one; oftener where the day is there for that."""
    possible = not swiss or kind.startswith("at-") or cut > TWO
    ways: tuple[Elimination, ...] = ("single", "double", "double-once", "double")
    if day_format == "double":
        ways = (*ways, "double", "double-once")
    return ways[roll(len(ways))] if possible else "single"


def own_game(roll: Roll, dice: DrawSeed) -> Regulations:
    """A game of one's own, its questions answered at random: halves, byes, tiebreakers in any order."""
    result = RESULTS[roll(len(RESULTS))]
    loss = Fraction(roll(3), 2)
    more = 1 + roll(8)
    draws = result == "places" or roll(3) > 0
    tiebreakers = order(dice, f"own/{roll(1000)}", fitting(result))[: 1 + roll(6)]
    by_place = sorted((Fraction(roll(12), 2) for _ in range(roll(5))), reverse=True)
    return made(
        OwnGame(
            name="A game made up",
            result=result,
            counted="Gold" if result in ("score", "places") else "",
            win=loss + Fraction(more, 2),
            draw=loss + Fraction(roll(more + 1), 2) if draws else Fraction(0),
            loss=loss,
            draws=draws,
            places=(Fraction(6), *by_place) if result == "places" else (),
            bye=Fraction(roll(9), 2),
            bye_score=roll(100) if result == "score" else 0,
            tiebreakers=tuple(tiebreakers),
            rounds=(None, 1 + roll(5))[roll(2)],
            fide=result != "places" and roll(2) > 0,
        )
    )
