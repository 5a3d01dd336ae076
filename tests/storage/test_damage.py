"""A damaged database file: what is damaged is named, the rest goes on, and every whole event can be saved."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from cli_cases import Ran, process
from muster.app.site import journal_files
from muster.journal import store
from muster.people.models import Account, Event
from storage_cases import Base, using
from web_cases import Hall

EVENTS = 12
DAMAGED = "E07"


def _heads() -> dict[str, str]:
    return {str(one.name): one.head for one in journal_files.all_checked()}


@pytest.fixture(scope="module")
def hall_of_events(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, django_db_blocker: Any
) -> tuple[Path, dict[str, str]]:
    """A folder with a database of a dozen events, and the head of each journal."""
    folder = tmp_path_factory.mktemp("events")
    shutil.copy(empty_database, folder / "muster.sqlite3")
    with django_db_blocker.unblock(), using(Base("sqlite", folder)):
        for number in range(EVENTS):
            hall = Hall()
            hall.begin(8 + 2 * number)
            hall.publish()
            hall.play()
            Event.objects.filter(pk=hall.tournament.event_id).update(code=f"E{number:02}")
        heads = _heads()
        assert len(set(heads.values())) == EVENTS
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder, heads


@pytest.fixture
def folder(hall_of_events: tuple[Path, dict[str, str]], tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    copy = tmp_path / "site"
    shutil.copytree(hall_of_events[0], copy)
    return copy


@pytest.fixture
def heads(hall_of_events: tuple[Path, dict[str, str]]) -> dict[str, str]:
    return dict(hall_of_events[1])


@pytest.fixture
def opened(folder: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The damaged database as Django's."""
    monkeypatch.setattr(settings, "DATA", folder)
    with django_db_blocker.unblock(), using(Base("sqlite", folder)):
        yield


def _file(folder: Path) -> Path:
    return folder / "muster.sqlite3"


def _text_of(folder: Path, question: str, *values: str) -> bytes:
    with closing(sqlite3.connect(_file(folder))) as database:
        return str(database.execute(question, values).fetchone()[0]).encode()


def damage(folder: Path, number: Callable[[bytes, int], int]) -> None:
    """Overwrite a page of the file: the one of this number, counted from 0."""
    content = bytearray(_file(folder).read_bytes())
    size = int.from_bytes(content[16:18], "big")
    page = number(bytes(content), size)
    assert page, "not the first, which says what the file is"
    content[page * size : (page + 1) * size] = b"\0" * size
    _file(folder).write_bytes(content)


def damage_root(folder: Path, name: str) -> None:
    """Overwrite the page through which all of a table or index is found."""
    root = int(_text_of(folder, "SELECT rootpage FROM sqlite_master WHERE name = ?", name))
    damage(folder, lambda content, size: root - 1)


def damage_facts(folder: Path, code: str = DAMAGED) -> None:
    """A page in the middle of one event's journal: facts of others are not on it."""
    head = _text_of(
        folder,
        "SELECT head FROM journal_factrow JOIN people_tournament t ON t.id = tournament "
        "JOIN people_event e ON e.id = t.event_id WHERE e.code = ? ORDER BY seq DESC LIMIT 1 OFFSET 12",
        code,
    )
    damage(folder, lambda content, size: content.index(head) // size)


def muster(*words: object) -> Ran:
    settings = {"DJANGO_SETTINGS_MODULE": "muster.site.settings", "MUSTER_DATABASE_URL": ""}
    return process(*words, env=settings)


def test_check_names_the_damaged_journal_and_goes_on(
    folder: Path, heads: dict[str, str], opened: None
) -> None:
    damage_facts(folder)
    found = {str(one.name): one for one in journal_files.all_checked()}
    assert {name for name, one in found.items() if one.findings} == {f"{DAMAGED}/1"}
    assert "the database is damaged where its facts are" in str(found[f"{DAMAGED}/1"].findings[0])
    assert {name: one.head for name, one in found.items() if not one.findings} == {
        name: head for name, head in heads.items() if name != f"{DAMAGED}/1"
    }


def test_eleven_of_twelve_come_out_with_the_same_heads(
    folder: Path, heads: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    damage_facts(folder)
    before, new = _file(folder).read_bytes(), tmp_path / "new"
    ran = muster("salvage", new, "--data", folder)
    assert ran.code == 1
    assert f"{EVENTS - 1} of {EVENTS} events are whole" in ran.out
    assert f"{DAMAGED} " in ran.err
    assert "is left out: " in ran.err
    assert "Traceback" not in ran.err
    assert _file(folder).read_bytes() == before
    assert new.stat().st_mode & 0o077 == 0
    with django_db_blocker.unblock(), using(Base("sqlite", new)):
        del heads[f"{DAMAGED}/1"]
        checks = list(journal_files.all_checked())
        assert {str(one.name): one.head for one in checks} == heads
        assert not [one.findings for one in checks if one.findings]
    assert muster("journal", "check", "--all", "--data", new).code == 0


def test_a_backup_names_what_is_damaged_keeps_the_rest_and_can_be_put_back(
    folder: Path, tmp_path: Path
) -> None:
    damage_facts(folder)
    ran = muster("backup", tmp_path / "b.zip", "--data", folder)
    assert ran.code == 1
    assert "records of journal.factrow cannot be read." in ran.err
    assert "the database is damaged where its facts are" in ran.err
    assert "`muster salvage`" in ran.err
    new = tmp_path / "new"
    assert muster("restore", tmp_path / "b.zip", "--data", new).code == 0
    checked = muster("journal", "check", "--all", "--data", new)
    assert checked.code == 1
    assert f"1 of {EVENTS} journals are not in order." in checked.err


@pytest.mark.parametrize("what", ["people_account", "people_person"])
def test_lost_accounts_and_names_cost_no_event(
    folder: Path, heads: dict[str, str], tmp_path: Path, what: str, django_db_blocker: Any
) -> None:
    damage_root(folder, what)
    new = tmp_path / "new"
    ran = muster("salvage", new, "--data", folder)
    assert ran.code == 0, ran.err
    assert f"of {what.replace('_', '.')} cannot be read" in ran.err
    with django_db_blocker.unblock(), using(Base("sqlite", new)):
        assert _heads() == heads
        assert Account.objects.exists()
        assert Event.objects.filter(staff__role="organiser").count() == EVENTS


def test_a_damaged_index_costs_nothing(
    folder: Path, heads: dict[str, str], tmp_path: Path, django_db_blocker: Any
) -> None:
    damage_root(folder, "sqlite_autoindex_journal_factrow_1")
    ran = muster("salvage", tmp_path / "new", "--data", folder)
    assert ran.code == 0, ran.err
    with django_db_blocker.unblock(), using(Base("sqlite", tmp_path / "new")):
        assert _heads() == heads


def test_only_a_new_folder_is_filled(folder: Path) -> None:
    ran = muster("salvage", folder, "--data", folder)
    assert ran.code == 2
    assert "is not empty: name a new folder." in ran.err


def test_a_page_of_the_damaged_event_is_told_like_any_damaged_journal(folder: Path, opened: None) -> None:
    number = Event.objects.get(code=DAMAGED).tournaments.get().pk
    connection.close()
    damage_facts(folder)
    store.forget()
    with pytest.raises(store.DamagedJournalError, match=f"tournament {number}: the database is damaged"):
        store.load(number)
