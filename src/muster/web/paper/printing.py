"""Prints: what is being made into a PDF, how far it is, where it lies, and when it goes away.

A file lies in the folder `prints` among the site's data under a name nobody can guess, for its owner's eyes only, and
for a day. Until it is made, the pages to be printed lie beside it: whoever makes it, now or after a restart, makes
what was asked for then.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django_tasks import TaskResultStatus
from django_tasks.base import Task

from muster.app.common import jobs
from muster.app.common.access import Actor
from muster.app.common.downloads import file_name
from muster.app.common.extras import how_to_add, is_missing
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.people.models import Account, Print, Tournament
from muster.web.paper.kinds import NEEDED, Kind, kind_of, titles
from muster.web.paper.leftovers import changed, remove_old
from muster.web.paper.options import Options, as_json

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

FAULTS: Final = ("missing", "broken")
"""Why a print failed: the server lacks a library, or what makes PDFs broke down."""

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
    title: Message
    standing: Standing
    percent: int
    says: Message


def folder() -> Path:
    """Where prints lie, made if need be."""
    path: Path = settings.DATA / "prints"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def begin(
    tournament: Tournament,
    account: Account | None,
    kind: Kind,
    options: Options,
    pages: int,
    documents: Callable[[], Sequence[str]],
    make: Task[[int], None],
) -> Print | None:
    """Have something printed; the same again while it is being made is the same print.

    Args:
        tournament: whose.
        account: who asks.
        kind: what.
        options: how.
        pages: how many pages it has.
        documents: makes the pages, as HTML.
        make: the job that prints them; it is told the number of the print.

    Returns:
        The print; None if as many are being made already as may be.
    """
    tidy(timezone.now())
    running = [row for row in _unfinished() if _standing(row) == "making"]
    values = as_json(options)
    for row in running:
        if (row.tournament_id, row.kind, row.options) == (tournament.pk, kind, values):
            return row
    here = sum(row.tournament.event_id == tournament.event_id for row in running)
    if here >= AT_ONCE or len(running) >= SITE_AT_ONCE:
        return None
    row = Print(tournament=tournament, kind=kind, options=values, total=pages, created_by=account)
    row.file = f"{secrets.token_urlsafe(24)}.pdf"
    with os.fdopen(os.open(_beside(row, ".json"), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(documents(), file)
    with transaction.atomic():
        row.save()
        row.job = jobs.enqueue(make, row.pk)
        row.save(update_fields=["job"])
    return row


def _unfinished() -> Sequence[Print]:
    rows = Print.objects.filter(finished_at=None).select_related("tournament", "job")
    return list(rows.order_by("-pk")[: 4 * SITE_AT_ONCE])


def _beside(row: Print, suffix: str) -> Path:
    """Where a print lies: its pages until they are printed (`.json`), what is printed of it so far (`.part`)."""
    return (folder() / Path(row.file).name).with_suffix(suffix)


def asked(pk: int) -> tuple[list[str], Path] | None:
    """The pages of a print that is to be made, and where to write it; None if it is not wanted any more."""
    row = Print.objects.filter(pk=pk, finished_at=None).first()
    if row is None or not _beside(row, ".json").is_file():
        return None
    documents: list[str] = json.loads(_beside(row, ".json").read_text())
    return documents, _beside(row, ".part")


def progress(pk: int, done: int) -> None:
    """Note how many pages are finished."""
    Print.objects.filter(pk=pk, finished_at=None).update(done=done)


def finish(pk: int, fault: str = "") -> None:
    """Note that a print is ready, and put its file where it is found; or why it will not be ready."""
    row = Print.objects.get(pk=pk)
    if fault:
        _beside(row, ".part").unlink(missing_ok=True)
    else:
        _beside(row, ".part").chmod(0o600)
        _beside(row, ".part").replace(_beside(row, ".pdf"))
        row.done = row.total
    row.fault, row.finished_at = fault, timezone.now()
    row.save(update_fields=["fault", "done", "finished_at"])
    _beside(row, ".json").unlink(missing_ok=True)


def shown_to(tournament: Tournament, actor: Actor) -> list[Shown]:
    """The latest prints of a tournament that somebody may see, newest first."""
    since = timezone.now() - KEPT
    rows = Print.objects.filter(tournament=tournament, created_at__gt=since).select_related("job")
    rows = rows.order_by("-pk")[:SHOWN]
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
    path = _beside(row, ".pdf")
    return (row, path) if path.is_file() else None


def download_name(row: Print) -> str:
    """What a downloaded file is called, in its own language: `spring-open-pairings-by-name-3.pdf`."""
    number = row.options.get("round", "")
    kind = kind_of(row.kind)
    with translation.override(Options(row.options).language):
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


def _shown(row: Print, names: dict[Kind, Message]) -> Shown:
    kind, standing = kind_of(row.kind), _standing(row)
    percent = min(99, 100 * row.done // max(1, row.total)) if standing == "making" else 100
    says = _why(row) if standing == "failed" else NOTHING
    return Shown(row, kind, names[kind] if kind else verbatim(row.kind), standing, percent, says)


def _why(row: Print) -> Message:
    if row.fault == "missing" and is_missing("pdf"):
        return how_to_add("pdf")
    if row.fault == "missing":
        return say("PDFs cannot be made on this server yet: a library is missing.")
    if row.fault:
        return say("It could not be printed. Try again, or print from the browser.")
    return say("The server stopped while it was being made.")


def _standing(row: Print) -> Standing:
    if row.finished_at is None:
        lost = row.job is None or row.job.status == TaskResultStatus.FAILED
        return "failed" if lost else "making"
    if row.fault:
        return "failed"
    return "ready" if _beside(row, ".pdf").is_file() else "gone"
