"""QR codes as SVG inside a page: no other request, and nothing the content security policy forbids."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


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
