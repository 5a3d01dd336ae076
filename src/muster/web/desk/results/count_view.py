"""The desk's count of a score from the rosters of a table; it fills in the form of the result and records nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import URLPattern, path

from muster.app.results import read as results
from muster.app.results.report_forms import Data
from muster.app.rosters.read import counting_table, rosters_that_count
from muster.app.rosters.terms import plan_of
from muster.core.ids import TableNo
from muster.core.tournament.state import Match
from muster.exchange.rosters.counting import CountingTable
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.results.match_page import NoCount, TallyPage

LONGEST: Final = 12
"""Characters of a figure."""

FILLED: Final = "rosters"
"""What the address of the result's form says where a count filled it in."""


@desk_page("results")
def count(desk: Desk, table: int) -> HttpResponse:
    """Tick what was destroyed at a table of the running round; sent, it opens the form of the result, filled in."""
    round_ = results.round_at(desk.state, None)
    match = round_.matches.get(TableNo(table)) if round_ and desk.state.places is None else None
    counted_table = _table(desk, match) if match else None
    if round_ is None or match is None or counted_table is None:
        return desk.show(NoCount(table), status=404)
    sent = desk.request.POST if desk.request.method == "POST" else desk.request.GET
    counted = counted_table.count({name: str(value)[:LONGEST] for name, value in sent.items()})
    if desk.request.method == "POST" and not counted.fault and "again" not in sent:
        filled = urlencode({"from": FILLED, **counted.report()})
        return desk.go("desk:result", table, query=f"?{filled}")
    return desk.show(TallyPage(desk, round_, match, counted), status=422 if counted.fault else 200)


def filled_in(sent: Mapping[str, str]) -> Data | None:
    """What a count put into the address of the form; None for any other address."""
    if sent.get("from") != FILLED:
        return None
    return cast("Data", {name: value[: 2 * LONGEST] for name, value in sent.items() if name != "from"})


def _table(desk: Desk, match: Match) -> CountingTable | None:
    if desk.tournament.rosters == "none":
        return None
    found = rosters_that_count(desk.tournament.pk, match.pairing.players)
    return counting_table(desk.tournament, desk.state, plan_of(desk.tournament), match, found)


urlpatterns: list[URLPattern] = [path("results/<int:table>/count", count, name="result-count")]
