"""Every command of `muster`, with its help: said when it is made, so a language is chosen before.

The module of a command is imported only where it is run or all are listed: together they know most of the house.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Final

import typer

from muster import __version__
from muster.cli.options import option
from muster.core.messages import Message, say

GROUPS: Final = ("regulations", "penalties", "journal", "catalogue", "rosters")
"""What has commands of its own; each is a module of this folder."""

COMMANDS: Final[Mapping[str, Message]] = {
    "serve": say("Run the site on this machine, on one port, until Ctrl-C."),
    "link": say("Print a link that logs an account in, once: the way back for somebody who lost theirs."),
    "play": say(
        "Run a tournament on a journal file. Type `help` inside; a script's lines come from standard input."
    ),
    "simulate": say("Play a whole event with made-up results: entry, rounds, cut, bracket, final places."),
    "standings": say("Show the standings of a tournament: after a round, or the final places."),
    "replay": say(
        "Recompute real published events and compare every published value.\n\n"
        "Exit code 0: every value agrees or is a listed deviation; 1: something differs; "
        "2: a file cannot be read."
    ),
    "verify": say(
        "Prove a journal: replay it, decide every fact again, and check pairings, draws, points and ranks."
    ),
    "backup": say(
        "Write everything the site keeps to one file, secrets included; the server may run meanwhile."
    ),
    "restore": say(
        "Put a backup in the place of everything the site keeps: all of it, or nothing if anything is wrong."
    ),
    "salvage": say(
        "Make a new data folder of every event in a damaged database that is whole, and say which are not."
    ),
}
"""All others, with what they are for."""

_BESIDE: Final = {"link": "serve", "restore": "backup"}
"""Those that do not stand in a module of their name."""


def app_for(name: str = "") -> typer.Typer:
    """The command line with the command of this name, or with all of them if there is none of this name."""
    says = str(say("Runs organised-play tournaments by the book."))
    app = typer.Typer(
        name="muster", help=says, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
    )
    app.callback(help=says)(root)
    for one in (name,) if name in GROUPS or name in COMMANDS else (*GROUPS, *COMMANDS):
        module = import_module(f"muster.cli.{_BESIDE.get(one, one)}")
        if one in GROUPS:
            app.add_typer(module.app, name=one)
        else:
            app.command(help=str(COMMANDS[one]))(getattr(module, one))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"muster {__version__}")
        raise typer.Exit


def root(
    version: Annotated[
        bool, option(say("Print the version."), "--version", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """`muster`."""
    del version
