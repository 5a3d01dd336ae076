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
    history,
    now,
    people,
    plan,
    player,
    player_lists,
    result_forms,
    results,
    rounds,
    staff,
    standings,
)

app_name = "desk"

_TOURNAMENT = [
    *now.urlpatterns,
    *people.urlpatterns,
    *player_lists.urlpatterns,
    *player.urlpatterns,
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
    *history.urlpatterns,
]

urlpatterns = [
    *events.urlpatterns,
    *staff.urlpatterns,
    path("<slug:code>/<int:number>/", include(_TOURNAMENT)),
]
