"""The language of the terminal: its user's, where there is a catalogue for it."""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import Final

from muster.core.messages import speak

DOMAIN: Final = "django"
"""The name of the catalogues, which pages and the terminal share: `locale/<language>/LC_MESSAGES/django.mo`."""

LOCALES: Final = Path(__file__).parents[1] / "locale"


def speak_users_language() -> None:
    """Say messages as LANGUAGE, LC_ALL, LC_MESSAGES or LANG ask for, in this order; in English otherwise."""
    speak(gettext.translation(DOMAIN, LOCALES, fallback=True))
