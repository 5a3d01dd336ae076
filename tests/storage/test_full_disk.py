"""A disk that is full, or can only be read: said in words, and nobody is told to wait a few seconds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory

from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament.commands import DropPlayer, RejoinPlayer
from muster.journal import store
from muster.journal.damage import trouble
from muster.journal.store import DamagedJournalError, UnavailableError
from muster.site.errors import failed
from storage_cases import Base, using
from web_cases import Hall


@pytest.fixture
def hall(tmp_path: Path, empty_database: Path, django_db_blocker: Any) -> Iterator[Hall]:
    """A tournament in a file that can be made to be full."""
    shutil.copy(empty_database, tmp_path / "muster.sqlite3")
    with django_db_blocker.unblock(), using(Base("sqlite", tmp_path)):
        made = Hall()
        made.begin(8)
        yield made


def fill() -> None:
    """Let the file not grow by a single page more, and use what is free in it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")


def go_on(hall: Hall) -> None:
    """Act after act, more than there can be room for."""
    for _ in range(60):
        hall.do(DropPlayer(PlayerId(1)))
        hall.do(RejoinPlayer(PlayerId(1)))


def page(error: Exception) -> str:
    try:
        raise error  # noqa: TRY301  (as it comes to the page for errors)
    except Exception:  # noqa: BLE001
        answer = failed(RequestFactory().post("/desk/"))
    assert answer.status_code in {500, 503}
    assert "Retry-After" not in answer.headers
    text: str = answer.content.decode()
    assert "few" not in text
    assert "on paper" in text.replace("\n", " ")
    return " ".join(text.split())


def test_a_full_disk_is_no_reason_to_wait(hall: Hall) -> None:
    fill()
    with pytest.raises(UnavailableError, match="server's disk is full") as caught:
        go_on(hall)
    assert "The server's disk is full" in page(caught.value)
    known = hall.state
    store.forget()
    assert hall.state == known


def test_a_disk_that_can_only_be_read(hall: Hall) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    with pytest.raises(UnavailableError, match="can only be read") as caught:
        hall.do(DropPlayer(PlayerId(1)))
    assert "The server's disk can only be read" in page(caught.value)
    assert hall.state.players[PlayerId(1)].status != "dropped", "pages still show what is on record"


def test_what_is_damaged_is_not_called_safe() -> None:
    text = page(DamagedJournalError(say("tournament {number}: damaged", number=7)))
    assert "What this page needs is damaged" in text
    assert "muster salvage" in text
    assert "is safe" not in text


def test_the_same_of_postgresql() -> None:
    for cause, found in (
        (psycopg.errors.DiskFull(), "full"),
        (psycopg.errors.ReadOnlySqlTransaction(), "readonly"),
        (psycopg.errors.DataCorrupted(), "damaged"),
        (psycopg.errors.IndexCorrupted(), "damaged"),
        (psycopg.errors.DeadlockDetected(), ""),
        (ValueError(), ""),
    ):
        error = OperationalError("gone")
        error.__cause__ = cause
        assert trouble(error) == found
    assert trouble(None) == ""
