"""Addresses of these pages."""

from __future__ import annotations

from muster.web.paper import views

app_name = "paper"
urlpatterns = views.urlpatterns
