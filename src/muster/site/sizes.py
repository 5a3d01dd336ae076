"""The largest body that each address takes."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.urls import Resolver404, resolve

from muster.web.uploads import does_take_files

FORM: Final = 1_000_000
"""Bytes of a form without a file: a roster of 200,000 letters, each of them three escaped bytes, and the rest."""


def largest(path: str) -> int:
    """How many bytes may be sent to a path."""
    try:
        view = resolve(path).func
    except Resolver404:
        return FORM
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or FORM if does_take_files(view) else FORM
