"""Addresses of the judge's phone: each page lists its own."""

from __future__ import annotations

from django.urls import include, path

from muster.web.judge import checks, home, late, parts, penalties, player, record, rulings, signing, table

app_name = "judge"

_TOURNAMENT = [
    *home.urlpatterns,
    *table.urlpatterns,
    *player.urlpatterns,
    *rulings.urlpatterns,
    *penalties.urlpatterns,
    *late.urlpatterns,
    *parts.urlpatterns,
    *checks.urlpatterns,
    *record.urlpatterns,
    *signing.urlpatterns,
]

urlpatterns = [
    path("<slug:code>", home.event, name="event"),
    path("<slug:code>/<int:number>/", include(_TOURNAMENT)),
]
