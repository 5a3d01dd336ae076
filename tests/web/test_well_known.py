"""What programs ask every site for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from muster.site import environment


def test_search_engines_leave_what_is_private_alone() -> None:
    page = Client().get("/robots.txt")
    assert page.headers["Content-Type"].startswith("text/plain")
    lines = page.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /p/", "Disallow: /desk/", "Disallow: /enter/"} <= set(lines)
    assert "Disallow: /e/" not in lines


def test_the_small_sign_is_found_without_reading_a_page() -> None:
    page = Client().get("/favicon.ico")
    assert page.status_code == 302
    assert page.headers["Location"].endswith("favicon.svg")


def test_security_txt_says_whom_to_tell(settings: Any) -> None:
    settings.SECURITY_CONTACT, settings.ORIGIN = "mailto:safe@example.org", "https://play.example.org"
    page = Client().get("/.well-known/security.txt")
    fields = dict(line.split(": ", 1) for line in page.content.decode().splitlines())
    assert fields["Contact"] == "mailto:safe@example.org"
    assert fields["Canonical"] == "https://play.example.org/.well-known/security.txt"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timezone.now() < expires < timezone.now() + timedelta(days=365)


def test_there_is_none_where_nobody_is_named(settings: Any) -> None:
    settings.SECURITY_CONTACT = ""
    assert Client().get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    ("written", "contact"),
    [
        ("", ""),
        ("safe@example.org", "mailto:safe@example.org"),
        ("mailto:safe@example.org", "mailto:safe@example.org"),
        ("https://example.org/security", "https://example.org/security"),
    ],
)
def test_whom_to_tell_is_an_address(written: str, contact: str) -> None:
    assert environment.contact({"MUSTER_SECURITY_CONTACT": written}) == contact


@pytest.mark.parametrize(
    "written", ["http://example.org", "somebody", "a@b\nExpires: x", "https:// x", "tel:1"]
)
def test_whom_to_tell_is_nothing_else(written: str) -> None:
    with pytest.raises(environment.WrongSettingError, match="MUSTER_SECURITY_CONTACT"):
        environment.contact({"MUSTER_SECURITY_CONTACT": written})
