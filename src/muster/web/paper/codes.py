"""QR codes as small pictures, for paper: a dot of the picture is a module of the code."""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from typing import Final

import segno

MARGIN: Final = 3
"""Modules left light around a code."""


MASK: Final = 0
"""The pattern laid over every code. Weighing all eight takes three times as long, and scanners read each of them."""


def png(text: str) -> bytes:
    """A QR code of this text as a picture of two colours."""
    out = io.BytesIO()
    segno.make(text, micro=False, error="m", mask=MASK).save(out, kind="png", scale=1, border=MARGIN)
    return out.getvalue()


@lru_cache(maxsize=4096)
def data_uri(text: str) -> str:
    """The same inside a page."""
    return "data:image/png;base64," + base64.b64encode(png(text)).decode()
