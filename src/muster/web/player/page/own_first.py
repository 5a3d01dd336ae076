"""A result as one of the two players reads it: their own side first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from muster.app.results.description import SideWorth, described
from muster.app.results.report import ResultPreview
from muster.core.ids import Seat, other
from muster.core.messages import Message
from muster.core.scoring.reports import GamesReport, MarginReport, Report, ShareReport

T = TypeVar("T")


@dataclass(frozen=True)
class OwnFirst:
    """A result for one of the two.

    Attributes:
        preview: the result.
        seat: which of the two they are.
    """

    preview: ResultPreview
    seat: Seat

    @cached_property
    def sides(self) -> tuple[tuple[SideWorth, bool], ...]:
        """What it brings both, and which of them is theirs; nothing where something is wrong with it."""
        sides = self.preview.sides
        return tuple((sides[seat], seat == self.seat) for seat in (self.seat, other(self.seat)) if sides)

    @cached_property
    def description(self) -> tuple[tuple[Message, Message], ...]:
        """The result in the words of the form, each figure of theirs before the other's."""
        shown = self.preview
        if shown.report is None or shown.terms is None or self.seat == 0:
            return shown.description
        return tuple(described(mirrored(shown.report), shown.terms, _turned(shown.names)))

    @property
    def steps(self) -> list[tuple[Message, str]]:
        """How it was calculated, each step with its clause."""
        return self.preview.steps


def mirrored(report: Report) -> Report:
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
