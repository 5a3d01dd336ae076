"""`muster backup` and `muster restore`: everything a site keeps, in one file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from muster.cli import site
from muster.cli.database import Data, opened
from muster.cli.output import OUT, UNUSABLE, fail, list_faults, plain

if TYPE_CHECKING:
    from muster.app.backups import Manifest


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file that is not there yet, or a folder to make one in.")
    ],
    data: Data = None,
) -> None:
    """Write everything the site keeps to one file, secrets included; the server may run meanwhile."""
    target = file / f"muster-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip" if file.is_dir() else file
    with opened(data):
        from muster.app.backups import back_up  # noqa: PLC0415  (only once the site is ready)

        with _fresh(target) as out:
            made = back_up(out)
    said = f"{_held(made)} kept in {target}. Nobody else may read it: it holds secrets."
    OUT.print(Text(plain(said)), soft_wrap=True)
    if made.damaged:
        list_faults(made.damaged)
        fail("These journals are damaged. They are kept as they are.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Even if events are on record, which are then gone.")
    ] = False,
    data: Data = None,
) -> None:
    """Put a backup in the place of everything the site keeps: all of it, or nothing if anything is wrong."""
    try:
        source = file.open("rb")
    except OSError as error:
        fail(f"{file}: {error.strerror}", UNUSABLE)
    folder = site.data_folder(data)
    site.make_data_folder(folder)
    site.ready(folder)
    site.migrate()
    with source, opened(folder):
        from muster.app import backups  # noqa: PLC0415  (only once the site is ready)

        try:
            made = backups.restore(source, replace=replace)
        except backups.UnusableBackupError as error:
            fail(f"{file}: {error}. Nothing was replaced.", UNUSABLE)
        except backups.OccupiedError as error:
            fail(
                f"Nothing was replaced: {error}. Make a backup of them, and say --replace to lose them here."
            )
    said = f"Everything is as it was at {made.made_at}: {_held(made)}. Start a running server anew."
    OUT.print(Text(plain(said)), soft_wrap=True)


def _held(made: Manifest) -> str:
    """What a backup holds, in words."""
    events, facts = made.rows.get("people.event", 0), made.facts
    return f"{events:,} event{'s' * (events != 1)} with {facts:,} fact{'s' * (facts != 1)}"


@contextmanager
def _fresh(target: Path) -> Iterator[IO[bytes]]:
    """A new file, for its owner alone, that gets its name only once it is whole and on disk."""
    part = target.with_name(f"{target.name}.part")
    if target.exists():
        fail(f"{target}: there is such a file already", UNUSABLE)
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
    except OSError as error:
        fail(f"{target}: {error.strerror or error}", UNUSABLE)
    finally:
        part.unlink(missing_ok=True)
