"""The pages as a Django app, so that templates, static files and tags are found."""

from __future__ import annotations

import time
from typing import Final

from django.apps import AppConfig
from django.conf import settings
from django.utils import translation

from muster.core.messages import speak
from muster.web.paper.leftovers import remove_old

DAY: Final = 86_400


class WebConfig(AppConfig):
    """The pages as a Django app."""

    name = "muster.web"
    label = "web"

    def ready(self) -> None:
        """Say messages in the reader's language; remove the PDFs of days gone by, wherever the site starts."""
        speak(translation)
        remove_old(settings.DATA / "prints", time.time() - DAY)
