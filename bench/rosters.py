"""A roster for every player of a tournament, as varied as those of a real one: some 30 cards out of a few hundred."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from muster.app.rosters.checking import RosterVerdict, check_text, lines_of, stored
from muster.journal import store
from muster.people.models import Entry, RosterLine, RosterVersion, Tournament

FLEETS = 60
"""Different fleets: each is checked once, and brought by every sixtieth player."""

WHEN = datetime(2026, 3, 7, 8, tzinfo=UTC)


def bring(tournament: Tournament) -> None:
    """Hand in one for everybody who plays."""
    state = store.load(tournament.pk).state
    tournament.rosters = "required"
    tournament.save(update_fields=["rosters"])
    weighed = [check_text(tournament, state, text) for text in fleets()]
    entries = list(Entry.objects.filter(tournament=tournament, player__isnull=False).order_by("pk"))
    versions, lines = [], list[RosterLine]()
    for number, entry in enumerate(entries):
        one = weighed[number % FLEETS]
        if not isinstance(one, RosterVerdict):
            raise TypeError(one.says)
        versions.append(
            RosterVersion(
                entry=entry, number=1, state="submitted", at=WHEN, by=f"entry:{entry.pk}", **stored(one)
            )
        )
        lines += lines_of(entry, one.roster, one.checked)
    RosterVersion.objects.bulk_create(versions, batch_size=200)
    RosterLine.objects.bulk_create(lines, batch_size=500)


def fleets() -> Iterator[str]:
    """Fleets as a list builder prints them."""
    for number in range(FLEETS):
        faction = ("Rebel", "Imperial", "Republic", "Separatist")[number % 4]
        ships = "\n\n".join(_ship(number, ship) for ship in range(4))
        head = f"Name: Fleet {number}\nFaction: {faction}\nCommander: Commander {number % 9}"
        squadrons = "\n".join(f"• {1 + each} x Squadron {(number + each * 7) % 40} (10)" for each in range(4))
        yield f"{head}\n\n{ships}\n\nSquadrons:\n{squadrons}\n"


def _ship(number: int, ship: int) -> str:
    upgrades = "\n".join(f"• Upgrade {(number * 3 + ship * 11 + at * 17) % 120} (5)" for at in range(5))
    return f"Ship {(number + ship * 5) % 30} (50)\n{upgrades}"
