"""Rulings: writing one down with the time it took, appeals, the last word, and finding what was ruled before."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from muster.app.floor import calls
from muster.app.floor.calls import Waiting
from muster.app.floor.clocks import ClockInput, act
from muster.app.judging import rulings
from muster.app.staff.conflicts import deciders
from muster.core.ids import RoundNo, TableNo
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry, Ruling
from muster.web.desk.context import Desk, status_of
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.context import ended, judge_page
from muster.web.judge.place import ActSubject, everybody, place_page, places
from muster.web.judge.rulings.page import RulingForm, RulingOnRecord


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def rule(desk: Desk, place: ActSubject) -> HttpResponse:
    """Write down what was ruled at a table or about a player, and give the time back that it took."""
    return _rule(desk, place)


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def rule_all(desk: Desk) -> HttpResponse:
    """Write down what was ruled for everybody, at no table."""
    return _rule(desk, everybody(desk))


def _rule(desk: Desk, place: ActSubject) -> HttpResponse:
    if desk.request.method != "POST":
        return _form(desk, place)
    sent = desk.request.POST
    asked = rulings.RulingInput(
        question=sent.get("question", ""),
        ruling=sent.get("ruling", ""),
        clause=sent.get("clause", ""),
        table=place.table,
        player=place.own,
        round_no=place.round_no,
        call=number_typed(sent.get("call", "")) or None,
        key=desk.sent_key,
    )
    answer = rulings.rule(desk.tournament.pk, desk.actor, asked)
    if isinstance(answer, Refusal):
        return _form(desk, place, refusal=answer, typed=sent)
    if place.now and place.table is not None:
        give_back(desk, place.table, number_typed(sent.get("minutes", "")), _("a ruling"))
    return ended(desk, None, _("The ruling is on record."), place.home)


def give_back(desk: Desk, table: int, minutes: int, reason: str) -> None:
    """Give a table the time back that something took; says so if that is refused."""
    if not minutes:
        return
    asked = ClockInput(
        round_no=RoundNo(len(desk.state.rounds)),
        kind="extend",
        minutes=minutes,
        table=TableNo(table),
        reason=reason,
        key=desk.sent_key and f"{desk.sent_key}+",
    )
    refusal = act(desk.tournament.pk, desk.actor, asked)
    if refusal is not None:
        messages.warning(desk.request, _("No time was given: %(why)s") % {"why": refusal.text()})


def _form(
    desk: Desk, place: ActSubject, refusal: Refusal | None = None, typed: QueryDict | None = None
) -> HttpResponse:
    page = RulingForm(place=place, call=_call(desk, place), refusal=refusal, typed=typed)
    return desk.show(page, status=status_of(refusal))


def _call(desk: Desk, place: ActSubject) -> Waiting | None:
    """The call that a ruling here would answer."""
    if not place.now or not place.players:
        return None
    waiting = [one for one in calls.waiting(desk.tournament.pk) if one.kind == "judge"]
    if place.own is not None:
        return next((one for one in waiting if one.player == place.own), None)
    return next((one for one in waiting if one.table == place.table), None)


@require_http_methods(["GET", "HEAD"])
@judge_page
def ruling(desk: Desk, pk: int) -> HttpResponse:
    """One ruling, with its appeal and what was decided."""
    return _page(desk, pk)


@require_POST
@judge_page
def appeal(desk: Desk, pk: int) -> HttpResponse:
    """Note that a player appeals."""
    by = number_typed(desk.request.POST.get("by", "")) or None
    answer = rulings.appeal(desk.tournament.pk, desk.actor, _ruling(desk, pk).pk, by)
    return ended(
        desk, answer, _("The appeal is noted; the judge who decides sees it."), desk.url("judge:ruling", pk)
    )


@require_POST
@judge_page
def decide(desk: Desk, pk: int) -> HttpResponse:
    """The last word on an appeal (`COM-ROLE-3`)."""
    sent = desk.request.POST
    upheld, final = sent.get("upheld") == "yes", sent.get("final", "")
    answer = rulings.decide(desk.tournament.pk, desk.actor, _ruling(desk, pk).pk, upheld=upheld, final=final)
    if isinstance(answer, Refusal):
        return _page(desk, pk, refusal=answer, typed=sent)
    return ended(desk, answer, _("Decided. This is final."), desk.url("judge:ruling", pk))


def _ruling(desk: Desk, pk: int) -> Ruling:
    found = rulings.rulings_of(desk.tournament.pk).filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such ruling.")
    return found


def _page(
    desk: Desk, pk: int, refusal: Refusal | None = None, typed: QueryDict | None = None
) -> HttpResponse:
    found = _ruling(desk, pk)
    entries = list(Entry.objects.filter(tournament=desk.tournament, pk__in=found.entries, player__gt=0))
    able = deciders(desk.tournament.pk, found)
    page = RulingOnRecord(desk, found, entries, able, refusal, typed)
    return desk.show(page, status=status_of(refusal))


urlpatterns: list[URLPattern] = [
    *places("ruling", rule, "rule"),
    path("rulings/new", rule_all, name="rule-all"),
    path("rulings/<int:pk>", ruling, name="ruling"),
    path("rulings/<int:pk>/appeal", appeal, name="appeal"),
    path("rulings/<int:pk>/decide", decide, name="decide"),
]
