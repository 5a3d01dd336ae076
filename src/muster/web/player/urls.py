"""Addresses of the players' pages: `/p/<token>`."""

from __future__ import annotations

from django.urls import URLPattern, path

from muster.web.player.page import view as views
from muster.web.player.path import view as own_way
from muster.web.player.phone import install, push
from muster.web.player.rosters import build_view as roster_form
from muster.web.player.rosters import play_view as play_rosters
from muster.web.player.rosters import pool_view as pools
from muster.web.player.rosters import view as rosters
from muster.web.player.settings import view as joining

app_name = "player"
urlpatterns: list[URLPattern] = [
    path("sw.js", install.service_worker, name="service-worker"),
    path("<str:token>", views.page, name="page"),
    path("<str:token>/now", views.now, name="now"),
    path("<str:token>/manifest.webmanifest", install.manifest, name="manifest"),
    path("<str:token>/report", views.report, name="report"),
    path("<str:token>/confirm", views.confirm, name="confirm"),
    path("<str:token>/deny", views.deny, name="deny"),
    path("<str:token>/concede", views.concede, name="concede"),
    path("<str:token>/check-in", views.check_in, name="check-in"),
    path("<str:token>/uid", views.uid, name="uid"),
    path("<str:token>/drop", views.drop, name="drop"),
    path("<str:token>/come-back", views.come_back, name="come-back"),
    path("<str:token>/rejoin", views.rejoin, name="rejoin"),
    path("<str:token>/tick", views.tick, name="tick"),
    path("<str:token>/call", views.call, name="call"),
    path("<str:token>/call/back", views.call_back, name="call-back"),
    path("<str:token>/why", views.why, name="why"),
    path("<str:token>/rounds", own_way.rounds, name="rounds"),
    path("<str:token>/bracket", own_way.bracket, name="bracket"),
    *joining.urlpatterns,
    *play_rosters.urlpatterns,
    *rosters.urlpatterns,
    *pools.urlpatterns,
    *roster_form.urlpatterns,
    *push.urlpatterns,
]
