"""Addresses of the public pages: `/e/<code>`."""

from __future__ import annotations

from django.urls import URLPattern, path

from muster.web.public import registering, views

app_name = "public"
urlpatterns: list[URLPattern] = [
    path("", views.find, name="find"),
    path("<slug:code>", views.event, name="event"),
    path("<slug:code>/register", registering.register, name="register"),
    path("<slug:code>/register/<int:number>", registering.register, name="register-for"),
    path("<slug:code>/<int:number>/pairings", views.pairings, name="pairings"),
    path("<slug:code>/<int:number>/standings", views.standings, name="standings"),
]
