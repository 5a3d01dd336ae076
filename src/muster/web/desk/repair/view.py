"""Single pairings of a published round changed before it begins: first what changes, then the reason, then the act."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path

from muster.app.history.reasons import typed
from muster.app.rounds.re_pairing import re_pair, recalled
from muster.app.rounds.swap_suggestions import Pair
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.refused import NotDone, afresh
from muster.web.desk.repair.page import NoRepair, RepairPage
from muster.web.desk.repair.preview import (
    swaps_of,
)


@desk_page("rounds")
def repair(desk: Desk) -> HttpResponse:
    """Choose who changes places in the published round, look at it, and do it with a reason."""
    if desk.request.method != "POST":
        return _page(desk, swaps_of(desk.request.GET.get("swaps", "")), NotDone())
    swaps = swaps_of(desk.request.POST.get("swaps", ""))
    reason = desk.request.POST.get("reason", "")
    if not swaps:
        return desk.go("desk:repair")
    answer = re_pair(
        desk.tournament.pk,
        desk.actor,
        swaps,
        typed(reason),
        expected_version=desk.sent_version,
        key=desk.sent_key,
    )
    if isinstance(answer, Refusal):
        fresh, refused = afresh(desk, answer, {"reason": reason})
        return _page(fresh, swaps, refused)
    desk.tell(answer)
    return desk.go("desk:round")


def _page(desk: Desk, swaps: tuple[Pair, ...], refused: NotDone) -> HttpResponse:
    table = recalled(desk.state)
    page = (
        NoRepair(table, refused=refused)
        if isinstance(table, Refusal)
        else RepairPage(desk, table, swaps, refused=refused)
    )
    return desk.show(page, status=refused.status)


urlpatterns: list[URLPattern] = [
    path("round/repair", repair, name="repair"),
]
