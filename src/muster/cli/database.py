"""The site's database for commands that work on it beside a server, or without one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from muster.cli import site
from muster.cli.options import option
from muster.cli.output import UNUSABLE, fail
from muster.core.messages import say

Data = Annotated[
    Path | None, option(say("Folder of the database; MUSTER_DATA or muster-data if absent."), "--data")
]


@contextmanager
def opened(data: Path | None) -> Iterator[None]:
    """The database of this folder of data, or the one that is set; one line if there is none.

    Nothing that holds a Django model may be imported before.
    """
    site.ready(data)
    from django.conf import settings  # noqa: PLC0415  (Django makes every other command start slower)
    from django.db import Error, connection, connections  # noqa: PLC0415

    from muster.journal.store import UnavailableError  # noqa: PLC0415

    if connection.vendor == "sqlite" and not _there(connection.settings_dict["NAME"]):
        says = say(
            "There is no database in {folder}: name its folder with --data, or run "
            "`muster serve --data {folder}` once, which makes one.",
            folder=str(settings.DATA),
        )
        fail(says, UNUSABLE)
    try:
        if "journal_factrow" not in connection.introspection.table_names():
            says = say(
                "The database is empty: run `muster serve --data {folder}` once, which makes it ready.",
                folder=str(settings.DATA),
            )
            fail(says, UNUSABLE)
        yield
    except UnavailableError as error:
        fail(error.says, UNUSABLE)
    except Error as error:
        fail(say("The database cannot be used: {problem}", problem=str(error).strip()), UNUSABLE)
    finally:
        connections.close_all()


def _there(name: str | Path) -> bool:
    """Whether a SQLite database is there, in a file or in memory; to connect would make an empty one."""
    return Path(name).exists() or "mode=memory" in str(name)
