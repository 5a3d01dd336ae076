"""`muster backup` and `muster restore`: everything a site keeps, in one file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from muster.cli import site
from muster.cli.database import Data, opened
from muster.cli.files import problem_with
from muster.cli.options import argument, option
from muster.cli.output import UNUSABLE, fail, list_faults, print_line
from muster.core.messages import Message, figure, say, say_n

if TYPE_CHECKING:
    from muster.app.site.backup_file import Manifest


def backup(
    file: Annotated[Path, argument(say("A file that is not there yet, or a folder to make one in."), "FILE")],
    data: Data = None,
) -> None:
    """`muster backup`."""
    target = file / f"muster-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip" if file.is_dir() else file
    with opened(data):
        from muster.app.site.backups import back_up  # noqa: PLC0415  (only once the site is ready)
        from muster.app.site.own_backups import fresh  # noqa: PLC0415

        try:
            with fresh(target) as out:
                made = back_up(out)
        except FileExistsError:
            fail(say("{path}: there is such a file already", path=str(target)), UNUSABLE)
        except OSError as error:
            fail(problem_with(target, error), UNUSABLE)
    kept = say(
        "{events} with {facts} kept in {file}. Nobody else may read it: it holds secrets.",
        events=_events(made),
        facts=_facts(made),
        file=str(target),
    )
    print_line(kept)
    if made.unreadable:
        list_faults(unreadable(made))
        fail(
            say(
                "The database is damaged: all that can be read is kept. `muster salvage` makes a new one of every "
                "event that is whole."
            )
        )
    if made.damaged:
        list_faults(made.damaged)
        fail(say("These journals are damaged. They are kept as they are."))


def unreadable(made: Manifest) -> list[Message | str]:
    """What a damaged database no longer has, one kind of record a line."""
    kinds = [
        say_n(
            "{number} record of {kind} cannot be read.",
            "{number} records of {kind} cannot be read.",
            count,
            number=figure(count),
            kind=kind,
        )
        for kind, count in sorted(made.unreadable.items())
    ]
    return [*made.damaged, *kinds]


def restore(
    file: Annotated[Path, argument(say("A backup."), "FILE")],
    replace: Annotated[
        bool, option(say("Even if events are on record, which are then gone."), "--replace")
    ] = False,
    data: Data = None,
) -> None:
    """`muster restore`."""
    try:
        source = file.open("rb")
    except OSError as error:
        fail(problem_with(file, error), UNUSABLE)
    folder = site.data_folder(data)
    site.make_data_folder(folder)
    site.ready(folder)
    site.migrate()
    with source, opened(folder):
        from muster.app.site import restoring  # noqa: PLC0415  (only once the site is ready)
        from muster.app.site.backup_file import UnusableBackupError  # noqa: PLC0415  (likewise)

        try:
            made = restoring.restore(source, replace=replace)
        except UnusableBackupError as error:
            says = say("{path}: {problem}. Nothing was replaced.", path=str(file), problem=error.says)
            fail(says, UNUSABLE)
        except restoring.OccupiedError:
            says = say(
                "Nothing was replaced: there are events on record here already. Make a backup of them, and say "
                "--replace to lose them here."
            )
            fail(says)
    restored = say(
        "Everything is as it was at {time}: {events} with {facts}. Start a running server again.",
        time=made.made_at,
        events=_events(made),
        facts=_facts(made),
    )
    print_line(restored)


def _events(made: Manifest) -> Message:
    count = made.rows.get("people.event", 0)
    return say_n("{number} event", "{number} events", count, number=figure(count))


def _facts(made: Manifest) -> Message:
    return say_n("{number} fact", "{number} facts", made.facts, number=figure(made.facts))
