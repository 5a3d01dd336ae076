"""`muster catalogue`: the cards there are, from public data or an organiser's own file into the site and out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from muster.cli.database import Data, opened
from muster.cli.files import UnusableError, load_bytes, write_new
from muster.cli.output import (
    ERR,
    OUT,
    REFUSED,
    UNUSABLE,
    fail,
    grid_of,
    list_faults,
    plain,
    print_json,
    titled,
)
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.editions import Difference, differences
from muster.exchange.catalogues.entries import LARGEST
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.rules.rosters import Game

if TYPE_CHECKING:
    from muster.app.catalogues import Edition

app = typer.Typer(
    help="The cards there are: from public data or your own file into the site, and out.",
    no_args_is_help=True,
)

GAMES: tuple[Game, ...] = get_args(Game)

MOST_FILES = 200
"""Files of one import: the largest public collection has 140."""

MOST_SHOWN = 200
"""Differences shown in words; `--json` shows all."""

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
GameOption = Annotated[
    str, typer.Option("--game", help=f"Whose cards: {', '.join(GAMES)}; told from them if absent.")
]


@app.command("import")
def import_(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="SOURCE...", help="Files or folders; of a card in several, the first counts."),
    ],
    edition: Annotated[str, typer.Option("--edition", help="The edition's name, such as 2025-06.")],
    game: GameOption = "",
    starts: Annotated[
        str, typer.Option("--from", metavar="DATE", help="Since when the prices hold; earlier ones are kept.")
    ] = "",
    note: Annotated[str, typer.Option("--note", help="What was changed and why.")] = "",
    data: Data = None,
) -> None:
    """Keep cards in the site as a new version of an edition."""
    day = _day(starts) if starts else None
    cards = _gathered(sources, _game(game))
    with opened(data):
        from muster.app.catalogues import Imported, import_catalogue  # noqa: PLC0415  (only once the site is ready)

        done = import_catalogue(cards, edition, starts=day, note=note)
    if not isinstance(done, Imported):
        list_faults(map(str, done))
        fail("Nothing was imported.", UNUSABLE)
    made = f"{done.version.game} {done.version.edition}"
    counted = f"{done.version.cards:,} card{'s' * (done.version.cards != 1)}"
    if not done.fresh:
        _say(f"{made} is the same already: {counted}, version {done.version.number}.")
        return
    changed = Counter(each.what if each.what in ("new", "gone") else "changed" for each in done.differences)
    words = ", ".join(f"{count:,} {what}" for what, count in sorted(changed.items()))
    _say(f"{made}: {counted}, version {done.version.number}" + (f" ({words})." if words else "."))
    for name in cards.passed_over:
        _say(f"{name}: no cards of a known source, passed over")


@app.command()
def check(
    file: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files or folders of cards.")],
    game: GameOption = "",
    as_json: Json = False,
) -> None:
    """Read files of cards without keeping them: what is in them, or everything that is wrong."""
    found = _gathered(file, _game(game), code=REFUSED)
    kinds = Counter(card.kind for card in found.cards)
    unpriced = sum(not card.prices for card in found.cards)
    if as_json:
        print_json({"game": found.game, "sources": found.sources, "kinds": kinds, "unpriced": unpriced})
        return
    table = grid_of("kind", ">cards")
    for kind, count in sorted(kinds.items()):
        table.add_row(plain(kind), f"{count:,}")
    OUT.print(titled(f"{found.game}: {len(found.cards):,} cards from {', '.join(found.sources)}", table))
    _say(f"{unpriced:,} without a price.")


@app.command()
def diff(
    before: Annotated[
        str, typer.Argument(metavar="A", help="An edition (EDITION or GAME/EDITION), or a file.")
    ],
    after: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    as_json: Json = False,
    data: Data = None,
) -> None:
    """Show how two editions or files differ, card by card."""
    with _site_for((before, after), data):
        old, new = _catalogue(before), _catalogue(after)
    if old.game != new.game:
        fail(f"{before} holds cards of {old.game}, {after} of {new.game}.", UNUSABLE)
    _show(differences(old.cards, new.cards), as_json)


@app.command("list")
def list_(as_json: Json = False, data: Data = None) -> None:
    """List the editions the site keeps, the one begun last first: it is used unless a tournament names another."""
    with opened(data):
        found = _editions()
    if as_json:
        print_json([_about(each) for each in found])
        return
    if not found:
        _say("No catalogue yet: `muster catalogue import` keeps one.")
        return
    table = grid_of("game", "edition", ">version", ">cards", "made", "source", "note")
    for each in found:
        newest = each.newest
        about = (f"{newest.created_at:%Y-%m-%d}", plain(newest.source), plain(newest.note))
        table.add_row(newest.game, plain(each.name), str(newest.number), f"{newest.cards:,}", *about)
    OUT.print(table)


@app.command()
def export(
    edition: Annotated[str, typer.Argument(help="An edition, or GAME/EDITION.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")],
    data: Data = None,
) -> None:
    """Write an edition to a CSV file, to be corrected and imported again."""
    with opened(data):
        from muster.app.catalogues import DamagedCatalogueError, text_of  # noqa: PLC0415

        try:
            text = text_of(_edition(edition).newest)
        except DamagedCatalogueError as error:
            fail(f"{error}.", UNUSABLE)
    try:
        write_new(file, text.encode())
    except UnusableError as error:
        fail(str(error), UNUSABLE)
    _say(f"{edition} written to {file}.")


def _say(text: str) -> None:
    OUT.print(Text(plain(text)), soft_wrap=True)


def _game(stated: str) -> Game | None:
    if not stated:
        return None
    found = next((game for game in GAMES if game == stated), None)
    if found is None:
        fail(f"Unknown game {plain(stated, 40)}: it is one of {', '.join(GAMES)}.", UNUSABLE)
    return found


def _day(stated: str) -> date:
    try:
        return date.fromisoformat(stated)
    except ValueError:
        fail(f"--from must be a date such as 2025-06-20, not {plain(stated, 40)}.", UNUSABLE)


def _gathered(paths: list[Path], game: Game | None, *, code: int = UNUSABLE) -> Gathered:
    """The cards of files and of the files in folders; the end of the command with everything that is wrong."""
    files = list(islice((file for path in paths for file in _files(path)), MOST_FILES + 1))
    if len(files) > MOST_FILES:
        fail(f"More than {MOST_FILES} files: name those that hold cards.", UNUSABLE)
    with _progress(len(files)) as step:
        found = gathered(_contents(files, step), game)
    if not isinstance(found, Gathered):
        list_faults(map(str, found))
        fail("These cards cannot be used.", code)
    return found


def _files(path: Path) -> Iterator[Path]:
    try:
        yield from sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
    except OSError as error:
        fail(f"{path}: {error.strerror}", UNUSABLE)


class _Step:
    """One more file was read."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._task = progress, progress.add_task("reading", total=total)

    def __call__(self) -> None:
        self._progress.advance(self._task)


@contextmanager
def _progress(total: int) -> Iterator[_Step]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=ERR, transient=True, disable=not ERR.is_terminal) as progress:
        yield _Step(progress, total)


def _contents(files: list[Path], step: _Step) -> Iterator[tuple[str, bytes]]:
    for path in files:
        try:
            yield path.name, load_bytes(path)[: LARGEST + 1]
        except UnusableError as error:
            fail(str(error), UNUSABLE)
        step()


@contextmanager
def _site_for(names: tuple[str, ...], data: Path | None) -> Iterator[None]:
    """The site's database where one of the names is no file; nothing is opened for files alone."""
    if all(map(_is_there, names)):
        yield
        return
    with opened(data):
        yield


def catalogue_named(name: str, data: Path | None) -> Catalogue:
    """The catalogue of a file or folder, or of an edition of the site; the end of the command if there is none."""
    with _site_for((name,), data):
        return _catalogue(name)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # too long for a file's name
        return False


def _catalogue(name: str) -> Catalogue:
    """The catalogue of a file, or of an edition of the site."""
    if _is_there(name):
        found = _gathered([Path(name)], None)
        return Catalogue(found.game, name, found.cards)
    from muster.app.catalogues import DamagedCatalogueError, catalogue_for  # noqa: PLC0415

    newest = _edition(name).newest
    try:
        kept = catalogue_for(_known(newest.game), newest.edition)
    except DamagedCatalogueError as error:
        fail(f"{error}.", UNUSABLE)
    if kept is None:
        fail(f"{plain(name, 80)} is gone.")
    return kept[0]


def _known(game: str) -> Game:
    return next(each for each in GAMES if each == game)


def _editions() -> list[Edition]:
    from muster.app.catalogues import editions  # noqa: PLC0415  (only once the site is ready)

    return [each for game in GAMES for each in editions(game)]


def _edition(name: str) -> Edition:
    """The edition of this name, or the end of the command: there is none, or games have it in common."""
    game, line, rest = name.partition("/")
    fitting = [
        each
        for each in _editions()
        if each.name == name or (line and each.newest.game == game and each.name == rest)
    ]
    if not fitting:
        fail(f"There is no edition or file {plain(name, 80)}; `muster catalogue list` lists the editions.")
    if len(fitting) > 1:
        games = " and ".join(each.newest.game for each in fitting)
        fail(f"{plain(name, 80)} is an edition of {games}: name it as GAME/EDITION.")
    return fitting[0]


def _about(edition: Edition) -> dict[str, object]:
    newest = edition.newest
    return {
        "game": newest.game,
        "edition": edition.name,
        "version": newest.number,
        "cards": newest.cards,
        "source": newest.source,
        "note": newest.note,
        "digest": newest.digest,
        "made": newest.created_at.isoformat(),
    }


def _show(found: tuple[Difference, ...], as_json: bool) -> None:
    if as_json:
        names = ("key", "name", "what", "before", "after")
        print_json([{name: getattr(each, name) for name in names} for each in found])
        return
    if not found:
        _say("No difference.")
        return
    table = grid_of("card", "what", "before", "after")
    for each in found[:MOST_SHOWN]:
        table.add_row(*(plain(cell) for cell in (each.name, each.what, each.before, each.after)))
    OUT.print(table)
    if len(found) > MOST_SHOWN:
        _say(f"… and {len(found) - MOST_SHOWN:,} more; --json shows all.")
