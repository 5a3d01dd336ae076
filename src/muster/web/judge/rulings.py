"""Rulings: writing one down with the time it took, appeals, the last word, and finding what was ruled before."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from muster.app import calls
from muster.app.clocks import Asked, act
from muster.app.judging import rulings
from muster.app.meanwhile import names_of_staff
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament.refusals import Refusal
from muster.people.models import Entry, Ruling
from muster.web.desk.clock import number_typed
from muster.web.desk.context import Desk
from muster.web.judge.context import ended, judge_page, match_or_404, seated, status_of

MINUTES = (0, 1, 2, 3, 5)
"""What a ruling gives back with one tap; a whole ruling's time at most five minutes (`C5`)."""


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def rule(desk: Desk, table: int) -> HttpResponse:
    """Write down what was ruled at a table, and give the time back that it took."""
    match_or_404(desk, table)
    if desk.request.method != "POST":
        return _form(desk, table)
    sent = desk.request.POST
    asked = rulings.Asked(
        question=sent.get("question", ""),
        ruling=sent.get("ruling", ""),
        clause=sent.get("clause", ""),
        table=table,
        call=number_typed(sent.get("call", "")) or None,
        key=desk.sent_key,
    )
    answer = rulings.rule(desk.tournament.pk, desk.actor, asked)
    if isinstance(answer, Refusal):
        return _form(desk, table, refusal=answer, typed=sent)
    give_back(desk, table, number_typed(sent.get("minutes", "")), _("a ruling"))
    return ended(desk, None, _("The ruling is on record."), "judge:table", table)


def give_back(desk: Desk, table: int, minutes: int, reason: str) -> None:
    """Give a table the time back that something took; says so if that is refused."""
    if not minutes:
        return
    asked = Asked(
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


def _form(desk: Desk, table: int, refusal: Refusal | None = None, typed: Any = None) -> HttpResponse:
    waiting = [one for one in calls.waiting(desk.tournament.pk) if one.table == table and one.kind == "judge"]
    context = {
        "table": table,
        "players": seated(desk, table),
        "call": waiting[0] if waiting else None,
        "minutes": MINUTES,
        "chosen": number_typed(typed.get("minutes", "")) if typed else 0,
        "clauses": desk.state.regulations.clauses,
        "longest": (rulings.LONGEST_QUESTION, rulings.LONGEST_RULING, rulings.LONGEST_CLAUSE),
        "refusal": refusal,
        "typed": typed,
    }
    return desk.render("judge/ruling_form.html", context, status=status_of(refusal) if refusal else 200)


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
    return ended(desk, answer, _("The appeal is noted; whoever decides sees it."), "judge:ruling", pk)


@require_POST
@judge_page
def decide(desk: Desk, pk: int) -> HttpResponse:
    """The last word on an appeal (`COM-ROLE-3`)."""
    sent = desk.request.POST
    upheld, final = sent.get("upheld") == "yes", sent.get("final", "")
    answer = rulings.decide(desk.tournament.pk, desk.actor, _ruling(desk, pk).pk, upheld=upheld, final=final)
    if isinstance(answer, Refusal):
        return _page(desk, pk, refusal=answer, typed=sent)
    return ended(desk, answer, _("Decided. This is final."), "judge:ruling", pk)


def _ruling(desk: Desk, pk: int) -> Ruling:
    found = rulings.rulings_of(desk.tournament.pk).filter(pk=pk).first()
    if found is None:
        raise Http404("There is no such ruling.")
    return found


def _page(desk: Desk, pk: int, refusal: Refusal | None = None, typed: Any = None) -> HttpResponse:
    found = _ruling(desk, pk)
    entries = Entry.objects.filter(tournament=desk.tournament, pk__in=found.entries, player__gt=0)
    context = {
        "ruling": found,
        "entries": [(one, desk.name(PlayerId(one.player or 0))) for one in entries],
        "appealed_by": names_of_staff([found.appeal_by]).get(found.appeal_by, "") if found.appeal_by else "",
        "refusal": refusal,
        "typed": typed,
        "longest": rulings.LONGEST_RULING,
    }
    return desk.render("judge/ruling.html", context, status=status_of(refusal) if refusal else 200)


urlpatterns: list[URLPattern] = [
    path("t/<int:table>/ruling", rule, name="rule"),
    path("rulings/<int:pk>", ruling, name="ruling"),
    path("rulings/<int:pk>/appeal", appeal, name="appeal"),
    path("rulings/<int:pk>/decide", decide, name="decide"),
]
