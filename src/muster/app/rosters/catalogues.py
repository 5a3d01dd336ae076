"""Catalogues of cards as a site keeps them: loaded once, in editions side by side, each with its versions.

Editions are the site's, made in the terminal, or an organiser's own, made at the desk: each owner has names of their
own, and what one of them does changes nothing that others use.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from threading import Lock
from typing import Final, get_args

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from muster.app.common.topics import changed, topics_in
from muster.core.messages import say
from muster.core.roster import editions as core
from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.editions import CardDifference
from muster.exchange.catalogues import csv_form
from muster.exchange.catalogues.entries import LARGEST, CatalogueProblem, finished
from muster.exchange.catalogues.sources import Gathered
from muster.people.models import Account, Tournament
from muster.people.roster_models import CatalogueVersion, RosterPlan
from muster.rules.rosters import Game

MOST_IN_MEMORY: Final = 8
"""Catalogues kept ready; the largest takes about 5 MB."""

LONGEST_EDITION: Final = 60
"""Characters of an edition's name."""

_TRIES: Final = 3
"""How often a new version is tried when others are made at the same time."""

_ready: OrderedDict[tuple[str, str, str, str], Catalogue] = OrderedDict()
_lock = Lock()


class DamagedCatalogueError(Exception):
    """A catalogue in the database is not what was written."""


class OvertakenError(Exception):
    """Somebody else has made a version since the newest one was looked at."""


@dataclass(frozen=True, slots=True)
class _Doing:
    """Who keeps a version, for whom, why, and after which one."""

    note: str
    by: Account | None
    owner: str
    after: int | None


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import.

    Attributes:
        version: the version that counts now.
        fresh: whether it is a new one; nothing is written where nothing differs.
        differences: what differs from the version before; nothing for the first one.
    """

    version: CatalogueVersion
    fresh: bool
    differences: tuple[CardDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of a game's catalogue: its newest version and when the first was made."""

    name: str
    newest: CatalogueVersion
    versions: int


def catalogue_for(
    game: Game, edition: str = "", owner: str = ""
) -> tuple[Catalogue, CatalogueVersion] | None:
    """The newest version of an edition, ready to look cards up; one statement once it is in memory.

    Args:
        game: whose cards.
        edition: which; if empty the one that was begun last.
        owner: whose; the site's if empty.

    Returns:
        The catalogue and its record (without content), or None where the site has none.

    Raises:
        DamagedCatalogueError: the database does not hold what was written.
    """
    newest = newest_of(game, edition, owner)
    return None if newest is None else (ready(newest), newest)


def planned_catalogue(game: Game, plan: RosterPlan) -> tuple[Catalogue, CatalogueVersion] | None:
    """The catalogue that a tournament's plan names; the site's newest where it names none. As `catalogue_for`."""
    version = planned_version(game, plan)
    return None if version is None else (ready(version), version)


def planned_version(game: Game, plan: RosterPlan) -> CatalogueVersion | None:
    """The version that a tournament's plan names; the site's newest where it names none; None without any."""
    return newest_of(game, plan.edition, plan.owner if plan.edition else "")


def ready(newest: CatalogueVersion) -> Catalogue:
    """A version, ready to look cards up; no statement once it is in memory.

    Raises:
        DamagedCatalogueError: the database does not hold what was written.
    """
    key = _key(newest)
    with _lock:
        known = _ready.get(key)
        if known is not None:
            _ready.move_to_end(key)
            return known
    made = Catalogue(_game_of(newest), newest.edition, _cards(newest))
    _keep_ready(newest, made)
    return made


def _game_of(version: CatalogueVersion) -> Game:
    return next(game for game in get_args(Game) if game == version.game)


def editions(game: Game, owner: str = "") -> list[Edition]:
    """The editions of a game that the site has, or an owner, the one begun last first."""
    return _editions_among(CatalogueVersion.objects.filter(game=game, owner=owner))


def owned_editions(game: Game) -> list[Edition]:
    """The editions of a game that organisers have for themselves, the one begun last first."""
    return _editions_among(CatalogueVersion.objects.filter(game=game).exclude(owner=""))


def _editions_among(rows: QuerySet[CatalogueVersion]) -> list[Edition]:
    found: dict[tuple[str, str], list[CatalogueVersion]] = {}
    for version in rows.defer("content").select_related("created_by").order_by("pk"):
        found.setdefault((version.owner, version.edition), []).append(version)
    return [
        Edition(name, max(versions, key=lambda version: version.number), len(versions))
        for (_owner, name), versions in reversed(found.items())
    ]


def import_catalogue(
    gathered: Gathered,
    edition: str,
    *,
    starts: date | None = None,
    note: str = "",
    by: Account | None = None,
    owner: str = "",
    after: int | None = None,
) -> Imported | tuple[CatalogueProblem, ...]:
    """Keep cards as a new version of an edition, all or nothing.

    Without `starts` they replace what the edition had. With it they count from that date on: cards the edition
    has already get their new prices then, and keep the earlier ones up to the day before. A version that would be
    the same as the newest is not made.

    Args:
        gathered: the cards, and where they are from.
        edition: its name; a new one is begun if there is none of it.
        starts: since when their prices hold.
        note: what was changed and why, in words.
        by: whose doing it is, if an account's.
        owner: whose edition it is; the site's if empty.
        after: the number of the newest version that was looked at, 0 for none; None where nobody looked.

    Raises:
        OvertakenError: there is a newer version than that.
    """
    name = spelt(edition)
    if problem := misnamed(name):
        return (problem,)
    for _ in range(_TRIES - 1):
        with suppress(IntegrityError), transaction.atomic():  # another import may take the number
            return _imported(gathered, name, starts, _Doing(note, by, owner, after))
    with transaction.atomic():
        return _imported(gathered, name, starts, _Doing(note, by, owner, after))


def spelt(edition: str) -> str:
    """An edition's name as it is kept: without spaces around it, and one between words."""
    return " ".join(edition.split())


def misnamed(edition: str) -> CatalogueProblem | None:
    """Why an edition cannot be called so; None if it can."""
    if edition and len(edition) <= LONGEST_EDITION and edition.isprintable():
        return None
    return CatalogueProblem(
        0, say("an edition needs a name of at most {most} characters", most=LONGEST_EDITION)
    )


def as_kept(game: Game, cards: tuple[Card, ...]) -> csv_form.CardFile | tuple[CatalogueProblem, ...]:
    """Cards as the file form gives them back; or what is wrong: nothing is kept that could not be read again."""
    return csv_form.read(csv_form.write(game, finished(cards)))


def differences(before: Catalogue, after: Catalogue) -> tuple[CardDifference, ...]:
    """What differs from one catalogue to another, card by card."""
    return core.differences(before.cards, after.cards)


def find(
    catalogue: Catalogue, query: str, kinds: Iterable[str] = (), faction: str = "", limit: int = 20
) -> tuple[Card, ...]:
    """Cards by what somebody has typed so far, the best first; see `Catalogue.find`."""
    return catalogue.find(query, kinds, faction, limit)


def text_of(version: CatalogueVersion) -> str:
    """A version in its file form.

    Raises:
        DamagedCatalogueError: it is not what was written.
    """
    try:
        content = zlib.decompressobj().decompress(bytes(version.content), LARGEST)
    except zlib.error:
        raise DamagedCatalogueError(f"{version} is damaged") from None
    if sha256(content).hexdigest() != version.digest:
        raise DamagedCatalogueError(f"{version} is not what was written")
    return content.decode()


def newest_of(game: Game, edition: str = "", owner: str = "") -> CatalogueVersion | None:
    """The newest version of an edition without its content; of the edition that was begun last if none is named."""
    versions = CatalogueVersion.objects.filter(game=game, owner=owner).defer("content").order_by("pk")
    if edition:
        return versions.filter(edition=edition).order_by("-number").first()
    found = list(versions)
    begun = [version.edition for version in found if version.number == 1]
    named = begun[-1] if begun else ""
    return max((each for each in found if each.edition == named), key=lambda each: each.number, default=None)


def _key(version: CatalogueVersion) -> tuple[str, str, str, str]:
    """By its content: after a restored backup the same number may be another catalogue."""
    return version.game, version.owner, version.edition, version.digest


def _keep_ready(version: CatalogueVersion, made: Catalogue) -> None:
    with _lock:
        _ready[_key(version)] = made
        while len(_ready) > MOST_IN_MEMORY:
            _ready.popitem(last=False)


def _cards(version: CatalogueVersion) -> tuple[Card, ...]:
    read = csv_form.read(text_of(version))
    if not isinstance(read, csv_form.CardFile):
        raise DamagedCatalogueError(f"{version}: {read[0]}")
    return read.cards


def _imported(
    gathered: Gathered, edition: str, starts: date | None, doing: _Doing
) -> Imported | tuple[CatalogueProblem, ...]:
    newest = newest_of(gathered.game, edition, doing.owner)
    if doing.after is not None and doing.after != (newest.number if newest else 0):
        raise OvertakenError
    before = ready(newest).cards if newest else ()
    cards = core.repriced(before, gathered.cards, starts) if newest and starts else gathered.cards
    again = as_kept(gathered.game, cards)
    if not isinstance(again, csv_form.CardFile):
        return again
    content = csv_form.write(gathered.game, again.cards).encode()
    digest = sha256(content).hexdigest()
    if newest and newest.digest == digest:
        return Imported(newest, fresh=False)
    made = CatalogueVersion.objects.create(
        game=gathered.game,
        owner=doing.owner,
        edition=edition,
        number=newest.number + 1 if newest else 1,
        source=", ".join(gathered.sources)[:300],
        note=doing.note[:500],
        cards=len(again.cards),
        digest=digest,
        content=zlib.compress(content, 9),
        created_by=doing.by,
    )
    _keep_ready(made, Catalogue(again.game, edition, again.cards))
    if not doing.owner:
        _tell(gathered.game)
    return Imported(made, fresh=True, differences=core.differences(before, again.cards) if newest else ())


def _tell(game: Game) -> None:
    """Lists that everybody may see are shown anew with the new cards."""
    shown = Tournament.objects.filter(regulations__startswith=game, roster_plan__public_after=True)
    topics = [topics_in(pk, "rosters") for pk in shown.values_list("pk", flat=True)]
    if topics:
        changed(frozenset().union(*topics))
