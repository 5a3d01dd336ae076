"""Every address of the site, and what answers when something went wrong."""

from __future__ import annotations

from django.urls import include, path

from muster.site.health import health

urlpatterns = [
    path("", include("muster.web.urls")),
    path("account/", include("allauth.urls")),
    path("healthz", health, name="health"),
]
handler400 = "muster.site.errors.invalid"
handler500 = "muster.site.errors.failed"
