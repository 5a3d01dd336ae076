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

from muster.app.site import condition, own_backups
from muster.app.site.own_backups import Backups
from public_cases import text
from web_cases import Hall

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
