"""Which card is meant, asked on the phone and at the desk; the answer is kept with the version."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from muster.app.rosters import catalogues, read
from muster.app.rosters.catalogues import Imported, import_catalogue
from muster.app.rosters.checking import read_back
from muster.core.roster.catalogue import Card, Price
from muster.exchange.catalogues.sources import Gathered
from muster.people.models import RosterVersion
from people_cases import page, words
from roster_cases import CARDS, FLEET, RosterPhone, asking, entry_of, weighed
from web_cases import Hall

pytestmark = pytest.mark.django_db

NAMESAKES = (
    Card("luke-off", "upgrade", "Luke Skywalker", slot="officer", prices=(Price(8),)),
    Card("luke-cmd", "upgrade", "Luke Skywalker", slot="support", prices=(Price(8),)),
)
ASKING = FLEET.replace("• Engine Techs (8)", "• Luke Skywalker (8)")


@pytest.fixture(autouse=True)
def _cards() -> None:
    catalogues._ready.clear()
    done = import_catalogue(Gathered("armada", (*CARDS, *NAMESAKES), ("a test",)), "test")
    assert isinstance(done, Imported)


def question(hall: Hall) -> str:
    (found,) = weighed(hall, ASKING).questions
    return f"which-{found.id}"


def choosing(hall: Hall, key: str) -> dict[str, Any]:
    return {question(hall): key}


def current(hall: Hall, player: int = 1) -> RosterVersion:
    found = read.current(entry_of(hall, player))
    assert found is not None
    return found


def luke(version: RosterVersion) -> tuple[str, str]:
    return next(
        (item.key, item.version) for item in read_back(version).every() if item.name == "Luke Skywalker"
    )


def test_the_phone_asks_and_is_not_in_order_before_it_knows() -> None:
    hall = asking()
    phone = RosterPhone(hall)
    text = phone.send("check", ASKING, status=200)
    assert "Which “<bdi>Luke Skywalker</bdi>” is meant?" in text
    assert "Luke Skywalker (upgrade, officer, 8 points)" in text
    assert "In order: " not in text
    sent = {"do": "check", "text": ASKING, "seen": "0", question(hall): "luke-off"}
    answered: Any = phone.client.post(phone.url, sent)
    assert "In order: 348 of 400 points." in words(answered)
    assert 'value="luke-off" form="entry" checked' in " ".join(page(answered).split())


def test_handed_in_with_an_answer_it_is_kept_and_in_order() -> None:
    hall = asking()
    phone = RosterPhone(hall)
    phone.send("submit", ASKING, status=422)  # nobody has looked at the question
    phone.send("submit", ASKING, **choosing(hall, "luke-off"))
    version = current(hall)
    assert (luke(version), version.legal, version.whole) == (("luke-off", "Officer"), True, True)
    assert version.text.split() == ASKING.split()
    assert "Which “" not in phone.look()
    assert "in order" in words(hall.get("roster", entry_of(hall).pk))


def test_a_draft_keeps_the_answer() -> None:
    hall = asking()
    phone = RosterPhone(hall)
    phone.send("draft", ASKING, **choosing(hall, "luke-cmd"))
    kept = read.draft(entry_of(hall))
    assert kept is not None
    assert (luke(kept)[0], kept.whole) == ("luke-cmd", True)
    assert "Which “" not in phone.look()
    phone.send("submit", ASKING, source="draft")
    assert luke(current(hall))[0] == "luke-cmd"


@pytest.mark.parametrize("answer", ["mc80", "", "x" * 500, "<script>"])
def test_an_answer_that_was_not_offered_is_none(answer: str) -> None:
    hall = asking()
    text = RosterPhone(hall).send("check", ASKING, status=200, **choosing(hall, answer))
    assert "Which “<bdi>Luke Skywalker</bdi>” is meant?" in text


def test_the_desk_asks_too() -> None:
    hall = asking()
    who = entry_of(hall).pk
    looked = hall.post("roster-enter", who, text=ASKING, act="look", seen="0")
    assert "Which “ Luke Skywalker ” is meant?" in words(looked)
    hall.post("roster-enter", who, text=ASKING, act="keep", seen="0", **choosing(hall, "luke-cmd"))
    assert luke(current(hall))[0] == "luke-cmd"
    assert "Luke Skywalker (Support)" in page(hall.get("roster-enter", who))  # and says so when it is changed


def test_many_rosters_ask_in_their_rows() -> None:
    hall = asking("unlimited-1.3")
    cards = (
        Card("SOR_017", "leader", "Han Solo", subtitle="Audacious Smuggler"),
        Card("SOR_018", "unit", "Han Solo", subtitle="Reluctant Hero"),
        Card("SOR_019", "unit", "Han Solo", subtitle="Worth the Risk"),
    )
    import_catalogue(Gathered("unlimited", cards, ("a test",)), "swu")
    deck = 'OwnerDisplayName,Name,Records\r\nAda A0,Deck,"[{""n"":""Han Solo"",""s"":"""",""q"":1,""c"":0}]"'
    looked: Any = hall.post("rosters-many", file=SimpleUploadedFile("decks.csv", deck.encode()))
    text = page(looked)
    assert 'name="r0-which-0"' in text
    assert "Check them with these cards" in text
    sent = {"text": deck, "act": "look", "r0-which-0": "SOR_019"}
    assert 'value="SOR_019" selected' in " ".join(page(hall.post("rosters-many", **sent)).split())
    hall.post("rosters-many", **{**sent, "act": "keep", "r0": str(entry_of(hall).pk)})
    assert read_back(current(hall)).items[0].key == "SOR_019"
