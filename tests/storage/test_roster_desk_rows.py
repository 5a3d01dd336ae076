"""The desk's rosters on both databases: overview, who plays what, a judge's check, weighing anew."""

from __future__ import annotations

import pytest

from muster.app.rosters import inspection, planning, storage
from muster.app.rosters.breakdown import breakdown
from muster.app.rosters.inspection import Busy
from muster.people.models import RosterInspection, RosterLine, RosterPlan, RosterVersion
from muster.web.desk.rosters import overview
from muster.web.desk.rosters.exports import brought
from muster.web.desk.rosters.search import who_plays
from roster_cases import FLEET, FRIDAY, OVER, asking, entry_of, weighed
from storage_cases import Base
from web_cases import account

pytestmark = pytest.mark.usefixtures("base")


def test_rosters_are_overseen_searched_counted_and_weighed_anew(base: Base) -> None:
    hall = asking(players=3)
    for player, text in ((1, FLEET), (2, OVER), (1, FLEET.replace("6 x YT-2400 (96)", "4 x YT-2400 (64)"))):
        kept = storage.submit(entry_of(hall, player), weighed(hall, text), hall.actor, FRIDAY)
        assert isinstance(kept, RosterVersion), base.kind
    number, state = hall.tournament.pk, hall.state
    lines = {line.player: line for line in overview.lines_of(number, state)}
    assert [lines[player].handed_in for player in (1, 2, 3)] == [True, True, False]
    assert lines[2].standing == "illegal"
    (card,) = who_plays(number, state, "yt 2400").cards
    assert [(one.player, one.copies) for one in card.holders] == [(1, 4), (2, 6)]
    assert who_plays(number, state, "100%_").cards == ()
    found = breakdown(hall.tournament, state)
    assert [(one.name, one.rosters) for one in found.leads] == [("General Madine", 2)]
    assert [one.version.number for one in brought(number)] == [2, 1]
    planning.keep(
        hall.tournament, state, hall.actor, "required", RosterPlan(tournament=hall.tournament, most=500)
    )
    assert set(RosterVersion.objects.filter(entry__player=2).values_list("legal", flat=True)) == {True}
    assert RosterLine.objects.filter(plain="yt2400").count() == 2


def test_one_check_runs_at_a_time_and_marks_add_up(base: Base) -> None:
    hall = asking(players=2)
    own, first, second = entry_of(hall), account("Jo Judge"), account("Kim Judge")
    row = inspection.begin(own, 1, first, 0, FRIDAY)
    assert isinstance(row, RosterInspection)
    assert isinstance(inspection.begin(own, 1, second, 0, FRIDAY), Busy), base.kind
    known = frozenset({"0", "1.0"})
    for path in sorted(known):
        assert inspection.mark(row.pk, first, {path: "seen"}, known) is None
    assert inspection.finish(row.pk, first, {"1.0": "wrong"}, known, "problem", "") is None
    (kept,) = inspection.history(own)
    assert (kept.marks, kept.result) == ({"0": "seen", "1.0": "wrong"}, "problem")
