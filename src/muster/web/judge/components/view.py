"""Components that are lost, damaged or illegal, and proxies for damaged cards, with the slip to be printed."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from muster.app.judging import components, effects, proxies
from muster.app.staff.records import match_in
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.people.models import ComponentReport, Proxy
from muster.web.desk.context import Desk
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.components.page import (
    ComponentFormPage,
    ComponentPage,
    PartsPage,
    ProxyFormPage,
    SlipPage,
)
from muster.web.judge.context import ended, judge_page, status_of
from muster.web.judge.place import ActSubject, back_to, place_page, places

MINUTES = (0, 1, 2, 3, 5)


@require_safe
@judge_page
def parts(desk: Desk) -> HttpResponse:
    """Every report and every proxy of the tournament."""
    return desk.show(
        PartsPage(
            reports=[
                (one, desk.name(effects.player_of(one.entry)))
                for one in components.reports_of(desk.tournament.pk)
            ],
            proxies=[
                (one, desk.name(effects.player_of(one.entry)))
                for one in proxies.proxies_of(desk.tournament.pk)
            ],
        )
    )


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def component(desk: Desk, place: ActSubject) -> HttpResponse:
    """Note a faulty component, with a short time extension where it is needed (`COM-LOST-1`)."""
    if desk.request.method != "POST":
        return _component_form(desk, place)
    sent = desk.request.POST
    player = place.player(place.own or number_typed(sent.get("player", "")))
    if player is None:
        return _component_form(desk, place, _nobody(), sent)
    found = components.ComponentFault(
        player=player.player,
        component=sent.get("component", ""),
        fault=sent.get("fault", ""),
        essential=sent.get("essential") == "on",
        extension_minutes=number_typed(sent.get("minutes", "")),
        note=sent.get("note", ""),
        key=desk.sent_key,
    )
    answer = components.note(desk.tournament.pk, desk.actor, found)
    if isinstance(answer, Refusal):
        return _component_form(desk, place, answer, sent)
    return ended(desk, None, _("Noted."), desk.url("judge:report", answer.pk))


def _nobody() -> Refusal:
    return Refusal("unknown-player", say("Choose one of the two players."))


def _component_form(
    desk: Desk, place: ActSubject, refusal: Refusal | None = None, typed: Any = None
) -> HttpResponse:
    return desk.show(
        ComponentFormPage(
            place=place,
            minutes=MINUTES if place.table is not None else (),
            refusal=refusal,
            typed=typed,
            longest=(components.LONGEST_NAME, components.LONGEST_NOTE),
        ),
        status=status_of(refusal),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@judge_page
def report(desk: Desk, pk: int) -> HttpResponse:
    """What follows from a fault, in order; choosing one settles it."""
    if desk.request.method != "POST":
        return _report(desk, pk)
    outcome = desk.request.POST.get("outcome", "")
    answer = components.settle(desk.tournament.pk, desk.actor, pk, outcome)
    if isinstance(answer, Refusal):
        return _report(desk, pk, answer)
    done = {
        "conceded": _("The concession is on record: the match is lost."),
        "dropped": _("The player has dropped."),
    }
    return ended(desk, answer, done.get(outcome, _("Noted.")), desk.url("judge:report", pk))


def _report(desk: Desk, pk: int, refusal: Refusal | None = None) -> HttpResponse:
    row = components.reports_of(desk.tournament.pk).filter(pk=pk).first()
    if row is None:
        raise Http404("There is no such report.")
    follows = components.follows(desk.state, row.fault, essential=row.essential)
    return desk.show(
        ComponentPage(
            row=row,
            back=back_to(desk, row.round_no, row.table, row.entry.player) or desk.url("judge:parts"),
            name=desk.name(effects.player_of(row.entry)),
            follows=[(one, dict(ComponentReport.OUTCOMES)[one.outcome]) for one in follows],
            more_time=_more_time(desk, row),
            settled=row.outcome in ("conceded", "dropped"),
            refusal=refusal,
        ),
        status=status_of(refusal),
    )


def _more_time(desk: Desk, row: ComponentReport) -> str:
    """Where the table gets more time to look for what is lost; empty where its match is over."""
    match = match_in(desk.state, row.round_no, row.table)
    running = row.round_no == len(desk.state.rounds) and match is not None and not match.settled
    return desk.url("judge:time", row.table) if running and row.fault == "lost" else ""


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def proxy(desk: Desk, place: ActSubject) -> HttpResponse:
    """Make a proxy for a damaged card (`COM-LOST-2`)."""
    if desk.request.method != "POST":
        return _proxy_form(desk, place)
    sent = desk.request.POST
    player = place.player(place.own or number_typed(sent.get("player", "")))
    if player is None:
        return _proxy_form(desk, place, _nobody(), sent)
    wanted = proxies.ProxyInput(
        player=player.player,
        card=sent.get("card", ""),
        reason=sent.get("reason", "damaged"),
        unreadable=sent.get("unreadable", ""),
        key=desk.sent_key,
    )
    answer = proxies.make(desk.tournament.pk, desk.actor, wanted)
    if isinstance(answer, Refusal):
        return _proxy_form(desk, place, answer, sent)
    return desk.go("judge:slip", answer.pk)


def _proxy_form(
    desk: Desk, place: ActSubject, refusal: Refusal | None = None, typed: Any = None
) -> HttpResponse:
    return desk.show(
        ProxyFormPage(
            place=place,
            reasons=Proxy.REASONS,
            clause=proxies.clause_on_proxies(desk.state),
            refusal=refusal,
            typed=typed,
            longest=(proxies.LONGEST_CARD, proxies.LONGEST_TEXT),
        ),
        status=status_of(refusal),
    )


@require_safe
@judge_page
def slip(desk: Desk, pk: int) -> HttpResponse:
    """The slip that stands for the card, as it is printed."""
    return _slip(desk, pk)


@require_POST
@judge_page
def approve(desk: Desk, pk: int) -> HttpResponse:
    """Approve a proxy that waits for it."""
    answer = proxies.approve(desk.tournament.pk, desk.actor, pk)
    return _slip(desk, pk, answer) if isinstance(answer, Refusal) else desk.go("judge:slip", pk)


def _slip(desk: Desk, pk: int, refusal: Refusal | None = None) -> HttpResponse:
    row = proxies.proxies_of(desk.tournament.pk).filter(pk=pk).first()
    if row is None:
        raise Http404("There is no such proxy.")
    return desk.show(
        SlipPage(
            proxy=row,
            back=back_to(desk, 0, None, row.entry.player) or desk.url("judge:parts"),
            name=desk.name(effects.player_of(row.entry)),
            leader=row.approved_by or row.by,
            clause=proxies.clause_on_proxies(desk.state),
            refusal=refusal,
        ),
        status=status_of(refusal),
    )


urlpatterns: list[URLPattern] = [
    path("parts", parts, name="parts"),
    *places("component", component, "component"),
    path("components/<int:pk>", report, name="report"),
    *places("proxy", proxy, "proxy"),
    path("proxies/<int:pk>", slip, name="slip"),
    path("proxies/<int:pk>/approve", approve, name="approve"),
]
