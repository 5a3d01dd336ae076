"""Every command of `muster`, with its help: said when this is imported, so a language is chosen before."""

from __future__ import annotations

from typing import Annotated

import typer

from muster import __version__
from muster.cli.backup import backup, restore
from muster.cli.catalogue import app as catalogue
from muster.cli.journal import app as journal
from muster.cli.options import option
from muster.cli.penalties import app as penalties
from muster.cli.play import play
from muster.cli.regulations import app as regulations
from muster.cli.replay import replay
from muster.cli.rosters import app as rosters
from muster.cli.salvage import salvage
from muster.cli.serve import link, serve
from muster.cli.simulate import simulate
from muster.cli.standings import standings
from muster.cli.verify import verify
from muster.core.messages import say

app = typer.Typer(
    name="muster",
    help=str(say("Runs organised-play tournaments by the book.")),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(regulations, name="regulations")
app.add_typer(penalties, name="penalties")
app.add_typer(journal, name="journal")
app.add_typer(catalogue, name="catalogue")
app.add_typer(rosters, name="rosters")

for command, says in (
    (serve, say("Run the site on this machine, on one port, until Ctrl-C.")),
    (link, say("Print a link that logs an account in, once: the way back for somebody who lost theirs.")),
    (
        play,
        say(
            "Run a tournament on a journal file. Type `help` inside; a script's lines come from standard input."
        ),
    ),
    (
        simulate,
        say("Play a whole event with made-up results: entry, rounds, cut, bracket, final places."),
    ),
    (standings, say("Show the standings of a tournament: after a round, or the final places.")),
    (
        replay,
        say(
            "Recompute real published events and compare every published value.\n\n"
            "Exit code 0: every value agrees or is a listed deviation; 1: something differs; "
            "2: a file cannot be read."
        ),
    ),
    (
        verify,
        say(
            "Prove a journal: replay it, decide every fact again, and check pairings, draws, points and ranks."
        ),
    ),
    (
        backup,
        say("Write everything the site keeps to one file, secrets included; the server may run meanwhile."),
    ),
    (
        restore,
        say(
            "Put a backup in the place of everything the site keeps: all of it, or nothing if anything is wrong."
        ),
    ),
    (
        salvage,
        say(
            "Make a new data folder of every event in a damaged database that is whole, and say which are not."
        ),
    ),
):
    app.command(help=str(says))(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"muster {__version__}")
        raise typer.Exit


@app.callback(help=app.info.help)
def root(
    version: Annotated[
        bool, option(say("Print the version."), "--version", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """`muster`."""
    del version
