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
    penalties,
    people,
    plan,
    player,
    player_link,
    player_lists,
    repairs,
    result_forms,
    results,
    rosters,
    rosters_cards,
    rosters_check,
    rosters_files,
    rosters_one,
    rosters_plan,
    rounds,
    signing,
    staff,
    standings,
    tally,
)
from muster.web.paper import views as paper

app_name = "desk"

_TOURNAMENT = [
    *now.urlpatterns,
    *people.urlpatterns,
    *player_lists.urlpatterns,
    *player.urlpatterns,
    *player_link.urlpatterns,
    *rosters.urlpatterns,
    *rosters_plan.urlpatterns,
    *rosters_cards.urlpatterns,
    *rosters_files.urlpatterns,
    *rosters_one.urlpatterns,
    *rosters_check.urlpatterns,
    *checkin.urlpatterns,
    *plan.urlpatterns,
    *penalties.urlpatterns,
    *rounds.urlpatterns,
    *clock.urlpatterns,
    *results.urlpatterns,
    *signing.urlpatterns,
    *result_forms.urlpatterns,
    *tally.urlpatterns,
    *corrections.urlpatterns,
    *repairs.urlpatterns,
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
