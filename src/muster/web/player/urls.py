"""Addresses of these pages."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "player"
urlpatterns: list[URLPattern] = []
