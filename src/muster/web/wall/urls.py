"""Addresses of the screens on the wall: `/e/<code>/screen`."""

from __future__ import annotations

from django.urls import URLPattern, path

from muster.web.wall import view as views

app_name = "screen"
urlpatterns: list[URLPattern] = [
    path("<slug:code>/screen", views.screen, name="first"),
    path("<slug:code>/screen/<int:number>", views.screen, name="screen"),
    path("<slug:code>/pictures/<slug:mark>", views.picture, name="picture"),
]
