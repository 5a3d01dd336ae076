"""`muster replay FILE.jsonl…`: recompute published events and say where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from muster.cli.options import argument, option
from muster.cli.output import REFUSED, UNUSABLE, list_faults, plain, print_json, values_of
from muster.core.messages import Message, listing, say, say_n, verbatim
from muster.exchange.events import LONGEST_LINE, EventProblem, read_events
from muster.exchange.practice import Habit, habits
from muster.exchange.recompute import Difference, Recomputed, recompute


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file: its problems, or its events recomputed, in the order of the file."""

    file: str
    problems: tuple[EventProblem, ...]
    events: tuple[Recomputed, ...]
    habits: tuple[tuple[str, Habit], ...]

    @property
    def faults(self) -> int:
        """Differences nobody listed, and listed ones that are none."""
        return sum(len(event.unlisted) + len(event.not_found) for event in self.events)

    def agreements(self) -> dict[str, tuple[int, int]]:
        """Per published field: how many values agree, of how many."""
        agree, total = Counter[str](), Counter[str]()
        for agreement in (found for event in self.events for found in event.agreements):
            agree[agreement.field] += agreement.agree
            total[agreement.field] += agreement.total
        return {field: (agree[field], total[field]) for field in total}

    def wholly_in_order(self) -> tuple[int, int]:
        """How many events have every neighbouring pair in the published order, of how many with an order."""
        orders = [one for event in self.events for one in event.agreements if one.field == "rank"]
        return sum(one.agree == one.total for one in orders), len(orders)

    def kept_habits(self) -> dict[str, tuple[int, int]]:
        """Per habit: how often it was kept, of how often."""
        kept, total = Counter[str](), Counter[str]()
        for _, habit in self.habits:
            kept[habit.name] += habit.kept
            total[habit.name] += habit.total
        return {name: (kept[name], total[name]) for name in total}


def report(path: Path) -> FileReport:
    """Read one file of published events and recompute every value in it."""
    try:
        with path.open("rb") as file:
            events, problems = read_events(path.name, _lines(file))
    except OSError as error:
        unreadable = EventProblem(
            path.name, 1, "", say("cannot be read: {problem}", problem=error.strerror or str(error))
        )
        return FileReport(path.name, (unreadable,), (), ())
    looked = tuple((event.event, habit) for event in events for habit in habits(event))
    return FileReport(path.name, tuple(problems), tuple(recompute(event) for event in events), looked)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines; after one that is too long nothing more, for it is no such file."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line
        if len(line) > LONGEST_LINE:
            return


def replay(
    files: Annotated[list[Path], argument(say("Files of published events (JSONL)."), "FILE...")],
    *,
    as_json: Annotated[bool, option(say("Print one JSON object instead of text."), "--json")] = False,
    verbose: Annotated[bool, option(say("List every deviation by name."), "--verbose")] = False,
) -> None:
    """`muster replay`."""
    reports = [report(path) for path in files]
    if as_json:
        print_json([_data(found) for found in reports])
    else:
        for found in reports:
            for line in _text(found, verbose=verbose):
                typer.echo(plain(str(line)))
    for found in reports:
        list_faults(str(problem) for problem in found.problems)
    if any(found.problems for found in reports):
        raise typer.Exit(UNUSABLE)
    if any(found.faults for found in reports):
        raise typer.Exit(REFUSED)


def _data(found: FileReport) -> dict[str, object]:
    return {
        "file": found.file,
        "events": len(found.events),
        "agreements": {
            field: {"agree": agree, "of": total} for field, (agree, total) in found.agreements().items()
        },
        "wholly_in_order": dict(zip(("agree", "of"), found.wholly_in_order(), strict=True)),
        "habits": {name: {"kept": kept, "of": total} for name, (kept, total) in found.kept_habits().items()},
        "listed": [_difference(event, one) for event in found.events for one in event.listed],
        "unlisted": [_difference(event, one) for event in found.events for one in event.unlisted],
        "not_found": [
            {"event": event.event, "field": field, "players": list(players)}
            for event in found.events
            for field, players in event.not_found
        ],
        "problems": [values_of(problem) for problem in found.problems],
    }


def _difference(event: Recomputed, difference: Difference) -> dict[str, object]:
    return {"event": event.event, **values_of(difference)}


def _text(found: FileReport, *, verbose: bool) -> Iterator[Message]:
    if not found.events:
        return
    events = say_n("{count} event", "{count} events", len(found.events))
    yield say("{file}: {events}", file=found.file, events=events)
    yield from _agreement_lines(found)
    for name, (kept, total) in found.kept_habits().items():
        yield _row(verbatim(name), say("{kept} of {total}", kept=f"{kept:6}", total=f"{total:6}"))
    listed = sum(len(event.listed) for event in found.events)
    yield _indented(
        say_n("{count} deviation listed and found", "{count} deviations listed and found", listed)
    )
    for event in found.events:
        yield from _event_text(event, verbose=verbose)
    if verbose:
        for name, habit in found.habits:
            if habit.kept < habit.total:
                figures = say("{kept} of {total}", kept=habit.kept, total=habit.total)
                yield _indented(verbatim(f"{name}: {habit.name}: {figures}"))


def _agreement_lines(found: FileReport) -> Iterator[Message]:
    for field, (agree, total) in found.agreements().items():
        figures = {"agree": f"{agree:6}", "total": f"{total:6}"}
        if field == "rank":
            yield _row(say("order"), say("{agree} of {total} neighbouring pairs agree", **figures))
        else:
            yield _row(verbatim(field), say("{agree} of {total} values agree", **figures))
    whole, ordered = found.wholly_in_order()
    if ordered:
        figures = {"whole": f"{whole:6}", "number": f"{ordered:6}"}
        events = say_n("{whole} of {number} event", "{whole} of {number} events", ordered, **figures)
        yield _row(say("wholly in order"), events)


def _row(label: Message, figures: Message) -> Message:
    return verbatim(f"  {label!s:22}{figures}")


def _indented(line: Message) -> Message:
    return verbatim(f"  {line}")


def _event_text(event: Recomputed, *, verbose: bool) -> Iterator[Message]:
    for difference in event.listed if verbose else ():
        yield _indented(say("listed: {difference}", difference=_difference_text(event, difference)))
    for difference in event.unlisted:
        yield _indented(say("NOT LISTED: {difference}", difference=_difference_text(event, difference)))
    for field, players in event.not_found:
        agrees = say(
            "LISTED BUT AGREES: {event}, {field} of {players}",
            event=event.event,
            field=field,
            players=listing(players),
        )
        yield _indented(agrees)


def _difference_text(event: Recomputed, difference: Difference) -> Message:
    return say(
        "{event}, {field} of {players}: published {published}, computed {computed}",
        event=event.event,
        field=difference.field,
        players=listing(difference.players),
        published=str(difference.published),
        computed=str(difference.computed),
    )
