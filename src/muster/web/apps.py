"""The pages as a Django app, so that templates, static files and tags are found."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages as a Django app."""

    name = "muster.web"
    label = "web"
