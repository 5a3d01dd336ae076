"""`muster standings`: the ranked table of a journal, after any round."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from muster.cli.files import read_journal
from muster.cli.options import argument, option
from muster.cli.output import OUT, UNUSABLE, fail, print_json
from muster.cli.questions import no_standings
from muster.cli.tables import final_json, final_table, standings_json, standings_table
from muster.core.messages import say
from muster.core.tournament import queries
from muster.exchange.course_words import carry_notes


def standings(
    journal: Annotated[Path, argument(say("A journal file."))],
    after: Annotated[
        int | None, option(say("After this round; the last complete one if left out."), "--after")
    ] = None,
    final: Annotated[bool, option(say("Final places instead."), "--final")] = False,
    as_json: Annotated[bool, option(say("Answer in JSON; ratios are exact."), "--json")] = False,
) -> None:
    """`muster standings`."""
    file = read_journal(journal)
    state = file.journal.state
    if final and after is not None:
        fail(say("--after and --final: choose one of them"), UNUSABLE)
    if final:
        if state.places is None:
            fail(say("{path}: the tournament is not finished", path=str(journal)))
        print_json(final_json(file)) if as_json else OUT.print(final_table(file))
        return
    upto = queries.completed(state) if after is None else after
    says = no_standings(state, upto)
    if says:
        fail(say("{path}: {problem}", path=str(journal), problem=says))
    table = queries.shown_table(state, upto)
    if as_json:
        print_json({"after": upto, "title": file.title, "standings": standings_json(table, file.names)})
    else:
        title = say("{title}, after round {round}", title=file.title, round=upto)
        OUT.print(standings_table(table, file.names, title))
        for note in carry_notes(state, upto):
            OUT.print(str(note))
