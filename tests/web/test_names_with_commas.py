"""Names with commas that only the catalogue in force knows, from the text to the version on record."""

from __future__ import annotations

import pytest

from muster.app.rosters import catalogues, checking
from muster.app.rosters.catalogues import import_catalogue
from muster.core.roster.catalogue import Card, Price
from muster.exchange.catalogues.sources import Gathered
from roster_cases import asking, hand_in_as, weighed
from web_cases import Hall

pytestmark = pytest.mark.django_db

CARDS = (
    Card("rt", "unit", "Rebel Troopers", factions=("rebel",), slot="corps", prices=(Price(40),)),
    Card("new", "upgrade", "Steady, Troops, Steady", prices=(Price(4),)),
    Card("old", "upgrade", "Environmental Gear", prices=(Price(3),)),
)
LIST = "My Army\n500/1000 (1 activations)\nRebel Troopers (Environmental Gear, Steady, Troops, Steady)\n"


@pytest.fixture(autouse=True)
def _forget() -> None:
    catalogues._ready.clear()


def upgrades(hall: Hall) -> list[str]:
    return [each.name for each in weighed(hall, LIST).roster.items[0].upgrades]


def test_without_a_catalogue_a_comma_parts_names_and_with_it_the_card_is_whole() -> None:
    hall = asking("legion-2.0")
    assert upgrades(hall) == ["Environmental Gear", "Steady", "Troops", "Steady"]
    import_catalogue(Gathered("legion", CARDS, ("a test",)), "test")
    assert upgrades(hall) == ["Environmental Gear", "Steady, Troops, Steady"]
    found = weighed(hall, LIST).checked
    assert "unknown-card" not in {each.kind for each in found.problems}


def test_on_record_it_keeps_the_places_of_its_lines() -> None:
    import_catalogue(Gathered("legion", CARDS, ("a test",)), "test")
    hall = asking("legion-2.0")
    version = hand_in_as(hall, 1, LIST)
    again = checking.check_version(version, hall.tournament, hall.state)
    assert [each.name for each in again.roster.items[0].upgrades][-1] == "Steady, Troops, Steady"
    assert again.roster.items[0].line == 3
