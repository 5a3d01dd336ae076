"""`muster penalties`: the tables of penalties that come along, and whether a file of one's own is right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from muster.cli.output import OUT, fail, print_json, report_check
from muster.rules.mistakes import Mistake, Mistakes
from muster.rules.penalties import PenaltyTable
from muster.rules.penalty_files import MOST_BYTES, read, tables, to_json_value, to_toml

app = typer.Typer(help="Tables of penalties: read them, check a file of your own.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.command()
def show(
    table_id: Annotated[str, typer.Argument(metavar="ID", help="miniatures or unlimited.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Print a table that comes along as a file to begin your own with."""
    found = tables().get(table_id)
    if found is None:
        fail(f"there is no table of penalties `{table_id}`; known are {', '.join(tables())}")
    if as_json:
        print_json(to_json_value(found))
    else:
        OUT.print(Text(to_toml(found)), soft_wrap=True, end="")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A table of penalties of your own.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Check a table of penalties of your own: every mistake at once, and exit code 1 if there is one."""
    found = _read(file)
    if isinstance(found, PenaltyTable):
        report_check(file, f"{found.name}, {len(found.categories)} offences", (), as_json=as_json)
    else:
        report_check(file, "", found, as_json=as_json)


def _read(file: Path) -> PenaltyTable | Mistakes:
    try:
        with file.open("rb") as opened:
            return read(opened.read(MOST_BYTES + 1), str(file))
    except OSError as error:
        return (Mistake(str(file), "", f"cannot be read: {error.strerror}"),)
