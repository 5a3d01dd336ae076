"""Rosters for tests: a few lines of facts, as list builders print them, and a hall that asks for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from muster.app.links.player_links import token_of
from muster.app.rosters import checking, storage
from muster.app.rosters.checking import RosterVerdict
from muster.core.roster.catalogue import Card, Price
from muster.people.models import Entry, RosterPlan, RosterVersion, Tournament
from player_cases import words
from web_cases import Hall

FRIDAY = datetime(2026, 3, 6, 18, 0, tzinfo=UTC)
"""The evening before the event of a `Hall`."""

FLEET = """Name: Quick Strike
Faction: Rebel
Commander: General Madine

Assault: Advanced Gunnery
Defense: Fighter Ambush
Navigation: Superior Positions

MC80 Battle Cruiser (103)
• General Madine (30)
• Engine Techs (8)
= 141 Points

MC30c Torpedo Frigate (63)
• Admonition (8)
= 71 Points

GR-75 Medium Transports (18)
= 18 Points

Squadrons:
• Ketsu Onyo (22)
• 6 x YT-2400 (96)
= 118 Points

Total Points: 348
"""
"""A fleet in order, of 348 points."""

OVER = FLEET.replace("MC80 Battle Cruiser (103)", "MC80 Battle Cruiser (156)").replace("= 141", "= 194")
OVER = OVER.replace("Points: 348", "Points: 401")
"""The same with 401 points."""


CARDS = (
    Card("mc80", "ship", "MC80 Battle Cruiser", factions=("rebel",), prices=(Price(103),)),
    Card("mc30", "ship", "MC30c Torpedo Frigate", factions=("rebel",), prices=(Price(63),)),
    Card("gr75", "ship", "GR-75 Medium Transports", factions=("rebel",), prices=(Price(18),)),
    Card("madine", "upgrade", "General Madine", slot="commander", unique=True, prices=(Price(30),)),
    Card("engine", "upgrade", "Engine Techs", slot="support", prices=(Price(8),)),
    Card("admonition", "upgrade", "Admonition", slot="title", unique=True, prices=(Price(8),)),
    Card("ketsu", "squadron", "Ketsu Onyo", factions=("rebel",), unique=True, prices=(Price(22),)),
    Card("yt", "squadron", "YT-2400", factions=("rebel",), prices=(Price(16),)),
    Card("ag", "objective", "Advanced Gunnery", slot="assault"),
    Card("fa", "objective", "Fighter Ambush", slot="defense"),
    Card("sp", "objective", "Superior Positions", slot="navigation"),
)
"""The cards of that fleet, at its prices."""


def asking(
    regulations: str = "armada-4.0", players: int = 4, *, rosters: str = "required", **plan: Any
) -> Hall:
    """A hall of entered players that asks for rosters."""
    hall = Hall(regulations)
    hall.enter(players)
    Tournament.objects.filter(pk=hall.tournament.pk).update(rosters=rosters)
    hall.tournament.refresh_from_db()
    if plan:
        RosterPlan.objects.create(tournament=hall.tournament, **plan)
    return hall


def entry_of(hall: Hall, player: int = 1) -> Entry:
    """The registration with this number, with all that belongs to it."""
    rows = Entry.objects.select_related("person", "tournament__event")
    return rows.get(tournament=hall.tournament, player=player)


def weighed(hall: Hall, text: str = FLEET, format_id: str = "") -> RosterVerdict:
    """A text read and checked; it must be readable."""
    found = checking.check_text(hall.tournament, hall.state, text, format_id)
    assert isinstance(found, RosterVerdict), found
    return found


@dataclass
class RosterPhone:
    """One player's roster page, by their private link alone."""

    hall: Hall
    player: int = 1
    client: Client = field(default_factory=Client)

    @property
    def url(self) -> str:
        return f"/p/{token_of(entry_of(self.hall, self.player))}/roster"

    @property
    def versions(self) -> list[RosterVersion]:
        return list(entry_of(self.hall, self.player).rosters.order_by("number"))

    def look(self, *, status: int = 200) -> str:
        answer: Any = self.client.get(self.url)
        assert answer.status_code == status, answer.status_code
        return words(answer)

    def send(self, do: str, text: str = FLEET, *, status: int = 302, **more: Any) -> str:
        """Press a button of the form; the page after it."""
        answer: Any = self.client.post(self.url, {"do": do, "text": text, "seen": self.seen, **more})
        assert answer.status_code == status, (answer.status_code, words(answer)[:2000])
        return words(self.client.get(answer.headers["Location"]) if status == 302 else answer)

    @property
    def seen(self) -> str:
        """The number of the version the page shows, as its form carries it."""
        return str(max((version.number for version in self.versions), default=0))


def hand_in_as(hall: Hall, player: int, text: str = FLEET) -> RosterVersion:
    """A player's roster, handed in past the pages, on the evening before."""
    kept = storage.submit(entry_of(hall, player), weighed(hall, text), hall.actor, FRIDAY)
    assert isinstance(kept, RosterVersion), kept
    return kept
