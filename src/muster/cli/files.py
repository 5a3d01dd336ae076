"""Reading and writing the files a tournament lives in, with refusals instead of tracebacks."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from muster.cli.output import UNUSABLE, fail
from muster.core.draws import ChainLink, is_digest
from muster.core.messages import Message, SaidError, say
from muster.exchange.journal import JournalFile, UnreadableJournalError, read, write

if sys.platform != "win32":
    import fcntl

LARGEST = 200_000_000
"""No journal comes near this many bytes."""


class UnusableError(SaidError):
    """A file cannot be read or written; what is said names it."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """By what a changed file is known without reading it."""

    device: int
    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """The stamp of the file as it is now.

        Raises:
            UnusableError: there is no such file, or it cannot be looked at.
        """
        try:
            found = path.stat()
        except OSError as error:
            raise _unusable(path, error) from None
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def read_bytes(path: Path) -> bytes:
    """The content of a file, or the end of the command in one line."""
    try:
        return load_bytes(path)
    except UnusableError as error:
        fail(error.says, UNUSABLE)


def read_journal(path: Path) -> JournalFile:
    """The journal in a file, or the end of the command in one line that names the line at fault."""
    try:
        return load_journal(path)
    except UnusableError as error:
        fail(error.says, UNUSABLE)


def load_bytes(path: Path) -> bytes:
    """The content of a file.

    Raises:
        UnusableError: it cannot be read, or no file of a tournament is as large.
    """
    try:
        with path.open("rb") as handle:
            content = handle.read(LARGEST + 1)
    except OSError as error:
        raise _unusable(path, error) from None
    if len(content) > LARGEST:
        raise UnusableError(
            say(
                "{path}: larger than {most} MB, which no file of a tournament is",
                path=str(path),
                most=LARGEST // 1_000_000,
            )
        )
    return content


def load_journal(path: Path) -> JournalFile:
    """The journal in a file.

    Raises:
        UnusableError: there is none, or it is not what was recorded; the message names the line at fault.
    """
    try:
        return read(load_bytes(path))
    except UnreadableJournalError as error:
        raise UnusableError(say("{path}: {problem}", path=str(path), problem=str(error))) from None


def write_journal(path: Path, file: JournalFile) -> None:
    """Write a whole journal so that the file is either the old or the new one, never half of it.

    Raises:
        UnusableError: it cannot be written; the old file is as it was.
    """
    target = Path(os.path.realpath(path))
    fresh = target.with_name(target.name + ".new")
    with suppress(OSError):
        fresh.unlink()
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
        write_new(fresh, write(file).encode(), mode)
        fresh.replace(target)
        _settle(target.parent)
    except OSError as error:
        raise _unusable(path, error) from None


def write_new(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file that must not exist yet, down to the disk.

    Raises:
        UnusableError: there is such a file, or it cannot be written; then nothing is left behind.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:
        raise _unusable(path, error) from None
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unusable(path, error) from None


@contextmanager
def exclusive(path: Path) -> Iterator[int]:
    """An existing file opened to append to, with everybody else kept out meanwhile.

    Raises:
        UnusableError: there is no such file, or it may not be written.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    except OSError as error:
        raise _unusable(path, error) from None
    try:
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)


def append(path: Path, descriptor: int, text: str) -> None:
    """Append text to an open file, down to the disk; all of it, or none.

    Raises:
        UnusableError: it cannot be written; the file is as long as it was.
    """
    data, before = text.encode(), os.fstat(descriptor).st_size
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    except OSError as error:
        os.ftruncate(descriptor, before)
        raise _unusable(path, error) from None


def cut_off(path: Path) -> bool:
    """Whether only the last line of a file was not written to its end."""
    content = load_bytes(path)
    return b"\n" in content and not content.endswith(b"\n")


def mend(path: Path) -> Path | None:
    """Drop a last line that was not written to its end; returns where the old file is kept, None if all is well.

    Raises:
        UnusableError: the rest is no journal, or a file cannot be written; the journal is as it was.
    """
    content = load_bytes(path)
    whole = content[: content.rfind(b"\n") + 1]
    if whole == content:
        return None
    kept = path.with_name(path.name + ".damaged")
    try:
        read(whole)
        write_new(kept, content)
        os.truncate(path, len(whole))
    except UnreadableJournalError as error:
        raise UnusableError(say("{path}: {problem}", path=str(path), problem=str(error))) from None
    except OSError as error:
        raise _unusable(path, error) from None
    return kept


def secret_path(journal: Path) -> Path:
    """The file beside a journal that keeps the hash chain's secret until it is not needed any more."""
    return journal.with_name(journal.name + ".secret")


def new_secret(journal: Path) -> None:
    """Put a fresh secret for a hash chain, from the operating system's own dice, beside a journal.

    Raises:
        UnusableError: there is a secret already, which may belong to another journal, or no place for one.
    """
    write_new(secret_path(journal), f"{secrets.token_hex(32)}\n".encode(), 0o600)


def load_secret(journal: Path) -> ChainLink:
    """The secret kept for a journal.

    Raises:
        UnusableError: it is gone or is not one; the message says what that means.
    """
    path = secret_path(journal)
    try:
        text = load_bytes(path).decode("ascii", "replace").strip()
    except UnusableError as error:
        raise UnusableError(
            say("{problem}; without this secret no round can be drawn: put it back", problem=error.says)
        ) from None
    if not is_digest(text):
        raise UnusableError(
            say(
                "{path}: this is not a secret of 64 hexadecimal digits; without it no round can be drawn",
                path=str(path),
            )
        )
    return ChainLink(text)


def _settle(folder: Path) -> None:
    """Make a renamed file lasting: its folder must be on disk, too."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _unusable(path: Path, error: OSError) -> UnusableError:
    return UnusableError(problem_with(path, error))


def problem_with(path: Path, error: OSError) -> Message:
    """What the operating system says of a file."""
    if not error.strerror:
        return say("{path}: cannot be used", path=str(path))
    return say("{path}: {problem}", path=str(path), problem=error.strerror)
