"""Single pairings of a published round changed before it begins: first what changes, then the reason, then the act."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import URLPattern, path

from muster.app.history.latest import meanwhile
from muster.app.history.reasons import typed
from muster.app.rounds.re_pairing import (
    RePairing,
    affected_by_corrections,
    preview_swaps,
    re_pair,
    recalled,
    suggested_swaps,
    swaps_of,
    swaps_text,
)
from muster.app.rounds.sheets import everybody
from muster.app.rounds.swapping import find_player
from muster.core.ids import PlayerId
from muster.core.private import LONGEST_REASON
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.folding import folded
from muster.web.desk.context import Desk, desk_page


@desk_page("rounds")
def repair(desk: Desk) -> HttpResponse:
    """Choose who changes places in the published round, look at it, and do it with a reason."""
    if desk.request.method != "POST":
        return _page(desk, swaps_of(desk.request.GET.get("swaps", "")))
    swaps = swaps_of(desk.request.POST.get("swaps", ""))
    reason = " ".join(desk.request.POST.get("reason", "").split())
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
        return _refused(desk, swaps, reason, answer)
    desk.tell(answer)
    return desk.go("desk:round")


def _refused(desk: Desk, swaps: tuple[Any, ...], reason: str, refusal: Refusal) -> HttpResponse:
    """The page as things are now, with what was typed and what others have done meanwhile."""
    fresh = Desk(desk.request, desk.event, desk.actor, desk.tournament)
    since = desk.sent_version if refusal.code == "stale" else -1
    context = {
        "refusal": refusal,
        "reason": reason,
        "meanwhile": meanwhile(fresh.snapshot, since, fresh.name),
    }
    return _page(fresh, swaps, status=409 if refusal.code == "stale" else 422, **context)


def _page(
    desk: Desk, swaps: tuple[tuple[PlayerId, PlayerId], ...], *, status: int = 200, **more: Any
) -> HttpResponse:
    table = recalled(desk.state)
    if isinstance(table, Refusal):
        context = {"closed": table, "correction_clause": desk.state.regulations.correction.clause, **more}
        return desk.render("desk/repair/page.html", context, status=status)
    picked, unknown = _picked(desk, table)
    found = preview_swaps(desk.state, (*swaps, *picked), desk.names)
    shown = found if isinstance(found, RePairing) and found.swaps else None
    offered = None if shown else suggested_swaps(desk.state, affected_by_corrections(desk.state), desk.names)
    sheet = table.proposal.sheet if table.proposal else None
    context = {
        "round_no": len(table.rounds) + 1,
        "mend": shown,
        "swaps": swaps_text(shown.swaps) if shown else "",
        "swap_refusal": found if isinstance(found, Refusal) else None,
        "offered": offered if isinstance(offered, RePairing) and offered.swaps else None,
        "offered_swaps": swaps_text(offered.swaps) if isinstance(offered, RePairing) else "",
        "unknown": unknown,
        "choices": sorted(
            ((desk.name(one), one) for one in (everybody(sheet) if sheet else [])),
            key=lambda one: folded(one[0]),
        ),
        "picked": find_player(desk.request.GET.get("pick", "")[:200], table, desk.names)
        if not shown
        else None,
        "longest": LONGEST_REASON,
        "reason_fault": "refusal" in more and more["refusal"].code == "reason-missing",
        **more,
    }
    return desk.render("desk/repair/page.html", context, status=status)


def _picked(desk: Desk, table: State) -> tuple[tuple[tuple[PlayerId, PlayerId], ...], list[str]]:
    """The two who were chosen last, and what was typed that is nobody's name."""
    asked = [desk.request.GET.get(name, "").strip()[:200] for name in ("pick", "with")]
    found = [find_player(text, table, desk.names) for text in asked]
    unknown = [text for text, player in zip(asked, found, strict=True) if text and player is None]
    one, two = found
    return (((one, two),) if one and two else ()), unknown


urlpatterns: list[URLPattern] = [
    path("round/repair", repair, name="repair"),
]
