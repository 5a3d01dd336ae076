"""The desk's pods of a draft: draw, look, exchange, show, seat who came late; and the beginning of day two."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.history.submitting import Done, pods_link
from muster.app.rounds.pods import in_pods, sizes_of
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.duties.asking import asks_first
from muster.web.desk.pods.page import PodsPage
from muster.web.desk.refused import afresh
from muster.web.desk.round.view import acted, without_the_absent


@desk_page("look")
def pods(desk: Desk) -> HttpResponse:
    """The pods as they stand."""
    if not in_pods(desk.state):
        raise Http404("The plan has no pods.")
    return desk.show(PodsPage(desk))


@require_POST
@desk_page("rounds")
@asks_first("start")
def draw(desk: Desk) -> HttpResponse:
    """Draw who sits in which pod, and again; the first time with the start of the rounds, as one act."""
    sent = desk.request.POST
    text = (sent.get("suggested") or sent.get("sizes", "")).strip()[:1000]
    sizes = sizes_of(text) if text else None
    if text and sizes is None:
        says = say("Write the sizes of the pods as numbers, such as {example}.", example="7 6 6")
        return _acted(desk, Refusal("bad-pods", says), {"sizes": text})
    asked: list[commands.Command] = []
    if desk.state.plan is not None and not desk.state.stages:
        asked = [*without_the_absent(desk), commands.StartStage()]
    link = pods_link(desk.tournament.pk, desk.state, sizes)
    return _acted(desk, desk.submit_all(*asked, link), {"sizes": text})


@require_POST
@desk_page("rounds")
def swap(desk: Desk) -> HttpResponse:
    """Exchange the seats of two players."""
    sent = desk.request.POST
    one, two = (PlayerId(number_of(sent.get(name, ""))) for name in ("one", "two"))
    return _acted(desk, desk.submit(commands.SwapSeats((one, two))))


@require_POST
@desk_page("rounds")
def show(desk: Desk) -> HttpResponse:
    """Make the pods official: everybody sees where they sit."""
    return _acted(desk, desk.submit(commands.PublishPods()))


@require_POST
@desk_page("rounds")
def join(desk: Desk) -> HttpResponse:
    """Give somebody who came late a seat."""
    sent = desk.request.POST
    player, pod = PlayerId(number_of(sent.get("player", ""))), number_of(sent.get("pod", ""))
    return _acted(desk, desk.submit(commands.JoinPod(player, pod), stale=False))


@require_POST
@desk_page("rounds")
def day_two(desk: Desk) -> HttpResponse:
    """End day one: who has the points plays on."""
    return acted(desk, desk.submit(commands.BeginDayTwo()))


def _acted(desk: Desk, answer: Done | Refusal, typed: Mapping[str, str] | None = None) -> HttpResponse:
    if isinstance(answer, Refusal):
        if not in_pods(desk.state):
            return acted(desk, answer)
        fresh, refused = afresh(desk, answer, typed)
        return fresh.show(PodsPage(fresh, refused=refused), status=refused.status)
    desk.tell(answer)
    return desk.go("desk:pods")


urlpatterns: list[URLPattern] = [
    path("round/pods", pods, name="pods"),
    path("round/pods/draw", draw, name="draw-pods"),
    path("round/pods/swap", swap, name="swap-seats"),
    path("round/pods/show", show, name="show-pods"),
    path("round/pods/join", join, name="join-pod"),
    path("round/day-two", day_two, name="day-two"),
]
