"""What is wrong with the server is said at the desk, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from muster.app.common.access import Role
from muster.app.site import condition, own_backups
from muster.app.site.own_backups import Backups
from public_cases import text
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

MADE = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _well_again(tmp_path: Path, settings: object) -> Iterator[None]:
    settings.DATA = tmp_path  # type: ignore[attr-defined]
    yield
    condition.note(())


def test_every_page_of_the_desk_says_what_is_wrong_with_the_server() -> None:
    hall = Hall()
    hall.begin(4)
    pages = (reverse("desk:home"), hall.url("now"), hall.url("results"))
    for page in pages:
        assert "The server's disk" not in text(hall.client.get(page))
    condition.note(["disk", "jobs"])
    for page in pages:
        assert "The server's disk is nearly full: " in text(hall.client.get(page))
    event = reverse("public:event", args=[hall.tournament.event.code])
    assert "The server's disk" not in text(Client().get(event))


FULL = Backups(MADE, trouble="full")


@pytest.mark.parametrize("role", ["marshal", "judge", "scorekeeper"])
def test_what_only_organisers_can_mend_is_said_to_them_alone(role: Role) -> None:
    hall = Hall()
    hall.begin(4)
    condition.note(["disk", "backups"])
    with patch.object(own_backups, "known", return_value=FULL):
        shown = text(hall.client.get(hall.url("now")))
        assert "The server's disk is nearly full: " in shown
        assert "The last backup could not be made: there is no room for it on the server's disk." in shown
        assert "Make room there, or have the people who run the server do so" in shown
        others = text(hall.staff(role).get(hall.url("now")))
        assert "disk" not in others
        assert "backup" not in others


@pytest.mark.parametrize("role", ["marshal", "judge", "scorekeeper"])
def test_what_keeps_everybody_from_recording_is_said_to_everybody_at_the_desk(role: Role) -> None:
    hall = Hall()
    hall.begin(4)
    condition.note(["damage", "writable"])
    for client in (hall.client, hall.staff(role)):
        shown = text(client.get(hall.url("now")))
        assert "The server's disk can only be read" in shown
        assert "The database on the server's disk is damaged." in shown


@pytest.mark.parametrize(
    ("rights", "told", "led"),
    [
        ({}, False, False),
        ({"organises": True}, True, False),
        ({"administers": True}, True, True),
    ],
)
def test_the_list_of_events_tells_whoever_can_act(rights: dict[str, bool], told: bool, led: bool) -> None:
    who = account("Somebody")
    for right in ("organises", "administers"):
        setattr(who, right, rights.get(right, False))
    who.save()
    client = Client()
    client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    condition.note(["disk"])
    shown = text(client.get(reverse("desk:home")))
    assert ("The server's disk is nearly full: " in shown) is told
    assert (f'href="{reverse("site:overview")}">How the site is' in shown) is led


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (None, "This site has made no backup of its own yet."),
        (Backups(MADE), "This site has made no backup of its own yet."),
        (Backups(MADE, MADE), "Last backup, checked: Sat 14 Mar 2026, 12:00 UTC"),
        (Backups(MADE, MADE, copied_at=MADE), "with a second copy: Sat 14 Mar 2026, 12:00 UTC"),
    ],
)
def test_the_list_of_events_tells_of_the_last_backup(found: Backups | None, says: str) -> None:
    with patch.object(own_backups, "known", return_value=found):
        page = text(Hall().client.get(reverse("desk:home")))
    assert says in " ".join(re.sub(r"<[^>]+>", "", page).split())


def test_where_the_site_makes_none_nothing_is_said_of_them(settings: object) -> None:
    settings.BACKUP_EVERY = 0  # type: ignore[attr-defined]
    assert "backup" not in text(Hall().client.get(reverse("desk:home")))


def test_who_sets_up_no_events_learns_nothing_of_the_backups() -> None:
    somebody = account("Somebody")
    somebody.organises = False
    somebody.save()
    client = Client()
    client.force_login(somebody, backend="django.contrib.auth.backends.ModelBackend")
    with patch.object(own_backups, "known", return_value=Backups(MADE, MADE)):
        page = text(client.get(reverse("desk:home")))
    assert "No events yet" in page
    assert "Last backup" not in page
