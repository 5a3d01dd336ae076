"""Building a roster on the page: every act is a plain form, kept in the draft, with totals and problems beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from muster.app.common.access import Actor
from muster.app.links.player_links import token_of
from muster.app.rosters import checking, storage
from muster.app.rosters import read as on_record
from muster.app.rosters.catalogues import import_catalogue
from muster.core.roster.catalogue import Card, Price
from muster.core.roster.roster import Roster
from muster.exchange.catalogues.sources import Gathered
from muster.people.models import RosterPlan
from roster_cases import FLEET, FRIDAY, asking, entry_of, weighed
from web_cases import Hall

pytestmark = pytest.mark.django_db

CARDS = (
    Card("mc80", "ship", "MC80 Battle Cruiser", factions=("rebel",), prices=(Price(103),)),
    Card("imp2", "ship", "Imperial II", factions=("empire",), prices=(Price(120),)),
    Card("yt", "squadron", "YT-2400", factions=("rebel",), prices=(Price(16),)),
    Card("madine", "upgrade", "General Madine", factions=("rebel",), slot="commander", prices=(Price(30),)),
    Card("techs", "upgrade", "Engine Techs", slot="support-team", prices=(Price(8),)),
    Card("ambush", "objective", "Fighter Ambush", slot="defense"),
)


@pytest.fixture(autouse=True)
def _friday(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr("django.utils.timezone.now", lambda: FRIDAY)


@dataclass
class Builder:
    """One player's form, as a browser without scripts has it."""

    hall: Hall = field(default_factory=asking)
    client: Client = field(default_factory=Client)
    at: str = ""

    def __post_init__(self) -> None:
        self.url = f"/p/{token_of(entry_of(self.hall))}/roster/build"
        self.look()

    def look(self, query: str = "", status: int = 200) -> str:
        answer: Any = self.client.get(self.url + query)
        assert answer.status_code == status
        self.page = answer.content.decode()
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.page)).split())

    @property
    def stamp(self) -> str:
        found = re.search(r'name="stamp" value="([0-9a-f]{16})"', self.page)
        assert found
        return found[1]

    def send(self, **data: str) -> str:
        answer: Any = self.client.post(self.url, {"stamp": self.stamp, **data})
        assert answer.status_code == 302
        return self.look(answer.headers["Location"].removeprefix(self.url))

    @property
    def items(self) -> list[tuple[str, int, tuple[str, ...]]]:
        version = on_record.draft(entry_of(self.hall))
        assert version is not None
        return shape(checking.read_back(version))


def read(hall: Hall) -> list[tuple[str, int, tuple[str, ...]]]:
    """What counts, as it was handed in."""
    version = on_record.current(entry_of(hall))
    assert version is not None
    return shape(checking.read_back(version))


def shape(roster: Roster) -> list[tuple[str, int, tuple[str, ...]]]:
    return [(item.name, item.count, tuple(up.name for up in item.upgrades)) for item in roster.items]


def catalogue() -> None:
    made = import_catalogue(Gathered("armada", CARDS, ("a test",)), "test")
    assert not isinstance(made, tuple), made


def test_a_fleet_is_built_from_the_catalogue_card_by_card() -> None:
    catalogue()
    form = Builder()
    assert "MC80 Battle Cruiser 103" in form.look("?add=ship&q=battle")
    assert "103 / 400 points" in form.send(add="ship", card="mc80|")
    form.send(add="upgrades", under="0", card="madine|")
    form.send(add="upgrades", under="0", card="techs|")
    page = form.send(add="squadron", card="yt|")
    assert "157 / 400 points" in page
    page = form.send(to="1:6")
    assert "6 × YT-2400" in page
    assert "237 / 400 points" in page
    assert form.items == [
        ("MC80 Battle Cruiser", 1, ("General Madine", "Engine Techs")),
        ("YT-2400", 6, ()),
    ]


def test_only_cards_of_the_faction_and_the_section_are_offered() -> None:
    catalogue()
    form = Builder()
    form.send(name="Fist", faction="rebel")
    assert "No card here is called" in form.look("?add=ship&q=imperial")
    assert "No card here is called" in form.look("?add=squadron&q=battle")
    form.send(name="Fist", faction="empire")
    assert "Imperial II 120" in form.look("?add=ship&q=imp")


def test_what_is_wrong_stands_there_while_one_builds() -> None:
    catalogue()
    form = Builder()
    page = form.send(add="ship", card="mc80|")
    assert "to mend" in page
    assert "ARM-FLEET-5" in page  # no commander yet
    page = form.send(to="0:4")
    assert "412 / 400 points" in page
    assert "too many" in page


def test_an_item_is_taken_out_and_one_less_is_one_less() -> None:
    catalogue()
    form = Builder()
    form.send(add="ship", card="mc80|")
    form.send(add="upgrades", under="0", card="techs|")
    form.send(add="squadron", card="yt|")
    form.send(to="0.0:0")
    assert form.items == [("MC80 Battle Cruiser", 1, ()), ("YT-2400", 1, ())]
    form.send(to="0:0")
    assert form.items == [("YT-2400", 1, ())]


def test_without_a_catalogue_the_stated_name_and_points_count() -> None:
    form = Builder()
    assert "There is no catalogue of cards" in form.look("?add=ship")
    page = form.send(add="ship", named="  MC80   Battle Cruiser ", points="103")
    assert "103 / 400 points" in page
    form.send(add="upgrades", under="0", named="General Madine", points="30", slot="commander")
    page = form.send(add="objective", named="Fighter Ambush", slot="defense")
    assert "133 / 400 points" in page
    assert form.items == [("MC80 Battle Cruiser", 1, ("General Madine",)), ("Fighter Ambush", 1, ())]
    assert "ARM-FLEET-5" not in page


@pytest.mark.parametrize(
    ("act", "says"),
    [
        ({"add": "ship", "card": "death-star|"}, "not in your list any more"),
        ({"add": "hangar", "card": "mc80|"}, "not in your list any more"),
        ({"add": "upgrades", "under": "9", "card": "techs|"}, "not in your list any more"),
        ({"add": "upgrades", "under": "x", "card": "techs|"}, "not in your list any more"),
        ({"add": "upgrades", "under": "", "card": "techs|"}, "not in your list any more"),
        ({"to": "7:1"}, "not in your list any more"),
        ({"to": "0:-1"}, "whole number"),
        ({"to": "0:1000"}, "does not hold that much"),
        ({"add": "ship", "named": "MC80", "points": "a lot"}, "whole number"),
        ({"add": "ship", "named": "   "}, "not in your list any more"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(act: dict[str, str], says: str) -> None:
    catalogue()
    form = Builder()
    form.send(add="ship", card="mc80|")
    before = form.items
    assert says in form.send(**act)
    assert form.items == before


def test_two_pages_at_once_never_mix() -> None:
    catalogue()
    form = Builder()
    stale = form.stamp
    form.send(add="ship", card="mc80|")
    page = form.send(stamp=stale, add="squadron", card="yt|")
    assert "changed on another page" in page
    assert form.items == [("MC80 Battle Cruiser", 1, ())]


def test_it_begins_with_what_was_handed_in_and_hands_nothing_in_itself() -> None:
    catalogue()
    hall = asking()
    entry = entry_of(hall)
    storage.submit(entry, weighed(hall, FLEET), Actor(f"entry:{entry.pk}", None), FRIDAY)
    form = Builder(hall)
    page = form.look()
    assert "6 × YT-2400" in page
    at = [item[0] for item in read(hall)].index("YT-2400")
    form.send(to=f"{at}:7")
    assert ("YT-2400", 7, ()) in form.items
    assert ("YT-2400", 6, ()) in read(hall)


def test_lines_of_a_pasted_text_that_are_not_in_the_form_are_named() -> None:
    hall = asking()
    entry = entry_of(hall)
    text = FLEET.replace("Squadrons:", "with extra cheese\n\nSquadrons:")
    storage.save_draft(entry, weighed(hall, text), Actor(f"entry:{entry.pk}", None), FRIDAY)
    assert "with extra cheese" in Builder(hall).look()


def test_a_locked_list_stays_as_it_is() -> None:
    catalogue()
    form = Builder()
    form.send(add="ship", card="mc80|")
    RosterPlan.objects.create(tournament=form.hall.tournament, deadline=FRIDAY)
    assert "can no longer be changed" in form.send(to="0:2")
    assert form.items == [("MC80 Battle Cruiser", 1, ())]


def test_a_locked_list_is_shown_and_not_built() -> None:
    form = Builder()
    RosterPlan.objects.create(tournament=form.hall.tournament, deadline=FRIDAY)
    answer = form.client.get(form.url)
    assert (answer.status_code, answer.headers["Location"]) == (302, form.url.removesuffix("/build"))


def test_few_cards_are_offered_before_anything_is_typed() -> None:
    catalogue()
    assert "YT-2400" in Builder().look("?add=squadron")


def test_what_the_catalogue_has_none_of_is_named() -> None:
    cards = tuple(card for card in CARDS if card.kind != "objective")
    import_catalogue(Gathered("armada", cards, ("a test",)), "test")
    page = Builder().look("?add=objective")
    assert "The catalogue here has no cards of this kind" in page
    assert "Name as on the card" in page
    assert "Type part of its name" not in page


def test_names_are_shown_as_text_and_cut() -> None:
    form = Builder()
    form.send(add="ship", named="<script>alert(1)</script>" + "x" * 300, points="1")
    assert "<script>alert" not in form.page
    assert len(form.items[0][0]) <= 120


def test_there_is_no_form_where_none_is_asked_for() -> None:
    hall = asking(rosters="none")
    form = object.__new__(Builder)
    form.client = Client()
    form.url = f"/p/{token_of(entry_of(hall))}/roster/build"
    form.look(status=404)


def test_a_tap_for_every_copy_is_not_too_many() -> None:
    form = Builder()
    form.send(add="squadron", named="TIE Fighter", points="8")
    for count in range(2, 40):
        form.send(to=f"0:{count}")
    assert form.items == [("TIE Fighter", 39, ())]


def test_a_card_of_a_name_that_others_have_is_written_as_the_regulations_want() -> None:
    namesakes = (
        Card("ozzel-c", "upgrade", "Admiral Ozzel", slot="commander", prices=(Price(20),)),
        Card("ozzel-o", "upgrade", "Admiral Ozzel", slot="officer", prices=(Price(2),)),
    )
    import_catalogue(Gathered("armada", (*CARDS, *namesakes), ("a test",)), "test")
    form = Builder()
    form.send(add="ship", card="imp2|")
    assert "Upgrade for Imperial II" in form.send(add="upgrades", under="0", card="ozzel-c|")
    version = on_record.draft(entry_of(form.hall))
    assert version is not None
    assert checking.read_back(version).items[0].upgrades[0].version == "Commander"
    assert "More than one card" not in form.look()
