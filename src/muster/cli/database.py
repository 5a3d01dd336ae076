"""The site's database for commands that work on it beside a server, or without one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from muster.cli import site
from muster.cli.output import UNUSABLE, fail

Data = Annotated[
    Path | None, typer.Option("--data", help="Folder of the database; MUSTER_DATA or muster-data if absent.")
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
        fail(f"There is no database in {settings.DATA}: name its folder with --data.", UNUSABLE)
    try:
        if "journal_factrow" not in connection.introspection.table_names():
            fail("The database is empty: `muster serve` makes it ready.", UNUSABLE)
        yield
    except UnavailableError as error:
        fail(str(error), UNUSABLE)
    except Error as error:
        fail(f"The database cannot be used: {str(error).strip()}", UNUSABLE)
    finally:
        connections.close_all()


def _there(name: str | Path) -> bool:
    """Whether a SQLite database is there, in a file or in memory; to connect would make an empty one."""
    return Path(name).exists() or "mode=memory" in str(name)
