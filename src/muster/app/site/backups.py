"""Backups: everything a site keeps in one file, the same whichever database it comes from or goes to.

The file is a zip archive: `manifest.json`, a file of JSON lines for each kind of record (as Django's
serializers have them), and the site's secret key. The manifest holds the SHA-256 of every other file, and of
every journal the number of facts and the head of the chain, so that what was put back can be compared.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from typing import IO, Final
from uuid import UUID
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812  (it is an error)

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import DataError, IntegrityError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils import timezone

from muster import __version__
from muster.app.accounts.opening import settle_older
from muster.app.common.keys import SHORTEST_KEY
from muster.app.mail.messages import queue_unsent
from muster.app.site.mending import mend_references
from muster.app.site.reading import Lost, journal_numbers, records
from muster.core.messages import SaidError, say
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Event

FORMAT: Final = "muster-backup"
VERSION: Final = 1

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

_STAYING: Final = frozenset({"auth_permission", "django_content_type", "django_migrations"})
"""Tables that belong to the release and not to the data."""

_SENSELESS: Final = (
    DeserializationError,
    FieldDoesNotExist,
    ValidationError,
    IntegrityError,
    DataError,
    TypeError,
    OverflowError,
)
"""What records that do not fit their tables make go wrong."""

_NO_BACKUP: Final = (
    BadZipFile,
    ZlibError,
    EOFError,
    LookupError,
    AttributeError,
    UnicodeDecodeError,
    RuntimeError,  # a password is needed, it is packed in another way, or JSON is nested without end
)
"""What reading a file goes wrong with that is no backup."""

SECRET: Final = "secret-key"  # noqa: S105  (the name of a file)

_KEYS: Final = {SECRET: "MUSTER_SECRET_KEY", "vapid.pem": "MUSTER_VAPID_KEY"}
"""Files of the data folder that belong to the data, each with the variable that goes before it."""

_GONE: Final[Mapping[str, tuple[str, ...]]] = {"people.message": ("due_at", "tries")}
"""What backups of older releases hold and records have no more."""

_STANDING: Final = "people.0022_standing"
"""Since when accounts say who organises and who administers; backups from before do not."""

_CHUNK: Final = 1000

_LARGEST_MANIFEST: Final = 20_000_000
"""Bytes of it unpacked: a hundred for each journal."""


class UnusableBackupError(SaidError):
    """A file that is no backup, is damaged, or is from a newer release; nothing was replaced."""


class OccupiedError(SaidError):
    """There are events on record here already, which would be lost; nothing was replaced."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    Attributes:
        muster: the release that made it.
        made_at: when, as ISO text.
        database: the database it was made on.
        migrations: the shape of the tables, as the migrations that led to it.
        files: by the name of each file in it, its SHA-256.
        rows: by kind of record, how many there are.
        journals: by the journal's number, its facts and head, or what is wrong with it.
        unreadable: by kind of record, how many a damaged database no longer has.
    """

    muster: str
    made_at: str
    database: str
    migrations: Sequence[str] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    journals: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    unreadable: Mapping[str, int] = field(default_factory=dict)

    @property
    def facts(self) -> int:
        """How many facts there are in all journals that are whole."""
        return sum(int(str(journal.get("facts", 0))) for journal in self.journals.values())

    @property
    def damaged(self) -> list[str]:
        """What is wrong with journals that were damaged when the backup was made."""
        return [str(journal["damaged"]) for journal in self.journals.values() if "damaged" in journal]

    @property
    def damaged_journals(self) -> set[int]:
        """The numbers of the journals that were damaged then."""
        return {int(number) for number, journal in self.journals.items() if "damaged" in journal}


Mend = Callable[[Manifest], None]
"""What is done, before all is settled, to what was put back."""


def back_up(out: IO[bytes]) -> Manifest:
    """Write a backup of the database as it is at this moment, and of the site's keys; nobody has to wait.

    A damaged journal is kept as it is, and said in the manifest; so is what a damaged database no longer has.

    Raises:
        OSError: the file cannot be written.
    """
    files, rows, unreadable = dict[str, str](), dict[str, int](), Counter[str]()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive, _at_one_moment():
        for model in _models():
            label = model._meta.label_lower  # noqa: SLF001  (Django's own way)
            lines = _lines(model, partial(unreadable.update, [label]))
            rows[label], files[f"{label}.jsonl"] = _packed(archive, f"{label}.jsonl", lines)
        for name in _KEYS:
            if (settings.DATA / name).exists():
                _, files[name] = _packed(archive, name, [(settings.DATA / name).read_bytes()])
        manifest = Manifest(
            __version__,
            timezone.now().isoformat(timespec="seconds"),
            connection.vendor,
            _migrations(),
            files,
            rows,
            _journals(),
            unreadable,
        )
        archive.writestr("manifest.json", _json({"format": FORMAT, "version": VERSION, **_values(manifest)}))
    return manifest


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
    with _understood(), ZipFile(source) as archive:
        manifest = _manifest(archive)
        _must_be_whole(archive, manifest)
        with transaction.atomic():
            _keep_writers_out()
            if not replace and (FactRow.objects.exists() or Event.objects.exists()):
                raise OccupiedError(say("there are events on record here already"))
            _empty()
            for model in _models():
                _put_back(archive, model)
            _must_agree(manifest)
            (mend or _mend)(manifest)
            connection.check_constraints()
            queue_unsent()
            if _STANDING not in manifest.migrations:
                settle_older()
        for name, variable in _KEYS.items():
            if name in manifest.files and not os.environ.get(variable):
                _replace(settings.DATA / name, archive.read(name))
    store.forget()
    return manifest


def checked_file(path: Path) -> Manifest:
    """What a backup holds, once every file in it was compared with its SHA-256.

    Raises:
        OSError: it cannot be read.
        UnusableBackupError: it is damaged.
    """
    with _understood(), ZipFile(path) as archive:
        manifest = _manifest(archive)
        _must_be_whole(archive, manifest)
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


def _models() -> list[type[Model]]:
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


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


def _journals() -> dict[str, dict[str, object]]:
    return {str(number): _journal(number) for number in journal_numbers()}


def _journal(number: int) -> dict[str, object]:
    try:
        found = store.replayed(number)
    except store.DamagedJournalError as error:
        return {"damaged": str(error)}
    return {"facts": found.version, "head": found.state.head}


@contextmanager
def _understood() -> Iterator[None]:
    """Say in words what a file that is no backup makes go wrong."""
    try:
        yield
    except _NO_BACKUP as error:
        raise _no_backup(error) from error
    except _SENSELESS as error:
        says = say("a record in it cannot be used ({problem})", problem=str(error))
        raise UnusableBackupError(says) from error
    except ValueError as error:
        raise _no_backup(error) from error


def _no_backup(error: Exception) -> UnusableBackupError:
    return UnusableBackupError(say("this is not a backup, or it is damaged ({problem})", problem=str(error)))


def _manifest(archive: ZipFile) -> Manifest:
    with archive.open("manifest.json") as file:
        text = file.read(_LARGEST_MANIFEST + 1)
    found = json.loads(text) if len(text) <= _LARGEST_MANIFEST else None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise UnusableBackupError(say("this is not a backup of Muster"))
    if found.get("version") != VERSION:
        says = say(
            "it is a backup of version {version}; use a newer release", version=repr(found.get("version"))
        )
        raise UnusableBackupError(says)
    found.setdefault("unreadable", {})  # backups of older releases have none
    manifest = Manifest(**{name: found[name] for name in Manifest.__dataclass_fields__})
    unknown = sorted(set(manifest.migrations) - set(_migrations()))
    if unknown:
        says = say(
            "it was made by release {release}, and this is {version}, which does not know {migration}; "
            "use that release",
            release=manifest.muster,
            version=__version__,
            migration=unknown[0],
        )
        raise UnusableBackupError(says)
    return manifest


def _must_be_whole(archive: ZipFile, manifest: Manifest) -> None:
    for name, expected in manifest.files.items():
        digest = sha256()
        with archive.open(name) as file:
            while part := file.read(1 << 20):
                digest.update(part)
        if digest.hexdigest() != expected:
            says = say("{file} in it is not what was kept: it was changed or damaged", file=name)
            raise UnusableBackupError(says)
    if SECRET in manifest.files and not _is_key(archive.read(SECRET)):
        says = say("the secret key in it is too short: it has fewer than {least} letters", least=SHORTEST_KEY)
        raise UnusableBackupError(says)


def _is_key(content: bytes) -> bool:
    """Whether this can be the key behind sessions and forms."""
    return content.isascii() and len(content.strip()) >= SHORTEST_KEY


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
    rows = {model._meta.label_lower: model._base_manager.count() for model in _models()}  # noqa: SLF001
    for kind, count in manifest.rows.items():
        if rows.get(kind) != count:
            says = say(
                "of {count} records of {kind} {number} came back",
                count=count,
                kind=kind,
                number=rows.get(kind, 0),
            )
            raise UnusableBackupError(says)
    found, known = _journals(), manifest.journals
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
