"""Figures, results and plans in the words that every page and every terminal uses for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from unicodedata import bidirectional

from muster.core.bracket.cut import CutKind
from muster.core.ids import Seat, other
from muster.core.messages import NOTHING, Item, Message, listing, say, say_in, say_n
from muster.core.scoring.reports import MarginReport, Report, ShareReport
from muster.core.standings.values import Table
from muster.core.tournament.state import Match, MatchStatus, State
from muster.core.tournament.values import Plan

_STATUS: Final[Mapping[MatchStatus, Message]] = {
    "open": say_in("a match", "open"),
    "reported": say_in("a match", "reported"),
    "disputed": say_in("a match", "disputed"),
}


def isolated(name: str) -> str:
    """A name as it stands in a sentence: one written from right to left does not turn what is around it."""
    turns = not name.isascii() and any(bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def points_heading(table: Table) -> str:
    """The short heading of the points column."""
    return str(next(column.short for column in table.criteria if column.id == "points"))


def match_words(match: Match, seat: Seat = 0, *, state: State | None = None) -> Message:
    """How a match stands, in a word or two; the figures of the player in this seat first.

    With the tournament its end is called what the regulations call it, without it what one types for it.
    """
    words: list[Item] = [_STATUS[match.status]] if match.status != "confirmed" else []
    if match.report is not None:
        words.append(ending_words(state, match.report, seat) if state else score_words(match.report, seat))
    elif match.outcome is not None:
        words.append(say("awarded"))
    if match.pairing.rematch:
        words.append(say("rematch"))
    if match.corrections:
        words.append(say("corrected"))
    return say_in("how a match stands", "{words}", words=listing(words, "plain")) if words else NOTHING


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


def plan_words(plan: Plan) -> Message:
    """The announced plan in words."""
    if not plan.rounds:
        return say_n("{count} player, elimination only", "{count} players, elimination only", plan.attendance)
    return say_in(
        "a plan",
        "{players}, {rounds}, {cut}",
        players=say_n("{count} player", "{count} players", plan.attendance),
        rounds=say_n("{count} Swiss round", "{count} Swiss rounds", plan.rounds),
        cut=cut_words(plan.cut_kind, plan.cut),
    )


def cut_words(kind: CutKind, cut: int) -> Message:
    """A cut in words."""
    match kind:
        case "top":
            return say("cut to {cut}", cut=cut) if cut else say("no cut")
        case "top-with-ties":
            return say("cut to {cut} and everybody equal to the last of them", cut=cut)
        case "at-least-points":
            return say_n(
                "everybody with {count} point or more goes on",
                "everybody with {count} points or more goes on",
                cut,
            )
        case "at-most-losses":
            return say_n(
                "everybody with {count} loss or fewer goes on",
                "everybody with {count} losses or fewer goes on",
                cut,
            )
