"""A result as one of its players reads it: their own side first, at a table of three or four by seats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from muster.app.results.description import SideWorth, described
from muster.app.results.report import ResultPreview
from muster.core.ids import SEATS_AT_TABLE, Seat, TableSeat, other
from muster.core.messages import Message, say
from muster.core.scoring.reports import GamesReport, MarginReport, PairReport, PlacingReport, ShareReport

T = TypeVar("T")


@dataclass(frozen=True)
class OwnFirst:
    """A result for one of its players.

    Attributes:
        preview: the result.
        seat: where they sit.
    """

    preview: ResultPreview
    seat: TableSeat

    @cached_property
    def sides(self) -> tuple[tuple[SideWorth, bool], ...]:
        """What it brings everybody, and which of them is theirs; nothing where something is wrong with it."""
        sides, report = self.preview.sides, self.preview.report
        if isinstance(report, PlacingReport):
            return tuple(
                (replace(side, more=left_words(report, seat)), seat == self.seat)
                for seat, side in zip(SEATS_AT_TABLE, sides, strict=False)
            )
        first: Seat = 0 if self.seat == 0 else 1
        return tuple((sides[seat], seat == first) for seat in (first, other(first)) if sides)

    @property
    def at_table(self) -> bool:
        """Whether it is that of a table of three or four."""
        return isinstance(self.preview.report, PlacingReport)

    @cached_property
    def description(self) -> tuple[tuple[Message, Message], ...]:
        """The result in the words of the form, each figure of theirs before the other's."""
        shown = self.preview
        report = shown.report
        if report is None or shown.terms is None or isinstance(report, PlacingReport) or self.seat == 0:
            return shown.description
        one, two = shown.names
        return tuple(described(mirrored(report), shown.terms, (two, one)))

    @property
    def steps(self) -> list[tuple[Message, str]]:
        """How it was calculated, each step with its clause."""
        return self.preview.steps


def left_words(report: PlacingReport, seat: TableSeat) -> Message:
    """What somebody at a table has left at the end, or why nothing."""
    if seat in report.conceded:
        return say("conceded")
    if seat in report.absent:
        return say("never came")
    if seat in report.lost:
        return say("given the loss")
    return say("{left} left", left=report.left[seat])


def mirrored(report: PairReport) -> PairReport:
    """The same result with the two players' seats exchanged."""
    if isinstance(report, MarginReport):
        return replace(
            report,
            scores=_turned(report.scores),
            deciding=_across(report.deciding),
            winner=_across(report.winner),
            by=_across(report.by),
        )
    if isinstance(report, ShareReport):
        return replace(
            report,
            tokens=_turned(report.tokens),
            scores=_turned(report.scores),
            deciding=_across(report.deciding),
            winner=_across(report.winner),
            by=_across(report.by),
        )
    return _mirrored_games(report)


def _mirrored_games(report: GamesReport) -> GamesReport:
    return replace(
        report,
        games=tuple(_across(game) for game in report.games),
        base_hp=_turned(report.base_hp) if report.base_hp is not None else None,
        deciding=_across(report.deciding),
        winner=_across(report.winner),
        by=_across(report.by),
    )


def _turned(pair: tuple[T, T]) -> tuple[T, T]:
    return pair[1], pair[0]


def _across(seat: Seat | None) -> Seat | None:
    return None if seat is None else other(seat)
