"""Addresses of the judge's phone: each page lists its own."""

from __future__ import annotations

from django.urls import include, path

from muster.web.judge.checks import view as checks
from muster.web.judge.components import view as parts
from muster.web.judge.home import view as home
from muster.web.judge.penalties import view as penalties
from muster.web.judge.player import view as player
from muster.web.judge.recommend import view as recommend
from muster.web.judge.record import view as record
from muster.web.judge.rules import view as rules
from muster.web.judge.rulings import view as rulings
from muster.web.judge.signing import view as signing
from muster.web.judge.table import late_view as late
from muster.web.judge.table import view as table
from muster.web.judge.terrain import view as terrain

app_name = "judge"

_TOURNAMENT = [
    *home.urlpatterns,
    *table.urlpatterns,
    *player.urlpatterns,
    *rulings.urlpatterns,
    *penalties.urlpatterns,
    *recommend.urlpatterns,
    *late.urlpatterns,
    *parts.urlpatterns,
    *checks.urlpatterns,
    *record.urlpatterns,
    *signing.urlpatterns,
    *rules.urlpatterns,
    *terrain.urlpatterns,
]

urlpatterns = [
    path("<slug:code>", home.event, name="event"),
    path("<slug:code>/<int:number>/", include(_TOURNAMENT)),
]
