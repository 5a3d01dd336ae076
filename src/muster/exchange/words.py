"""Figures, results and plans in the words that every page and every terminal uses for them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final
from unicodedata import bidirectional

from muster.core.bracket.cut import CutKind
from muster.core.ids import Seat, other
from muster.core.points import decimal_text, percent_text
from muster.core.scoring.reports import MarginReport, Report, ShareReport
from muster.core.standings.values import Table
from muster.core.tournament.state import Match, State
from muster.core.tournament.values import Plan

_WHOLE: Final = ("margin", "match-wins")
_PLAIN: Final = ("strength-of-schedule", "extended-strength-of-schedule")


def isolated(name: str) -> str:
    """A name as it stands in a sentence: one written from right to left does not turn what is around it."""
    turns = not name.isascii() and any(bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def value_text(column: str, value: Fraction) -> str:
    """A tiebreaker's value as people read it: a sum, a mean to two decimals, or a percentage."""
    if column in _WHOLE:
        return str(value)
    return decimal_text(value, 2) if column in _PLAIN else percent_text(value)


def points_heading(table: Table) -> str:
    """The short heading of the points column."""
    return next(column.short for column in table.criteria if column.id == "points")


def match_words(match: Match, seat: Seat = 0, *, state: State | None = None) -> str:
    """How a match stands, in a word or two; the figures of the player in this seat first.

    With the tournament its end is called what the regulations call it, without it what one types for it.
    """
    words: list[str] = [match.status] if match.status != "confirmed" else []
    if match.report is not None:
        words.append(ending_words(state, match.report, seat) if state else score_words(match.report, seat))
    elif match.outcome is not None:
        words.append("awarded")
    if match.pairing.rematch:
        words.append("rematch")
    if match.corrections:
        words.append("corrected")
    return ", ".join(words)


def score_words(report: Report, seat: Seat = 0) -> str:
    """How a match ended and its main figures, as they are typed: `time 177-49`."""
    return _ended(report.end, report, seat)


def ending_words(state: State, report: Report, seat: Seat = 0) -> str:
    """The same as the regulations call it: `Six rounds 5-1`."""
    ends = state.regulations.ends if state.setup else ()
    return _ended(next((end.name for end in ends if end.id == report.end), report.end), report, seat)


def _ended(end: str, report: Report, seat: Seat) -> str:
    figures = _figures(report)
    one, two = figures[seat], figures[other(seat)]
    return f"{end} {one}-{two}" if one or two else end


def _figures(report: Report) -> tuple[int, int]:
    if isinstance(report, MarginReport):
        one, two = report.scores
        return one.destroyed + one.objective, two.destroyed + two.objective
    if isinstance(report, ShareReport):
        return report.tokens
    return report.games.count(0), report.games.count(1)


def plan_words(plan: Plan) -> str:
    """The announced plan in words."""
    if not plan.rounds:
        return f"{plan.attendance} players, elimination only"
    return f"{plan.attendance} players, {plan.rounds} Swiss rounds, {cut_words(plan.cut_kind, plan.cut)}"


def cut_words(kind: CutKind, cut: int) -> str:
    """A cut in words."""
    return {
        "top": f"cut to {cut}" if cut else "no cut",
        "top-with-ties": f"cut to {cut} and whoever is equal to the last of them",
        "at-least-points": f"everybody with {cut} points or more goes on",
        "at-most-losses": f"everybody with {cut} losses or fewer goes on",
    }[kind]
