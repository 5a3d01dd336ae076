"""`muster penalties`: the tables of penalties that come along, and whether a file of one's own is right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from muster.cli.options import Json, argument
from muster.cli.output import OUT, fail, print_json, report_check
from muster.core.messages import NOTHING, listing, say, say_n
from muster.rules.mistakes import Mistake, Mistakes
from muster.rules.penalties import PenaltyTable
from muster.rules.penalty_files import MOST_BYTES, read, tables, to_json_value, to_toml

app = typer.Typer(
    help=str(say("Tables of penalties: read them, check a file of your own.")), no_args_is_help=True
)


@app.command(help=str(say("Print a table that comes along as a file to begin your own with.")))
def show(
    table_id: Annotated[str, argument(say("miniatures or unlimited."), "ID")],
    *,
    as_json: Json = False,
) -> None:
    """`muster penalties show`."""
    found = tables().get(table_id)
    if found is None:
        says = say(
            "there is no table of penalties `{table}`; known are {known}",
            table=table_id,
            known=listing(tables(), "plain"),
        )
        fail(says)
    if as_json:
        print_json(to_json_value(found))
    else:
        OUT.print(Text(to_toml(found)), soft_wrap=True, end="")


_CHECK = say(
    "Check a table of penalties of your own: every mistake at once, and exit code 1 if there is one."
)


@app.command(help=str(_CHECK))
def check(
    file: Annotated[Path, argument(say("A table of penalties of your own."), "FILE")],
    *,
    as_json: Json = False,
) -> None:
    """`muster penalties check`."""
    found = _read(file)
    if isinstance(found, PenaltyTable):
        offences = len(found.categories)
        right = say_n("{name}, {count} offence", "{name}, {count} offences", offences, name=found.name)
        report_check(file, right, (), as_json=as_json)
    else:
        report_check(file, NOTHING, found, as_json=as_json)


def _read(file: Path) -> PenaltyTable | Mistakes:
    try:
        with file.open("rb") as opened:
            return read(opened.read(MOST_BYTES + 1), str(file))
    except OSError as error:
        return (
            Mistake(str(file), "", say("cannot be read: {problem}", problem=error.strerror or str(error))),
        )
