"""The desk's long seatings: how far the search is; stop it, or give it up."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from muster.app.rounds import long_seatings
from muster.web.desk.context import Desk, desk_page
from muster.web.desk.seating.page import SeatingPage


@desk_page("look")
def seating(desk: Desk) -> HttpResponse:
    """How far the search is; once there is nothing to wait for, on to the round."""
    found = long_seatings.searching(desk.tournament.pk)
    if found is None or desk.state.proposal is not None:
        if desk.live:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return desk.go("desk:round")
    return desk.show(SeatingPage(desk, found))


@require_POST
@desk_page("rounds")
def stop(desk: Desk) -> HttpResponse:
    """Take what was found so far."""
    long_seatings.stop(desk.tournament.pk)
    return desk.go("desk:round")


@require_POST
@desk_page("rounds")
def give_up(desk: Desk) -> HttpResponse:
    """Have nothing come of it."""
    long_seatings.give_up(desk.tournament.pk)
    return desk.go("desk:round")


urlpatterns: list[URLPattern] = [
    path("round/seating", seating, name="seating"),
    path("round/seating/stop", stop, name="stop-seating"),
    path("round/seating/give-up", give_up, name="give-up-seating"),
]
