"""Backups the site makes by itself: when, where, how many are kept, and what is said where it goes wrong."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django_tasks_db.models import DBTaskResult

from muster.app.common import jobs
from muster.app.site import condition, own_backups
from muster.app.site.backup_file import UnusableBackupError
from muster.app.site.own_backups import AGAIN, TOO_OLD, Backups, known, make, schedule, superfluous
from muster.app.site.restoring import restore
from muster.core.messages import say
from muster.journal.models import FactRow
from storage_cases import Base, everything, using
from web_cases import Hall

NOON = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _site(base: Base, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(settings, "DATA", base.data)
    monkeypatch.setattr(settings, "BACKUP_EVERY", 6)
    monkeypatch.setattr(settings, "BACKUP_TO", None)
    monkeypatch.setattr(own_backups, "SETTLED", 0.0)
    yield
    condition.note(())


def day() -> None:
    hall = Hall()
    hall.begin(8)
    hall.publish()
    hall.play(leave=1)


def work(at: datetime) -> None:
    """What the lane of backups does at this moment."""
    with patch("django.utils.timezone.now", lambda: at):
        schedule(at)
        jobs.turn("backup")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.zip"))


def stand() -> Backups:
    found = known()
    assert found is not None
    return found


def test_one_is_made_every_few_hours_and_can_be_put_back(base: Base, other: Base) -> None:
    day()
    work(NOON)
    folder = base.data / "backups"
    assert files(folder) == ["muster-20260314-120000.zip"]
    assert stand() == Backups(NOON, NOON, "muster-20260314-120000.zip", NOON)
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / stand().file).stat().st_mode & 0o077 == 0
    work(NOON + timedelta(hours=5))
    assert len(files(folder)) == 1
    work(NOON + timedelta(hours=6))
    assert len(files(folder)) == 2
    before = {
        name: rows for name, rows in everything().items() if name != "django_tasks_database.dbtaskresult"
    }
    with using(other), (folder / stand().file).open("rb") as file:
        restore(file)
        after = everything()
        assert {name: after[name] for name in before} == before


def test_none_is_made_where_that_is_switched_off_or_the_site_has_just_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(settings, "BACKUP_EVERY", 0)
        work(NOON)
    with monkeypatch.context() as patched:
        patched.setattr(own_backups, "SETTLED", 1e9)
        work(NOON)
    assert known() is None


def test_one_that_waits_is_not_asked_for_again() -> None:
    schedule(NOON)
    schedule(NOON + timedelta(days=1))
    assert DBTaskResult.objects.filter(queue_name="backup").count() == 1


def test_a_copy_lies_at_the_second_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base: Base) -> None:
    stick = tmp_path / "stick"
    monkeypatch.setattr(settings, "BACKUP_TO", stick)
    work(NOON)
    assert (stand().made_at, stand().elsewhere, stand().copied_at) == (NOON, "unwritable", None)
    assert not stand().fresh(NOON)
    condition.note(["backups"])
    assert "is its place there?" in str(condition.notices()[0])
    stick.mkdir()
    work(NOON + timedelta(hours=6))
    assert stand().copied_at == NOON + timedelta(hours=6)
    assert files(stick) == ["muster-20260314-180000.zip"]
    assert (stick / stand().file).read_bytes() == (base.data / "backups" / stand().file).read_bytes()
    assert stand().fresh(NOON + timedelta(hours=7))


def test_a_full_disk_is_said_and_tried_again(base: Base) -> None:
    day()
    with patch.object(own_backups, "back_up", side_effect=OSError(errno.ENOSPC, "No space left on device")):
        work(NOON)
    assert (stand().trouble, stand().made_at, files(base.data / "backups")) == ("full", None, [])
    assert not list((base.data / "backups").glob("*.part"))
    condition.note(["backups"])
    assert "no room for it" in str(condition.notices()[0])
    usage = shutil.disk_usage(base.data)._replace(free=1000)
    with patch("shutil.disk_usage", return_value=usage):
        work(NOON + AGAIN)
    assert stand().trouble == "full"
    work(NOON + 3 * AGAIN)
    assert (stand().trouble, stand().made_at) == ("", NOON + 3 * AGAIN)


def test_one_that_is_not_what_was_written_is_said(base: Base) -> None:
    with patch.object(own_backups, "checked_file", side_effect=UnusableBackupError(say("torn"))):
        work(NOON)
    assert (stand().trouble, stand().made_at) == ("spoilt", None)


def test_good_ones_are_not_cleared_away_for_one_of_a_damaged_journal(base: Base) -> None:
    day()
    work(NOON)
    FactRow.objects.filter(seq=3).update(head="0" * 64)
    for hours in range(6, 96, 6):
        work(NOON + timedelta(hours=hours))
    assert files(base.data / "backups") == [
        "muster-20260314-120000.zip",
        "muster-20260318-060000-damaged.zip",
    ]
    assert (stand().trouble, stand().made_at) == ("damaged", NOON)


def test_without_a_new_one_for_long_the_site_is_not_well() -> None:
    found = Backups(NOON)
    assert found.fresh(NOON + TOO_OLD)
    assert not found.fresh(NOON + TOO_OLD + timedelta(seconds=1))
    assert not Backups(NOON, NOON + timedelta(days=30)).fresh(NOON), "a clock that was wrong hides no lack"
    condition.note(["backups"])
    assert str(condition.notices()[0]) == "No backup was made for 2 days."


def test_the_newest_are_kept_and_the_last_of_each_day() -> None:
    times = [NOON + timedelta(hours=6 * count) for count in range(100)]
    names = [f"muster-{time:%Y%m%d-%H%M%S}.zip" for time in times]
    gone = superfluous(names)
    kept = [name for name in names if name not in gone]
    assert kept[-8:] == names[-8:]
    days = {name[7:15] for name in kept}
    assert len(days) == 14
    assert len(kept) == 8 + 14 - 3
    assert superfluous(names[:8]) == []


def test_a_note_nobody_can_read_is_no_note(base: Base) -> None:
    work(NOON)
    for text in ("", "[]", "{}", '{"since": "?"}'):
        (base.data / "backups" / "status.json").write_text(text)
        assert known() is None
    assert make.queue_name == "backup"
