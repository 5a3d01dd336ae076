"""What makes the player's page one that can be put on the home screen and read without a signal."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import muster.web
from muster.web.player.context import Phone, player_page

_WORKER: Final = Path(muster.web.__file__).parent / "static" / "muster" / "player-sw.js"


@require_safe
@player_page
def manifest(phone: Phone) -> HttpResponse:
    """The manifest of one player's page: installed, it opens that page."""
    icon = static("muster/favicon.svg")
    return JsonResponse(
        {
            "id": phone.url(),
            "start_url": phone.url(),
            "scope": phone.url(),
            "name": phone.event.name,
            "short_name": phone.event.name[:12].strip() or _("Event"),
            "display": "standalone",
            "background_color": "#f4f4f1",
            "theme_color": "#f4f4f1",
            "icons": [
                {"src": icon, "sizes": "any", "type": "image/svg+xml"},
                {"src": static("muster/player-192.png"), "sizes": "192x192", "type": "image/png"},
                {"src": static("muster/player-512.png"), "sizes": "512x512", "type": "image/png"},
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker of all players' pages; from here, for one from `/static/` could not serve `/p/`."""
    del request
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _script() -> bytes:
    return _WORKER.read_bytes()
