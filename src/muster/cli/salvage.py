"""`muster salvage`: every event of a damaged database that is whole, in a new one."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from muster.cli import site
from muster.cli.backup import unreadable
from muster.cli.database import Data, opened
from muster.cli.files import problem_with
from muster.cli.options import argument
from muster.cli.output import OUT, UNUSABLE, Figures, fail, grid_of, list_faults, print_line
from muster.core.messages import figure, say, verbatim

if TYPE_CHECKING:
    from muster.app.site.mending import Saved

SECOND: Final = "from muster.cli.salvage import put_into; put_into({source!r}, {folder!r})"
"""The second half, in a process of its own: one process works on one database."""


def salvage(
    folder: Annotated[Path, argument(say("A new data folder, which is not there yet or empty."), "FOLDER")],
    data: Data = None,
) -> None:
    """`muster salvage`."""
    folder = folder.absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(say("{folder} is not empty: name a new folder.", folder=str(folder)), UNUSABLE)
    with tempfile.TemporaryDirectory(prefix="muster-salvage-") as beside:
        source = Path(beside) / "readable.zip"
        with opened(data):
            from django.db import connection  # noqa: PLC0415  (only once the site is ready)

            from muster.app.site.backups import back_up  # noqa: PLC0415

            if connection.vendor != "sqlite":
                fail(say("PostgreSQL is mended with its own tools; this is for SQLite."), UNUSABLE)
            try:
                with source.open("w+b") as out:
                    made = back_up(out)
            except OSError as error:
                fail(problem_with(source, error), UNUSABLE)
        if made.unreadable or made.damaged:
            list_faults(unreadable(made))
        command = [sys.executable, "-c", SECOND.format(source=str(source), folder=str(folder))]
        done = subprocess.run(command, check=False)  # noqa: S603  (our own words)
    raise typer.Exit(done.returncode)


def put_into(source: str, folder: str) -> None:
    """Make a site in a new folder of what was read, and report; ends the process with the command's exit code."""
    try:
        _put_into(Path(source), Path(folder))
    except typer.Exit as ended:
        sys.exit(ended.exit_code)


def _put_into(source: Path, folder: Path) -> None:
    site.use_no_other_database()
    site.make_data_folder(folder)
    site.ready(folder)
    site.migrate()
    with source.open("rb") as file, opened(folder):
        from muster.app.site import salvage as saving  # noqa: PLC0415  (only once the site is ready)
        from muster.app.site.backup_file import UnusableBackupError  # noqa: PLC0415

        try:
            saved = saving.salvaged(file)
        except UnusableBackupError as error:
            fail(verbatim(str(error)), UNUSABLE)
    _report(saved, folder)


def _report(saved: list[Saved], folder: Path) -> None:
    shown = grid_of(say("Tournament"), Figures(say("Facts")), say("Head of the chain"), say("Event"))
    whole = [one for one in saved if not one.problems]
    for one in whole:
        for name, (facts, head) in one.heads.items():
            shown.add_row(name, str(figure(facts)), head[:16], one.name)
    if whole:
        OUT.print(shown)
    for one in saved:
        list_faults(
            say("{event} is left out: {problem}", event=f"{one.code} {one.name}".strip(), problem=problem)
            for problem in one.problems
        )
    told = say(
        "{whole} of {all} events are whole, and now in {folder}. The damaged database is as it was.",
        whole=len(whole),
        all=len(saved),
        folder=str(folder),
    )
    print_line(told)
    if len(whole) < len(saved):
        fail(say("For what is left out, look for the last backup in which it was whole."))
