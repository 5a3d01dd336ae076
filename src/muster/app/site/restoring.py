"""Putting a backup in the place of everything in the database: all of it, or nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from itertools import islice, product
from pathlib import Path
from typing import IO, Final
from zipfile import ZipFile

from django.conf import settings
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from muster.app.accounts.opening import settle_older
from muster.app.mail.messages import queue_unsent
from muster.app.site.backup_file import Manifest, UnusableBackupError, manifest_of, must_be_whole, understood
from muster.app.site.backups import KEYS, journals_kept, models_kept
from muster.app.site.mending import mend_references
from muster.core.messages import SaidError, say
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Event

_STAYING: Final = frozenset({"auth_permission", "django_content_type", "django_migrations"})
"""Tables that belong to the release and not to the data."""


_GONE: Final[Mapping[str, tuple[str, ...]]] = {"people.message": ("due_at", "tries")}
"""What backups of older releases hold and records have no more."""


_STANDING: Final = "people.0022_standing"
"""Since when accounts say who organises and who administers; backups from before do not."""


_CHUNK: Final = 1000


class OccupiedError(SaidError):
    """There are events on record here already, which would be lost; nothing was replaced."""


Mend = Callable[[Manifest], None]
"""What is done, before all is settled, to what was put back."""


def restore(source: IO[bytes], *, replace: bool = False, mend: Mend | None = None) -> Manifest:
    """Put a backup in the place of everything in the database: all of it, or nothing.

    The file is checked before anything is touched, and every journal is read back and compared before the one
    transaction in which all this happens is committed. Whoever was logged in logs in again.

    Args:
        source: the backup; its tables must be there already, empty or not.
        replace: do so even if events are on record here.
        mend: does something to what was put back, once it was compared; by default, where it comes from a damaged
            database, all references are made to lead somewhere.

    Raises:
        UnusableBackupError: the file cannot be used.
        OccupiedError: there are events or facts, and `replace` was not said.
    """
    with understood(), ZipFile(source) as archive:
        manifest = manifest_of(archive)
        must_be_whole(archive, manifest)
        with transaction.atomic():
            _keep_writers_out()
            if not replace and (FactRow.objects.exists() or Event.objects.exists()):
                raise OccupiedError(say("there are events on record here already"))
            _empty()
            for model in models_kept():
                _put_back(archive, model)
            _must_agree(manifest)
            (mend or _mend)(manifest)
            connection.check_constraints()
            queue_unsent()
            if _STANDING not in manifest.migrations:
                settle_older()
        for name, variable in KEYS.items():
            if name in manifest.files and not os.environ.get(variable):
                _replace(settings.DATA / name, archive.read(name))
    store.forget()
    return manifest


def _keep_writers_out() -> None:
    """Nobody may add a record meanwhile, for it would survive being replaced; on SQLite nobody can."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {', '.join(_tables())} IN EXCLUSIVE MODE")


def _empty() -> None:
    """Remove every record; references are checked when the transaction ends, so the order does not matter."""
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608  (our own tables, quoted)


def _tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(name) for name in sorted(set(names) - _STAYING)]


def _put_back(archive: ZipFile, model: type[Model]) -> None:
    meta = model._meta  # noqa: SLF001
    if f"{meta.label_lower}.jsonl" not in archive.namelist():
        return  # a kind of record the release that made the backup did not have yet
    stamped = any(
        getattr(one, "auto_now", False) or getattr(one, "auto_now_add", False) for one in meta.fields
    )
    with archive.open(f"{meta.label_lower}.jsonl") as file:
        while chunk := [json.loads(line) for line in islice(file, _CHUNK)]:
            for one, name in product(chunk, _GONE.get(meta.label_lower, ())):
                one["fields"].pop(name, None)
            found = list(serializers.deserialize("python", chunk))
            if any(type(one.object) is not model for one in found):
                says = say("{file} holds something else", file=f"{meta.label_lower}.jsonl")
                raise UnusableBackupError(says)
            if stamped:  # to be made together would date them anew
                for one in found:
                    one.save(force_insert=True)
            else:
                model._base_manager.bulk_create([one.object for one in found])  # noqa: SLF001
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _must_agree(manifest: Manifest) -> None:
    """What was put back is what was kept."""
    rows = {model._meta.label_lower: model._base_manager.count() for model in models_kept()}  # noqa: SLF001
    for kind, count in manifest.rows.items():
        if rows.get(kind) != count:
            says = say(
                "of {count} records of {kind} {number} came back",
                count=count,
                kind=kind,
                number=rows.get(kind, 0),
            )
            raise UnusableBackupError(says)
    found, known = journals_kept(), manifest.journals
    strange = found.keys() - known.keys()
    if strange or any(found.get(one) != kept for one, kept in known.items() if "damaged" not in kept):
        raise UnusableBackupError(say("a journal in it is not the one that was kept"))


def _mend(manifest: Manifest) -> None:
    if manifest.unreadable:
        mend_references()


def _replace(path: Path, content: bytes) -> None:
    """Write a file, for its owner alone, so that it is either the old or the new one."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
