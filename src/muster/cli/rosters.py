"""`muster rosters`: lists of players held against the regulations, and how much of them was understood."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from muster.cli.catalogue import catalogue_named
from muster.cli.database import Data
from muster.cli.files import UnusableError, load_bytes
from muster.cli.output import OUT, REFUSED, UNUSABLE, fail, grid_of, plain, print_json, titled
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.check import check as check_roster
from muster.core.roster.problems import Checked, Problem, Terms
from muster.exchange.rosters.detect import read_roster
from muster.exchange.rosters.formats import by_id
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.rules.load import UnknownRegulationsError, load
from muster.rules.rosters import RosterRules
from muster.rules.schema import Regulations

app = typer.Typer(
    help="Rosters: check lists of players, as any list builder prints them.", no_args_is_help=True
)

MOST_RECORDS = 100_000
"""Rosters in one file of JSON lines."""

_WEIGHT = {"illegal": "not legal", "doubt": "look at it", "note": "note"}


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A list that was read and checked."""

    name: str
    reading: Reading
    checked: Checked


@dataclass(frozen=True, slots=True)
class _Refused:
    """A list that cannot be read, and why."""

    name: str
    says: str


_Told = _Weighed | _Refused


@dataclass(slots=True)
class _Coverage:
    """How much of the lists of one format was understood."""

    rosters: int = 0
    items: int = 0
    resolved: int = 0
    unread: int = 0
    sums: int = 0
    equal: int = 0
    legal: int = 0


@app.callback()
def rosters() -> None:
    """Rosters: check lists of players, as any list builder prints them."""


@app.command()
def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="A list each; .jsonl: one in the `text` of each line."),
    ],
    regulations: Annotated[str, typer.Option("--regulations", help="Such as armada-4.0.")],
    day: Annotated[str, typer.Option("--date", help="The date of the event, such as 2026-08-01.")],
    construction: Annotated[
        str, typer.Option(help="The way of building, such as premier; the usual one.")
    ] = "",
    tier: Annotated[str, typer.Option(help="The tier of the event, for release dates.")] = "",
    catalogue: Annotated[
        str, typer.Option(help="A file or folder of cards, or an edition of the site.")
    ] = "",
    format_id: Annotated[
        str, typer.Option("--format", help="Read them as this format; told from the text.")
    ] = "",
    most: Annotated[int | None, typer.Option(help="The limit of points of this event.", min=1)] = None,
    summary: Annotated[bool, typer.Option("--summary", help="Only the table, not the problems.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
    data: Data = None,
) -> None:
    """Check rosters: every problem of each with its clause, and how much of each format was understood."""
    ruled = _regulations(regulations)
    rules = ruled.roster
    if rules is None:
        fail(f"{regulations} says nothing of rosters.", UNUSABLE)
    terms = Terms(_construction(rules, construction), _day(day), _tier(ruled, tier), most)
    if format_id and format_id not in by_id():
        fail(f"Unknown format {plain(format_id, 40)}: it is one of {', '.join(sorted(by_id()))}.", UNUSABLE)
    cards = _cards(catalogue, rules, data)
    texts = list(_texts(files))
    weighed = [_weigh(name, text, rules, terms, cards, format_id) for name, text in texts]
    if as_json:
        print_json(_json(weighed))
    else:
        _show(weighed, summary)
    if not all(map(_legal, weighed)):
        raise typer.Exit(REFUSED)


def _legal(told: _Told) -> bool:
    return isinstance(told, _Weighed) and told.checked.legal


def _regulations(regulations_id: str) -> Regulations:
    try:
        return load(regulations_id)
    except UnknownRegulationsError as error:
        fail(str(error), UNUSABLE)


def _construction(rules: RosterRules, stated: str) -> str:
    known = [each.id for each in rules.constructions]
    if stated and stated not in known:
        fail(f"Unknown way of building {plain(stated, 40)}: it is one of {', '.join(known)}.", UNUSABLE)
    return stated or known[0]


def _tier(ruled: Regulations, stated: str) -> str:
    known = [each.id for each in ruled.tiers]
    if stated and stated not in known:
        fail(f"Unknown tier {plain(stated, 40)}: it is one of {', '.join(known)}.", UNUSABLE)
    return stated


def _day(stated: str) -> date:
    try:
        return date.fromisoformat(stated)
    except ValueError:
        fail(f"--date must be a date such as 2026-08-01, not {plain(stated, 40)}.", UNUSABLE)


def _cards(name: str, rules: RosterRules, data: Path | None) -> Catalogue | None:
    if not name:
        return None
    found = catalogue_named(name, data)
    if found.game != rules.game:
        fail(f"{plain(name, 80)} holds cards of {found.game}, the regulations are of {rules.game}.", UNUSABLE)
    return found


def _texts(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Each list with a name: the file, with the number of the line where it holds many."""
    for path in files:
        try:
            content = load_bytes(path)
        except UnusableError as error:
            fail(str(error), UNUSABLE)
        if path.suffix == ".jsonl":
            lines = content.splitlines()[:MOST_RECORDS]
            yield from (
                (f"{path}:{at}", _text(line)) for at, line in enumerate(lines, start=1) if line.strip()
            )
        else:
            yield str(path), content


def _text(line: bytes) -> bytes:
    """The `text` of a record; the line itself if it has none, which is then a list or unreadable."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return line
    text = record.get("text") if isinstance(record, dict) else None
    return text.encode("utf-8", "replace") if isinstance(text, str) else line


def _weigh(
    name: str, text: bytes, rules: RosterRules, terms: Terms, cards: Catalogue | None, format_id: str
) -> _Told:
    reading = read_roster(text, rules.game, format_id)
    if isinstance(reading, Unreadable):
        return _Refused(name, reading.says)
    return _Weighed(name, reading, check_roster(reading.roster, rules, terms, cards))


def _show(told: list[_Told], summary: bool) -> None:
    for each in told if not summary else ():
        OUT.print(titled(_heading(each), *(Text(plain(line)) for line in _body(each))))
        OUT.print()
    table = grid_of("format", ">rosters", ">cards", ">known", ">lines not read", ">sums", ">equal", ">legal")
    for format_id, found in sorted(_coverage(told).items()):
        figures = (
            found.rosters,
            found.items,
            found.resolved,
            found.unread,
            found.sums,
            found.equal,
            found.legal,
        )
        table.add_row(format_id, *(f"{figure:,}" for figure in figures))
    OUT.print(table)


def _heading(told: _Told) -> str:
    if isinstance(told, _Refused):
        return f"{told.name}: cannot be read"
    points = told.checked.totals.counts
    worth = "" if points is None else f", {points} points"
    return f"{told.name} ({told.reading.format}{worth}): {'legal' if told.checked.legal else 'not legal'}"


def _body(told: _Told) -> Iterator[str]:
    if isinstance(told, _Refused):
        yield f"  {told.says}"
        return
    yield from map(_line, told.checked.problems)
    yield from (f"  not read: line {each.line}: {each.text}" for each in told.reading.unread)
    yield from (f"  {each}" for each in told.reading.remarks)
    yield from (f"  not checked: {each}" for each in told.checked.unmade)


def _line(problem: Problem) -> str:
    clause = f" [{problem.clause}]" if problem.clause else ""
    where = f" (line {problem.line})" if problem.line else ""
    mend = f" {problem.mend}" if problem.mend else ""
    return f"  {_WEIGHT[problem.severity]}: {problem.says}{mend}{clause}{where}"


def _coverage(told: Iterable[_Told]) -> dict[str, _Coverage]:
    made: dict[str, _Coverage] = {}
    for each in told:
        row = made.setdefault(
            "(not read)" if isinstance(each, _Refused) else each.reading.format, _Coverage()
        )
        row.rosters += 1
        if isinstance(each, _Weighed):
            row.items += len(each.checked.found)
            row.resolved += sum(one.card is not None for one in each.checked.found)
            row.unread += len(each.reading.unread)
            row.sums += len(each.reading.sums)
            row.equal += sum(one.agrees for one in each.reading.sums)
            row.legal += each.checked.legal
    return made


def _json(told: list[_Told]) -> dict[str, object]:
    table = {name: asdict(row) for name, row in _coverage(told).items()}
    return {"rosters": [_about(each) for each in told], "formats": table}


def _about(told: _Told) -> dict[str, object]:
    if isinstance(told, _Refused):
        return {"file": told.name, "legal": False, "unreadable": told.says}
    names = ("severity", "kind", "says", "mend", "clause", "line")
    return {
        "file": told.name,
        "format": told.reading.format,
        "legal": told.checked.legal,
        "faction": told.checked.faction,
        "totals": asdict(told.checked.totals),
        "problems": [{key: getattr(each, key) for key in names} for each in told.checked.problems],
        "unmade": list(told.checked.unmade),
        "unread": [asdict(each) for each in told.reading.unread],
    }
