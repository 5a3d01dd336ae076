"""The desk's rounds: propose, review, swap, publish, void; and every published round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.floor.clocks import clock_of
from muster.app.history.latest import meanwhile
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, next_link
from muster.app.rounds.read import by_name, published_round, why
from muster.app.rounds.reviewing import ReviewSheet, review_sheet
from muster.app.rounds.sheets import Meeting, everybody
from muster.app.rounds.swapping import exchange, find_player
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.exchange.folding import folded
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.round.manual_changes import by_hand
from muster.web.desk.round.page import PrintPage

PER_PAGE: Final = 100
MOST_CHOICES: Final = 128
"""Up to so many players are offered in a list; of more, the name is typed."""


@desk_page("look")
def current(desk: Desk) -> HttpResponse:
    """The proposal on the table, else the round that runs, else the start of the first."""
    return show(desk)


@desk_page("look")
def numbered(desk: Desk, round_no: int) -> HttpResponse:
    """A published round."""
    if not 1 <= round_no <= len(desk.state.rounds):
        raise Http404("This round is not published.")
    return _published(desk, RoundNo(round_no), {"base": desk.url("desk:round-n", round_no)})


@desk_page("look")
def printed(desk: Desk, round_no: int) -> HttpResponse:
    """A published round for paper: everybody by name and by table."""
    if not 1 <= round_no <= len(desk.state.rounds):
        raise Http404("This round is not published.")
    round_ = published_round(desk.state, RoundNo(round_no), desk.names)
    return desk.show(PrintPage(round=round_, names=by_name(round_)))


@desk_page("look")
def why_pairing(desk: Desk, round_no: int, player: int) -> HttpResponse:
    """Why somebody has this opponent, or the bye."""
    found = why(desk.snapshot, RoundNo(round_no), PlayerId(player), desk.name)
    template = "desk/round/why.html" if _by_htmx(desk) else "desk/round/why_page.html"
    hand = by_hand(desk.snapshot, RoundNo(round_no), PlayerId(player), desk.name, found)
    context = {
        "why": found,
        "hand": hand,
        "name": desk.name(PlayerId(player)),
        "round_no": round_no,
        "verify": desk.url("public:verify") if desk.event.listed else "",
    }
    return desk.render(template, context, status=200 if found else 404)


@desk_page("rounds")
def swap_preview(desk: Desk) -> HttpResponse:
    """What exchanging two players would change, for the page that asks while somebody drags."""
    return desk.render("desk/round/swap.html", _swapping(desk))


@require_POST
@desk_page("rounds")
def start_stage(desk: Desk) -> HttpResponse:
    """Begin the Swiss rounds, or the elimination."""
    return acted(desk, desk.submit(commands.StartStage()))


@require_POST
@desk_page("rounds")
def propose(desk: Desk) -> HttpResponse:
    """Draw the next round for review, or draw it again."""
    return acted(desk, desk.submit(next_link(desk.tournament.pk, desk.state)))


@require_POST
@desk_page("rounds")
def swap(desk: Desk) -> HttpResponse:
    """Exchange two players of the proposal."""
    one, two = (
        find_player(desk.request.POST.get(name, ""), desk.state, desk.names) for name in ("one", "two")
    )
    command = commands.SwapPlayers((one or PlayerId(0), two or PlayerId(0)))
    return acted(desk, desk.submit(command), query=_kept(desk, "?"))


@require_POST
@desk_page("rounds")
def publish(desk: Desk) -> HttpResponse:
    """Make the proposal official."""
    return acted(desk, desk.submit(commands.PublishRound()))


@require_POST
@desk_page("rounds")
def void(desk: Desk) -> HttpResponse:
    """Annul the round just published."""
    reason = desk.request.POST.get("reason", "").strip()
    return acted(desk, desk.submit(commands.VoidRound(typed(reason))), typed={"void": reason})


@require_POST
@desk_page("rounds")
def award(desk: Desk) -> HttpResponse:
    """Give somebody without a match this round a bye, or a loss."""
    player = PlayerId(_number(desk.request.POST.get("player", "")))
    bye = desk.request.POST.get("kind") == "bye"
    command = commands.AwardBye(player) if bye else commands.AwardLoss(player)
    return acted(desk, desk.submit(command, stale=False))


def acted(
    desk: Desk, answer: Done | Refusal, *, typed: Mapping[str, Any] | None = None, query: str = ""
) -> HttpResponse:
    """On to the round after an act; after a refusal the page as it is now, with what was typed."""
    if isinstance(answer, Refusal):
        return refused(desk, answer, typed=typed)
    desk.tell(answer)
    return desk.go("desk:round", query=query)


def refused(desk: Desk, refusal: Refusal, *, typed: Mapping[str, Any] | None = None) -> HttpResponse:
    """The page as it is now, saying why nothing was done, and what others have done where that is why."""
    fresh = Desk(desk.request, desk.event, desk.actor, desk.tournament)
    stale = refusal.code == "stale"
    since = desk.sent_version if stale else -1
    happened = meanwhile(fresh.snapshot, since, fresh.name)
    context = {"refusal": refusal, "meanwhile": happened, "typed": typed or {}}
    return show(fresh, context, status=409 if stale else 422)


def show(desk: Desk, context: Mapping[str, Any] | None = None, *, status: int = 200) -> HttpResponse:
    """The round that matters now."""
    extra = context or {}
    sheet = review_sheet(desk.snapshot, desk.names)
    if sheet is not None:
        return _review(desk, sheet, extra, status=status)
    if desk.state.rounds:
        return _published(desk, desk.state.rounds[-1].number, extra, status=status)
    return desk.render("desk/round/start.html", extra, status=status)


def _review(desk: Desk, sheet: ReviewSheet, extra: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    shown = desk.request.GET.get("show", "")
    chosen = [
        one for one in sheet.meetings if (one.warned or shown != "warnings") and (one.down or shown != "down")
    ]
    players = everybody(desk.state.proposal.sheet) if desk.state.proposal else []
    context = {
        "sheet": sheet,
        "warnings": sheet.warnings,
        "show": shown,
        "choices": sorted(((desk.name(one), one) for one in players), key=lambda one: folded(one[0]))
        if len(players) <= MOST_CHOICES
        else [],
        **_listed(desk, _found(desk, chosen)),
        **_swapping(desk),
        **extra,
    }
    return desk.render("desk/round/review.html", context, status=status)


def _published(desk: Desk, number: RoundNo, extra: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    round_ = published_round(desk.state, number, desk.names)
    names = desk.request.GET.get("by") == "name"
    wanted = folded(_query(desk))
    rows: Sequence[Any] = _found(desk, round_.meetings)
    if names:
        rows = [line for line in by_name(round_) if wanted in folded(line.name)]
    context = {
        "round": round_,
        "by_name": names,
        "latest": number == len(desk.state.rounds),
        "numbers": range(1, len(desk.state.rounds) + 1),
        "clock": clock_of(desk.tournament.pk, number, snapshot=desk.snapshot),
        "base": desk.url("desk:round"),
        **_listed(desk, rows),
        **extra,
    }
    return desk.render("desk/round/published.html", context, status=status)


def _swapping(desk: Desk) -> dict[str, Any]:
    """The players picked so far, and what exchanging the two would change."""
    given = desk.request.GET
    picked = find_player(given.get("pick", ""), desk.state, desk.names)
    other = find_player(given.get("with", ""), desk.state, desk.names)
    asked = [given.get(name, "") for name in ("pick", "with")]
    unknown = [text for text, player in zip(asked, (picked, other), strict=True) if text and player is None]
    found = exchange(desk.state, (picked, other), desk.names) if picked and other else None
    return {
        "picked": picked,
        "picked_name": desk.name(picked) if picked else "",
        "unknown": unknown,
        "exchange": None if isinstance(found, Refusal) else found,
        "swap_refusal": found if isinstance(found, Refusal) else None,
        "base": desk.url("desk:round"),
        "keep": _kept(desk),
        "swap_keep": _kept(desk, "?"),
    }


def _listed(desk: Desk, rows: Sequence[Any]) -> dict[str, Any]:
    page = Paginator(rows, PER_PAGE).get_page(desk.request.GET.get("page"))
    return {"page": page, "q": _query(desk), "found": len(rows)}


def _found(desk: Desk, meetings: Sequence[Meeting]) -> list[Meeting]:
    """The pairings that what was typed finds: a table number, or a part of a name."""
    wanted = folded(_query(desk))
    if not wanted:
        return list(meetings)
    return [
        one
        for one in meetings
        if wanted == str(one.table) or wanted in folded(one.one.name) or wanted in folded(one.two.name)
    ]


def _query(desk: Desk) -> str:
    return desk.request.GET.get("q", "").strip()[:200]


def _kept(desk: Desk, start: str = "") -> str:
    """The part of the address that stays when a player is picked or a page turned; with `start` before it."""
    given = desk.request.GET
    kept = {name: given[name] for name in ("by", "show", "q", "page") if given.get(name)}
    return f"{start}{urlencode(kept)}&" if kept else start


def _by_htmx(desk: Desk) -> bool:
    return desk.request.headers.get("HX-Request") == "true"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


urlpatterns: list[URLPattern] = [
    path("round", current, name="round"),
    path("rounds/<int:round_no>", numbered, name="round-n"),
    path("rounds/<int:round_no>/print", printed, name="round-print"),
    path("rounds/<int:round_no>/why/<int:player>", why_pairing, name="why-pairing"),
    path("round/start-stage", start_stage, name="start-stage"),
    path("round/propose", propose, name="propose"),
    path("round/exchange", swap_preview, name="swap-preview"),
    path("round/swap", swap, name="swap"),
    path("round/publish", publish, name="publish"),
    path("round/void", void, name="void"),
    path("round/award", award, name="award"),
]
