"""The first page of the judge's phone: calls, the table number, the clock, who is free."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from muster.app.common.safe_text import one_line
from muster.app.floor import calls, open_calls
from muster.app.judging import components, proxies, rulings
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, EventDesk, event_page
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.checks import drawn_tables
from muster.web.judge.context import RULE, judge_page
from muster.web.judge.home import floor
from muster.web.judge.home.page import JudgeFloor, Sought

LONGEST: Final = 60
"""Characters of what is looked for."""


@require_safe
@event_page(RULE)
def event(desk: EventDesk) -> HttpResponse:
    """On to the tournament; with several, to the first, from where one chooses."""
    first = desk.tournaments[0] if desk.tournaments else None
    if first is None:
        raise Http404("This event has no tournament yet.")
    return redirect("judge:home", desk.event.code, first.number)


@require_safe
@judge_page
def home(desk: Desk) -> HttpResponse:
    """What waits, and where to go."""
    return _page(desk)


@require_safe
@judge_page
def find(desk: Desk) -> HttpResponse:
    """On to the table or the player meant by what was typed: tables first, then entry numbers, then names."""
    typed = one_line(desk.request.GET.get("q", ""))[:LONGEST]
    if number_typed(typed) in floor.tables_in_play(desk.state):
        return desk.go("judge:table", number_typed(typed))
    found = floor.players_meant(desk.tournament.pk, desk.state, typed)
    if len(found) == 1:
        return desk.go("judge:player", found[0].player)
    if found:
        return _page(desk, Sought(typed, found))
    return _page(desk, Sought(typed, fault=_fault(typed)), status=404)


def _fault(typed: str) -> str:
    if not typed:
        return _("Enter the number of a table, or a player's name or number.")
    if number_typed(typed):
        return _("Nobody plays at this table in this round, and no player has this number.")
    return _("No player of this tournament is called so. A part of the name is enough.")


@require_POST
@judge_page
def call(desk: Desk, pk: int) -> HttpResponse:
    """Go to a call, leave it to others, hand it to whoever decides, say that it is dealt with."""
    answer = _dealt(desk, pk, desk.request.POST.get("act", ""))
    if isinstance(answer, Refusal):
        desk.refuse(answer)
    table = number_typed(desk.request.POST.get("then", ""))
    if table in floor.tables_in_play(desk.state):
        return desk.go("judge:table", table)
    return desk.go("judge:home")


def _dealt(desk: Desk, pk: int, act: str) -> Refusal | None:
    number = desk.tournament.pk
    if act == "escalate":
        return _escalated(desk, pk)
    acts = {"claim": calls.claim, "release": calls.release, "close": calls.close}
    if act not in acts:
        raise Http404("There is no such act at a call.")
    return acts[act](number, pk, desk.actor)


def _escalated(desk: Desk, pk: int) -> Refusal | None:
    marshal = floor.whoever_decides(desk.event)
    if marshal is None or marshal.who == desk.actor.who:
        return Refusal("already-recorded", say("You have the last word here: there is nobody to hand it to."))
    return calls.hand_over(desk.tournament.pk, pk, desk.actor, marshal.who)


def _page(desk: Desk, sought: Sought | None = None, *, status: int = 200) -> HttpResponse:
    number = desk.tournament.pk
    page = JudgeFloor(
        desk=desk,
        sought=sought or Sought(),
        calls=open_calls.open_calls(desk.snapshot, desk.name, timezone.now()),
        ruled=floor.ruled_by(number, desk.state, desk.actor),
        drawn=drawn_tables.of_this_round(desk.snapshot, desk.name),
        appeals=list(rulings.open_appeals(number)),
        reports=components.reports_of(number).filter(outcome="open").count(),
        proxies=proxies.proxies_of(number).filter(approved_by=None).count(),
        hands=floor.on_the_floor(desk.event),
    )
    return desk.show(page, status=status)


urlpatterns: list[URLPattern] = [
    path("", home, name="home"),
    path("find", find, name="find"),
    path("calls/<int:pk>", call, name="call"),
]
