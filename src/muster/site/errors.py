"""What is shown when something went wrong: in the look of the rest, saying what to do and that nothing is lost."""

from __future__ import annotations

import logging
import secrets
import sys
from collections.abc import Mapping
from typing import Final

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import bad_request

from muster.app.history.submitting import TooBusyError
from muster.journal.store import UnavailableError

logger = logging.getLogger("muster.errors")

RETRY_SECONDS: Final = 5
"""When to try again after 503, in seconds."""

_UNAVAILABLE: Final = (OperationalError, InterfaceError, TooBusyError, UnavailableError)
"""What means that the database cannot be reached or is too busy."""

_BARE: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Error · Muster</title>'
    "<h1>Something went wrong in Muster</h1><p>Everything on record is safe. Go back and try again.</p>"
    "<p>Reference: {reference}</p></html>"
)
"""Shown if even the page for errors cannot be made."""


def invalid(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; 413 if that is because of the size."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return bad_request(request, exception)


def too_large(request: HttpRequest) -> HttpResponse:
    """413: what was sent is larger than anything Muster takes."""
    return render(request, "413.html", status=413)


def not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """405: an address that only takes forms was opened, say by coming back from logging in."""
    response = render(request, "405.html", status=405)
    response.headers["Allow"] = allowed
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form came without the proof that it is ours."""
    del reason  # it tells developers what `MUSTER_ORIGIN` in the settings' page tells better
    return render(request, "403_csrf.html", status=403)


def failed(request: HttpRequest) -> HttpResponse:
    """500, or 503 if the database cannot be reached; never a query, always a reference that the log has, too."""
    reference = new_reference()
    logger.error("Reference %s: %s failed", reference, request.method, exc_info=True)
    error = sys.exception()
    unavailable = isinstance(error, _UNAVAILABLE)
    status = 503 if unavailable else 500
    nothing = isinstance(error, TooBusyError) or getattr(error, "nothing_recorded", False)
    page = _page(f"{status}.html", {"reference": reference, "nothing_recorded": nothing})
    response = HttpResponse(page, status=status)
    if unavailable:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def new_reference() -> str:
    """A reference number to read out on the telephone, such as `4F7A-19C2`."""
    digits = secrets.token_hex(4).upper()
    return f"{digits[:4]}-{digits[4:]}"


def _page(template: str, context: Mapping[str, object]) -> str:
    """The page without a request, so that nothing in it can ask the database."""
    try:
        return render_to_string(template, dict(context))
    except Exception:
        logger.exception("Reference %s: the page for errors failed, too", context["reference"])
        return _BARE.format(reference=context["reference"])
