"""The logo and sponsors' pictures on the walls: who may hang them, what is served, and when they go."""

from __future__ import annotations

from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from muster.app.common.access import Actor, DeniedError
from muster.app.events.editing import delete_event
from muster.app.screens.pictures import MOST, keep_picture, pictures_of, remove_picture, time_pictures
from muster.app.screens.reveal import reveal
from muster.app.site.backups import back_up
from muster.app.site.restoring import restore
from muster.app.standings.finishing import places_now
from muster.core.scoring.scored import Problem
from muster.core.tournament import commands
from muster.live.pages import Response, never_changes, topics_of
from muster.people.models import Event, EventPicture
from web_cases import Hall

pytestmark = pytest.mark.django_db


def png(shade: int = 9) -> bytes:
    out = BytesIO()
    Image.new("RGB", (60, 30), (shade, 40, 90)).save(out, "PNG")
    return out.getvalue()


def shown() -> Hall:
    hall = Hall()
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.event.refresh_from_db()
    return hall


def hang(hall: Hall, kind: str = "sponsor", name: str = "Dragon Shop", shade: int = 9) -> str:
    assert isinstance(keep_picture(hall.event, hall.actor, kind, name, png(shade)), EventPicture)
    mark = next(one.mark for one in pictures_of(hall.event) if one.name == name)
    return reverse("screen:picture", args=[hall.event.code, mark])


def wall(hall: Hall) -> str:
    return unescape(Client().get(reverse("screen:first", args=[hall.event.code])).content.decode())


def send(hall: Hall, data: bytes, name: str = "logo.png", **fields: str) -> Any:
    file = SimpleUploadedFile(name, data, content_type="image/png")
    return hall.post("keep-picture", picture=file, **({"kind": "sponsor", "picture_name": "Shop"} | fields))


def test_a_picture_hangs_between_the_others_and_the_logo_on_the_welcome() -> None:
    hall = shown()
    page = wall(hall)
    assert 'data-between=""' in page
    assert "<img" not in page
    assert send(hall, png()).status_code == 200
    assert send(hall, png(1), kind="logo", picture_name="Open").status_code == 200
    page = wall(hall)
    assert 'data-between="8:4"' in page
    assert page.count("<img") == 2
    assert 'alt="Shop"' in page.partition('id="pictures"')[2]
    assert 'alt="Open"' in page.partition('id="welcome"')[2].partition("</section>")[0]
    assert hall.post("time-pictures", picture_seconds="12", picture_every="3").status_code == 200
    assert 'data-between="12:3"' in wall(hall)


def test_it_is_served_as_a_picture_and_as_nothing_else() -> None:
    address = hang(hall := shown())
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert not answer.cookies
    assert Image.open(BytesIO(answer.content)).size == (60, 30)
    other = shown()
    assert Client().get(address.replace(hall.event.code, other.event.code)).status_code == 404
    for wrong in ("0" * 16, address[-16:-1], "a"):
        assert Client().get(reverse("screen:picture", args=[hall.event.code, wrong])).status_code == 404


def test_it_is_kept_no_longer_than_it_hangs_and_its_event_is_shown() -> None:
    address = hang(hall := shown())
    kept = Client().get(address)
    code = hall.event.code
    assert topics_of(Response(200, headers_of(kept), kept.content)) == (f"{code}/event", f"{code}/screens")
    assert not never_changes(Response(200, headers_of(kept), kept.content))


def headers_of(answer: Any) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]


def test_those_of_a_draft_are_for_its_staff() -> None:
    hall = Hall()
    address = hang(hall)
    assert Client().get(address).status_code == 404
    mine = hall.client.get(address)
    assert mine.status_code == 200
    assert set(mine.headers["Cache-Control"].split(", ")) == {"private", "no-store"}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "logo.png"),
        (b"<html><script>alert(1)</script></html>", "logo.png"),
        (b"\x89PNG\r\n\x1a\n<script>alert(1)</script>", "logo.png"),
    ],
)
def test_what_is_no_picture_is_refused_at_its_field(data: bytes, name: str) -> None:
    hall = shown()
    answer = send(hall, data, name, picture_name="Kept Words")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'id="picture-fault"' in page
    assert "Kept Words" in page
    assert not EventPicture.objects.exists()


def test_what_is_missing_or_too_much_is_said() -> None:
    hall = shown()
    assert send(hall, png(), picture_name=" ").status_code == 422
    assert send(hall, png(), kind="film").status_code == 422
    assert hall.post("keep-picture", kind="sponsor", picture_name="X").status_code == 422
    hang(hall)
    assert hall.post("time-pictures", picture_seconds="0", picture_every="99").status_code == 422
    for shade in range(MOST - 1):
        hang(hall, name=f"Shop {shade}", shade=100 + shade)
    assert isinstance(keep_picture(hall.event, hall.actor, "sponsor", "One more", png(250)), Problem)
    assert isinstance(keep_picture(hall.event, hall.actor, "sponsor", "Again", png()), EventPicture)


def test_a_new_logo_takes_the_place_of_the_old_one() -> None:
    hall = shown()
    hang(hall, "logo", "Old", 1)
    hang(hall, "logo", "New", 2)
    assert [one.name for one in pictures_of(hall.event)] == ["New"]


def test_who_may_not_touch_the_hall_may_not_touch_its_pictures() -> None:
    hall = shown()
    hang(hall)
    judge = Actor("account:99", "judge")
    with pytest.raises(DeniedError):
        keep_picture(hall.event, judge, "sponsor", "X", png())
    with pytest.raises(DeniedError):
        remove_picture(hall.event, judge, 1)
    with pytest.raises(DeniedError):
        time_pictures(hall.event, judge, 8, 4)
    page = hall.staff("judge").get(hall.url("screens"))
    assert b"keep-picture" not in page.content
    assert b'name="picture"' not in page.content


def test_one_that_is_taken_down_is_gone_and_so_are_all_with_the_event() -> None:
    hall = shown()
    address = hang(hall)
    pk = pictures_of(hall.event)[0].pk
    assert hall.post("remove-picture", pk).status_code == 200
    assert hall.post("remove-picture", pk).status_code == 404
    assert Client().get(address).status_code == 404
    hang(hall)
    delete_event(hall.event, hall.actor)
    assert not EventPicture.objects.exists()


def test_they_never_come_between_the_places_that_are_shown_one_by_one() -> None:
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 1, "cut": 0})
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.event.refresh_from_db()
    hang(hall)
    hall.begin(4)
    hall.publish()
    hall.play()
    hall.do(commands.FinishTournament())
    assert 'data-between="8:4"' in wall(hall)
    assert reveal(hall.tournament, places_now(hall.state), hall.actor, "hold", None) is None
    assert 'data-between=""' in wall(hall)


@pytest.mark.django_db(transaction=True)
def test_they_are_in_a_backup(tmp_path: Path) -> None:
    hall = shown()
    address = hang(hall)
    with (tmp_path / "all").open("w+b") as file:
        back_up(file)
        EventPicture.objects.all().delete()
        file.seek(0)
        restore(file, replace=True)
    assert Image.open(BytesIO(Client().get(address).content)).size == (60, 30)
