"""QR codes as SVG inside a page: no other request, and nothing the content security policy forbids."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names by which a machine knows itself, and nobody else does."""


def local_address(request: HttpRequest) -> str:
    """The address of the page if no phone can reach it, so that a code would lead nowhere; else empty."""
    address = urlsplit(request.build_absolute_uri("/"))
    return f"{address.scheme}://{address.netloc}" if address.hostname in LOCAL else ""


def qr_svg(text: str, scale: int = 5, *, fluid: bool = False) -> SafeString:
    """A QR code of this text, dark on light whatever the theme, with a quiet margin.

    Args:
        text: what it says.
        scale: pixels to a module.
        fluid: it has no size of its own and becomes as large as its place.
    """
    drawn = segno.make(text, micro=False, error="m").svg_inline(
        scale=scale, dark="#000", light="#fff", border=3, svgclass=None, lineclass=None, omitsize=fluid
    )
    return mark_safe(drawn)  # noqa: S308  (made of squares and nothing else)
