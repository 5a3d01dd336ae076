"""Backups: everything a site keeps in one file, the same whichever database it comes from or goes to.

The file is a zip archive: `manifest.json`, a file of JSON lines for each kind of record (as Django's
serializers have them), and the site's secret key. The manifest holds the SHA-256 of every other file, and of
every journal the number of facts and the head of the chain, so that what was put back can be compared.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from hashlib import sha256
from typing import IO, Final
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from muster import __version__
from muster.app.site.backup_file import FORMAT, SECRET, VERSION, Manifest, migrations_applied
from muster.app.site.reading import Lost, journal_numbers, records
from muster.journal import store

LEFT_OUT: Final = frozenset(
    {
        "auth.group",
        "auth.permission",
        "contenttypes.contenttype",
        "sessions.session",
        "usersessions.usersession",
    }
)
"""What is not kept: logins in progress, and what Django makes by itself or Muster does not use."""


KEYS: Final = {SECRET: "MUSTER_SECRET_KEY", "vapid.pem": "MUSTER_VAPID_KEY"}
"""Files of the data folder that belong to the data, each with the variable that goes before it."""


def back_up(out: IO[bytes]) -> Manifest:
    """Write a backup of the database as it is at this moment, and of the site's keys; nobody has to wait.

    A damaged journal is kept as it is, and said in the manifest; so is what a damaged database no longer has.

    Raises:
        OSError: the file cannot be written.
    """
    files, rows, unreadable = dict[str, str](), dict[str, int](), Counter[str]()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive, _at_one_moment():
        for model in models_kept():
            label = model._meta.label_lower  # noqa: SLF001  (Django's own way)
            lines = _lines(model, partial(unreadable.update, [label]))
            rows[label], files[f"{label}.jsonl"] = _packed(archive, f"{label}.jsonl", lines)
        for name in KEYS:
            if (settings.DATA / name).exists():
                _, files[name] = _packed(archive, name, [(settings.DATA / name).read_bytes()])
        manifest = Manifest(
            __version__,
            timezone.now().isoformat(timespec="seconds"),
            connection.vendor,
            migrations_applied(),
            files,
            rows,
            journals_kept(),
            unreadable,
        )
        archive.writestr("manifest.json", _json({"format": FORMAT, "version": VERSION, **_values(manifest)}))
    return manifest


@contextmanager
def _at_one_moment() -> Iterator[None]:
    """Everything read meanwhile is the database as it was when this began; writers go on writing."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")  # a reader; `atomic` would take the only writer's place
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def models_kept() -> list[type[Model]]:
    """Every kind of record that is kept."""
    found = (model for model in apps.get_models() if model._meta.managed and not model._meta.proxy)  # noqa: SLF001
    return [model for model in found if model._meta.label_lower not in LEFT_OUT]  # noqa: SLF001


def _lines(model: type[Model], lost: Lost) -> Iterator[bytes]:
    """The records of a kind, a line of JSON each."""
    own = [one.name for one in model._meta.concrete_fields]  # noqa: SLF001
    for chunk in records(model, lost):
        for record in serializers.serialize("python", chunk, fields=own):
            yield f"{_json(record)}\n".encode()


def _packed(archive: ZipFile, name: str, parts: Iterable[bytes]) -> tuple[int, str]:
    """Put a file into the archive; how many parts it has, and its SHA-256."""
    count, digest = 0, sha256()
    with archive.open(name, "w", force_zip64=True) as file:
        for part in parts:
            file.write(part)
            digest.update(part)
            count += 1
    return count, digest.hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=_plain)


def _plain(value: object) -> str:
    """Values JSON does not have, exact to the last digit."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be kept in a backup")


def _values(manifest: Manifest) -> dict[str, object]:
    return {name: getattr(manifest, name) for name in Manifest.__dataclass_fields__}


def journals_kept() -> dict[str, dict[str, object]]:
    """Of every journal the number of facts and the head of the chain, or what is wrong with it."""
    return {str(number): _journal(number) for number in journal_numbers()}


def _journal(number: int) -> dict[str, object]:
    try:
        found = store.replayed(number)
    except store.DamagedJournalError as error:
        return {"damaged": str(error)}
    return {"facts": found.version, "head": found.state.head}
