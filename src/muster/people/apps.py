"""People as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """People as a Django app."""

    name = "muster.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"
