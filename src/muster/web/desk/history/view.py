"""The desk's history: every act with who and when, what was taken back, and the tournament as it was then."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.histories import (
    PAGE,
    Act,
    HistoryQuery,
    act_at,
    acts,
    group_titles,
    neighbours,
    players_meant,
    spans,
    teller_of,
)
from muster.app.history.latest import latest_act, undo
from muster.app.history.reasons import proofs
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.history.then_view import Moment, as_it_was
from muster.web.desk.history.then_view import urlpatterns as then_urlpatterns

LONGEST_QUERY = 100

_PAGES = {
    "people": "desk:people",
    "plan": "desk:plan",
    "rounds": "desk:round",
    "results": "desk:results",
    "corrections": "desk:results",
    "cut": "desk:bracket",
    "end": "desk:finish",
    "undo": "desk:history",
}
"""The page on which what an act touched is found."""


@desk_page("look")
def history(desk: Desk) -> HttpResponse:
    """Every act, newest first."""
    return _page(desk)


@require_POST
@desk_page("undo")
def undo_here(desk: Desk) -> HttpResponse:
    """Take back the latest act, the one the page showed."""
    answer = undo(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _page(desk, answer)
    desk.tell(answer)
    return desk.go("desk:history")


@desk_page("look")
def act(desk: Desk, seq: int) -> HttpResponse:
    """One act in full, and the tournament as it stood after it."""
    found = act_at(desk.snapshot, seq)
    if found is None:
        raise Http404("There is no such act.")
    first, last = found
    teller = teller_of(desk.snapshot, desk.name, desk.words)
    told = acts(desk.snapshot, [found], teller, told=last - first + 1)[0]
    before, after = neighbours(desk.snapshot, first, last)
    context = {
        "act": told,
        "link": _link(desk, told),
        "before": before,
        "after": after,
        "head": desk.snapshot.entries[last - 1].head,
        "proofs": proofs(desk.tournament.pk, desk.snapshot.entries[first - 1 : last]),
        **as_it_was(Moment(desk, first, last)),
    }
    return desk.render("desk/history/act.html", context)


def _page(desk: Desk, refusal: Refusal | None = None) -> HttpResponse:
    asked = _asked(desk)
    teller = teller_of(desk.snapshot, desk.name, desk.words)
    found = spans(desk.snapshot, _wanted(desk, asked), teller)
    page = Paginator(found, PAGE).get_page(desk.request.GET.get("page", "1"))
    latest = latest_act(desk.snapshot)
    told = acts(desk.snapshot, list(page.object_list), teller)
    context = {
        **asked,
        "refusal": refusal,
        "page": page,
        "count": page.paginator.count,
        "filters": urlencode({key: value for key, value in asked.items() if value}),
        "filtered": any(asked.values()),
        "groups": group_titles(),
        "acts": [(one, _link(desk, one)) for one in told],
        "undoable": latest[0] if latest else None,
    }
    status = 200 if refusal is None else 409 if refusal.code == "stale" else 422
    return desk.render("desk/history/page.html", context, status=status)


def _asked(desk: Desk) -> dict[str, str]:
    """What the page is to be narrowed down to, as typed."""
    get = desk.request.GET
    kind = get.get("kind", "")
    return {
        "kind": kind if kind in group_titles() else "",
        "player": get.get("player", "")[:LONGEST_QUERY].strip(),
        "table": get.get("table", "")[:LONGEST_QUERY].strip(),
    }


def _wanted(desk: Desk, asked: dict[str, str]) -> HistoryQuery:
    table = asked["table"].removeprefix("#")
    number = int(table) if table.isascii() and table.isdecimal() and len(table) < 7 else -1
    return HistoryQuery(
        asked["kind"],
        players_meant(desk.names, asked["player"]) if asked["player"] else None,
        number if table else None,
    )


def _link(desk: Desk, one: Act) -> str:
    """Where what an act touched is found."""
    url = desk.url(_PAGES[one.group])
    if one.group in ("results", "corrections") and one.round_no is not None:
        return f"{url}?{urlencode({'round': one.round_no, 'show': 'all', 'q': one.table or ''})}"
    if one.group == "rounds" and one.round_no is not None and one.round_no <= len(desk.state.rounds):
        return desk.url("desk:round-n", one.round_no)
    if one.group == "people" and one.player is not None:
        return f"{url}?{urlencode({'q': f'#{one.player}'})}"
    return url


urlpatterns: list[URLPattern] = [
    path("history", history, name="history"),
    path("history/undo", undo_here, name="history-undo"),
    path("history/<int:seq>", act, name="history-act"),
    *then_urlpatterns,
]
