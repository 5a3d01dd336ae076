"""A leader recommends to disqualify a player; the organiser is told at once, and decides (`COM-ROLE-3`)."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from muster.app.duties import recommending
from muster.core.tournament.refusals import Refusal
from muster.web.desk.context import Desk, status_of
from muster.web.judge.context import ended
from muster.web.judge.place import ActSubject, place_page
from muster.web.judge.recommend.page import RecommendForm


@require_http_methods(["GET", "HEAD", "POST"])
@place_page
def recommend(desk: Desk, place: ActSubject) -> HttpResponse:
    """Say what happened."""
    if desk.request.method != "POST":
        return desk.show(RecommendForm(place))
    why = desk.request.POST.get("why", "")
    answer = recommending.recommend(
        desk.tournament.pk, desk.actor, place.players[0].player, why, key=desk.sent_key
    )
    if isinstance(answer, Refusal):
        return desk.show(RecommendForm(place, why, answer), status=status_of(answer))
    return ended(desk, answer, _("The organiser is told, and decides."), place.home)


urlpatterns: list[URLPattern] = [path("p/<int:player>/recommend", recommend, name="player-recommend")]
