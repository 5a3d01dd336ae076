"""Which cards are meant on the command line: files, the files of a folder, or an edition of the site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from muster.cli.database import opened
from muster.cli.files import UnusableError, load_bytes, problem_with
from muster.cli.output import ERR, UNUSABLE, fail, list_faults, plain
from muster.core.messages import listing, say
from muster.core.roster.catalogue import Catalogue
from muster.exchange.catalogues.entries import LARGEST
from muster.exchange.catalogues.sources import Gathered, gathered
from muster.rules.rosters import Game

if TYPE_CHECKING:
    from muster.app.rosters.catalogues import Edition


GAMES: tuple[Game, ...] = get_args(Game)


MOST_FILES = 200
"""Files of one import: the largest public collection has 140."""


def gathered_files(paths: list[Path], game: Game | None, *, code: int = UNUSABLE) -> Gathered:
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
def site_for(names: tuple[str, ...], data: Path | None) -> Iterator[None]:
    """The site's database where one of the names is no file; nothing is opened for files alone."""
    if all(map(_is_there, names)):
        yield
        return
    with opened(data):
        yield


def catalogue_named(name: str, data: Path | None) -> Catalogue:
    """The catalogue of a file or folder, or of an edition of the site; the end of the command if there is none."""
    with site_for((name,), data):
        return catalogue_of(name)


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # too long for a file's name
        return False


def catalogue_of(name: str) -> Catalogue:
    """The catalogue of a file, or of an edition of the site."""
    if _is_there(name):
        found = gathered_files([Path(name)], None)
        return Catalogue(found.game, name, found.cards)
    from muster.app.rosters.catalogues import DamagedCatalogueError, catalogue_for  # noqa: PLC0415

    newest = edition_named(name).newest
    try:
        kept = catalogue_for(_known(newest.game), newest.edition)
    except DamagedCatalogueError as error:
        fail(say("{problem}.", problem=str(error)), UNUSABLE)
    if kept is None:
        fail(say("{edition} is gone.", edition=plain(name, 80)))
    return kept[0]


def _known(game: str) -> Game:
    return next(each for each in GAMES if each == game)


def all_editions() -> list[Edition]:
    """Every edition of the site, game by game."""
    from muster.app.rosters.catalogues import editions  # noqa: PLC0415  (only once the site is ready)

    return [each for game in GAMES for each in editions(game)]


def edition_named(name: str) -> Edition:
    """The edition of this name, or the end of the command: there is none, or games have it in common."""
    game, line, rest = name.partition("/")
    fitting = [
        each
        for each in all_editions()
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
