"""What every command of the terminal shares: two consoles, JSON for programs, and how to fail in one line."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from muster.core.messages import Listing, Message, say, say_n, verbatim

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from muster.rules.mistakes import Mistakes

OUT = Console(highlight=False, markup=False, emoji=False)
"""Where answers go."""

ERR = Console(stderr=True, highlight=False, markup=False, emoji=False)
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
    typer.echo(json.dumps(value, sort_keys=True, ensure_ascii=ascii_only, indent=indent, default=_said))


def _said(value: object) -> str:
    if isinstance(value, Message | Listing):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no value of JSON")


def values_of(value: DataclassInstance) -> dict[str, Any]:
    """The attributes of a value by name, its sentences as they are."""
    return {each.name: getattr(value, each.name) for each in fields(value)}


def fail(says: Message, code: int = REFUSED) -> NoReturn:
    """End the command with one line on standard error."""
    complain(says)
    raise typer.Exit(code)


def complain(says: Message) -> None:
    """One line on standard error."""
    ERR.print(Text(plain(str(says)), style="bold red"), soft_wrap=True)


def print_line(says: Message) -> None:
    """One line on standard output."""
    OUT.print(Text(plain(str(says))), soft_wrap=True)


def plain(text: str, most: int = 1000) -> str:
    """Text from outside made safe for a terminal: no control or direction marks, one line, not too long."""
    clean = "".join(character if character.isprintable() else " " for character in text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def report_check(file: Path, right: Message, mistakes: Mistakes, *, as_json: bool) -> None:
    """What checking a file came to: in words what it is, or every mistake, one a line, and exit code 1."""
    if as_json:
        print_json({"file": str(file), "mistakes": [values_of(each) for each in mistakes]})
    elif mistakes:
        for each in mistakes:
            print_line(verbatim(str(each)))
        ERR.print(str(say_n("{count} mistake", "{count} mistakes", len(mistakes))))
    else:
        print_line(say("{file}: right: {contents}", file=str(file), contents=right))
    if mistakes:
        raise typer.Exit(REFUSED)


def list_faults(faults: Iterable[Message | str], most: int = 20) -> None:
    """Faults one a line on standard error; of a long list the first and how many more there are."""
    lines = [str(fault) for fault in faults]
    for line in lines[:most]:
        ERR.print(Text(plain(line)), soft_wrap=True)
    if len(lines) > most:
        ERR.print(str(say("… and {count} more", count=len(lines) - most)))


@dataclass(frozen=True, slots=True)
class Figures:
    """A column of figures: to the right, never wrapped."""

    heading: Message | str


def grid_of(*columns: Message | Figures | str) -> Table:
    """An empty table with these headings."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, GAP - 1, 0, 0))
    for column in columns:
        if isinstance(column, Figures):
            made.add_column(str(column.heading), justify="right", no_wrap=True, overflow="fold")
        else:
            made.add_column(str(column), overflow="fold")
    return made


def titled(title: Message, *parts: Table | Text) -> Group:
    """A heading over what it is the heading of; long headings are not squeezed into a narrow table."""
    return Group(Text(plain(str(title)), style="bold"), *parts)
