"""`muster standings`: the ranked table of a journal, after any round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from muster.cli.files import read_journal
from muster.cli.output import OUT, fail, plain, print_json
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
    if final:
        if state.places is None:
            fail(f"{journal}: the tournament is not finished")
        print_json(final_json(file)) if as_json else OUT.print(final_table(file))
        return
    if not queries.swiss_rounds(state):
        fail(f"{journal}: there are no Swiss rounds to rank by")
    complete = queries.completed(state)
    upto = complete if after is None else after
    if not 0 <= upto <= complete:
        fail(f"--after: {upto} is not a complete round; rounds 1 to {complete} are")
    table = queries.table(state, upto)
    if as_json:
        print_json({"after": upto, "title": file.title, "standings": standings_json(table, file.names)})
    else:
        OUT.print(standings_table(table, file.names, f"{plain(file.title)}, after round {upto}"))
