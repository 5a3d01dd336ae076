"""What every command of the terminal shares: two consoles, JSON for programs, and how to fail in one line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NoReturn

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

OUT = Console(highlight=False)
"""Where answers go."""

ERR = Console(stderr=True, highlight=False)
"""Where progress and refusals go, so that answers stay clean for pipes."""

REFUSED = 1
"""Exit code: the command was understood and refused, or something was found wrong."""

UNUSABLE = 2
"""Exit code: the input cannot be used."""


def print_json(value: object) -> None:
    """One JSON document on standard output, with sorted keys."""
    typer.echo(json.dumps(value, sort_keys=True, ensure_ascii=False, indent=2))


def fail(says: str, code: int = REFUSED) -> NoReturn:
    """End the command with one line on standard error."""
    ERR.print(Text(plain(says), style="bold red"), soft_wrap=True)
    raise typer.Exit(code)


def plain(text: str, most: int = 1000) -> str:
    """Text from outside made safe for a terminal: no control or direction marks, one line, not too long."""
    clean = "".join(character if character.isprintable() else " " for character in text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def list_faults(faults: Iterable[str], most: int = 20) -> None:
    """Faults one a line on standard error; of a long list the first and how many more there are."""
    lines = list(faults)
    for line in lines[:most]:
        ERR.print(Text(plain(line)), soft_wrap=True)
    if len(lines) > most:
        ERR.print(f"… and {len(lines) - most} more")


def grid_of(title: str, *columns: str) -> Table:
    """An empty table; columns whose heading starts with `>` are aligned to the right."""
    made = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(column.removeprefix(">"), justify="right" if column.startswith(">") else "left")
    return made
