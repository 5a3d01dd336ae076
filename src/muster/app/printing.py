"""Prints: what is being made into a PDF, how far it is, where it lies, and when it goes away.

A file lies in the folder `prints` among the site's data under a name nobody can guess, for its owner's eyes only, and
for a day. While a print is being made its maker holds a lock on a file beside it, so that everybody else can tell a
print that takes its time from one whose maker has died.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from muster.app.access import Actor
from muster.app.downloads import file_name
from muster.app.leftovers import changed, remove_old
from muster.app.print_choices import NEEDED, Kind, Options, as_json, kind_of, titles
from muster.people.models import Account, Print, Tournament

KEPT: Final = timedelta(days=1)
"""How long a PDF lies there."""

AT_ONCE: Final = 4
"""Prints of one event that are being made at the same time."""

SITE_AT_ONCE: Final = 24
"""Prints of the whole site that are being made at the same time."""

MOST_FILES: Final = 300
"""PDFs that lie there at the same time; the oldest make room."""

SHOWN: Final = 12
"""Prints the page lists."""

SLOWEST: Final = timedelta(minutes=15)
"""A print that takes longer has failed, whatever its lock says."""

Standing = Literal["making", "ready", "failed", "gone"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A print as the page lists it.

    Attributes:
        row: the record.
        kind: what it is, if it is still known.
        title: that in words.
        standing: `gone` for a PDF that was removed after its day.
        percent: how far it is.
        says: why it failed.
    """

    row: Print
    kind: Kind | None
    title: str
    standing: Standing
    percent: int
    says: str


def folder() -> Path:
    """Where prints lie, made if need be."""
    path: Path = settings.DATA / "prints"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def begin(
    tournament: Tournament, account: Account | None, kind: Kind, options: Options, pages: int
) -> tuple[Print, bool] | None:
    """Record that something is to be printed; the same again while it is being made is the same print.

    Args:
        tournament: whose.
        account: who asks.
        kind: what.
        options: how.
        pages: how many pages it has.

    Returns:
        The print, and whether it is new and is to be made; None if as many are being made already as may be.
    """
    tidy(timezone.now())
    running = [row for row in _unfinished() if _standing(row) == "making"]
    values = as_json(options)
    for row in running:
        if (row.tournament_id, row.kind, row.options) == (tournament.pk, kind, values):
            return row, False
    here = sum(row.tournament.event_id == tournament.event_id for row in running)
    if here >= AT_ONCE or len(running) >= SITE_AT_ONCE:
        return None
    made = Print.objects.create(
        tournament=tournament, kind=kind, options=values, total=pages, created_by=account
    )
    _lock(made.pk)
    return made, True


def _unfinished() -> Sequence[Print]:
    rows = Print.objects.filter(finished_at=None).select_related("tournament")
    return list(rows.order_by("-pk")[: 4 * SITE_AT_ONCE])


def new_file() -> Path:
    """Where to write a PDF that is being made: a name nobody can guess."""
    return folder() / f"{secrets.token_urlsafe(24)}.part"


def progress(pk: int, done: int) -> None:
    """Note how many pages are finished."""
    Print.objects.filter(pk=pk, finished_at=None).update(done=done)


def finish(pk: int, made: Path) -> None:
    """Note that a print is ready, and put its file where it is found."""
    name = f"{made.stem}.pdf"
    made.chmod(0o600)
    made.replace(folder() / name)
    row = Print.objects.get(pk=pk)
    row.file, row.done, row.finished_at = name, row.total, timezone.now()
    row.save(update_fields=["file", "done", "finished_at"])
    _unlock(pk)


def fail(pk: int, says: str, made: Path | None = None) -> None:
    """Note that a print will not be ready, and why."""
    Print.objects.filter(pk=pk).update(fault=says[:300], finished_at=timezone.now())
    if made is not None:
        made.unlink(missing_ok=True)
    _unlock(pk)


def shown_to(tournament: Tournament, actor: Actor) -> list[Shown]:
    """The latest prints of a tournament that somebody may see, newest first."""
    since = timezone.now() - KEPT
    rows = Print.objects.filter(tournament=tournament, created_at__gt=since).order_by("-pk")[:SHOWN]
    names = titles()
    return [_shown(row, names) for row in rows if _may(row, actor)]


def ready_file(tournament: Tournament, pk: int, actor: Actor) -> tuple[Print, Path] | None:
    """A print that is ready, and its file; None if there is none (any more).

    Raises:
        DeniedError: they may not have it.
    """
    row = Print.objects.filter(tournament=tournament, pk=pk).first()
    if row is None or not row.file:
        return None
    actor.must(NEEDED[kind_of(row.kind) or "links"])
    path = folder() / Path(row.file).name
    return (row, path) if path.is_file() else None


def download_name(row: Print) -> str:
    """What a downloaded file is called: `spring-open-pairings-by-name-3.pdf`."""
    number = row.options.get("round", "")
    kind = kind_of(row.kind)
    words = str(titles()[kind]) if kind else row.kind
    return f"{file_name(row.tournament.event.name, words.replace('’', ''), number)}.pdf"


def tidy(now: datetime) -> None:
    """Remove files and records older than their day, and the oldest files beyond what may lie there."""
    remove_old(folder(), (now - KEPT).timestamp())
    newest = sorted(folder().glob("*.pdf"), key=changed, reverse=True)
    for path in newest[MOST_FILES:]:
        path.unlink(missing_ok=True)
    Print.objects.filter(created_at__lt=now - 7 * KEPT).delete()


def _may(row: Print, actor: Actor) -> bool:
    return actor.may(NEEDED[kind_of(row.kind) or "links"])


def _shown(row: Print, names: dict[Kind, str]) -> Shown:
    kind, standing = kind_of(row.kind), _standing(row)
    says = row.fault
    if standing == "failed" and not says:
        says = _("The server stopped while it was being made.")
    percent = min(99, 100 * row.done // max(1, row.total)) if standing == "making" else 100
    return Shown(row, kind, names[kind] if kind else row.kind, standing, percent, says)


def _standing(row: Print) -> Standing:
    if row.finished_at is None:
        late = timezone.now() - row.created_at > SLOWEST
        return "failed" if late or not _being_made(row.pk) else "making"
    if row.fault:
        return "failed"
    return "ready" if (folder() / row.file).is_file() else "gone"


# Locks: a process that dies lets go of them, however it dies.

_locks: dict[int, int] = {}


def _lock_path(pk: int) -> Path:
    return folder() / f"{pk}.lock"


def _lock(pk: int) -> None:
    """Say that this process makes this print."""
    handle = os.open(_lock_path(pk), os.O_RDWR | os.O_CREAT, 0o600)
    _locks[pk] = handle
    _hold(handle)


def _unlock(pk: int) -> None:
    handle = _locks.pop(pk, None)
    if handle is not None:
        os.close(handle)
    _lock_path(pk).unlink(missing_ok=True)


def _being_made(pk: int) -> bool:
    """Whether some process makes this print: nobody can hold the lock of one that has died."""
    if pk in _locks:
        return True
    with contextlib.suppress(FileNotFoundError), _opened(_lock_path(pk)) as handle:
        return not _hold(handle)
    return False


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR)
    try:
        yield handle
    finally:
        os.close(handle)


def _hold(handle: int) -> bool:
    """Take hold of a lock file unless somebody else does; whether that worked."""
    if sys.platform == "win32":
        return False  # taken on trust there, until it is too late
    import fcntl  # noqa: PLC0415  (there is none on Windows)

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def forget_locks() -> None:
    """Let go of every lock, as if this process had died."""
    while _locks:
        os.close(_locks.popitem()[1])
