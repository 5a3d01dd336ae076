"""The desk's tables to build decks at: draw, look, exchange, show, seat who came late, start the time to build."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.floor.deck_building import start_building
from muster.app.history.submitting import Done, building_link
from muster.app.rosters.limited import sealed
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.refusals import Refusal
from muster.exchange.whole import number_of
from muster.web.desk.building.page import BuildingPage
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.duties.asking import asks_first
from muster.web.desk.refused import afresh
from muster.web.desk.round.view import acted, without_the_absent


@desk_page("look")
def tables(desk: Desk) -> HttpResponse:
    """The building tables as they stand."""
    if desk.state.building is None and not sealed(desk.tournament.pk, desk.state):
        raise Http404("No decks are built here.")
    return desk.show(BuildingPage(desk))


@require_POST
@desk_page("rounds")
@asks_first("start")
def draw(desk: Desk) -> HttpResponse:
    """Draw who builds where, and again; the first time with the start of the rounds, as one act."""
    asked: list[commands.Command] = []
    if desk.state.plan is not None and not desk.state.stages:
        asked = [*without_the_absent(desk), commands.StartStage()]
    return _acted(desk, desk.submit_all(*asked, building_link(desk.tournament.pk, desk.state)))


@require_POST
@desk_page("rounds")
def swap(desk: Desk) -> HttpResponse:
    """Exchange the seats of two players."""
    sent = desk.request.POST
    one, two = (PlayerId(number_of(sent.get(name, ""))) for name in ("one", "two"))
    return _acted(desk, desk.submit(commands.SwapBuilders((one, two))))


@require_POST
@desk_page("rounds")
def show(desk: Desk) -> HttpResponse:
    """Make the tables official: everybody sees where they build."""
    return _acted(desk, desk.submit(commands.PublishBuilding()))


@require_POST
@desk_page("rounds")
def join(desk: Desk) -> HttpResponse:
    """Give somebody who came late a seat."""
    sent = desk.request.POST
    player, table = PlayerId(number_of(sent.get("player", ""))), number_of(sent.get("table", ""))
    return _acted(desk, desk.submit(commands.JoinBuilding(player, table), stale=False))


@require_POST
@desk_page("clock")
def build(desk: Desk) -> HttpResponse:
    """Start the time to build decks."""
    refusal = start_building(desk.tournament.pk, desk.state, desk.actor, desk.sent_key)
    if refusal is not None:
        return _acted(desk, refusal)
    return desk.go("desk:building")


def _acted(desk: Desk, answer: Done | Refusal) -> HttpResponse:
    if isinstance(answer, Refusal):
        if desk.state.building is None and not sealed(desk.tournament.pk, desk.state):
            return acted(desk, answer)
        fresh, refused = afresh(desk, answer, None)
        return fresh.show(BuildingPage(fresh, refused=refused), status=refused.status)
    desk.tell(answer)
    return desk.go("desk:building")


urlpatterns: list[URLPattern] = [
    path("round/building", tables, name="building"),
    path("round/building/draw", draw, name="draw-building"),
    path("round/building/swap", swap, name="swap-builders"),
    path("round/building/show", show, name="show-building"),
    path("round/building/join", join, name="join-building"),
    path("round/building/time", build, name="start-building"),
]
