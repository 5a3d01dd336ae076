"""The desk's count of a score from the rosters of a table; it fills in the form of the result and records nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import URLPattern, path

from muster.app.results import read as results
from muster.app.results.report_forms import Data
from muster.app.rosters.counting import CountingTable, Decision, sides_of, table_of, who_decides
from muster.app.rosters.read import rosters_that_count
from muster.app.rosters.terms import plan_of, rules_of
from muster.core.ids import PlayerId, TableNo
from muster.core.tournament.state import Match
from muster.people.models import RosterVersion
from muster.web.desk.context import Desk, desk_page

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
    if match is None or counted_table is None:
        return desk.render("desk/results/no_count.html", {"table": table}, status=404)
    sent = desk.request.POST if desk.request.method == "POST" else desk.request.GET
    counted = counted_table.count({name: str(value)[:LONGEST] for name, value in sent.items()})
    if desk.request.method == "POST" and not counted.fault and "again" not in sent:
        filled = urlencode({"from": FILLED, **counted.report()})
        return desk.go("desk:result", table, query=f"?{filled}")
    names = tuple(desk.name(player) for player in match.pairing.players)
    context = {"round": round_, "table": table, "count": counted, "sides": sides_of(counted, names)}
    return desk.render("desk/results/count.html", context, status=422 if counted.fault else 200)


def roster_context(desk: Desk, match: Match) -> dict[str, Any]:
    """What the form of a result shows of the rosters at the table: who decides, and whether it can be counted."""
    rules = rules_of(desk.state)
    if desk.tournament.rosters == "none" or rules is None:
        return {}
    found = rosters_that_count(desk.tournament.pk, match.pairing.players)
    return {"decision": _decision(desk, match, found), "countable": bool(found and rules.tally)}


def filled_in(sent: Mapping[str, str]) -> Data | None:
    """What a count put into the address of the form; None for any other address."""
    if sent.get("from") != FILLED:
        return None
    return cast("Data", {name: value[: 2 * LONGEST] for name, value in sent.items() if name != "from"})


def _decision(desk: Desk, match: Match, found: Mapping[PlayerId, RosterVersion]) -> Decision | None:
    rules = rules_of(desk.state)
    one, two = match.pairing.players
    if rules is None or one not in found or two not in found:
        return None
    totals = (found[one].total, found[two].total)
    return who_decides(desk.state, rules, "opponents", totals, (desk.name(one), desk.name(two)))


def _table(desk: Desk, match: Match) -> CountingTable | None:
    if desk.tournament.rosters == "none":
        return None
    plan, rules = plan_of(desk.tournament), rules_of(desk.state)
    found = rosters_that_count(desk.tournament.pk, match.pairing.players)
    return table_of(desk.tournament, desk.state, rules, plan, match, found)


urlpatterns: list[URLPattern] = [path("results/<int:table>/count", count, name="result-count")]
