"""Messages to a player's browser: subscribing and unsubscribing one device."""

from __future__ import annotations

import json
import logging
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from muster.app.common.extras import how_to_add, is_missing
from muster.app.mail import pushing
from muster.app.registration.player_settings import reads
from muster.web.player.context import Phone, player_page

logger = logging.getLogger(__name__)

MOST_BYTES = 4096


@require_http_methods(["GET", "POST", "DELETE"])
@player_page
def push(phone: Phone) -> HttpResponse:
    """The site's public key; keep a subscription of this browser; forget one."""
    if phone.request.method == "GET":
        return _key()
    sent = _sent(phone)
    if phone.request.method == "DELETE":
        endpoint = sent.get("endpoint")
        pushing.unsubscribe(phone.entry, endpoint if isinstance(endpoint, str) else "")
        return HttpResponse(status=204)
    problem = pushing.subscribe(phone.entry, sent)
    if problem is None:
        reads(phone.entry, get_language() or "")
    if problem is not None:
        return JsonResponse({"says": str(problem.message)}, status=422)
    return HttpResponse(status=204)


def _key() -> HttpResponse:
    if is_missing("push"):
        return JsonResponse({"says": str(how_to_add("push"))}, status=503)
    try:
        return JsonResponse({"key": pushing.public_key()})
    except OSError as error:
        logger.warning("no key for messages to browsers can be kept: %s", type(error).__name__)
        return JsonResponse({"says": _("This site cannot send messages to devices.")}, status=503)


def _sent(phone: Phone) -> dict[str, Any]:
    body = phone.request.body
    try:
        found = json.loads(body) if len(body) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


urlpatterns: list[URLPattern] = [path("<str:token>/push", push, name="push")]
