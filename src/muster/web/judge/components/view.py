"""Components that are lost, damaged or illegal, and proxies for damaged cards, with the slip to be printed."""

from __future__ import annotations

from django.http import Http404, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from muster.app.judging import components, effects, proxies
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, status_of
from muster.web.desk.round.clock_view import number_typed
from muster.web.judge.components.page import (
    ComponentForm,
    ComponentOnRecord,
    ComponentsAndProxies,
    ProxyForm,
    ProxySlip,
)
from muster.web.judge.context import ended, judge_page
from muster.web.judge.place import ActSubject, place_page, places


@require_safe
@judge_page
def parts(desk: Desk) -> HttpResponse:
    """Every report and every proxy of the tournament."""
    return desk.show(
        ComponentsAndProxies(
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
    desk: Desk, place: ActSubject, refusal: Refusal | None = None, typed: QueryDict | None = None
) -> HttpResponse:
    return desk.show(ComponentForm(place=place, refusal=refusal, typed=typed), status=status_of(refusal))


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
    return desk.show(ComponentOnRecord(desk, row, refusal), status=status_of(refusal))


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
    desk: Desk, place: ActSubject, refusal: Refusal | None = None, typed: QueryDict | None = None
) -> HttpResponse:
    return desk.show(ProxyForm(place=place, refusal=refusal, typed=typed), status=status_of(refusal))


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
    return desk.show(ProxySlip(desk, row, refusal), status=status_of(refusal))


urlpatterns: list[URLPattern] = [
    path("parts", parts, name="parts"),
    *places("component", component, "component"),
    path("components/<int:pk>", report, name="report"),
    *places("proxy", proxy, "proxy"),
    path("proxies/<int:pk>", slip, name="slip"),
    path("proxies/<int:pk>/approve", approve, name="approve"),
]
