"""Reading and writing the files a tournament lives in, with refusals instead of tracebacks."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from muster.cli.output import UNUSABLE, fail
from muster.core.draws import ChainLink, is_digest
from muster.exchange.journal import JournalFile, UnreadableJournalError, read, write

LARGEST = 200_000_000
"""No journal comes near this many bytes."""


def read_bytes(path: Path) -> bytes:
    """The content of a file, or a refusal in one line."""
    try:
        if path.stat().st_size > LARGEST:
            fail(f"{path}: larger than {LARGEST // 1_000_000} MB, which no file of a tournament is", UNUSABLE)
        return path.read_bytes()
    except OSError as error:
        fail(f"{path}: {error.strerror or 'cannot be read'}", UNUSABLE)


def read_journal(path: Path) -> JournalFile:
    """The journal in a file, or a refusal in one line that names the line at fault."""
    try:
        return read(read_bytes(path))
    except UnreadableJournalError as error:
        fail(f"{path}: {error}", UNUSABLE)


def write_journal(path: Path, file: JournalFile) -> None:
    """Write a whole journal so that the file is either the old or the new one, never half of it."""
    write_text(path, write(file))


def write_text(path: Path, text: str, *, private: bool = False) -> None:
    """Replace a file's content in one step; `private` lets only its owner read it."""
    fresh = path.with_name(path.name + ".new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o644)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as handle:
            handle.write(text)
            handle.flush()
            os.fsync(handle.fileno())
        fresh.replace(path)
    except OSError as error:
        fail(f"{path}: {error.strerror or 'cannot be written'}", UNUSABLE)


def secret_path(journal: Path) -> Path:
    """The file beside a journal that keeps the hash chain's secret until it is not needed any more."""
    return journal.with_name(journal.name + ".secret")


def new_secret() -> ChainLink:
    """A fresh secret for a hash chain, from the operating system's own dice."""
    return ChainLink(secrets.token_hex(32))


def load_secret(journal: Path) -> ChainLink:
    """The secret kept for a journal, or a refusal that says what it means to have lost it."""
    path = secret_path(journal)
    text = read_bytes(path).decode("ascii", "replace").strip()
    if not is_digest(text):
        fail(
            f"{path}: this is not a secret of 64 hexadecimal digits; without it no round can be drawn",
            UNUSABLE,
        )
    return ChainLink(text)
