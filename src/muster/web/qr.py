"""QR codes as SVG inside a page: no other request, and nothing the content security policy forbids."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import iri_to_uri
from django.utils.safestring import SafeString, mark_safe

LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names by which a machine knows itself, and nobody else does."""


def reachable(request: HttpRequest, path: str) -> str:
    """The address of a page for whoever scans it: on this machine's own name, the one it has in the network instead."""
    return _site(request.scheme or "http", request.get_host(), tuple(settings.ALLOWED_HOSTS)) + iri_to_uri(
        path
    )


@lru_cache(64)
def _site(scheme: str, host: str, hosts: tuple[str, ...]) -> str:
    """The address of the site for them, without a path; `hosts` are all it answers to."""
    del hosts  # `_network` reads them
    here = urlsplit(f"{scheme}://{host}")
    network = _network() if here.hostname in LOCAL else ""
    return f"{scheme}://{network}:{here.port or 80}" if network else f"{scheme}://{host}"


def local_address(request: HttpRequest) -> str:
    """The address of the page if no phone can reach it by that or another: a code is good on this machine only."""
    address = urlsplit(request.build_absolute_uri("/"))
    if address.hostname not in LOCAL or _network():
        return ""
    return f"{address.scheme}://{address.netloc}"


def _network() -> str:
    """This machine's address in the network, to which `muster serve --lan` has the site answer; empty without one."""
    for name in settings.ALLOWED_HOSTS:
        try:
            address = ip_address(name.strip("[]"))
        except ValueError:
            continue
        if not address.is_loopback:
            return name
    return ""


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
