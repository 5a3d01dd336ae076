"""A player as a judge comes to them: who they are, where they sit, what was ruled and given, and what can be done."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from muster.app.judging import components, proxies, rulings
from muster.app.staff.conflicts import may_not_rule
from muster.web.desk.context import Desk
from muster.web.judge.place import ActSubject, place_page
from muster.web.judge.player.page import PlayerOnFloor
from muster.web.judge.table.view import histories


@require_safe
@place_page
def player(desk: Desk, place: ActSubject) -> HttpResponse:
    """Everything about a player of the tournament, in a round or not."""
    (seat,) = place.players
    number = desk.tournament.pk
    page = PlayerOnFloor(
        place=place,
        seats=histories(desk, place.players),
        conflict=may_not_rule(number, desk.actor, desk.state, place.round_no, place.table),
        rulings=rulings.rulings_about(number, seat.entry),
        reports=list(components.reports_of(number).filter(entry=seat.entry)),
        proxies=list(proxies.proxies_of(number).filter(entry=seat.entry)),
    )
    return desk.show(page)


urlpatterns: list[URLPattern] = [path("p/<int:player>", player, name="player")]
