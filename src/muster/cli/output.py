"""What every command of the terminal shares: two consoles, JSON for programs, and how to fail in one line."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from muster.rules.mistakes import Mistakes

OUT = Console(highlight=False)
"""Where answers go."""

ERR = Console(stderr=True, highlight=False)
"""Where progress and refusals go, so that answers stay clean for pipes."""

GAP = 2
"""Blanks between the columns of a table."""

REFUSED = 1
"""Exit code: the command was understood and refused, or something was found wrong."""

UNUSABLE = 2
"""Exit code: the input cannot be used."""


def settle_streams() -> None:
    """Make the three streams safe: a closed one reads or writes nothing, a letter it does not have is `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the shell
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (for good)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def give_up_output() -> None:
    """Stop writing answers: what is left in buffers goes nowhere, so that leaving makes no noise."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(value: object, *, indent: int | None = 2) -> None:
    """One JSON document on standard output, with sorted keys; escaped where the output is not UTF-8."""
    ascii_only = not (sys.stdout.encoding or "").casefold().startswith("utf")
    typer.echo(json.dumps(value, sort_keys=True, ensure_ascii=ascii_only, indent=indent))


def fail(says: str, code: int = REFUSED) -> NoReturn:
    """End the command with one line on standard error."""
    complain(says)
    raise typer.Exit(code)


def complain(says: str) -> None:
    """One line on standard error."""
    ERR.print(Text(plain(says), style="bold red"), soft_wrap=True)


def plain(text: str, most: int = 1000) -> str:
    """Text from outside made safe for a terminal: no control or direction marks, one line, not too long."""
    clean = "".join(character if character.isprintable() else " " for character in text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def report_check(file: Path, right: str, mistakes: Mistakes, *, as_json: bool) -> None:
    """What checking a file came to: in words what it is, or every mistake, one a line, and exit code 1."""
    if as_json:
        print_json({"file": str(file), "mistakes": [asdict(each) for each in mistakes]})
    else:
        for says in map(str, mistakes) if mistakes else [f"{file}: right: {right}"]:
            OUT.print(Text(plain(says)), soft_wrap=True)
    if mistakes and not as_json:
        ERR.print(f"{len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''}")
    if mistakes:
        raise typer.Exit(REFUSED)


def list_faults(faults: Iterable[str], most: int = 20) -> None:
    """Faults one a line on standard error; of a long list the first and how many more there are."""
    lines = list(faults)
    for line in lines[:most]:
        ERR.print(Text(plain(line)), soft_wrap=True)
    if len(lines) > most:
        ERR.print(f"… and {len(lines) - most} more")


def grid_of(*columns: str) -> Table:
    """An empty table; columns whose heading starts with `>` hold figures: to the right, never wrapped."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, GAP - 1, 0, 0))
    for column in columns:
        figures = column.startswith(">")
        made.add_column(
            column.removeprefix(">"), justify="right" if figures else "left", no_wrap=figures, overflow="fold"
        )
    return made


def titled(title: str, *parts: Table | Text) -> Group:
    """A heading over what it is the heading of; long headings are not squeezed into a narrow table."""
    return Group(Text(plain(title), style="bold"), *parts)
