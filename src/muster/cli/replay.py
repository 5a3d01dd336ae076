"""`muster replay FILE.jsonl…`: recompute published events and say where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from muster.cli.output import REFUSED, UNUSABLE, list_faults, plain, print_json
from muster.exchange.events import LONGEST_LINE, Problem, read_events
from muster.exchange.practice import Habit, habits
from muster.exchange.recompute import Difference, Recomputed, recompute


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file: its problems, or its events recomputed, in the order of the file."""

    file: str
    problems: tuple[Problem, ...]
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
        unreadable = Problem(path.name, 1, "", f"cannot be read: {error.strerror}")
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
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Files of published events (JSONL).")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="List every deviation by name.")] = False,
) -> None:
    """Recompute real published events and compare every published value.

    Exit code 0: every value agrees or is a listed deviation; 1: something differs; 2: a file cannot be read.
    """
    reports = [report(path) for path in files]
    if as_json:
        print_json([_data(found) for found in reports])
    else:
        for found in reports:
            for line in _text(found, verbose=verbose):
                typer.echo(plain(line))
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
        "problems": [asdict(problem) for problem in found.problems],
    }


def _difference(event: Recomputed, difference: Difference) -> dict[str, object]:
    return {"event": event.event, **asdict(difference)}


def _text(found: FileReport, *, verbose: bool) -> Iterator[str]:
    if not found.events:
        return
    yield f"{found.file}: {_counted(len(found.events), 'event')}"
    for field, (agree, total) in found.agreements().items():
        label, noun = ("order", "neighbouring pairs") if field == "rank" else (field, "values")
        yield f"  {label:22}{agree:6} of {total:6} {noun} agree"
    whole, ordered = found.wholly_in_order()
    if ordered:
        yield f"  {'wholly in order':22}{whole:6} of {ordered:6} {'event' if ordered == 1 else 'events'}"
    for name, (kept, total) in found.kept_habits().items():
        yield f"  {name:22}{kept:6} of {total:6}"
    yield f"  {_counted(sum(len(event.listed) for event in found.events), 'deviation')} listed and found"
    for event in found.events:
        yield from _event_text(event, verbose=verbose)
    if verbose:
        for name, habit in found.habits:
            if habit.kept < habit.total:
                yield f"  {name}: {habit.name}: {habit.kept} of {habit.total}"


def _event_text(event: Recomputed, *, verbose: bool) -> Iterator[str]:
    for difference in event.listed if verbose else ():
        yield f"  listed: {_difference_text(event, difference)}"
    for difference in event.unlisted:
        yield f"  NOT LISTED: {_difference_text(event, difference)}"
    for field, players in event.not_found:
        yield f"  LISTED BUT AGREES: {event.event}, {field} of {' and '.join(players)}"


def _difference_text(event: Recomputed, difference: Difference) -> str:
    players = " and ".join(difference.players)
    return (
        f"{event.event}, {difference.field} of {players}: "
        f"published {difference.published}, computed {difference.computed}"
    )


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
