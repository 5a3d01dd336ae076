"""The desk's results page: the entry bar, the lists, and what happens to a line that is typed."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.events import overview
from muster.app.history.latest import undo as take_back
from muster.app.history.submitting import Done
from muster.app.results import read as results
from muster.app.results.report import (
    ResultAnswer,
    ResultPreview,
    preview_line,
    report_result,
    scored_result,
    terms_of,
    token_of,
)
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import Round
from muster.exchange.quick_keys import keys
from muster.exchange.quick_results import LONGEST_LINE, Quick, example
from muster.web.desk.context import Desk, desk_page

PAGE: Final = 100
"""Rows of a page of the list."""

DISPUTES: Final = 10
"""Disputes shown in full above the list; the rest are in the list."""

AHEAD: Final = 32
"""How many open tables an open page knows ahead, for whoever types faster than the answers come."""

LONGEST_QUERY: Final = 100


@desk_page("results")
def page(desk: Desk) -> HttpResponse:
    """The entry bar and the list of one round, the running one unless another is asked for."""
    round_ = results.round_at(desk.state, number(desk.request.GET.get("round", "")))
    if round_ is None:
        return desk.render("desk/results/none.html")
    return render_page(desk, round_)


def render_page(desk: Desk, round_: Round, *, status: int = 200, **bar: Any) -> HttpResponse:
    """The whole page; `bar` is what is in the entry bar."""
    terms = terms_of(desk.state, round_)
    after = number(desk.request.GET.get("last", "")) or 0
    context = {
        **list_context(desk, round_),
        "open": is_open(desk, round_),
        "rounds": desk.state.rounds,
        "stage": terms.stage,
        "example": example(terms),
        "keys": keys(terms),
        "suggested": results.open_tables(round_, after)[:AHEAD],
        "longest": LONGEST_LINE,
        **bar,
    }
    return desk.render("desk/results/page.html", context, status=status)


@desk_page("results")
def listed(desk: Desk) -> HttpResponse:
    """The list alone, for a page that is open; nothing if it is as the page has it (204)."""
    round_ = results.round_at(desk.state, number(desk.request.GET.get("round", "")))
    if round_ is None or desk.request.GET.get("v") == str(desk.version):
        return HttpResponse(status=204)
    return desk.render("desk/results/list.html", {**list_context(desk, round_), "fresh": True})


def list_context(desk: Desk, round_: Round) -> dict[str, Any]:
    """What the list of a round shows, by the filters in the address."""
    asked, query = desk.request.GET.get("show", ""), desk.request.GET.get("q", "")[:LONGEST_QUERY]
    count = results.counts(round_)
    show = next((one for one in results.SHOWS if one == asked), results.first_show(count))
    recorded = results.recorders(desk.snapshot, round_.number, desk.name)
    by = {table: one.who for table, one in recorded.items()}
    if query and not asked:
        show = "all"
    found = results.rows(desk.state, desk.name, round_.number, show=show, query=query, by=by)
    disputed = results.rows(desk.state, desk.name, round_.number, show="disputed")[:DISPUTES]
    filters = {"round": round_.number, "show": asked, "q": query}
    return {
        "round": round_,
        "count": count,
        "show": show,
        "query": query,
        "filters": urlencode({name: value for name, value in filters.items() if value}),
        "page": Paginator(found, PAGE).get_page(desk.request.GET.get("page")),
        "disputes": [dispute(desk, round_, row.table) for row in disputed],
        "may_correct": desk.actor.may("correct"),
        "chips": [(one, _chip_words(one), getattr(count, one)) for one in results.SHOWS],
        "later": len(desk.state.rounds) > round_.number,
        "go": overview.go(desk.state) if round_.complete and is_open(desk, round_) else None,
        "base": desk.url("desk:results"),
    }


def dispute(desk: Desk, round_: Round, table: TableNo) -> dict[str, Any]:
    """Both versions of a disputed result, scored, and what settles it."""
    match = round_.matches[table]
    versions = []
    for report, by in ((match.report, match.by), (match.dispute, _opponent(match.pairing.players, match.by))):
        preview = scored_result(desk.state, round_, Quick(table, report), desk.name) if report else None
        versions.append({"by": desk.name(by) if by else "", "preview": preview})
    token = token_of(round_.number, match, match.report) if match.report else ""
    return {"row": results.row_of(desk.state, match, desk.name), "versions": versions, "token": token}


def _opponent(players: tuple[Any, Any], player: Any) -> Any:
    return next((each for each in players if each != player), None)


def _chip_words(show: results.Show) -> str:
    return {
        "missing": _("Missing"),
        "reported": _("Reported"),
        "disputed": _("Disputed"),
        "confirmed": _("Confirmed"),
        "all": _("All"),
    }[show]


@desk_page("results")
def preview(desk: Desk) -> HttpResponse:
    """What a line would be worth, while it is typed."""
    round_ = results.round_at(desk.state, number(desk.request.GET.get("round", "")))
    if round_ is None:
        return HttpResponse(status=204)
    line = desk.request.GET.get("line", "")[: LONGEST_LINE + 1]
    previewed = preview_line(desk.tournament.pk, desk.state, round_, line, desk.name)
    context = {**preview_context(desk, round_, previewed), "typing": True}
    return desk.render("desk/results/preview.html", context)


def preview_context(desk: Desk, round_: Round, previewed: ResultPreview) -> dict[str, Any]:
    """A result that is looked at, with what is on record at its table."""
    match = previewed.match
    on_record = match if match is not None and match.status != "open" else None
    recorded = results.recorders(desk.snapshot, round_.number, desk.name) if on_record else {}
    return {
        "round": round_,
        "preview": previewed,
        "row": results.row_of(desk.state, match, desk.name) if match else None,
        "open_round": is_open(desk, round_),
        "on_record": on_record,
        "recorded": recorded.get(on_record.pairing.table) if on_record else None,
        "may_correct": desk.actor.may("correct"),
        "base": desk.url("desk:results"),
        "points_name": desk.state.regulations.standings.points_name,
    }


@require_POST
@desk_page("results")
def enter(desk: Desk) -> HttpResponse:
    """Record a typed line. A surprising one is asked for again once, a mistaken one comes back as typed."""
    line = desk.request.POST.get("line", "")[: LONGEST_LINE + 1]
    round_ = results.round_at(desk.state, number(desk.request.POST.get("round", "")))
    if round_ is None:
        return _answer(desk, None, line, ResultAnswer(refusal=_no_round(), preview=ResultPreview(RoundNo(0))))
    preview = preview_line(desk.tournament.pk, desk.state, round_, line, desk.name)
    answer = _moved_on(desk, preview) or report_typed(desk, preview)
    if answer.done is None:
        return _answer(desk, round_, line, answer)
    return _recorded(desk, round_, preview, answer.done)


def report_typed(desk: Desk, preview: ResultPreview) -> ResultAnswer:
    """Record what was typed. The engine keeps two scorekeepers apart, table by table."""
    sure = desk.request.POST.get("sure", "")
    tournament, key = desk.tournament.pk, desk.sent_key
    return report_result(tournament, desk.actor, desk.state, preview, sure=sure, key=key)


def _moved_on(desk: Desk, preview: ResultPreview) -> ResultAnswer | None:
    """A refusal if a round was published since the page was made: its tables mean other matches now."""
    if not results.published_since(desk.snapshot, desk.sent_version):
        return None
    says = _("Another round was published since this page was opened. Look at the round before you enter.")
    return ResultAnswer(refusal=Refusal("stale", says), preview=preview)


def _no_round() -> Refusal:
    return Refusal("no-round", _("There is no such round."))


def _answer(desk: Desk, round_: Round | None, line: str, answer: ResultAnswer) -> HttpResponse:
    """Why a line was not recorded, with the line: for the open page a part of it, else the whole page."""
    refusal, preview = answer.refusal, answer.preview
    status = 409 if refusal is not None and refusal.code == "stale" else 422
    context: dict[str, Any] = {"line": line, "refusal": refusal, "state": "refused"}
    if round_ is not None and preview is not None:
        context |= preview_context(desk, round_, preview)
        if not refusal and not preview.problems:
            asks = {"state": "ask", "sure": preview.token}
            context |= asks if preview.report is not None else {"state": "choose"}
    if is_live(desk):
        return desk.render("desk/results/answer.html", context, status=status)
    if round_ is None:
        return desk.render("desk/results/none.html", context, status=status)
    return render_page(desk, round_, status=status, **context)


def _recorded(desk: Desk, round_: Round, preview: ResultPreview, done: Done) -> HttpResponse:
    """The answer to a line that is on record."""
    if not is_live(desk):
        desk.tell(done)
        return desk.go("desk:results", query=f"?last={preview.table}")
    before, desk.snapshot = desk.version, done.snapshot
    now = results.round_at(desk.state, round_.number) or round_
    context = {
        "state": "recorded",
        "row": {"table": preview.table},
        "says": desk.told(done, desk.name),
        "before": before,
        "next": results.open_tables(now, preview.table or 0)[:AHEAD],
        "complete": now.complete,
        "go": overview.go(desk.state) if now.complete else None,
        "base": desk.url("desk:results"),
        "may_undo": desk.actor.may("undo"),
    }
    return desk.render("desk/results/answer.html", context)


@require_POST
@desk_page("undo")
def undo(desk: Desk) -> HttpResponse:
    """Take back the latest act and stay on this page."""
    answer = take_back(desk.snapshot, desk.actor, expected_version=desk.sent_version, key=desk.sent_key)
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        desk.tell(answer)
    return desk.go("desk:results")


@require_POST
@desk_page("results")
def confirm_all(desk: Desk) -> HttpResponse:
    """Confirm every result that waited for the opponent's word when the page was made, as one act."""
    round_no = RoundNo(number(desk.request.POST.get("round", "")) or 0)
    answer = results.confirm_all(
        desk.snapshot, round_no, desk.actor, seen=desk.sent_version, key=desk.sent_key
    )
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    else:
        desk.tell(answer)
    return desk.go("desk:results", query=f"?round={round_no}")


def is_open(desk: Desk, round_: Round) -> bool:
    """Whether results of the round are reported (later they are corrected)."""
    return round_.number == len(desk.state.rounds) and desk.state.places is None


def is_live(desk: Desk) -> bool:
    """Whether a page that is open asks, for a part of itself."""
    return desk.request.headers.get("HX-Request") == "true"


def number(text: str | None) -> int | None:
    """A number in an address or a hidden field; None for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else None


urlpatterns: list[URLPattern] = [
    path("results", page, name="results"),
    path("results/list", listed, name="results-list"),
    path("results/preview", preview, name="results-preview"),
    path("results/enter", enter, name="results-enter"),
    path("results/undo", undo, name="results-undo"),
    path("results/confirm-all", confirm_all, name="results-confirm-all"),
]
