"""Whether the site is well, for whatever watches it."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from muster import __version__


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """`{"status": "ok", "version": …}`, or 503 with `"no database"`; no session, no account, one small query."""
    del request
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return JsonResponse({"status": "no database", "version": __version__}, status=503)
    return JsonResponse({"status": "ok", "version": __version__})
