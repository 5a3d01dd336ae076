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

from muster.cli.database import Data, opened
from muster.cli.files import UnusableError, load_bytes, problem_with, write_new
from muster.cli.options import Json, argument, option
from muster.cli.output import (
    ERR,
    OUT,
    REFUSED,
    UNUSABLE,
    Figures,
    fail,
    grid_of,
    list_faults,
    plain,
    print_json,
    print_line,
    titled,
    values_of,
)
from muster.core.messages import Message, figure, listing, say, say_n
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.editions import CardDifference, differences
from muster.exchange.catalogues.entries import LARGEST
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.rules.rosters import Game

if TYPE_CHECKING:
    from muster.app.rosters.catalogues import Edition, Imported
    from muster.people.models import CatalogueVersion

app = typer.Typer(
    help=str(say("The cards there are: from public data or your own file into the site, and out.")),
    no_args_is_help=True,
)

GAMES: tuple[Game, ...] = get_args(Game)

MOST_FILES = 200
"""Files of one import: the largest public collection has 140."""

MOST_SHOWN = 200
"""Differences shown in words; `--json` shows all."""

_WHOSE = say("Whose cards: {games}; told from them if absent.", games=listing(GAMES, "plain"))
GameOption = Annotated[str, option(_WHOSE, "--game")]


@app.command("import", help=str(say("Keep cards in the site as a new version of an edition.")))
def import_(
    sources: Annotated[
        list[Path],
        argument(say("Files or folders; of a card in several, the first counts."), "SOURCE..."),
    ],
    edition: Annotated[str, option(say("The edition's name, such as 2025-06."), "--edition")],
    game: GameOption = "",
    starts: Annotated[
        str, option(say("Since when the prices hold; earlier ones are kept."), "--from", metavar="DATE")
    ] = "",
    note: Annotated[str, option(say("What was changed and why."), "--note")] = "",
    data: Data = None,
) -> None:
    """`muster catalogue import`."""
    day = _day(starts) if starts else None
    cards = _gathered(sources, _game(game))
    with opened(data):
        from muster.app.rosters.catalogues import Imported, import_catalogue  # noqa: PLC0415  (only once the site is ready)

        done = import_catalogue(cards, edition, starts=day, note=note)
    if not isinstance(done, Imported):
        list_faults(map(str, done))
        fail(say("Nothing was imported."), UNUSABLE)
    print_line(_imported(done))
    for name in cards.passed_over if done.fresh else ():
        print_line(say("{file}: no cards of a known source, passed over", file=name))


def _imported(done: Imported) -> Message:
    """What an import came to."""
    version = done.version
    edition, cards = f"{version.game} {version.edition}", _cards(version.cards)
    if not done.fresh:
        return say(
            "{edition} is the same already: {cards}, version {version}.",
            edition=edition,
            cards=cards,
            version=version.number,
        )
    changed = Counter(each.what if each.what in ("new", "gone") else "changed" for each in done.differences)
    if not changed:
        return say(
            "{edition}: {cards}, version {version}.", edition=edition, cards=cards, version=version.number
        )
    return say(
        "{edition}: {cards}, version {version} ({changes}).",
        edition=edition,
        cards=cards,
        version=version.number,
        changes=listing((_change(what, count) for what, count in sorted(changed.items())), "plain"),
    )


def _cards(count: int) -> Message:
    return say_n("{number} card", "{number} cards", count, number=figure(count))


def _change(what: str, count: int) -> Message:
    if what == "new":
        return say("{number} new", number=figure(count))
    if what == "gone":
        return say("{number} gone", number=figure(count))
    return say("{number} changed", number=figure(count))


@app.command(
    help=str(say("Read files of cards without keeping them: what is in them, or everything that is wrong."))
)
def check(
    file: Annotated[list[Path], argument(say("Files or folders of cards."), "FILE...")],
    game: GameOption = "",
    as_json: Json = False,
) -> None:
    """`muster catalogue check`."""
    found = _gathered(file, _game(game), code=REFUSED)
    kinds = Counter(card.kind for card in found.cards)
    unpriced = sum(not card.prices for card in found.cards)
    if as_json:
        print_json({"game": found.game, "sources": found.sources, "kinds": kinds, "unpriced": unpriced})
        return
    table = grid_of(say("kind"), Figures(say("cards")))
    for kind, count in sorted(kinds.items()):
        table.add_row(plain(kind), str(figure(count)))
    title = say(
        "{game}: {cards} from {sources}",
        game=found.game,
        cards=_cards(len(found.cards)),
        sources=listing(found.sources, "plain"),
    )
    OUT.print(titled(title, table))
    print_line(say("{number} without a price.", number=figure(unpriced)))


@app.command(help=str(say("Show how two editions or files differ, card by card.")))
def diff(
    before: Annotated[str, argument(say("An edition (EDITION or GAME/EDITION), or a file."), "A")],
    after: Annotated[str, argument(say("The other one."), "B")],
    as_json: Json = False,
    data: Data = None,
) -> None:
    """`muster catalogue diff`."""
    with _site_for((before, after), data):
        old, new = _catalogue(before), _catalogue(after)
    if old.game != new.game:
        says = say(
            "{before} holds cards of {old}, {after} of {new}.",
            before=before,
            old=old.game,
            after=after,
            new=new.game,
        )
        fail(says, UNUSABLE)
    _show(differences(old.cards, new.cards), as_json)


_LIST = say(
    "List the editions the site keeps, the one begun last first: it is used unless a tournament names another."
)


@app.command("list", help=str(_LIST))
def list_(as_json: Json = False, data: Data = None) -> None:
    """`muster catalogue list`."""
    with opened(data):
        from muster.app.rosters.catalogues import owned_editions  # noqa: PLC0415

        found = [*_editions(), *(each for game in GAMES for each in owned_editions(game))]
    if as_json:
        print_json([_about(each) for each in found])
        return
    if not found:
        print_line(say("No catalogue yet: `muster catalogue import` keeps one."))
        return
    figures = (Figures(say("version")), Figures(say("cards")))
    table = grid_of(say("game"), say("edition"), say("of"), *figures, say("made"), say("source"), say("note"))
    for each in found:
        newest = each.newest
        about = (f"{newest.created_at:%Y-%m-%d}", plain(newest.source), plain(newest.note))
        count = (str(newest.number), str(figure(newest.cards)))
        table.add_row(newest.game, plain(each.name), _whose(newest), *count, *about)
    OUT.print(table)


@app.command(help=str(say("Write an edition to a CSV file, to be corrected and imported again.")))
def export(
    edition: Annotated[str, argument(say("An edition, or GAME/EDITION."))],
    file: Annotated[Path, argument(say("A file that is not there yet."), "FILE")],
    data: Data = None,
) -> None:
    """`muster catalogue export`."""
    with opened(data):
        from muster.app.rosters.catalogues import DamagedCatalogueError, text_of  # noqa: PLC0415

        try:
            text = text_of(_edition(edition).newest)
        except DamagedCatalogueError as error:
            fail(say("{problem}.", problem=str(error)), UNUSABLE)
    try:
        write_new(file, text.encode())
    except UnusableError as error:
        fail(error.says, UNUSABLE)
    print_line(say("{edition} written to {file}.", edition=edition, file=str(file)))


def _game(stated: str) -> Game | None:
    if not stated:
        return None
    found = next((game for game in GAMES if game == stated), None)
    if found is None:
        says = say(
            "Unknown game {name}: it is one of {games}.",
            name=plain(stated, 40),
            games=listing(GAMES, "plain"),
        )
        fail(says, UNUSABLE)
    return found


def _day(stated: str) -> date:
    try:
        return date.fromisoformat(stated)
    except ValueError:
        fail(say("--from must be a date such as 2025-06-20, not {text}.", text=plain(stated, 40)), UNUSABLE)


def _gathered(paths: list[Path], game: Game | None, *, code: int = UNUSABLE) -> Gathered:
    """The cards of files and of the files in folders; the end of the command with everything that is wrong."""
    files = list(islice((file for path in paths for file in _files(path)), MOST_FILES + 1))
    if len(files) > MOST_FILES:
        fail(say("More than {most} files: name those that hold cards.", most=MOST_FILES), UNUSABLE)
    with _progress(len(files)) as step:
        found = gathered(_contents(files, step), game)
    if not isinstance(found, Gathered):
        list_faults(map(str, found))
        fail(say("These cards cannot be used."), code)
    return found


def _files(path: Path) -> Iterator[Path]:
    try:
        yield from sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
    except OSError as error:
        fail(problem_with(path, error), UNUSABLE)


class _Step:
    """One more file was read."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._task = progress, progress.add_task(str(say("reading")), total=total)

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
            fail(error.says, UNUSABLE)
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
    from muster.app.rosters.catalogues import DamagedCatalogueError, catalogue_for  # noqa: PLC0415

    newest = _edition(name).newest
    try:
        kept = catalogue_for(_known(newest.game), newest.edition)
    except DamagedCatalogueError as error:
        fail(say("{problem}.", problem=str(error)), UNUSABLE)
    if kept is None:
        fail(say("{edition} is gone.", edition=plain(name, 80)))
    return kept[0]


def _known(game: str) -> Game:
    return next(each for each in GAMES if each == game)


def _editions() -> list[Edition]:
    from muster.app.rosters.catalogues import editions  # noqa: PLC0415  (only once the site is ready)

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
        says = say(
            "There is no edition or file {name}; `muster catalogue list` lists the editions.",
            name=plain(name, 80),
        )
        fail(says)
    if len(fitting) > 1:
        says = say(
            "{name} is an edition of {games}: name it as GAME/EDITION.",
            name=plain(name, 80),
            games=listing(each.newest.game for each in fitting),
        )
        fail(says)
    return fitting[0]


def _whose(version: CatalogueVersion) -> str:
    """Whose edition it is: the site's, or an organiser's own, by the name of whoever made the version."""
    if not version.owner:
        return str(say("the site"))
    return plain(str(version.created_by)) if version.created_by else str(say("an organiser"))


def _about(edition: Edition) -> dict[str, object]:
    newest = edition.newest
    return {
        "game": newest.game,
        "edition": edition.name,
        "owner": newest.owner or None,
        "version": newest.number,
        "cards": newest.cards,
        "source": newest.source,
        "note": newest.note,
        "digest": newest.digest,
        "made": newest.created_at.isoformat(),
    }


def _show(found: tuple[CardDifference, ...], as_json: bool) -> None:
    if as_json:
        print_json([values_of(each) for each in found])
        return
    if not found:
        print_line(say("No difference."))
        return
    table = grid_of(say("card"), say("what"), say("before"), say("after"))
    for each in found[:MOST_SHOWN]:
        table.add_row(*(plain(str(cell)) for cell in (each.name, each.what, each.before, each.after)))
    OUT.print(table)
    if len(found) > MOST_SHOWN:
        more = figure(len(found) - MOST_SHOWN)
        print_line(say("… and {number} more; --json shows all.", number=more))
