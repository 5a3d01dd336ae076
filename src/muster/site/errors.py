"""What is shown when something went wrong: in the look of the rest, saying what to do and that nothing is lost."""

from __future__ import annotations

import logging
import secrets
import sys
from dataclasses import dataclass
from typing import ClassVar, Final

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import bad_request

from muster.app.history.submitting import TooBusyError
from muster.journal.damage import Trouble, trouble
from muster.journal.store import DamagedJournalError, UnavailableError
from muster.web.page import Page, names, show

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


@dataclass(frozen=True)
class TooLarge(Page):
    """413."""

    template: ClassVar[str] = "413.html"


@dataclass(frozen=True)
class TooSlow(Page):
    """408."""

    template: ClassVar[str] = "408.html"


@dataclass(frozen=True)
class NotAllowed(Page):
    """405."""

    template: ClassVar[str] = "405.html"


@dataclass(frozen=True)
class NotOurForm(Page):
    """403 for a form without the proof that it is ours."""

    template: ClassVar[str] = "403_csrf.html"


@dataclass(frozen=True)
class Failed(Page):
    """500.

    Attributes:
        reference: to read out on the telephone; the log has it, too.
        nothing_recorded: it is known that nothing was recorded.
    """

    template: ClassVar[str] = "500.html"
    reference: str
    nothing_recorded: bool


@dataclass(frozen=True)
class Unavailable(Failed):
    """503: the database cannot be reached, or not be written to.

    Attributes:
        trouble: what is wrong with the server's disk, if that is it.
    """

    template: ClassVar[str] = "503.html"
    trouble: Trouble = ""


@dataclass(frozen=True)
class Damaged(Failed):
    """500: what is on the server's disk is not what was recorded."""

    template: ClassVar[str] = "damaged.html"


def invalid(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; 413 if that is because of the size."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return bad_request(request, exception)


def too_large(request: HttpRequest) -> HttpResponse:
    """413: what was sent is larger than anything Muster takes."""
    return show(request, TooLarge(), status=413)


def too_slow(request: HttpRequest) -> HttpResponse:
    """408: what was sent came too slowly, or not to its end."""
    return show(request, TooSlow(), status=408)


def not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """405: an address that only takes forms was opened, say by coming back from logging in."""
    response = show(request, NotAllowed(), status=405)
    response.headers["Allow"] = allowed
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form came without the proof that it is ours."""
    del reason  # it tells developers what `MUSTER_ORIGIN` in the settings' page tells better
    return show(request, NotOurForm(), status=403)


def failed(request: HttpRequest) -> HttpResponse:
    """500, or 503 if the database cannot be reached; never a query, always a reference that the log has, too."""
    reference = new_reference()
    about = {"reference": reference, "method": request.method}
    logger.error("Reference %s: %s failed", reference, request.method, exc_info=True, extra=about)
    error = sys.exception()
    unavailable = isinstance(error, _UNAVAILABLE)
    nothing = isinstance(error, TooBusyError) or getattr(error, "nothing_recorded", False)
    wrong = trouble(error)
    if wrong == "damaged" or isinstance(error, DamagedJournalError):
        return HttpResponse(_text(Damaged(reference, nothing)), status=500)
    page = Unavailable(reference, nothing, wrong) if unavailable else Failed(reference, nothing)
    response = HttpResponse(_text(page), status=503 if unavailable else 500)
    if unavailable and not wrong:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def new_reference() -> str:
    """A reference number to read out on the telephone, such as `4F7A-19C2`."""
    digits = secrets.token_hex(4).upper()
    return f"{digits[:4]}-{digits[4:]}"


def _text(page: Failed) -> str:
    """The page without a request, so that nothing in it can ask the database."""
    try:
        return render_to_string(page.template, names(page))
    except Exception:
        logger.exception("Reference %s: the page for errors failed, too", page.reference)
        return _BARE.format(reference=page.reference)
