"""Both versions of a disputed result, and what settles it."""

from __future__ import annotations

from dataclasses import dataclass

from muster.app.results import read as results
from muster.app.results.read import ResultRow
from muster.app.results.report import ResultPreview, scored_result, token_of
from muster.core.ids import PlayerId, TableNo
from muster.core.scoring.reports import Report
from muster.core.tournament.state import Round
from muster.exchange.quick_results import Quick
from muster.web.desk.context import Desk


@dataclass(frozen=True, slots=True)
class DisputedVersion:
    """One player's version of a disputed result; nothing is worked out where they only said that it is wrong."""

    by: str
    preview: ResultPreview | None


@dataclass(frozen=True, slots=True)
class Dispute:
    """Both versions of a disputed result, scored.

    Attributes:
        row: the match.
        versions: that of who reported, and that of who contradicted.
        token: stands for what was reported; sent back to settle it.
    """

    row: ResultRow
    versions: tuple[DisputedVersion, ...]
    token: str


def dispute_at(desk: Desk, round_: Round, table: TableNo) -> Dispute:
    """What settles a disputed result."""
    match = round_.matches[table]

    def version(report: Report | None, by: PlayerId | None) -> DisputedVersion:
        preview = scored_result(desk.state, round_, Quick(table, report), desk.name) if report else None
        return DisputedVersion(desk.name(by) if by else "", preview)

    against = results.disputed_by(desk.snapshot, round_.number, table)
    return Dispute(
        results.row_of(desk.state, match, desk.name),
        (version(match.report, match.by), version(match.dispute, against)),
        token_of(round_.number, match, match.report) if match.report else "",
    )
