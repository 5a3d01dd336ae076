"""The clock of the running round: how it stands, and acts at it."""

from __future__ import annotations

from typing import Final, get_args

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from muster.app.common.access import Act
from muster.app.floor.clocks import ClockInput, act, clock_of, start_usual
from muster.core.clock import ClockKind
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.refused import afresh
from muster.web.desk.round.page import ClockFacePage
from muster.web.desk.round.view import show

_FIELDS: Final = ("minutes", "table", "reason")


@desk_page("look")
def clock(desk: Desk) -> HttpResponse:
    """The clock's face as it stands now; a form sent here is an act at it."""
    if desk.request.method == "POST":
        return _act(desk)
    number = number_typed(desk.request.GET.get("round", "")) or len(desk.state.rounds)
    if not 1 <= number <= len(desk.state.rounds):
        raise Http404("This round is not published.")
    shown = clock_of(desk.tournament.pk, RoundNo(number), snapshot=desk.snapshot)
    return desk.show(ClockFacePage(clock=shown))


@require_POST
@desk_page("clock")
def start(desk: Desk) -> HttpResponse:
    """Start the clock of the round that is shown with the minutes the regulations give it; once, whoever presses."""
    rounds = desk.state.rounds
    refusal = None
    if rounds and not rounds[-1].begun:
        refusal = start_usual(desk.tournament.pk, desk.actor, desk.state, key=desk.sent_key)
    if refusal is not None:
        return show(*afresh(desk, refusal))
    messages.success(desk.request, _said("start"))
    return desk.go("desk:round")


def _act(desk: Desk) -> HttpResponse:
    sent = desk.request.POST
    kind = next((kind for kind in get_args(ClockKind) if kind == sent.get("kind")), None)
    if kind is None:
        raise Http404("There is no such act at a clock.")
    needed: Act = "extend" if kind == "extend" else "clock"
    desk.actor.must(needed)
    asked = ClockInput(
        round_no=RoundNo(number_typed(sent.get("round", ""))),
        kind=kind,
        minutes=number_typed(sent.get("minutes", "")),
        table=TableNo(number_typed(sent.get("table", ""))) if kind == "extend" else None,
        reason=sent.get("reason", ""),
        seen=number_typed(sent.get("seen", "")) if sent.get("seen") else None,
        key=desk.sent_key,
    )
    refusal = act(desk.tournament.pk, desk.actor, asked)
    if isinstance(refusal, Refusal):
        typed = {f"{kind}_{name}": sent.get(name, "") for name in _FIELDS}
        return show(*afresh(desk, refusal, typed))
    messages.success(desk.request, _said(kind))
    return desk.go("desk:hall" if sent.get("back") == "hall" else "desk:round")


def _said(kind: ClockKind) -> str:
    return {
        "start": _("The clock is running."),
        "pause": _("The clock is paused."),
        "resume": _("The clock goes on."),
        "add": _("The time of the round is changed."),
        "extend": _("The table has its own time now."),
        "stop": _("The clock is hidden."),
    }[kind]


def number_typed(text: str) -> int:
    """A whole number, perhaps below nothing; 0 for anything else."""
    clean = text.strip().replace("−", "-")
    number = number_of(clean[1:] if clean.startswith(("-", "+")) else clean)
    return -number if clean.startswith("-") else number


urlpatterns: list[URLPattern] = [
    path("clock", clock, name="clock"),
    path("clock/start", start, name="start-clock"),
]
