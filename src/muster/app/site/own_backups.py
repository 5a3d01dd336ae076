"""Backups the site makes by itself: one every few hours, checked, a second copy elsewhere, old ones cleared away.

What is known of them stands in a file beside them and not in the database: it must be there when that is damaged.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Final, Literal, get_args

from django.conf import settings
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from muster.app.common import jobs
from muster.app.site.backup_file import UnusableBackupError, checked_file
from muster.app.site.backups import back_up

FOLDER: Final = "backups"
"""Where they lie in the data folder."""

_STATUS: Final = "status.json"

NEWEST: Final = 8
"""So many of the newest are kept,"""

DAYS: Final = 14
"""and the last one of each of so many days."""

TOO_OLD: Final = timedelta(days=2)
"""Without a new one for so long something is wrong."""

SETTLED: Final = 300.0
"""Seconds after the start in which none is made: a site that starts has enough to do."""

AGAIN: Final = timedelta(hours=1)
"""After so long one is asked for again, whatever became of the last that was asked for."""

_ROOM: Final = 20_000_000
"""Bytes that must stay free besides the new file."""

Trouble = Literal["", "full", "unwritable", "damaged", "spoilt"]
"""What went wrong: no room; no way to write; the database is damaged; the file is not what was written."""

_WAITING: Final = (TaskResultStatus.READY, TaskResultStatus.RUNNING)

_began: Final = time.monotonic()


@dataclass(frozen=True, slots=True)
class Backups:
    """How the site's own backups stand.

    Attributes:
        since: when the site first meant to make one.
        made_at: when the last good one was made and checked; None if there is none yet.
        file: its name.
        tried_at: when one was last begun.
        trouble: what went wrong then.
        elsewhere: what went wrong with its copy at the second place.
        copied_at: when one last arrived at the second place.
    """

    since: datetime
    made_at: datetime | None = None
    file: str = ""
    tried_at: datetime | None = None
    trouble: Trouble = ""
    elsewhere: Trouble = ""
    copied_at: datetime | None = None

    def fresh(self, now: datetime) -> bool:
        """Whether all is as it should be: one was made not long ago, and is where it should be."""
        return not (self.trouble or self.elsewhere) and not self.too_old(now)

    def too_old(self, now: datetime) -> bool:
        """Whether the last good one was made too long ago; also if the clock says that it is yet to be made."""
        age = now - (self.made_at or self.since)
        return age > TOO_OLD or age < -TOO_OLD


def wanted() -> bool:
    """Whether the site makes backups by itself."""
    return settings.BACKUP_EVERY > 0


def known() -> Backups | None:
    """How they stand; None before the first one is due."""
    try:
        found = json.loads((_folder() / _STATUS).read_text(encoding="utf-8"))
        made, tried, copied = (
            parse_datetime(found[name] or "") for name in ("made_at", "tried_at", "copied_at")
        )
        since = parse_datetime(found["since"])
        troubles = {name: found[name] for name in ("trouble", "elsewhere")}
        if since is None or not set(troubles.values()) <= set(get_args(Trouble)):
            return None
        return Backups(since, made, str(found["file"]), tried, copied_at=copied, **troubles)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def schedule(now: datetime) -> None:
    """Ask for a backup if one is due and none is asked for."""
    if not wanted() or time.monotonic() - _began < SETTLED:
        return
    found = known()
    if found is None:
        found = Backups(now)
        _note(found)
    every = timedelta(hours=settings.BACKUP_EVERY)
    if _passed(found.made_at, every, now) and _passed(found.tried_at, min(AGAIN, every), now):
        waiting = DBTaskResult.objects.filter(queue_name="backup", status__in=_WAITING)
        if not waiting.exists():
            jobs.enqueue(make)


def _passed(then: datetime | None, span: timedelta, now: datetime) -> bool:
    return then is None or not timedelta(0) <= now - then < span


@task(queue_name="backup")
def make() -> None:
    """Make a backup, check it, copy it, clear old ones away, and note how that went."""
    now = timezone.now()
    before = replace(known() or Backups(now), tried_at=now)
    try:
        after = _made(before, now)
    except OSError as error:
        _note(replace(before, trouble=_of(error)))
        raise
    except UnusableBackupError:
        _note(replace(before, trouble="spoilt"))
        raise
    _note(after)


def _made(before: Backups, now: datetime) -> Backups:
    folder = _folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"muster-{now:%Y%m%d-%H%M%S}.zip"
    _must_have_room(folder, _last_size(folder))
    with fresh(target) as out:
        made = back_up(out)
    checked_file(target)
    if made.unreadable or made.damaged:
        # Good ones must not be cleared away for one that lacks something.
        target = target.replace(target.with_name(f"{target.stem}-damaged.zip"))
        _clear(folder, "muster-*-damaged.zip", newest=1, days=0)
        return replace(before, trouble="damaged")
    _clear(folder, _GOOD)
    after = replace(before, made_at=now, file=target.name, trouble="", elsewhere="")
    return _elsewhere(after, target, now)


def _elsewhere(known_: Backups, source: Path, now: datetime) -> Backups:
    """The same file at the second place, if one is named."""
    place: Path | None = settings.BACKUP_TO
    if place is None:
        return known_
    try:
        _must_have_room(place, source.stat().st_size)
        with fresh(place / source.name) as out, source.open("rb") as content:
            shutil.copyfileobj(content, out)
        checked_file(place / source.name)
        _clear(place, _GOOD)
    except OSError as error:
        return replace(known_, elsewhere=_of(error))
    except UnusableBackupError:
        return replace(known_, elsewhere="spoilt")
    return replace(known_, copied_at=now)


def _of(error: OSError) -> Trouble:
    return "full" if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG} else "unwritable"


def _must_have_room(folder: Path, size: int) -> None:
    if shutil.disk_usage(folder).free < size + _ROOM:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


_GOOD: Final = "muster-????????-??????.zip"
"""The names of backups that lack nothing; they sort by time."""


def _last_size(folder: Path) -> int:
    return max((one.stat().st_size for one in folder.glob(_GOOD)), default=0)


def _clear(folder: Path, names: str, *, newest: int = NEWEST, days: int = DAYS) -> None:
    for one in superfluous(sorted(path.name for path in folder.glob(names)), newest=newest, days=days):
        (folder / one).unlink(missing_ok=True)


def superfluous(names: Sequence[str], *, newest: int = NEWEST, days: int = DAYS) -> list[str]:
    """Which of these files, in order of time, need not be kept."""
    last_of_days = [list(of_day)[-1] for _, of_day in groupby(names, lambda name: name[:15])]
    kept = {*names[-newest:], *(last_of_days[-days:] if days else ())}
    return [one for one in names if one not in kept]


@contextmanager
def fresh(target: Path) -> Iterator[IO[bytes]]:
    """A new file, for its owner alone, that gets its name only once it is whole and on disk.

    Raises:
        OSError: it cannot be written, or is there already.
    """
    part = target.with_name(f"{target.name}.part")
    if target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _folder() -> Path:
    return Path(settings.DATA) / FOLDER


def _note(found: Backups) -> None:
    """Write down how they stand; if that cannot be written either, it is seen by its age."""
    kept: dict[str, Any] = {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(found).items()
    }
    beside = _folder() / f".{_STATUS}"
    try:
        _folder().mkdir(mode=0o700, exist_ok=True)
        beside.write_text(json.dumps(kept), encoding="utf-8")
        beside.replace(_folder() / _STATUS)
    except OSError:
        beside.unlink(missing_ok=True)
