"""A backup as a file: what it says it holds, and whether it is whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812  (it is an error)

from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.serializers.base import DeserializationError
from django.db import DataError, IntegrityError, connection
from django.db.migrations.recorder import MigrationRecorder

from muster import __version__
from muster.app.common.keys import SHORTEST_KEY
from muster.core.messages import SaidError, say

FORMAT: Final = "muster-backup"


VERSION: Final = 1


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


_LARGEST_MANIFEST: Final = 20_000_000
"""Bytes of it unpacked: a hundred for each journal."""


class UnusableBackupError(SaidError):
    """A file that is no backup, is damaged, or is from a newer release; nothing was replaced."""


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


def checked_file(path: Path) -> Manifest:
    """What a backup holds, once every file in it was compared with its SHA-256.

    Raises:
        OSError: it cannot be read.
        UnusableBackupError: it is damaged.
    """
    with understood(), ZipFile(path) as archive:
        manifest = manifest_of(archive)
        must_be_whole(archive, manifest)
    return manifest


def migrations_applied() -> list[str]:
    """The shape of the tables, as the migrations that led to it."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


@contextmanager
def understood() -> Iterator[None]:
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


def manifest_of(archive: ZipFile) -> Manifest:
    """What the archive says it holds.

    Raises:
        UnusableBackupError: it is no backup, or one of a newer release.
    """
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
    unknown = sorted(set(manifest.migrations) - set(migrations_applied()))
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


def must_be_whole(archive: ZipFile, manifest: Manifest) -> None:
    """Compare every file in it with its SHA-256.

    Raises:
        UnusableBackupError: one differs, or its secret key is too short.
    """
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
