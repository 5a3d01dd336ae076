"""Rosters as files that leave the desk: each in every format its game has, all of them together, and as one table."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.app.common.downloads import file_name
from muster.app.rosters.catalogues import planned_catalogue
from muster.app.rosters.checking import read_back
from muster.app.rosters.terms import plan_of, rules_of
from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Item, Roster
from muster.core.tournament.state import State
from muster.exchange.rosters.formats import FORMATS
from muster.exchange.rosters.reading import Format
from muster.people.models import RosterVersion, Tournament
from muster.rules.rosters import Game

HEADS: Final = ("number", "name", "faction", "total", "legal", "state", "cards")
"""The columns of the table of all rosters."""

_WHEN: Final = (1980, 1, 1, 0, 0, 0)
"""The time every file of an archive bears, so that the same rosters make the same archive."""

_JSON: Final = ("{", "[")


@dataclass(frozen=True, slots=True)
class File:
    """A file: its name, of letters, digits and dashes only, and what is in it."""

    name: str
    text: str

    @property
    def kind(self) -> str:
        """Its media type."""
        json = self.name.endswith(".json")
        return "application/json" if json else "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ExportedRoster:
    """A player's roster that counts: entry number (None while waiting), name as the staff sees it, version."""

    player: int | None
    name: str
    version: RosterVersion


def formats_of(game: Game) -> tuple[Format, ...]:
    """The formats in which rosters of a game can be written."""
    return tuple(each for each in FORMATS if each.write is not None and game in each.games)


def brought(tournament: int) -> list[ExportedRoster]:
    """The roster that counts of everybody who handed one in, by entry number; in one query."""
    rows = RosterVersion.objects.filter(entry__tournament=tournament, number__gt=0)
    latest: dict[int, RosterVersion] = {}
    for row in rows.select_related("entry__person").defer("text").order_by("number"):
        latest[row.entry_id] = row
    found = [ExportedRoster(row.entry.player, _named(row), row) for row in latest.values()]
    return sorted(found, key=lambda one: (one.player is None, one.player or 0, one.version.entry_id))


def _named(version: RosterVersion) -> str:
    entry = version.entry
    return entry.person.name or entry.person.alias or _("Player %(number)s") % {"number": entry.player or "–"}


def one(owner: ExportedRoster, format_: Format, catalogue: Catalogue | None) -> File:
    """One roster as a file.

    Raises:
        LookupError: the format is not written.
    """
    if format_.write is None:
        raise LookupError(f"{format_.id} is read only")
    return _file(owner, format_, format_.write(read_back(owner.version), catalogue))


def _file(owner: ExportedRoster, format_: Format, text: str) -> File:
    ending = "json" if text.lstrip().startswith(_JSON) else "txt"
    number = f"{owner.player:04}" if owner.player else f"w{owner.version.entry_id}"
    name = file_name(number, owner.name, format_.id)
    return File(f"{name}.{ending}", text)


def archive(owners: Iterable[ExportedRoster], format_: Format, catalogue: Catalogue | None) -> bytes:
    """All of them as one ZIP archive, a file for each player."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for owner in owners:
            file = one(owner, format_, catalogue)
            packed.writestr(
                zipfile.ZipInfo(file.name, _WHEN), file.text.encode("utf-8"), zipfile.ZIP_DEFLATED
            )
    return out.getvalue()


def catalogue_of(tournament: Tournament, state: State) -> Catalogue | None:
    """The catalogue rosters of this tournament are checked and written with; None where there is none."""
    rules = rules_of(state)
    found = planned_catalogue(rules.game, plan_of(tournament)) if rules else None
    return found[0] if found else None


def table(owners: Iterable[ExportedRoster]) -> list[tuple[object, ...]]:
    """All of them as a table with the columns `HEADS`."""
    return [
        (
            owner.player or "",
            owner.name,
            owner.version.faction,
            "" if owner.version.total is None else owner.version.total,
            "yes" if owner.version.legal else "no",
            owner.version.state,
            cards_of(read_back(owner.version)),
        )
        for owner in owners
    ]


def cards_of(roster: Roster) -> str:
    """What is in a roster, on one line: `MC80 Battle Cruiser [General Madine, Bail Organa]; 6 x YT-2400`."""
    return "; ".join(_words(item) for item in roster.items)


def _words(item: Item) -> str:
    name = ", ".join(part for part in (item.name or item.key, item.subtitle) if part)
    told = f" ({item.version})" if item.version else ""
    form = f" {item.form}" if item.form else ""
    count = f"{item.count} x " if item.count > 1 else ""
    carried = ", ".join(_carried(item.upgrades))
    return f"{count}{name}{told}{form}{f' [{carried}]' if carried else ''}"


def _carried(upgrades: Sequence[Item]) -> Iterator[str]:
    for each in upgrades:
        yield _words(each)
