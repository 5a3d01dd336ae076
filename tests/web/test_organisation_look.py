"""How organisations look: colours that can be read, logos that are pictures and nothing else, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from struct import pack
from typing import Any
from zlib import crc32

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from muster.app.common.access import Actor
from muster.app.registration.entries import Newcomer, enter
from muster.exchange.colours import EDGE, contrast
from muster.people.models import Organisation, OrganisationLogo
from organisation_cases import Guild, png

pytestmark = pytest.mark.django_db

SENT = {"kind": "club", "name": "Żółw Gry", "band": "#15161a", "accent": "#ffc914"}


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def text(response: Any) -> str:
    return unescape(response.content.decode())


def floor(guild: Guild) -> Any:
    return Client().get(guild.url("page"))


def send_logo(guild: Guild, data: bytes, name: str = "logo.png", kind: str = "image/png") -> Any:
    return guild.post("send-logo", logo=SimpleUploadedFile(name, data, content_type=kind))


# Its look


def test_its_colours_come_as_a_sheet_and_what_is_written_on_them_can_be_read() -> None:
    guild = Guild(details={"band": "#ffee00", "accent": "#b00020"})
    link = reverse("organisation:colours", args=["ffee00", "b00020"])
    assert link in text(floor(guild))
    sheet = Client().get(link)
    assert sheet.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in sheet.headers["Cache-Control"]
    assert "--org-ink:#000000" in text(sheet)
    for wrong in ("/o/colours/ffee0-b00020.css", "/o/colours/FFEE00-b00020.css", "/o/colours/x;}-b00020.css"):
        assert Client().get(wrong).status_code == 404


def test_two_colours_too_much_alike_are_refused_with_one_that_would_do() -> None:
    guild = Guild()
    page = guild.post("look", **(SENT | {"band": "#1a5fb4", "accent": "#1a5fb5"}))
    assert page.status_code == 422
    said = text(page)
    assert "too much alike" in said
    instead = said.partition(" would do.")[0][-7:]
    assert contrast("#1a5fb4", instead) >= EDGE
    guild.post("look", **(SENT | {"band": "#1a5fb4", "accent": instead}))
    assert Organisation.objects.get().accent == instead


def test_what_somebody_else_has_changed_meanwhile_is_not_changed_back_unseen() -> None:
    guild = Guild()
    was = text(guild.get("look")).partition('name="was" value="')[2][:16]
    guild.post("look", **SENT)
    page = guild.post("look", **(SENT | {"name": "Third", "was": was}))
    assert page.status_code == 422
    assert Organisation.objects.get().name == "Żółw Gry"


def test_a_logo_is_taken_apart_served_as_a_picture_alone_and_taken_away() -> None:
    guild = Guild()
    assert send_logo(guild, png() + b"<script>alert(1)</script>").status_code == 200
    held = Organisation.objects.get()
    link = guild.url("logo", held.logo_mark)
    served = Client().get(link)
    assert served.headers["Content-Type"] == "image/png"
    assert served.headers["X-Content-Type-Options"] == "nosniff"
    assert served.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert b"script" not in served.content
    assert link in text(floor(guild))
    guild.post("remove-logo")
    assert Client().get(link).status_code == 404
    assert link not in text(floor(guild))
    assert not OrganisationLogo.objects.exists()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<!DOCTYPE html><script>alert(1)</script>",
        b"\x89PNG\r\n\x1a\n<script>alert(1)</script>",
        b"\xff\xd8\xff\xe0<html>",
        b"GIF89a" + b"\0" * 50,
        b"RIFF\x10\0\0\0WEBP<html>",
        png(1, 1),
        png(31, 64),
        png(2001, 40),
        png(400, 40),
        b"\x89PNG\r\n\x1a\n" + b"x" * 200_001,
    ],
    ids=[
        "nothing",
        "svg",
        "html",
        "png-html",
        "jpeg-html",
        "gif",
        "webp-html",
        "1x1",
        "narrow",
        "wide",
        "long",
        "big",
    ],
)
def test_what_is_no_logo_is_refused_and_the_old_one_stays(data: bytes) -> None:
    guild = Guild()
    send_logo(guild, png())
    before = list(OrganisationLogo.objects.values())
    page = send_logo(guild, data, "logo.png")
    assert page.status_code == 422
    assert 'id="logo_error"' in text(page)
    assert list(OrganisationLogo.objects.values()) == before


def test_a_header_that_says_thirty_thousand_pixels_is_refused_unread() -> None:
    small = png()
    head = pack(">II", 30_000, 30_000) + small[24:29]
    bomb = small[:16] + head + pack(">I", crc32(b"IHDR" + head)) + small[33:]
    guild = Guild()
    page = send_logo(guild, bomb)
    assert page.status_code == 422
    assert "pixels" in text(page)


@pytest.mark.parametrize("sent", [b"", b"not a file"])
def test_a_form_without_a_picture_is_answered(sent: bytes) -> None:
    guild = Guild()
    assert guild.client.post(guild.url("send-logo"), {"logo": sent}).status_code == 422


# Its events have it


def test_its_name_logo_and_colours_stand_on_the_page_of_its_event() -> None:
    guild = Guild()
    send_logo(guild, png())
    event = guild.event()
    page = Client().get(reverse("public:event", args=[event.code]))
    shown = text(page)
    held = Organisation.objects.get()
    assert all(part in shown for part in ("Kosmos Games", held.logo_mark, "org-look", guild.url("page")))
    assert "o/kosmos-games/page" in page.headers["Muster-Topics"].split(), (
        "it goes stale with the organisation"
    )


def test_its_name_stands_on_the_wall_and_on_paper() -> None:
    guild = Guild()
    event = guild.event()
    enter(guild.tournament(event), Actor(f"account:{guild.owner.pk}", "organiser"), [Newcomer(name="Ada")])
    assert "Kosmos Games" in text(Client().get(reverse("screen:first", args=[event.code])))
    sheet = guild.client.get(reverse("paper:view", args=[event.code, 1, "signin"]))
    assert "Kosmos Games" in text(sheet)
