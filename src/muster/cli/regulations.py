"""`muster regulations`: which there are, what they say, and whether a file of one's own is right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from muster.cli.output import OUT, fail, plain, print_json, report_check
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
from muster.rules.schema import Regulations, Structure, StructureRow, Variants
from muster.rules.scoring import GamesScoring, MarginScoring, ShareScoring

app = typer.Typer(help="Tournament regulations: list them, read them, check a file of your own.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def _bold(text: str) -> Text:
    return Text(plain(text), style="bold")


def _table(title: str, headings: Iterable[str], rows: Iterable[Iterable[object]]) -> Group:
    """A titled table of plain text: nothing in a regulations file is taken for markup."""
    table = Table()
    for heading in headings:
        table.add_column(Text(heading))
    for row in rows:
        table.add_row(*(Text(plain(str(cell))) for cell in row))
    return Group(Text(), _bold(title), table)


def _listed() -> list[dict[str, Any]]:
    return [{**asdict(each), "effective": _day(each.effective)} for each in available()]


def _day(day: object) -> str | None:
    return None if day is None else str(day)


@app.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """List the regulations where no command is given."""
    if context.invoked_subcommand is None:
        list_regulations()


@app.command("list")
def list_regulations(*, as_json: AsJson = False) -> None:
    """List the regulations that come along."""
    if as_json:
        print_json(_listed())
        return
    rows = ((each.id, each.game, each.edition, each.effective or "undated") for each in available())
    OUT.print(_table("Regulations", ("id", "game", "edition", "effective"), rows))


@app.command()
def show(
    regulations_id: Annotated[str, typer.Argument(metavar="ID", help="Such as armada-4.0.")],
    *,
    clause: Annotated[str | None, typer.Option(help="Only this clause, such as ARM-TP-1.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what regulations say: structures, times, points, tiebreakers and variants, with their clauses."""
    try:
        regulations = load(regulations_id)
        found = None if clause is None else citation(regulations, clause.strip().upper())
    except UnknownRegulationsError as error:
        fail(str(error))
    except LookupError as error:
        fail(f"{error}; `muster regulations show {regulations_id}` lists what is cited")
    if found is None:
        if as_json:
            print_json(to_json_value(regulations))
        else:
            OUT.print(_page(regulations))
        return
    says = regulations.clauses[found.clause].says
    if as_json:
        print_json({**asdict(found), "says": says})
    else:
        OUT.print(Group(_bold(found.text), Text(plain(says))))


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A regulations file of your own.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Check a regulations file of your own: every mistake at once, and exit code 1 if there is one."""
    found = _read(file)
    if isinstance(found, Regulations):
        about = summary(found)
        report_check(file, f"{about.id}, {about.game} {about.edition}", (), as_json=as_json)
    else:
        report_check(file, "", found, as_json=as_json)


def _read(file: Path) -> Regulations | Mistakes:
    try:
        text = file.read_bytes()
    except OSError as error:
        return (Mistake(str(file), "", f"cannot be read: {error.strerror}"),)
    return parse(text, str(file))


def _cited(part: Cited) -> str:
    return f"{part.clause} ({part.reading})" if part.reading else part.clause


def _page(regulations: Regulations) -> Group:
    document = regulations.document
    head = _bold(f"{regulations.game} {regulations.edition} ({regulations.id})")
    dated = f", effective {document.effective}" if document.effective else ""
    source = Text(plain(f"{document.name}, {document.version}, {document.publisher}{dated}"))
    tables = (
        *(_structure(each) for each in regulations.structures),
        _times(regulations),
        _points(regulations),
        _values(regulations),
        _tiebreakers(regulations),
        _variants(regulations),
    )
    cited = Text(f"\n{len(regulations.clauses)} clauses (read one with --clause): ")
    return Group(head, source, *tables, cited + Text(", ".join(regulations.clauses)))


def _players(row: StructureRow) -> str:
    return f"{row.players} and above" if row.to is None else f"{row.players}-{row.to}"


def _structure(structure: Structure) -> RenderableType:
    used_for = f", for {structure.used_for}" if structure.used_for else ""
    title = f"{structure.name} structure{used_for}: {_cited(structure)}"
    if not structure.rows:
        rule = Text(f"the organiser enters rounds and cut; at least {structure.least} players")
        return Group(Text(), _bold(title), rule)
    rows = ((_players(row), row.rounds, row.cut or "none") for row in structure.rows)
    return Group(_table(title, ("players", "rounds", "cut"), rows), *_structure_notes(structure))


def _structure_notes(structure: Structure) -> Iterator[Text]:
    for each in structure.cut_exceptions:
        yield Text(f"{each.players}-{each.to} players: cut to {each.cut} instead, {_cited(each)}")
    if structure.beyond:
        yield Text(f"above the table the organiser enters the rounds, {_cited(structure.beyond)}")
    if structure.cut_tiers:
        yield Text(f"a cut only in the tiers {', '.join(structure.cut_tiers)}")


def _times(regulations: Regulations) -> Group:
    rows = ((each.round, each.match or "any", each.minutes, _cited(each)) for each in regulations.round_times)
    return _table("Round times", ("round", "match", "minutes", "clause"), rows)


def _points(regulations: Regulations) -> Group:
    scoring = regulations.scoring
    if isinstance(scoring, MarginScoring):
        return _margin_points(scoring)
    points = scoring.points
    values = [("win", points.win), ("loss", points.loss)]
    if isinstance(scoring, GamesScoring):
        values.insert(1, ("draw", scoring.points.draw))
    name = regulations.standings.points_name.capitalize()
    table = _table(f"{name}: {_cited(points)}", ("result", "points"), values)
    return Group(table, _share_note(scoring)) if isinstance(scoring, ShareScoring) else table


def _margin_points(scoring: MarginScoring) -> Group:
    rows = scoring.table.rows
    ends = [*(row.margin - 1 for row in rows[1:]), scoring.margin.cap]
    cells = ((f"{row.margin}-{end}", row.win, row.loss) for row, end in zip(rows, ends, strict=True))
    title = f"Tournament points by margin of victory: {_cited(scoring.table)}"
    return _table(title, ("margin", "win", "loss"), cells)


def _share_note(scoring: ShareScoring) -> Text:
    return Text(f"margin of victory: the share of all victory points, {_cited(scoring.share)}")


def _values(regulations: Regulations) -> Group:
    awards = {"bye": regulations.bye, "unpaired loss": regulations.unpaired_loss}
    rows = ((name, each.points, each.margin, _cited(each)) for name, each in awards.items())
    return _table("Without an opponent", ("", "points", "margin", "clause"), rows)


def _tiebreakers(regulations: Regulations) -> Group:
    standings = regulations.standings
    rows = [(each.name, each.short, _cited(each)) for each in standings.tiebreakers]
    first = (standings.points_name, "", _cited(standings))
    last = ("random", "", standings.random_clause)
    return _table("Ranked by, in this order", ("criterion", "short", "clause"), (first, *rows, last))


def _choices(name: str) -> str:
    kind = Variants.model_fields[name].annotation
    if kind is bool:
        return "true, false"
    return ", ".join(get_args(kind)) or "a ratio from 0 to 1"


def _variants(regulations: Regulations) -> Group:
    values = regulations.variants.model_dump(mode="json")
    rows = (
        (name, json.dumps(values[name]).strip('"'), _choices(name), _cited(cited))
        for name, cited in regulations.variant_clauses.items()
    )
    return _table("Variants an organiser may change", ("variant", "default", "choices", "clause"), rows)
