"""The language of the terminal: its user's, where it is one that is offered."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Mapping

from muster.app.common.languages import DOMAIN, ENGLISH, LOCALES, offered
from muster.core.messages import speak

_ASKED_BY = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these variables that is set says it."""


def users_language(environ: Mapping[str, str], known: Mapping[str, str]) -> str:
    """The first of the languages a user asks for, in the order of their wish, that is known; English otherwise."""
    said = next(filter(None, (environ.get(name) for name in _ASKED_BY)), "")
    asked = (re.split(r"[_.@-]", each)[0].lower() for each in said.split(":"))
    return next((code for code in asked if code in known), ENGLISH)


def speak_users_language() -> None:
    """Say messages as LANGUAGE, LC_ALL, LC_MESSAGES or LANG ask for, in this order; in English otherwise."""
    code = users_language(os.environ, dict(offered(folder=LOCALES)))
    speak(gettext.translation(DOMAIN, LOCALES, [code], fallback=True))
