"""The journal as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class JournalConfig(AppConfig):
    """The journal as a Django app."""

    name = "muster.journal"
    label = "journal"
    default_auto_field = "django.db.models.BigAutoField"
