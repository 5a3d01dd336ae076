"""`muster play`: a tournament by typing, one line an act; the same lines work from a script."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Final

import typer

from muster.cli.choices import (
    TypedSetup,
    chosen_regulations,
    is_given,
    parsed_bracket,
    parsed_chain,
    parsed_cut,
    parsed_cut_kind,
    parsed_day,
    parsed_structure,
    parsed_variants,
    set_up_for,
    tell_departures,
)
from muster.cli.files import UnusableError, read_bytes
from muster.cli.files import mend as mended
from muster.cli.opened import OpenJournal, OutOfStepError, create, resume
from muster.cli.options import argument, option
from muster.cli.output import UNUSABLE, complain, fail, list_faults
from muster.cli.prompt import Prompt
from muster.cli.refusing import refused_text
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say
from muster.core.tournament import commands
from muster.core.tournament.journal import Journal
from muster.core.tournament.refusals import Refusal
from muster.exchange.entries import EntryLine, EntryProblem, parse_entries
from muster.exchange.journal import JournalFile


def play(
    context: typer.Context,
    entries: Annotated[Path | None, argument(say("The entry list, as CSV; leave out to go on."))] = None,
    regulations: Annotated[
        str, option(say("Which regulations: an id, or your own .toml file."), "--regulations", "-r")
    ] = "",
    journal: Annotated[
        Path | None,
        option(say("The journal file; beside the entry list if left out."), "--journal", "-j"),
    ] = None,
    kind: Annotated[str, option(say("A kind of event, such as prerelease: sets what it asks."))] = "",
    structure: Annotated[str, option(say("basic, advanced or custom."))] = "basic",
    tier: Annotated[str, option(say("A tier of the regulations; its first if left out."))] = "",
    match: Annotated[str, option(say("Match format of Swiss rounds."))] = "",
    rounds: Annotated[int | None, option(say("Swiss rounds of a custom structure."))] = None,
    cut: Annotated[str | None, option(say("Cut of a custom structure; 0 for none."))] = None,
    cut_kind: Annotated[
        str, option(say("top, top-with-ties, at-least-points, at-most-losses, best-of-groups."))
    ] = "top",
    parts: Annotated[
        str,
        option(
            say(
                "Parts of a custom structure: the id of a ready-made chain, or such as swiss:4,pods:3:at-most-losses:1."
            )
        ),
    ] = "",
    variant: Annotated[list[str] | None, option(say("A reading to change: name=value."))] = None,
    elimination: Annotated[bool, option(say("Elimination only."), "--elimination")] = False,
    bracket: Annotated[str, option(say("single, double, or double-once for one final."))] = "single",
    check_in: Annotated[bool, option(say("Pair only who is checked in."), "--check-in")] = False,
    tables: Annotated[str, option(say("Numbered tables, such as 1-20,31-40."))] = "",
    day: Annotated[str, option(say("The day of play, as YYYY-MM-DD; today if left out."))] = "",
    title: Annotated[str, option(say("The tournament's title; the entry list's name if left out."))] = "",
    mend: Annotated[
        bool,
        option(say("Drop a last line of the journal that was not written to its end."), "--mend"),
    ] = False,
    as_json: Annotated[bool, option(say("Answer every line with one line of JSON."), "--json")] = False,
) -> None:
    """`muster play`."""
    if entries is None:
        opened = go_on(context, journal, mend=mend)
    elif mend:
        fail(say("--mend goes with --journal FILE alone: there is nothing to mend yet."), UNUSABLE)
    elif not regulations and entries.suffix == ".muster":
        says = say(
            "Say under which regulations: to go on: muster play --journal {path} (see `muster regulations`).",
            path=str(entries),
        )
        fail(says, UNUSABLE)
    elif not regulations:
        fail(say("Say under which regulations: --regulations ID (see `muster regulations`)."), UNUSABLE)
    else:
        rules = chosen_regulations(regulations)
        typed = TypedSetup(tier, structure, match, elimination)
        given = [name for name in ("tier", "structure", "match") if is_given(context, name)]
        chosen = set_up_for(rules, kind, typed, given)
        ready = parsed_chain(parts, parsed_cut(cut, cut_kind, rules), parsed_cut_kind(cut_kind))
        command = commands.CreateTournament(
            regulations=rules,
            day=parsed_day(day) if day else date.today(),  # noqa: DTZ011  (a day of play is a local day)
            tier=chosen.tier,
            structure=parsed_structure(chosen.structure),
            swiss_match=chosen.match,
            rounds=rounds,
            course=ready.course,
            cut=ready.cut,
            cut_kind=ready.cut_kind,
            variants=parsed_variants(variant or []),
            first_stage="elimination" if chosen.elimination else "swiss",
            elimination=parsed_bracket(bracket),
            check_in=check_in,
            tables=tables,
        )
        opened = begin(
            command, entry_list(entries), journal or entries.with_suffix(".muster"), title or entries.stem
        )
        tell_departures(opened.state, kind)
    Prompt(opened, as_json=as_json).run()


_GOING_ON: Final = ("journal", "mend", "as_json")
"""What can be said of a tournament that has begun; everything else was fixed when it was set up."""


def go_on(context: typer.Context, journal: Path | None, *, mend: bool) -> OpenJournal:
    """A journal to work on; what would change its set-up is refused rather than passed over."""
    if journal is None:
        fail(say("Name an entry list to begin, or --journal FILE to go on."), UNUSABLE)
    given = [
        f"--{name.replace('_', '-')}"
        for name in context.params
        if name not in _GOING_ON and is_given(context, name)
    ]
    if given:
        says = say(
            "{options}: set when a tournament begins; {path} has begun. Leave this out to go on.",
            options=listing(given, "plain"),
            path=str(journal),
        )
        fail(says, UNUSABLE)
    try:
        kept = mended(journal) if mend else None
        opened = resume(journal)
        completed = opened.complete()
    except (UnusableError, OutOfStepError) as error:
        fail(error.says, UNUSABLE)
    if kept is not None:
        complain(say("The last line was incomplete and was dropped; the old file is {path}.", path=str(kept)))
    if completed:
        complain(say("Only half of the last act had reached the file; the other half has been added."))
    return opened


def entry_list(path: Path) -> tuple[EntryLine, ...]:
    """The entries of a list, or every problem in it, one a line, and nothing entered."""
    found = parse_entries(read_bytes(path))
    entries = tuple(one for one in found if isinstance(one, EntryLine))
    problems = [one for one in found if isinstance(one, EntryProblem)]
    if problems:
        list_faults(_problem(path, one) for one in problems)
        fail(say("{path}: nothing was entered", path=str(path)), UNUSABLE)
    return entries


def _problem(path: Path, problem: EntryProblem) -> Message:
    if not problem.line:
        return say("{path}: {problem}", path=str(path), problem=problem.message)
    return say("{path}: line {line}: {problem}", path=str(path), line=problem.line, problem=problem.message)


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
        fail(error.says, UNUSABLE)
