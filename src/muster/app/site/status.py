"""How the site is, for its administrators: storage, jobs, backups, and the settings in force without their secrets."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from muster import __version__
from muster.app.accounts.standing import must
from muster.app.common import jobs
from muster.app.site.own_backups import FOLDER
from muster.journal.models import FactRow
from muster.people.models import Account, Event

MOST_LETTERS: Final = 100
"""Dead letters that are listed; all are counted."""


@dataclass(frozen=True, slots=True)
class Queue:
    """A lane of jobs: how many wait, are being done, and are dead letters."""

    lane: str
    waiting: int
    running: int
    dead: int


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A job that failed for good: what it was to do, how often it was tried, and when it was given up."""

    what: str
    lane: str
    tries: int
    at: datetime | None


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """The latest file in the folder of backups."""

    name: str
    size: int
    at: datetime


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """How the site is.

    Attributes:
        version: the release that runs.
        database: which kind.
        used: bytes of the database; None where it does not say.
        free: bytes free on the disk of the data folder.
        folder: the data folder.
        accounts: how many there are.
        events: likewise.
        facts: likewise, in all journals.
        queues: the lanes of jobs.
        letters: dead letters, the latest first, at most `MOST_LETTERS`.
        backups: the folder where backups are looked for.
        latest: the latest in it; None if there is none.
        settings: those in force, by the variable that sets each; no password or key is among them.
    """

    version: str
    database: str
    used: int | None
    free: int
    folder: str
    accounts: int
    events: int
    facts: int
    queues: Sequence[Queue]
    letters: Sequence[DeadLetter]
    backups: str
    latest: KeptBackup | None
    settings: Sequence[tuple[str, str]]


def status(asker: Account) -> SiteStatus:
    """How the site is at this moment."""
    must(asker, "see-site")
    return SiteStatus(
        version=__version__,
        database={"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(connection.vendor, connection.vendor),
        used=_used(),
        free=shutil.disk_usage(_there(settings.DATA)).free,
        folder=str(settings.DATA),
        accounts=Account.objects.count(),
        events=Event.objects.count(),
        facts=FactRow.objects.count(),
        queues=[_queue(lane) for lane in jobs.LANES],
        letters=_letters(),
        backups=str(settings.DATA / FOLDER),
        latest=_latest(settings.DATA / FOLDER),
        settings=_in_force(),
    )


def try_again(asker: Account) -> int:
    """Do every dead letter once more; how many there were."""
    must(asker, "manage-jobs")
    return jobs.all_again()


def give_up(asker: Account) -> int:
    """Give every dead letter up; how many there were. Messages and prints stay on record as not sent or made."""
    must(asker, "manage-jobs")
    return jobs.drop_all()


def _queue(lane: str) -> Queue:
    rows = DBTaskResult.objects.filter(queue_name=lane)
    count = {state: rows.filter(status=state).count() for state in TaskResultStatus}
    return Queue(
        lane, count[TaskResultStatus.READY], count[TaskResultStatus.RUNNING], count[TaskResultStatus.FAILED]
    )


def _letters() -> list[DeadLetter]:
    rows = DBTaskResult.objects.failed().order_by("-finished_at")[:MOST_LETTERS]
    return [
        DeadLetter(row.task_path.rpartition(".")[2], row.queue_name, len(row.worker_ids), row.finished_at)
        for row in rows
    ]


def _used() -> int | None:
    """Bytes of the database, with what SQLite has not yet put in its place."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(str(connection.settings_dict["NAME"]))
    parts = [file, file.with_name(f"{file.name}-wal")]
    sizes = [part.stat().st_size for part in parts if part.is_file()]
    return sum(sizes) if sizes else None


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(one for one in (folder, *folder.parents) if one.exists())


def _latest(folder: Path) -> KeptBackup | None:
    latest = max(folder.glob("*.zip"), key=lambda one: one.stat().st_mtime, default=None)
    if latest is None:
        return None
    seen = latest.stat()
    return KeptBackup(latest.name, seen.st_size, datetime.fromtimestamp(seen.st_mtime, UTC))


def _in_force() -> list[tuple[str, str]]:
    """The settings without passwords and keys; an empty text where one is not set."""
    database, redis = settings.DATABASES["default"], urlsplit(settings.REDIS_URL)
    server = f"{database['HOST']}/{database['NAME']}" if connection.vendor == "postgresql" else ""
    mail = "" if settings.EMAIL_BACKEND.endswith(".filebased.EmailBackend") else settings.EMAIL_HOST
    return [
        ("MUSTER_ORGANISERS", settings.ORGANISERS),
        ("MUSTER_ORIGIN", settings.ORIGIN),
        ("MUSTER_HOSTS", ", ".join(settings.ALLOWED_HOSTS)),
        ("MUSTER_SITE_NAME", settings.SITE_NAME),
        ("MUSTER_LOGO", settings.LOGO.kind if settings.LOGO else ""),
        ("MUSTER_TRUSTED_PROXY", ", ".join(settings.TRUSTED_PROXIES)),
        ("MUSTER_DATABASE_URL", server),
        ("MUSTER_REDIS_URL", redis.hostname or redis.path),
        ("MUSTER_EMAIL_URL", mail),
        ("MUSTER_EMAIL_FROM", settings.DEFAULT_FROM_EMAIL),
        ("MUSTER_SECURITY_CONTACT", settings.SECURITY_CONTACT),
        ("MUSTER_PUSH_HOSTS", ", ".join(settings.PUSH_HOSTS)),
        ("MUSTER_BACKUP_EVERY", str(settings.BACKUP_EVERY)),
        ("MUSTER_BACKUP_TO", str(settings.BACKUP_TO or "")),
        ("MUSTER_METRICS_FROM", ", ".join(map(str, settings.METRICS_FROM))),
        ("MUSTER_LOG", settings.LOG),
        ("MUSTER_LOG_FORM", settings.LOG_FORM),
        ("MUSTER_DEBUG", "1" if settings.DEBUG else "0"),
    ]
