"""`muster rosters`: lists of players held against the regulations, and how much of them was understood."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.text import Text

from muster.cli.card_sources import catalogue_named
from muster.cli.database import Data
from muster.cli.files import UnusableError, load_bytes
from muster.cli.options import Json, argument, option
from muster.cli.output import (
    OUT,
    REFUSED,
    UNUSABLE,
    Figures,
    fail,
    grid_of,
    plain,
    print_json,
    titled,
    values_of,
)
from muster.core.messages import Message, Number, listing, paragraph, say, say_in, say_n, verbatim
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.check import check as check_roster
from muster.core.roster.commas import rejoined
from muster.core.roster.figures import limits_on
from muster.core.roster.roster import Checked, Problem, Terms
from muster.core.roster.sheet import construction_of
from muster.exchange.rosters.formats import by_id, read_roster
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.rules.figures import OwnFigure
from muster.rules.load import UnknownRegulationsError, load
from muster.rules.rosters import RosterRules
from muster.rules.schema import Regulations
from muster.rules.seasons import RosterSeason, all_seasons

app = typer.Typer(
    help=str(say("Rosters: check lists of players, as any list builder prints them.")), no_args_is_help=True
)

MOST_RECORDS = 100_000
"""Rosters in one file of JSON lines."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A list that was read and checked."""

    name: str
    reading: Reading
    checked: Checked


@dataclass(frozen=True, slots=True)
class _Refused:
    """A list that cannot be read, and why."""

    name: str
    says: Message


_Verdict = _Read | _Refused


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


@app.callback(help=app.info.help)
def rosters() -> None:
    """`muster rosters`."""


_CHECK = say(
    "Check rosters: every problem of each with its clause, and how much of each format was understood."
)


@app.command(help=str(_CHECK))
def check(
    files: Annotated[
        list[Path],
        argument(say("A list each; .jsonl: one in the `text` of each line."), "FILE..."),
    ],
    regulations: Annotated[str, option(say("Such as armada-4.0."), "--regulations")],
    day: Annotated[str, option(say("The date of the event, such as 2026-08-01."), "--date")],
    construction: Annotated[str, option(say("The way of building, such as premier; the usual one."))] = "",
    tier: Annotated[str, option(say("The tier of the event, for release dates."))] = "",
    catalogue: Annotated[str, option(say("A file or folder of cards, or an edition of the site."))] = "",
    format_id: Annotated[str, option(say("Read them as this format; told from the text."), "--format")] = "",
    most: Annotated[int | None, option(say("The limit of points of this event."), min=1)] = None,
    season: Annotated[str, option(say("A season that stands in for clauses of the printed text."))] = "",
    figure: Annotated[
        list[str] | None,
        option(say("A figure of this event's own, such as battle-cards=9 or corps=2-6; may be repeated.")),
    ] = None,
    summary: Annotated[bool, option(say("Only the table, not the problems."), "--summary")] = False,
    as_json: Json = False,
    data: Data = None,
) -> None:
    """`muster rosters check`."""
    ruled = _regulations(regulations)
    rules = ruled.roster
    if rules is None:
        fail(say("{regulations} says nothing of rosters.", regulations=regulations), UNUSABLE)
    chosen = _season(ruled, season)
    rules = chosen.over(rules) if chosen else rules
    built = _construction(rules, construction)
    on = _day(day)
    own = _figures(figure or [], rules, built, on)
    terms = Terms(built, on, _tier(ruled, tier), most, season=chosen, figures=own)
    if format_id and format_id not in by_id():
        says = say(
            "Unknown format {name}: it is one of {known}.",
            name=plain(format_id, 40),
            known=listing(sorted(by_id()), "plain"),
        )
        fail(says, UNUSABLE)
    cards = _cards(catalogue, rules, data)
    texts = list(_texts(files))
    verdicts = [_verdict(name, text, rules, terms, cards, format_id) for name, text in texts]
    if as_json:
        print_json(_json(verdicts))
    else:
        _show(verdicts, summary)
    if not all(map(_legal, verdicts)):
        raise typer.Exit(REFUSED)


def _season(ruled: Regulations, season: str) -> RosterSeason | None:
    known = all_seasons().get(ruled.id, ())
    found = next((one for one in known if one.id == season), None)
    if season and found is None:
        says = say(
            "Unknown season {name}: it is one of {known}.",
            name=plain(season, 40),
            known=listing([one.id for one in known] or [say("none")], "plain"),
        )
        fail(says, UNUSABLE)
    return found


_BOUNDS: Final = re.compile(r"([0-9]{1,6})(?:(-)([0-9]{1,6})?)?")
"""`9`: exactly so many; `2-6`: from two to six; `2-`: two or more."""


def _figures(stated: list[str], rules: RosterRules, construction: str, on: date) -> tuple[OwnFigure, ...]:
    """The figures of an event as they were typed: the id of a limit and its bounds."""
    known = [each.id for each in limits_on(construction_of(rules, construction), on)]
    found = [_figure(each, known) for each in stated]
    for each, text in zip(found, stated, strict=True):
        if each is None:
            says = say(
                "{text} is no figure: write the id of a limit and its bounds, such as {first}=2-6. Limits: {known}.",
                text=plain(text, 60),
                first=known[0],
                known=listing(known, "plain"),
            )
            fail(says, UNUSABLE)
    return tuple(each for each in found if each is not None)


def _figure(text: str, known: list[str]) -> OwnFigure | None:
    limit, _, bounds = text.partition("=")
    typed = _BOUNDS.fullmatch(bounds)
    if limit not in known or typed is None:
        return None
    least, dash, most = typed.groups()
    top = (int(most) if most else None) if dash else int(least)
    return (
        None if top is not None and top < int(least) else OwnFigure(limit=limit, least=int(least), most=top)
    )


def _legal(verdict: _Verdict) -> bool:
    return isinstance(verdict, _Read) and verdict.checked.legal


def _regulations(regulations_id: str) -> Regulations:
    try:
        return load(regulations_id)
    except UnknownRegulationsError as error:
        fail(verbatim(str(error)), UNUSABLE)


def _construction(rules: RosterRules, stated: str) -> str:
    known = [each.id for each in rules.constructions]
    if stated and stated not in known:
        says = say(
            "Unknown way of building {name}: it is one of {known}.",
            name=plain(stated, 40),
            known=listing(known, "plain"),
        )
        fail(says, UNUSABLE)
    return stated or known[0]


def _tier(ruled: Regulations, stated: str) -> str:
    known = [each.id for each in ruled.tiers]
    if stated and stated not in known:
        says = say(
            "Unknown tier {name}: it is one of {known}.",
            name=plain(stated, 40),
            known=listing(known, "plain"),
        )
        fail(says, UNUSABLE)
    return stated


def _day(stated: str) -> date:
    try:
        return date.fromisoformat(stated)
    except ValueError:
        fail(say("--date must be a date such as 2026-08-01, not {text}.", text=plain(stated, 40)), UNUSABLE)


def _cards(name: str, rules: RosterRules, data: Path | None) -> Catalogue | None:
    if not name:
        return None
    found = catalogue_named(name, data)
    if found.game != rules.game:
        says = say(
            "{name} holds cards of {game}, the regulations are of {other}.",
            name=plain(name, 80),
            game=found.game,
            other=rules.game,
        )
        fail(says, UNUSABLE)
    return found


def _texts(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Each list with a name: the file, with the number of the line where it holds many."""
    for path in files:
        try:
            content = load_bytes(path)
        except UnusableError as error:
            fail(error.says, UNUSABLE)
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


def _verdict(
    name: str, text: bytes, rules: RosterRules, terms: Terms, cards: Catalogue | None, format_id: str
) -> _Verdict:
    reading = read_roster(text, rules.game, format_id)
    if isinstance(reading, Unreadable):
        return _Refused(name, reading.says)
    reading = replace(reading, roster=rejoined(reading.roster, cards))
    return _Read(name, reading, check_roster(reading.roster, rules, terms, cards))


def _show(verdicts: list[_Verdict], summary: bool) -> None:
    for each in verdicts if not summary else ():
        OUT.print(titled(_heading(each), *(Text(plain(f"  {line}")) for line in _body(each))))
        OUT.print()
    table = grid_of(
        say("format"),
        Figures(say("rosters")),
        Figures(say("cards")),
        Figures(say("known")),
        Figures(say("lines not read")),
        Figures(say("sums")),
        Figures(say("equal")),
        Figures(say_in("rosters", "legal")),
    )
    for format_id, coverage in sorted(_coverage(verdicts).items()):
        table.add_row(format_id, *(str(Number(f"{number:,}")) for number in values_of(coverage).values()))
    OUT.print(table)


def _heading(verdict: _Verdict) -> Message:
    if isinstance(verdict, _Refused):
        return say("{name}: cannot be read", name=verdict.name)
    points, about = verdict.checked.totals.counts, verbatim(verdict.reading.format)
    if points is not None:
        worth = say_n("{count} point", "{count} points", points)
        about = say("{format}, {points}", format=about, points=worth)
    if verdict.checked.legal and verdict.checked.whole and not verdict.reading.unread:
        return say("{name} ({about}): legal", name=verdict.name, about=about)
    if verdict.checked.legal:
        return say(
            "{name} ({about}): nothing wrong found, but not checked in full", name=verdict.name, about=about
        )
    return say("{name} ({about}): not legal", name=verdict.name, about=about)


def _body(verdict: _Verdict) -> Iterator[Message]:
    if isinstance(verdict, _Refused):
        yield verdict.says
        return
    for unmade in verdict.checked.unmade:
        yield say("not checked: {check}", check=unmade)
    for each in verdict.reading.unread:
        yield say("not read: line {line}: {text}", line=each.line, text=each.text)
    yield from map(_line, verdict.checked.problems)
    yield from verdict.reading.remarks


def _line(problem: Problem) -> Message:
    says = paragraph(problem.says, problem.mend)
    if problem.clause:
        says = say("{sentence} [{clause}]", sentence=says, clause=problem.clause)
    if problem.line:
        says = say("{sentence} (line {line})", sentence=says, line=problem.line)
    if problem.severity == "illegal":
        return say("not legal: {problem}", problem=says)
    if problem.severity == "doubt":
        return say("look at it: {problem}", problem=says)
    return say("note: {problem}", problem=says)


def _coverage(verdicts: Iterable[_Verdict]) -> dict[str, _Coverage]:
    made: dict[str, _Coverage] = {}
    for each in verdicts:
        format_id = str(say("(not read)")) if isinstance(each, _Refused) else each.reading.format
        row = made.setdefault(format_id, _Coverage())
        row.rosters += 1
        if isinstance(each, _Read):
            row.items += len(each.checked.resolved)
            row.resolved += sum(one.card is not None for one in each.checked.resolved)
            row.unread += len(each.reading.unread)
            row.sums += len(each.reading.sums)
            row.equal += sum(one.agrees for one in each.reading.sums)
            row.legal += each.checked.legal
    return made


def _json(verdicts: list[_Verdict]) -> dict[str, object]:
    table = {name: values_of(row) for name, row in _coverage(verdicts).items()}
    return {"rosters": [_about(each) for each in verdicts], "formats": table}


def _about(verdict: _Verdict) -> dict[str, object]:
    if isinstance(verdict, _Refused):
        return {"file": verdict.name, "legal": False, "unreadable": verdict.says}
    names = ("severity", "kind", "says", "mend", "clause", "line")
    return {
        "file": verdict.name,
        "format": verdict.reading.format,
        "legal": verdict.checked.legal,
        "whole": verdict.checked.whole and not verdict.reading.unread,
        "faction": verdict.checked.faction,
        "totals": values_of(verdict.checked.totals),
        "problems": [{key: getattr(each, key) for key in names} for each in verdict.checked.problems],
        "unmade": list(verdict.checked.unmade),
        "unread": [values_of(each) for each in verdict.reading.unread],
    }
