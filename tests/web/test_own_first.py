"""A result as each of the two players reads it: their own figures come first."""

from __future__ import annotations

import pytest

from muster.core.ids import SEATS, Seat, other
from muster.core.scoring.reports import GamesReport, MarginReport, PairReport, ShareReport, Tally
from muster.web.player.page.own_first import mirrored
from player_cases import begun, phones
from regulations_cases import PAIRS

pytestmark = pytest.mark.django_db

REPORTS: tuple[PairReport, ...] = (
    MarginReport(end="rounds", scores=(Tally(184, 20), Tally(92, 0)), deciding=0),
    MarginReport(end="defeated", scores=(Tally(400), Tally(10)), winner=0),
    MarginReport(end="concession", by=1),
    ShareReport(end="time", tokens=(3, 1), scores=(120, 80), deciding=1, winner=0),
    ShareReport(end="concession", by=0, agreed_to_score=True),
    GamesReport(end="time", games=(0, None, 1), unfinished=True, base_hp=(12, 7), deciding=0),
    GamesReport(end="decided", games=(1, 1)),
    GamesReport(end="concession", by=0, winner=1),
)


@pytest.mark.parametrize("report", REPORTS, ids=lambda one: f"{one.model}-{one.end}")
def test_seats_change_places_and_twice_is_as_before(report: PairReport) -> None:
    turned = mirrored(report)
    assert turned != report
    assert mirrored(turned) == report
    assert (turned.end, turned.model) == (report.end, report.model)
    seats = ("by", "winner", "deciding")
    for name in seats:
        seat: Seat | None = getattr(report, name)
        assert getattr(turned, name) == (None if seat is None else other(seat))


@pytest.mark.parametrize("regulations", PAIRS)
def test_both_read_their_own_side_first(regulations: str) -> None:
    hall = begun(regulations)
    both = phones(hall)
    both[0].says(0)
    for seat in SEATS:
        shown = both[seat].look().split('<dl class="worth">', 1)[1].split("</dl>", 1)[0]
        mine, theirs = shown.split("<dt>")[1:]
        assert "You" in mine
        assert both[1 - seat].entry.person.name in theirs
        assert ("won" in mine) is (seat == 0)
