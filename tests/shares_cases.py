"""A finished tournament of sixteen who brought different fleets, for pages of what was played and who met whom."""

from __future__ import annotations

from typing import Final

from awkward_cases import awkward
from muster.core.roster.roster import Item, Roster
from muster.core.tournament import commands
from public_cases import shown
from roster_play_cases import asked, bring
from web_cases import Hall

FACTIONS: Final = ("Rebel", "Rebel", "Empire", "Rebel", "Republic", "Empire", "Separatist", "Rebel")
SHIPS: Final = (
    "Assault Frigate Mark II A of the Combined Fleets of Mon Cala and Sullust", "CR90 Corvette A", "GR-75",
    "MC30c Scout Frigate", "MC75 Armored Cruiser", "MC80 Command Cruiser", "Nebulon-B Escort", "Pelta",
)  # fmt: skip


def fleet_of(number: int) -> Roster:
    """A fleet of one faction with three ships and four of many upgrades and squadrons."""
    ships = [Item("ship", SHIPS[(number * step) % 8], points=60 + number) for step in (1, 2, 3)]
    squadrons = [
        Item("squadron", f"Squadron {(number * step) % 45 + 1}", count=step, points=10)
        for step in (1, 2, 3, 5)
    ]
    return Roster("armada", (*ships, *squadrons), faction=FACTIONS[number % 8])


def many_played() -> Hall:
    """Sixteen players with awkward names, four rounds, everybody's fleet open to all."""
    hall = shown(Hall("armada-4.0", {"structure": "custom", "rounds": 4, "cut": 0}))
    hall.begin(16)
    awkward(hall)
    asked(hall, public_after=True)
    for player in range(1, 17):
        bring(hall, player, fleet_of(player))
    for _ in range(4):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    return hall
