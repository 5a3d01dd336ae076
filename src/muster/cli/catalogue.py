"""`muster catalogue`: the cards there are, from public data or an organiser's own file into the site and out."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from muster.cli.card_sources import GAMES, all_editions, catalogue_of, edition_named, gathered_files, site_for
from muster.cli.database import Data, opened
from muster.cli.files import UnusableError, write_new
from muster.cli.options import Json, argument, option
from muster.cli.output import (
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
from muster.core.roster.editions import CardDifference, differences
from muster.rules.rosters import Game

if TYPE_CHECKING:
    from muster.app.rosters.catalogues import Edition, Imported
    from muster.people.models import CatalogueVersion

app = typer.Typer(
    help=str(say("The cards there are: from public data or your own file into the site, and out.")),
    no_args_is_help=True,
)


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
    cards = gathered_files(sources, _game(game))
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
    found = gathered_files(file, _game(game), code=REFUSED)
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
    with site_for((before, after), data):
        old, new = catalogue_of(before), catalogue_of(after)
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

        found = [*all_editions(), *(each for game in GAMES for each in owned_editions(game))]
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
            text = text_of(edition_named(edition).newest)
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
