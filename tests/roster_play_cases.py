"""Rosters on record for tests of what comes after handing in: small ones, built and not pasted."""

from __future__ import annotations

from typing import Any

from muster.app.rosters import checking
from muster.core.roster.roster import Item, Roster
from muster.people.models import RosterLine, RosterPlan, RosterVersion, Tournament
from player_cases import begun
from roster_cases import FRIDAY, entry_of
from web_cases import Hall


def fleet(ship: int = 200, *, name: str = "Home Fleet") -> Roster:
    """A big ship with an upgrade of 10, one of 150 and three squadrons of 10 each: 390 points for a ship of 200."""
    return Roster(
        "armada",
        (
            Item(
                "ship",
                "MC80 Battle Cruiser",
                points=ship,
                upgrades=(Item("upgrades", "Gunnery Team", points=10),),
            ),
            Item("ship", "MC30c Torpedo Frigate", points=150),
            Item("squadron", "YT-2400", count=3, points=10),
            Item("objective", "Advanced Gunnery", slot="assault"),
        ),
        name=name,
        faction="Rebel",
    )


def army() -> Roster:
    return Roster(
        "legion",
        (
            Item("unit", "Rebel Troopers", count=2, points=40, slot="corps"),
            Item("command", "Ambush", slot="1"),
            Item("battle", "Breakthrough", slot="objective"),
        ),
        faction="rebel",
    )


def deck(*, side: int = 10) -> Roster:
    return Roster(
        "unlimited",
        (
            Item("leader", "Han Solo", "Audacious Smuggler"),
            Item("base", "Level 1313"),
            Item("deck", "Surprise Strike", count=50),
            Item("sideboard", "Bamboozle", count=side),
        ),
    )


def bring(hall: Hall, player: int, roster: Roster, number: int = 1) -> RosterVersion:
    """A roster of this player on record."""
    entry, weighed = entry_of(hall, player), checking.check_roster(hall.tournament, hall.state, roster)
    RosterLine.objects.filter(entry=entry).delete()
    RosterLine.objects.bulk_create(checking.lines_of(entry, weighed.roster, weighed.checked))
    fields = {"state": "submitted", "at": FRIDAY, "by": f"entry:{entry.pk}", **checking.stored(weighed)}
    return RosterVersion.objects.create(entry=entry, number=number, **fields)


def asked(hall: Hall, **plan: Any) -> Hall:
    """The hall, which asks for rosters."""
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters="required")
    hall.tournament.refresh_from_db()
    hall.tournament.event = hall.event
    if plan:
        RosterPlan.objects.update_or_create(tournament=hall.tournament, defaults=plan)
    return hall


def playing(regulations: str = "armada-4.0", players: int = 4, **plan: Any) -> Hall:
    """A hall that asks for rosters, its first round being played."""
    return asked(begun(regulations, players), **plan)
