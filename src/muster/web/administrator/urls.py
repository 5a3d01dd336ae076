"""Addresses of the administrators' pages: each lists its own."""

from __future__ import annotations

from muster.web.administrator.events import view as events
from muster.web.administrator.organisations import view as organisations
from muster.web.administrator.overview import view as overview
from muster.web.administrator.people import view as people

app_name = "site"

urlpatterns = [*overview.urlpatterns, *people.urlpatterns, *events.urlpatterns, *organisations.urlpatterns]
