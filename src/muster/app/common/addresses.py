"""Where this site is reached from outside, for links in messages that no request asks for."""

from __future__ import annotations

from django.conf import settings

_noted = ""


def site_address() -> str:
    """The site's own address such as `https://play.example.org`; empty while nobody knows it.

    It is `MUSTER_ORIGIN`; where that is not set, what the latest request said, which is then one of the few
    names the site answers to.
    """
    return str(settings.ORIGIN) or _noted


def note_address(address: str) -> None:
    """Remember how the site was reached, for want of `MUSTER_ORIGIN`."""
    global _noted  # noqa: PLW0603  (one word for the whole process)
    _noted = address.rstrip("/")
