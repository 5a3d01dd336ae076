"""The desk's rosters: who has handed one in, what is wrong with it, and who has seen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.addresses import note_address
from muster.app.mail import messages as told
from muster.app.mail.messages import mail_leaves
from muster.app.rosters import overview
from muster.app.rosters.bulk import GAMES
from muster.app.rosters.overview import PlayerRoster
from muster.app.rosters.terms import rules_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.people.view import Choice, number_of
from muster.web.desk.rosters import exports
from muster.web.desk.rosters.plan_page import summary

CHIPS: Final = {
    "all": gettext_lazy("All"),
    "missing": gettext_lazy("Missing"),
    "draft": gettext_lazy("Draft only"),
    "illegal": gettext_lazy("Not in order"),
    "doubt": gettext_lazy("In doubt"),
    "in-order": gettext_lazy("In order"),
    "changed": gettext_lazy("Changed since checked"),
    "unchecked": gettext_lazy("Not checked"),
    "checked": gettext_lazy("Checked"),
}

HEADINGS: Final = {
    "name": gettext_lazy("Name"),
    "table": gettext_lazy("Table"),
    "standing": gettext_lazy("Roster"),
    "faction": gettext_lazy("Faction"),
    "total": gettext_lazy("Points"),
    "at": gettext_lazy("Handed in"),
    "seen": gettext_lazy("Check"),
}


@require_safe
@desk_page("rosters")
def rosters(desk: Desk) -> HttpResponse:
    """Everybody with their roster."""
    lines = overview.lines_of(desk.tournament.pk, desk.state)
    part = desk.request.headers.get("HX-Target") == "rosters-list"
    template = "desk/rosters/list.html" if part else "desk/rosters/rosters.html"
    answer = desk.render(template, {**_list(desk, lines), **({} if part else _head(desk))})
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_POST
@desk_page("people")
def remind(desk: Desk) -> HttpResponse:
    """Write to those whose roster is missing and who have given an address."""
    note_address(desk.request.build_absolute_uri("/"))
    lines = overview.lines_of(desk.tournament.pk, desk.state)
    awaited = [line.entry for line in lines if not line.gone and not line.handed_in]
    count = told.remind(awaited, timezone.now())
    if not count:
        says = _("Nobody who is missing one has given an address. Tell them yourself.")
    elif mail_leaves():
        says = ngettext("%(count)d player is reminded.", "%(count)d players are reminded.", count)
        says += " " + _("Each is written to once a day at most.")
    else:
        says = _("This site sends no mail: tell the players yourself.")
    (messages.success if count and mail_leaves() else messages.error)(desk.request, says % {"count": count})
    return desk.go("desk:rosters", query="?show=missing")


def _head(desk: Desk) -> dict[str, Any]:
    rules = rules_of(desk.state)
    return {
        "formats": exports.formats_of(rules.game) if rules else (),
        "summary": summary(desk.tournament, desk.state),
        "may_remind": not desk.state.stages and desk.tournament.rosters != "none",
        "many": rules is not None and rules.game in GAMES and not desk.state.stages,
    }


def _list(desk: Desk, lines: Sequence[PlayerRoster]) -> dict[str, Any]:
    asked = desk.request.GET
    query, order = asked.get("q", "")[:100], asked.get("sort", "")
    show: overview.Show = next((each for each in overview.SHOWS if each == asked.get("show")), "all")
    counts = overview.counts(lines)
    chosen = overview.sorted_by(overview.found(overview.shown(lines, show), query), order)
    page = overview.page_of(chosen, number_of(asked.get("page", "1")))
    words = {"q": query, "show": show, "sort": order}
    pointed = any(line.kept and line.kept.total is not None for line in lines)
    rules = rules_of(desk.state)
    by_leaders = rules is not None and rules.game == "unlimited"
    return {
        "lines": page.lines,
        "page": page,
        "q": query,
        "show": show,
        "order": order,
        "counts": counts,
        "handed_in": sum(line.handed_in for line in lines),
        "expected": sum(not line.gone for line in lines),
        "total": len(lines),
        "pointed": pointed,
        "by_leaders": by_leaders,
        "base": desk.url("desk:rosters"),
        "before": _query({**words, "page": str(page.number - 1)}) if page.number > 1 else "",
        "after": _query({**words, "page": str(page.number + 1)}) if page.number < page.pages else "",
        "chips": _chips(counts, words),
        "headings": _headings(words, pointed=pointed, by_leaders=by_leaders),
    }


def _chips(counts: Mapping[overview.Show, int], words: Mapping[str, str]) -> list[Choice]:
    return [
        Choice(str(CHIPS[each]), _query({**words, "show": each}), each == words["show"], counts[each])
        for each in overview.SHOWS
        if counts[each] or each in ("all", words["show"])
    ]


def _headings(words: Mapping[str, str], *, pointed: bool, by_leaders: bool) -> list[Choice]:
    made = []
    titles = {**HEADINGS, **({"faction": gettext_lazy("Leader")} if by_leaders else {})}
    for sort in overview.SORTS:
        if sort == "total" and not pointed:
            continue
        now = {sort: "ascending", f"-{sort}": "descending"}.get(words["sort"] or "name", "")
        query = _query({**words, "sort": f"-{sort}" if now == "ascending" else sort})
        made.append(
            Choice(str(titles[sort]), query, bool(now), order=now, figures=sort in ("table", "total"))
        )
    return made


def _query(asked: Mapping[str, str]) -> str:
    """The part of an address that keeps search, filter, order and page."""
    usual = {"show": "all", "page": "1", "sort": "name"}
    told = {key: value for key, value in asked.items() if value and value != usual.get(key)}
    return f"?{urlencode(told)}" if told else "?"


urlpatterns: list[URLPattern] = [
    path("rosters", rosters, name="rosters"),
    path("rosters/remind", remind, name="rosters-remind"),
]
