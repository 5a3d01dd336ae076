"""`muster standings`: the ranked table of a journal, after any round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muster.cli.files import read_journal
from muster.cli.output import OUT, UNUSABLE, fail, print_json
from muster.cli.questions import no_standings
from muster.cli.tables import final_json, final_table, standings_json, standings_table
from muster.core.tournament import queries


def standings(
    journal: Annotated[Path, typer.Argument(help="A journal file.")],
    after: Annotated[
        int | None, typer.Option("--after", help="After this round; the last complete one if left out.")
    ] = None,
    final: Annotated[bool, typer.Option("--final", help="Final places instead.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON; ratios are exact.")] = False,
) -> None:
    """Show the standings of a tournament: after a round, or the final places."""
    file = read_journal(journal)
    state = file.journal.state
    if final and after is not None:
        fail("--after and --final: choose one of them", UNUSABLE)
    if final:
        if state.places is None:
            fail(f"{journal}: the tournament is not finished")
        print_json(final_json(file)) if as_json else OUT.print(final_table(file))
        return
    upto = queries.completed(state) if after is None else after
    says = no_standings(state, upto)
    if says:
        fail(f"{journal}: {says}")
    table = queries.table(state, upto)
    if as_json:
        print_json({"after": upto, "title": file.title, "standings": standings_json(table, file.names)})
    else:
        OUT.print(standings_table(table, file.names, f"{file.title}, after round {upto}"))
