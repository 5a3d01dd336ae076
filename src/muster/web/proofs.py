"""The proofs in forms of pages that are filled in without Django: each its own sender's, masked anew each time.

Django takes a form if the proof in it fits the secret in the cookie of whoever sends it. The secret stands in the form
under a mask, so that the same page is never the same bytes (BREACH). What is made here is what Django's `get_token`
makes, ten times faster; `tests/web/test_own_pages.py` holds the two together.
"""

from __future__ import annotations

import base64
import os
import string
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import CSRF_SECRET_LENGTH, CSRF_TOKEN_LENGTH

PROOF, KEY = "proof", "key"

SIZES: Final[Mapping[str, int]] = {PROOF: CSRF_TOKEN_LENGTH, KEY: 16}
"""The gaps of such a page, and how many bytes each always has."""

_LETTERS: Final = (string.ascii_letters + string.digits).encode()
_COUNT: Final = len(_LETTERS)
_UNEVEN: Final = bytes(range(256 - 256 % _COUNT, 256))
"""Bytes that would make some letters likelier than others."""

_AT: Final = bytes(_LETTERS.index(at) if at in _LETTERS else 0 for at in range(256))
"""Which letter each byte is."""

_SUM: Final = (_LETTERS * 5)[:256]
"""The letter for each sum of two of them, or for any even byte."""


_SAMPLE: Final = b"sample".center(CSRF_SECRET_LENGTH, b"-")

MINUTE: Final = 60


class FormProof(NamedTuple):
    """What an answer proves its forms with.

    Attributes:
        gaps: what is put into the gaps, by name.
        headers: the cookie of somebody who has had none; else nothing.
    """

    gaps: Mapping[str, bytes]
    headers: list[tuple[bytes, bytes]]


def proved(cookies: bytes) -> FormProof:
    """Proofs and keys for an answer to a request with these cookies."""
    secret, headers = _secret(cookies), list[tuple[bytes, bytes]]()
    if not secret:
        secret = _random()
        headers.append((b"set-cookie", _cookie(int(time.time()) // MINUTE).replace(_SAMPLE, secret)))
    return FormProof({PROOF: masked(secret), KEY: base64.urlsafe_b64encode(os.urandom(12))}, headers)


def masked(secret: bytes) -> bytes:
    """The secret under a mask that is good once: the mask, and the sum of both."""
    mask = _random()
    return mask + bytes(map(_SUM.__getitem__, map(int.__add__, secret.translate(_AT), mask.translate(_AT))))


def _secret(cookies: bytes) -> bytes:
    """The secret among these cookies, if there is one as Django makes them."""
    name = _name()
    if name not in cookies:
        return b""
    found = [one for each in cookies.split(b";") if (one := each.strip()).startswith(name)]
    # Of several of a name Django reads the last; whoever sends another form of it gets a new one.
    value = found[-1][len(name) :] if found else b""
    return value if len(value) == CSRF_SECRET_LENGTH and not value.translate(None, _LETTERS) else b""


def _name() -> bytes:
    return settings.CSRF_COOKIE_NAME.encode() + b"="


def _random() -> bytes:
    """As many letters as a secret has, each as likely as any other."""
    found = b""
    while len(found) < CSRF_SECRET_LENGTH:
        found = os.urandom(2 * CSRF_SECRET_LENGTH).translate(_SUM, _UNEVEN)[:CSRF_SECRET_LENGTH]
    return found


@lru_cache(1)
def _cookie(minute: int) -> bytes:
    """The cookie as Django sets it in this minute, with a sample in place of the secret."""
    del minute  # its age is counted from it
    response = HttpResponse()
    response.set_cookie(
        settings.CSRF_COOKIE_NAME,
        _SAMPLE.decode("ascii"),
        max_age=settings.CSRF_COOKIE_AGE,
        domain=settings.CSRF_COOKIE_DOMAIN,
        path=settings.CSRF_COOKIE_PATH,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=settings.CSRF_COOKIE_HTTPONLY,
        samesite=settings.CSRF_COOKIE_SAMESITE,  # type: ignore[arg-type]  # Django's settings are not narrowed
    )
    return response.cookies[settings.CSRF_COOKIE_NAME].OutputString().encode("latin-1")
