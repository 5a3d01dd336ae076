"""The players' page: the list, adding by typing, the waiting list, payments, and the list as a file or on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import segno
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.downloads import csv_text, file_name
from muster.app.history.submitting import Done, recorded
from muster.app.people import read as lists
from muster.app.people.player_sheet import late_entry
from muster.app.people.read import Line
from muster.app.people.waiting_list import waiting
from muster.app.registration.clubs import clubs_known_to
from muster.app.registration.edit_entry import set_paid
from muster.app.registration.entries import enter, organiser_of, places_left, queue, readmit, stop_waiting
from muster.core.scoring.scored import Problem
from muster.core.tournament.facts import ActRetracted
from muster.core.tournament.refusals import Refusal
from muster.exchange.spreadsheets import workbook
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.once import once
from muster.web.desk.people.newcomer_form import newcomer_of
from muster.web.desk.people.page import PaperPage
from muster.web.desk.people.warnings import Question, questions

CHIPS: Final = {
    "all": gettext_lazy("All"),
    "here": gettext_lazy("Here"),
    "missing": gettext_lazy("Not checked in"),
    "waiting": gettext_lazy("Waiting list"),
    "dropped": gettext_lazy("Dropped"),
    "unpaid": gettext_lazy("Not paid"),
}

HEADINGS: Final = {
    "name": gettext_lazy("Name"),
    "number": gettext_lazy("No."),
    "club": gettext_lazy("Club"),
    "standing": gettext_lazy("Status"),
    "table": gettext_lazy("Table"),
    "paid": gettext_lazy("Paid"),
}

FIELDS: Final = ("name", "alias", "pronouns", "club", "email", "table", "reason", "bye", "paid", "shown_as")
"""The fields of a player, as forms name them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A chip or a heading: its words, where it leads, whether it is chosen."""

    title: str
    query: str
    current: bool
    count: int = 0
    order: str = ""
    figures: bool = False


@require_safe
@desk_page("look")
def people(desk: Desk) -> HttpResponse:
    """The list of players."""
    if desk.request.headers.get("HX-Target") == "people-list":
        answer = desk.render(
            "desk/people/list.html", _list(desk, lists.lines_of(desk.tournament.pk, desk.state))
        )
    else:
        answer = _page(desk)
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_POST
@desk_page("people")
def add(desk: Desk) -> HttpResponse:
    """Enter the player who was typed, or say what is wrong or to be asked first."""
    typed = typed_of(desk.request.POST)
    newcomer, problems = newcomer_of(typed)
    if problems:
        return _page(desk, typed=typed, problems=problems, status=422)
    if "wait" in desk.request.POST:
        return _queue(desk, typed)
    if before := recorded(desk.tournament.pk, desk.sent_key):
        return _entered(desk, before)
    lines = lists.lines_of(desk.tournament.pk, desk.state)
    sure = desk.request.POST.getlist("sure")
    asked = questions(newcomer, desk.tournament, desk.state, lines, sure)
    if asked:
        return _page(desk, typed=typed, asked=asked, sure=sure, status=422)
    answer = enter(desk.tournament, desk.actor, [newcomer], key=desk.sent_key)
    if isinstance(answer, Refusal):
        return _page(desk, typed=typed, refusal=answer, status=422)
    return _entered(desk, answer)


def _entered(desk: Desk, done: Done) -> HttpResponse:
    desk.tell(done)
    return desk.go("desk:people")


def _queue(desk: Desk, typed: Mapping[str, str]) -> HttpResponse:
    newcomer, _problems = newcomer_of(typed)
    sent = once(desk.request, account_of(desk.request), f"waiting:{desk.tournament.pk}")
    if sent.before() is not None:
        return desk.go("desk:people")
    answer = queue(desk.tournament, newcomer)
    if isinstance(answer, Refusal):
        sent.failed()
        return _page(desk, typed=typed, refusal=answer, status=422)
    sent.made(str(answer.position))
    says = _("%(name)s waits for a place, as number %(position)d.")
    messages.success(desk.request, says % {"name": newcomer.name, "position": answer.position})
    return desk.go("desk:people")


@require_POST
@desk_page("people")
def paid(desk: Desk) -> HttpResponse:
    """Note that somebody has paid (`yes` holds the registration) or has not (`no`)."""
    word = "yes" if "yes" in desk.request.POST else "no"
    entry = number_of(desk.request.POST.get(word, ""))
    if not set_paid(desk.tournament, entry, desk.actor, paid=word == "yes"):
        raise Http404("There is no such registration.")
    if desk.request.headers.get("HX-Target") == f"e{entry}":
        lines = lists.lines_of(desk.tournament.pk, desk.state)
        chosen = [line for line in lines if line.entry == entry]
        return desk.render("desk/people/row.html", {**_list(desk, lines), "lines": chosen})
    return desk.go("desk:people", query=f"{_query(desk.request.POST)}#e{entry}")


@require_POST
@desk_page("people")
def admit(desk: Desk) -> HttpResponse:
    """Enter those chosen from the waiting list, or again after they were taken out; `next`: the first who waits."""
    chosen = [number_of(each) for each in desk.request.POST.getlist("entry")]
    if "next" in desk.request.POST:
        first = waiting(desk.tournament).values_list("pk", flat=True).first()
        chosen = [first] if first else []
    answer = readmit(desk.tournament, desk.actor, chosen, key=desk.sent_key)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        tell_entered(desk, answer)
    return desk.go("desk:people")


@require_POST
@desk_page("people")
def leave(desk: Desk) -> HttpResponse:
    """Take somebody off the waiting list."""
    if stop_waiting(desk.tournament, number_of(desk.request.POST.get("entry", ""))):
        messages.success(desk.request, _("They wait no longer. They can be let in later all the same."))
    return desk.go("desk:people")


@require_safe
@desk_page("look")
def export(desk: Desk, kind: str) -> HttpResponse:
    """The list as a file: `csv` or `xlsx`."""
    private = desk.actor.may("people")
    rows = lists.table_of(lists.lines_of(desk.tournament.pk, desk.state), private=private)
    name = f"{file_name(desk.event.name, desk.tournament.name, 'players')}.{kind}"
    if kind == "csv":
        answer = HttpResponse(csv_text(lists.HEADS, rows), content_type="text/csv; charset=utf-8")
    else:
        spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        answer = HttpResponse(workbook("players", lists.HEADS, rows), content_type=spreadsheet)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
@desk_page("look")
def sheet(desk: Desk) -> HttpResponse:
    """The list for paper: everybody on one page, with a box to tick."""
    lines = lists.lines_of(desk.tournament.pk, desk.state)
    return desk.show(PaperPage(lines=[line for line in lines if line.in_play]))


def typed_of(post: QueryDict) -> dict[str, str]:
    """What a form says about a player, by field."""
    return {field: post.get(field, "") for field in FIELDS}


def number_of(text: str) -> int:
    """A number that a form sent; 0, which nothing has, if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else 0


def tell_entered(desk: Desk, done: Done) -> None:
    """Say who has been entered; of many only how many."""
    if len(done.entries) <= 1:
        desk.tell(done)
        return
    count = len(done.entries)
    says = ngettext("%(count)d player is entered.", "%(count)d players are entered.", count)
    messages.success(desk.request, says % {"count": count})


def _page(
    desk: Desk,
    *,
    typed: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    asked: Sequence[Question] = (),
    sure: Sequence[str] = (),
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    lines = lists.lines_of(desk.tournament.pk, desk.state)
    about = {
        problem.field: problem.message for problem in (*problems, *(refusal.problems if refusal else ()))
    }
    context = {
        **_list(desk, lines),
        "typed": typed or {},
        "problems": about,
        "asked": asked,
        "sure": sure,
        "refusal": refusal,
        "late": late_entry(desk.tournament.pk, desk.state),
        "clubs": clubs_known_to(organiser_of(desk.tournament).pk) if desk.actor.may("people") else (),
        "left": places_left(desk.tournament, desk.state),
        "next_in": next((line for line in by_entry(lines) if line.standing == "waiting"), None),
        "out": _taken_out(desk, lines),
        "twice": lists.Namesakes(lines).twice()[:5],
        **_registration(desk),
    }
    return desk.render("desk/people/people.html", context, status=status)


def by_entry(lines: Sequence[Line]) -> list[Line]:
    """The lines in the order of registration."""
    return sorted(lines, key=lambda line: line.entry)


def _taken_out(desk: Desk, lines: Sequence[Line]) -> list[Line]:
    """Who was entered and taken out again, as long as that undo is the latest act; later they are with the dropped."""
    if not any(isinstance(entry.fact, ActRetracted) for entry in desk.snapshot.entries[-1:]):
        return []
    return [line for line in lines if line.standing == "withdrawn" and line.player and not line.erased]


def _list(desk: Desk, lines: Sequence[Line]) -> dict[str, Any]:
    """The part of the page that searching, sorting and paging change."""
    asked = desk.request.POST if desk.request.method == "POST" else desk.request.GET
    query = asked.get("q", "")[:100]
    show: lists.Show = next((each for each in lists.SHOWS if each == asked.get("show")), "all")
    order = asked.get("sort", "")
    chosen = lists.shown(lines, show)
    # What is typed sorts by how well it fits, unless another order is asked for.
    sorted_ = lists.sorted_by(chosen, order) if order or not query else chosen
    page = lists.page_of(lists.found(sorted_, query), number_of(asked.get("page", "1")))
    return {
        "lines": page.lines,
        "page": page,
        "q": query,
        "show": show,
        "order": order,
        "total": len(lines),
        "base": desk.url("desk:people"),
        "back": _query({"q": query, "show": show, "sort": order, "page": str(page.number)}),
        "before": _query({"q": query, "show": show, "sort": order, "page": str(page.before or "")}),
        "after": _query({"q": query, "show": show, "sort": order, "page": str(page.after or "")}),
        "chips": _chips(lines, query, show, order),
        "headings": _headings(query, show, order),
    }


def _chips(lines: Sequence[Line], query: str, show: str, order: str) -> list[Choice]:
    counts = lists.counts(lines)
    return [
        Choice(
            str(CHIPS[each]), _query({"q": query, "show": each, "sort": order}), each == show, counts[each]
        )
        for each in lists.SHOWS
        if counts[each] or each in ("all", show)
    ]


def _headings(query: str, show: str, order: str) -> list[Choice]:
    made = []
    for sort in lists.SORTS:
        now = {sort: "ascending", f"-{sort}": "descending"}.get(order or "name", "")
        following = f"-{sort}" if now == "ascending" else sort
        query_then = _query({"q": query, "show": show, "sort": following})
        figures = sort in ("number", "table")
        made.append(Choice(str(HEADINGS[sort]), query_then, bool(now), order=now, figures=figures))
    return made


def _query(asked: Mapping[str, str]) -> str:
    """The part of an address that keeps search, filter, order and page."""
    usual = {"show": "all", "page": "1", "sort": "name"}
    kept = {key: asked.get(key, "") for key in ("q", "show", "sort", "page")}
    told = {key: value for key, value in kept.items() if value and value != usual.get(key)}
    return f"?{urlencode(told)}" if told else "?"


def _registration(desk: Desk) -> dict[str, str]:
    """The address at which players register themselves, and its QR code, while that is open."""
    if not desk.tournament.registration_open:
        return {}
    where = reverse("public:register-for", args=[desk.event.code, desk.tournament.number])
    address = desk.request.build_absolute_uri(where)
    return {
        "register_url": address,
        "register_qr": segno.make(address, micro=False).svg_data_uri(scale=4, border=2),
    }


urlpatterns: list[URLPattern] = [
    path("players", people, name="people"),
    path("players/add", add, name="people-add"),
    path("players/paid", paid, name="people-paid"),
    path("players/admit", admit, name="people-admit"),
    path("players/leave", leave, name="people-leave"),
    path("players/sheet", sheet, name="people-sheet"),
    path("players/export.csv", export, {"kind": "csv"}, name="people-csv"),
    path("players/export.xlsx", export, {"kind": "xlsx"}, name="people-xlsx"),
]
