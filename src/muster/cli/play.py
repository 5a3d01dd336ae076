"""`muster play`: a tournament by typing, one line an act; the same lines work from a script."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Final

import typer

from muster.cli.choices import (
    chosen_regulations,
    parsed_cut_kind,
    parsed_day,
    parsed_structure,
    parsed_variants,
)
from muster.cli.files import UnusableError, read_bytes
from muster.cli.files import mend as mended
from muster.cli.opened import OpenJournal, OutOfStepError, create, resume
from muster.cli.output import UNUSABLE, complain, fail, list_faults
from muster.cli.prompt import Prompt
from muster.cli.refusing import refused_text
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.journal import Journal
from muster.core.tournament.refusals import Refusal
from muster.exchange.entries import EntryLine, EntryProblem, parse_entries
from muster.exchange.journal import JournalFile


def play(
    context: typer.Context,
    entries: Annotated[
        Path | None, typer.Argument(help="The entry list, as CSV; leave out to go on.")
    ] = None,
    regulations: Annotated[
        str, typer.Option("--regulations", "-r", help="Which regulations: an id, or your own .toml file.")
    ] = "",
    journal: Annotated[
        Path | None,
        typer.Option("--journal", "-j", help="The journal file; beside the entry list if left out."),
    ] = None,
    structure: Annotated[str, typer.Option(help="basic, advanced or custom.")] = "basic",
    tier: Annotated[str, typer.Option(help="A tier of the regulations; its first if left out.")] = "",
    match: Annotated[str, typer.Option(help="Match format of Swiss rounds.")] = "",
    rounds: Annotated[int | None, typer.Option(help="Swiss rounds of a custom structure.")] = None,
    cut: Annotated[int | None, typer.Option(help="Cut of a custom structure; 0 for none.")] = None,
    cut_kind: Annotated[
        str, typer.Option(help="top, top-with-ties, at-least-points, at-most-losses.")
    ] = "top",
    variant: Annotated[list[str] | None, typer.Option(help="A reading to change: name=value.")] = None,
    elimination: Annotated[bool, typer.Option("--elimination", help="Elimination only.")] = False,
    check_in: Annotated[bool, typer.Option("--check-in", help="Pair only who is checked in.")] = False,
    tables: Annotated[str, typer.Option(help="Numbered tables, such as 1-20,31-40.")] = "",
    day: Annotated[str, typer.Option(help="The day of play, as YYYY-MM-DD; today if left out.")] = "",
    title: Annotated[
        str, typer.Option(help="The tournament's title; the entry list's name if left out.")
    ] = "",
    mend: Annotated[
        bool,
        typer.Option("--mend", help="Drop a last line of the journal that was not written to its end."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer every line with one line of JSON.")] = False,
) -> None:
    """Run a tournament on a journal file. Type `help` inside; a script's lines come from standard input."""
    if entries is None:
        opened = go_on(context, journal, mend=mend)
    elif mend:
        fail("--mend goes with --journal FILE alone: there is nothing to mend yet.", UNUSABLE)
    elif not regulations:
        hint = (
            f"to go on: muster play --journal {entries}"
            if entries.suffix == ".muster"
            else "--regulations ID"
        )
        fail(f"Say under which regulations: {hint} (see `muster regulations`).", UNUSABLE)
    else:
        command = commands.CreateTournament(
            regulations=chosen_regulations(regulations),
            day=parsed_day(day) if day else date.today(),  # noqa: DTZ011  (a day of play is a local day)
            tier=tier,
            structure=parsed_structure(structure),
            swiss_match=match,
            rounds=rounds,
            cut=cut,
            cut_kind=parsed_cut_kind(cut_kind),
            variants=parsed_variants(variant or []),
            first_stage="elimination" if elimination else "swiss",
            check_in=check_in,
            tables=tables,
        )
        opened = begin(
            command, entry_list(entries), journal or entries.with_suffix(".muster"), title or entries.stem
        )
    Prompt(opened, as_json=as_json).run()


_GOING_ON: Final = ("journal", "mend", "as_json")
"""What can be said of a tournament that has begun; everything else was fixed when it was set up."""


def go_on(context: typer.Context, journal: Path | None, *, mend: bool) -> OpenJournal:
    """A journal to work on; what would change its set-up is refused rather than passed over."""
    if journal is None:
        fail("Name an entry list to begin, or --journal FILE to go on.", UNUSABLE)
    given = [
        f"--{name.replace('_', '-')}"
        for name in context.params
        if name not in _GOING_ON and is_given(context, name)
    ]
    if given:
        says = (
            f"{', '.join(given)}: set when a tournament begins; {journal} has begun. Leave this out to go on."
        )
        fail(says, UNUSABLE)
    try:
        kept = mended(journal) if mend else None
        opened = resume(journal)
        completed = opened.complete()
    except (UnusableError, OutOfStepError) as error:
        fail(str(error), UNUSABLE)
    if kept is not None:
        complain(f"The last line was incomplete and was dropped; the old file is {kept}.")
    if completed:
        complain("Only half of the last act had reached the file; the other half has been added.")
    return opened


def is_given(context: typer.Context, name: str) -> bool:
    """Whether a parameter stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def entry_list(path: Path) -> tuple[EntryLine, ...]:
    """The entries of a list, or every problem in it, one a line, and nothing entered."""
    found = parse_entries(read_bytes(path))
    entries = tuple(one for one in found if isinstance(one, EntryLine))
    problems = [one for one in found if isinstance(one, EntryProblem)]
    if problems:
        list_faults(
            f"{path}: line {one.line}: {one.message}" if one.line else f"{path}: {one.message}"
            for one in problems
        )
        fail(f"{path}: nothing was entered", UNUSABLE)
    return entries


def begin(
    command: commands.CreateTournament, entries: tuple[EntryLine, ...], path: Path, title: str
) -> OpenJournal:
    """A new journal with these players; nothing is written if the tournament cannot be set up so."""
    journal = Journal()
    enter = (
        commands.EnterPlayer(PlayerId(number), entry.club, entry.first_round_bye, entry.fixed_table)
        for number, entry in enumerate(entries, 1)
    )
    for each in (command, *enter):
        answer = journal.submit(each)
        if isinstance(answer, Refusal):
            fail(refused_text(answer, each, journal.state, {}), UNUSABLE)
    names = {PlayerId(number): entry.name for number, entry in enumerate(entries, 1)}
    try:
        return create(path, JournalFile(journal, title, names))
    except UnusableError as error:
        fail(str(error), UNUSABLE)
