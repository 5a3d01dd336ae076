"""Addresses of the desk: each screen lists its own."""

from __future__ import annotations

from django.urls import include, path

from muster.web.desk import (
    bracket,
    checkin,
    clock,
    corrections,
    events,
    finish,
    hall,
    history,
    messages,
    now,
    people,
    plan,
    player,
    player_link,
    player_lists,
    result_forms,
    results,
    rounds,
    staff,
    standings,
)
from muster.web.paper import views as paper

app_name = "desk"

_TOURNAMENT = [
    *now.urlpatterns,
    *people.urlpatterns,
    *player_lists.urlpatterns,
    *player.urlpatterns,
    *player_link.urlpatterns,
    *checkin.urlpatterns,
    *plan.urlpatterns,
    *rounds.urlpatterns,
    *clock.urlpatterns,
    *results.urlpatterns,
    *result_forms.urlpatterns,
    *corrections.urlpatterns,
    *standings.urlpatterns,
    *bracket.urlpatterns,
    *finish.urlpatterns,
    *hall.urlpatterns,
    *history.urlpatterns,
    *paper.desk_urlpatterns,
]

urlpatterns = [
    *events.urlpatterns,
    *staff.urlpatterns,
    *messages.urlpatterns,
    path("<slug:code>/<int:number>/", include(_TOURNAMENT)),
]
