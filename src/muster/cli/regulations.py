"""`muster regulations`: which there are, what they say, what carries it, and whether a file of one's own is right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from muster.cli.coverage import regulations_coverage
from muster.cli.options import Json, argument, option
from muster.cli.output import OUT, fail, plain, print_json, report_check, values_of
from muster.core.messages import NOTHING, Listing, Message, listing, of_rules, say, say_in, verbatim
from muster.rules.basis import Cited
from muster.rules.load import (
    Mistake,
    Mistakes,
    UnknownRegulationsError,
    available,
    citation,
    load,
    parse,
    summary,
    to_json_value,
)
from muster.rules.schema import Regulations, Structure, StructureRow
from muster.rules.scoring import GamesScoring, MarginScoring, PlacingScoring, ShareScoring
from muster.rules.variants import Variants

app = typer.Typer(help=str(say("Tournament regulations: list them, read them, check a file of your own.")))

POINTS = say("points")
CLAUSE = say("clause")
PLAYERS = say("players")
WIN = say_in("result", "win")
LOSS = say_in("result", "loss")


_COVERAGE = say("How many sentences of the regulations a test, duty, step, page or text carries.")

app.command("coverage", help=str(_COVERAGE))(regulations_coverage)


def _bold(text: Message) -> Text:
    return Text(plain(str(text)), style="bold")


def _table(title: Message, headings: Iterable[Message], rows: Iterable[Iterable[object]]) -> Group:
    """A titled table of plain text: nothing in a regulations file is taken for markup."""
    table = Table()
    for heading in headings:
        table.add_column(Text(str(heading)))
    for row in rows:
        table.add_row(*(Text(plain(str(cell))) for cell in row))
    return Group(Text(), _bold(title), table)


def _listed() -> list[dict[str, Any]]:
    return [{**values_of(each), "effective": _day(each.effective)} for each in available()]


def _day(day: object) -> str | None:
    return None if day is None else str(day)


@app.callback(invoke_without_command=True, help=str(say("List the regulations where no command is given.")))
def default(context: typer.Context) -> None:
    """`muster regulations`."""
    if context.invoked_subcommand is None:
        list_regulations()


@app.command("list", help=str(say("List the regulations that come along.")))
def list_regulations(*, as_json: Json = False) -> None:
    """`muster regulations list`."""
    if as_json:
        print_json(_listed())
        return
    rows = ((each.id, each.game, each.edition, each.effective or say("undated")) for each in available())
    headings = (say("id"), say("game"), say("edition"), say("effective"))
    OUT.print(_table(say("Regulations"), headings, rows))


_SHOW = say(
    "Show what regulations say: structures, times, points, tiebreakers and variants, with their clauses."
)


@app.command(help=str(_SHOW))
def show(
    regulations_id: Annotated[str, argument(say("Such as armada-4.0."), "ID")],
    *,
    clause: Annotated[str | None, option(say("Only this clause, such as ARM-TP-1."))] = None,
    as_json: Json = False,
) -> None:
    """`muster regulations show`."""
    try:
        regulations = load(regulations_id)
        found = None if clause is None else citation(regulations, clause.strip().upper())
    except UnknownRegulationsError as error:
        fail(verbatim(str(error)))
    except LookupError as error:
        says = say(
            "{problem}; `muster regulations show {id}` lists what is cited",
            problem=str(error),
            id=regulations_id,
        )
        fail(says)
    if found is None:
        if as_json:
            print_json(to_json_value(regulations))
        else:
            OUT.print(_page(regulations))
        return
    sentence = str(regulations.words_of(found.clause))
    if as_json:
        print_json({**values_of(found), "says": sentence})
    else:
        OUT.print(Group(_bold(verbatim(found.text)), Text(plain(sentence))))


_CHECK = say("Check a regulations file of your own: every mistake at once, and exit code 1 if there is one.")


@app.command(help=str(_CHECK))
def check(
    file: Annotated[Path, argument(say("A regulations file of your own."), "FILE")],
    *,
    as_json: Json = False,
) -> None:
    """`muster regulations check`."""
    found = _read(file)
    if isinstance(found, Regulations):
        about = summary(found)
        right = verbatim(f"{about.id}, {about.game} {about.edition}")
        report_check(file, right, (), as_json=as_json)
    else:
        report_check(file, NOTHING, found, as_json=as_json)


def _read(file: Path) -> Regulations | Mistakes:
    try:
        text = file.read_bytes()
    except OSError as error:
        return (
            Mistake(str(file), "", say("cannot be read: {problem}", problem=error.strerror or str(error))),
        )
    return parse(text, str(file))


def _cited(part: Cited) -> str:
    return f"{part.clause} ({part.reading})" if part.reading else part.clause


def _page(regulations: Regulations) -> Group:
    document = regulations.document
    head = _bold(verbatim(f"{regulations.game} {regulations.edition} ({regulations.id})"))
    source = verbatim(f"{document.name}, {document.version}, {document.publisher}")
    if document.effective:
        source = say("{document}, effective {day}", document=source, day=str(document.effective))
    tables = (
        *(_structure(each) for each in regulations.structures),
        _times(regulations),
        _points(regulations),
        _values(regulations),
        _tiebreakers(regulations),
        _variants(regulations),
    )
    clauses = say(
        "{count} clauses (read one with --clause): {clauses}",
        count=len(regulations.clauses),
        clauses=listing(regulations.clauses, "plain"),
    )
    return Group(head, Text(plain(str(source))), *tables, Text(), Text(str(clauses)))


def _players(row: StructureRow) -> Message:
    if row.to is None:
        return say("{players} and above", players=row.players)
    return verbatim(f"{row.players}-{row.to}")


def _structure(structure: Structure) -> RenderableType:
    title = _structure_title(structure)
    if not structure.rows:
        rule = say("the organiser enters rounds and cut; at least {least} players", least=structure.least)
        return Group(Text(), _bold(title), Text(str(rule)))
    rows = ((_players(row), row.rounds, row.cut or say_in("cut", "none")) for row in structure.rows)
    headings = (PLAYERS, say("rounds"), say_in("heading", "cut"))
    return Group(_table(title, headings, rows), *_structure_notes(structure))


def _structure_title(structure: Structure) -> Message:
    name, clause = of_rules(structure.name), _cited(structure)
    if not structure.used_for:
        return say("{name} structure: {clause}", name=name, clause=clause)
    return say(
        "{name} structure, for {use}: {clause}", name=name, use=of_rules(structure.used_for), clause=clause
    )


def _structure_notes(structure: Structure) -> Iterator[Text]:
    for each in structure.cut_exceptions:
        exception = say(
            "{first}-{last} players: cut to {cut} instead, {clause}",
            first=each.players,
            last=each.to,
            cut=each.cut,
            clause=_cited(each),
        )
        yield Text(str(exception))
    if structure.beyond:
        clause = _cited(structure.beyond)
        yield Text(str(say("above the table the organiser enters the rounds, {clause}", clause=clause)))
    if structure.cut_tiers:
        yield Text(str(say("a cut only in the tiers {tiers}", tiers=listing(structure.cut_tiers, "plain"))))


def _times(regulations: Regulations) -> Group:
    rows = (
        (each.round, each.match or say_in("match", "any"), each.minutes, _cited(each))
        for each in regulations.round_times
    )
    headings = (say("round"), say("match"), say("minutes"), CLAUSE)
    return _table(say("Round times"), headings, rows)


def _points(regulations: Regulations) -> Group:
    scoring = regulations.scoring
    if isinstance(scoring, MarginScoring):
        return _margin_points(scoring)
    if isinstance(scoring, PlacingScoring):
        return _place_points(scoring)
    points = scoring.points
    values = [(WIN, points.win), (LOSS, points.loss)]
    if isinstance(scoring, GamesScoring):
        values.insert(1, (say_in("result", "draw"), scoring.points.draw))
    name = of_rules(regulations.standings.points_name.capitalize())
    title = say("{points}: {clause}", points=name, clause=_cited(points))
    table = _table(title, (say("result"), POINTS), values)
    return Group(table, _share_note(scoring)) if isinstance(scoring, ShareScoring) else table


def _place_points(scoring: PlacingScoring) -> Group:
    points = scoring.points
    rows = [(say("place {place}", place=at), worth) for at, worth in enumerate(points.usual, 1)]
    rows += [(say("place {place} of three", place=at), worth) for at, worth in enumerate(points.at_threes, 1)]
    return _table(say("Points by place: {clause}", clause=_cited(points)), (say("place"), POINTS), rows)


def _margin_points(scoring: MarginScoring) -> Group:
    rows = scoring.table.rows
    ends = [*(row.margin - 1 for row in rows[1:]), scoring.margin.cap]
    cells = ((f"{row.margin}-{end}", row.win, row.loss) for row, end in zip(rows, ends, strict=True))
    title = say("Tournament points by margin of victory: {clause}", clause=_cited(scoring.table))
    return _table(title, (say("margin"), WIN, LOSS), cells)


def _share_note(scoring: ShareScoring) -> Text:
    clause = _cited(scoring.share)
    return Text(str(say("margin of victory: the share of all victory points, {clause}", clause=clause)))


def _values(regulations: Regulations) -> Group:
    awards = ((say("bye"), regulations.bye), (say("unpaired loss"), regulations.unpaired_loss))
    rows = ((name, each.points, each.margin, _cited(each)) for name, each in awards)
    return _table(say("Without an opponent"), (NOTHING, POINTS, say("margin"), CLAUSE), rows)


def _tiebreakers(regulations: Regulations) -> Group:
    standings = regulations.standings
    rows = [(of_rules(each.name), each.short, _cited(each)) for each in standings.tiebreakers]
    first = (of_rules(standings.points_name), "", _cited(standings))
    last = (say("random"), "", standings.random_clause)
    headings = (say("criterion"), say("short"), CLAUSE)
    return _table(say("Ranked by, in this order"), headings, (first, *rows, last))


def _choices(name: str) -> Message | Listing:
    kind = Variants.model_fields[name].annotation
    if kind is bool:
        return verbatim("true, false")
    return listing(get_args(kind), "plain") or say("a ratio from 0 to 1")


def _variants(regulations: Regulations) -> Group:
    values = regulations.variants.model_dump(mode="json")
    rows = (
        (
            name,
            json.dumps(values.get(name, getattr(regulations.variants, name))).strip('"'),
            _choices(name),
            _cited(cited),
        )
        for name, cited in regulations.variant_clauses.items()
    )
    headings = (say("variant"), say("default"), say("choices"), CLAUSE)
    return _table(say("Variants an organiser may change"), headings, rows)
