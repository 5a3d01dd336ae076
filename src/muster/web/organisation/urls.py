"""Addresses of organisations: `/o/<slug>`."""

from __future__ import annotations

from muster.web.organisation.events import view as events
from muster.web.organisation.floor import view as floor
from muster.web.organisation.look import view as look
from muster.web.organisation.members import view as members
from muster.web.organisation.venues import view as venues

app_name = "organisation"

urlpatterns = [
    *floor.urlpatterns,
    *events.urlpatterns,
    *members.urlpatterns,
    *venues.urlpatterns,
    *look.urlpatterns,
]
