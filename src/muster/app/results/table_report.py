"""The report of a table of three or four as a phone asks for it: of everybody what is left, or why nothing.

A player fills in one line for each seat: a number, and whether whoever sits there conceded, and as which of those who
did. Who was given the loss is a judge's word, so it is put in and cannot be chosen. Who never came is their word, too:
they cannot say anything against it, and a table of three would settle it by two.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from muster.app.results.report_forms import Data
from muster.core.ids import SEATS_AT_TABLE, TableSeat
from muster.core.scoring.reports import PlacingReport


def table_data(sent: Data, players: int, lost: Collection[TableSeat] = ()) -> dict[str, str]:
    """What a phone sent, as the form of a report has it (`report_forms`).

    Args:
        sent: `end`, and for each seat `left.0`, `how.0` and, where they were set by hand, `places.0`; whoever conceded
            has nothing left.
        players: how many sit at the table.
        lost: who was given the loss, which nobody at the table can change.
    """
    found = {"end": sent.get("end", "")}
    for seat in SEATS_AT_TABLE[:players]:
        how = sent.get(f"how.{seat}", "").strip()
        if seat in lost:
            found |= {f"lost.{seat}": "yes", f"left.{seat}": "0"}
        elif how:
            found |= {f"conceded.{seat}": how, f"left.{seat}": "0"}
        else:
            found[f"left.{seat}"] = sent.get(f"left.{seat}", "")
        found[f"places.{seat}"] = sent.get(f"places.{seat}", "")
    return found


def sent_as(report: PlacingReport) -> Mapping[str, str]:
    """What a phone sends for this report; the figures of whoever left stay empty."""
    gone = {*report.conceded, *report.lost}
    found = {"end": str(report.end)}
    for seat, left in zip(SEATS_AT_TABLE, report.left, strict=False):
        found[f"left.{seat}"] = "" if seat in gone else str(left)
    found |= conceded_as(report.conceded)
    return found | {f"places.{seat}": str(place) for seat, place in enumerate(report.places or ())}


def conceded_as(seats: Sequence[TableSeat]) -> dict[str, str]:
    """What a phone sends of those who conceded, the first to leave first."""
    return {f"how.{seat}": str(at) for at, seat in enumerate(seats, 1)}
