"""The command `muster`: tournaments by the book, from the terminal."""

from __future__ import annotations

import gc
import sys
from typing import Annotated

import typer

from muster import __version__
from muster.cli.backup import backup, restore
from muster.cli.catalogue import app as catalogue
from muster.cli.journal import app as journal
from muster.cli.output import REFUSED, UNUSABLE, complain, give_up_output, settle_streams
from muster.cli.penalties import app as penalties
from muster.cli.play import play
from muster.cli.regulations import app as regulations
from muster.cli.replay import replay
from muster.cli.rosters import app as rosters
from muster.cli.serve import link, serve
from muster.cli.simulate import simulate
from muster.cli.standings import standings
from muster.cli.verify import verify

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""

app = typer.Typer(
    name="muster",
    help="Runs organised-play tournaments by the book.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(regulations, name="regulations")
app.add_typer(penalties, name="penalties")
app.add_typer(journal, name="journal")
app.add_typer(catalogue, name="catalogue")
app.add_typer(rosters, name="rosters")
app.command()(serve)
app.command()(link)
app.command()(play)
app.command()(simulate)
app.command()(standings)
app.command()(replay)
app.command()(verify)
app.command()(backup)
app.command()(restore)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"muster {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Runs organised-play tournaments by the book."""
    del version


def main() -> None:
    """Run the command line; a closed pipe or an interrupt ends it quietly, a full disk with one line."""
    # A journal is one large structure without cycles: looking for some all the time is wasted.
    gc.set_threshold(100_000, 50, 100)
    settle_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        give_up_output()
        sys.exit(REFUSED)
    except OSError as error:
        give_up_output()
        complain(f"muster: {error.strerror}")
        sys.exit(UNUSABLE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
