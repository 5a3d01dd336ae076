"""What players and staff can type that a database may choke on: no figure and no sign makes a page fail, on either."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from muster.app.history.submitting import announce_plan
from muster.app.links.player_links import token_of
from muster.app.rosters import read, storage
from muster.core.draws import ChainLink
from muster.core.tournament.commands import FinishTournament, StartStage
from muster.journal import secrets
from muster.people.models import Event, RosterVersion
from roster_cases import FLEET, FRIDAY, RosterPhone, asking, entry_of, weighed
from roster_play_cases import asked
from storage_cases import Base
from web_cases import Hall

pytestmark = pytest.mark.usefixtures("base")

CROWD = {"section": "ship", "name": "MC80 Battle Cruiser", "count": 999, "points": 100_000}
HEAPED = {
    **CROWD,
    "upgrades": [{**CROWD, "upgrades": [{**CROWD, "upgrades": [{**CROWD, "upgrades": [CROWD]}]}]}],
}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def test_copies_of_copies_worth_more_than_a_database_counts_are_kept_without_a_total(base: Base) -> None:
    phone = RosterPhone(asking())
    text = json.dumps({"format": "muster-roster", "version": 1, "game": "armada", "items": [HEAPED]})
    phone.send("draft", text)
    (kept,) = phone.versions
    assert (kept.total, kept.legal) == (None, False), base.kind


def test_a_sign_no_database_takes_is_taken_out_of_what_is_put_together_on_the_page(base: Base) -> None:
    hall = asking()
    who = entry_of(hall)
    url, client = f"/p/{token_of(who)}/roster/build", Client()
    _send(client, url, named="MC80\0 \u202eCruiser", add="ship", points="3")
    _send(client, url, name="My\0 Fleet", faction="re\0bel")
    kept = read.draft(who)
    assert kept is not None, base.kind
    assert kept.roster["items"][0]["name"] == "MC80 Cruiser"
    assert (kept.roster["name"], kept.faction) == ("My Fleet", "rebel")


def _send(client: Client, url: str, **fields: str) -> None:
    page: Any = client.get(url)
    answer: Any = client.post(url, {"stamp": page.context["form"].stamp, **fields})
    assert answer.status_code == 302, fields
    assert "said" not in answer.headers["Location"], answer.headers["Location"]


def test_a_sign_no_database_takes_is_taken_out_of_what_the_desk_types(base: Base) -> None:
    hall = asking()
    who = entry_of(hall)
    made = storage.submit(who, weighed(hall), hall.actor, FRIDAY)
    assert isinstance(made, RosterVersion), base.kind
    for page in ("rosters-cards", "rosters"):
        assert hall.get(page, card="\0", q="a\0b").status_code == 200
    hall.post("roster-check-begin", who.pk)
    assert hall.post("roster-check", who.pk, act="problem", note="odd\0ly").status_code == 200
    assert who.inspections.get().note == "oddly"
    secrets.keep(hall.tournament.pk, ChainLink("5e" * 32))
    hall.do(announce_plan(hall.tournament.pk), StartStage())
    sent = {"text": FLEET, "seen": "1", "act": "keep", "note": "by\0 hand"}
    assert hall.post("roster-enter", who.pk, **sent).status_code == 200
    latest = read.current(who)
    assert latest is not None
    assert (latest.number, latest.note) == (2, "by hand")


def test_numbers_no_database_has_are_nobodys(base: Base) -> None:
    hall = asking()
    for page in ("roster", "roster-enter", "roster-check", "result-count"):
        assert hall.get(page, 10**30).status_code == 404, (base.kind, page)
    text = "NAME,FACTION,COMMANDER,FLAGSHIP,UPGRADE,SHIP TOTAL,SQUADRON #1,LIST TOTAL\n"
    text += "Ada A0,Rebel,General Madine,MC80 Battle Cruiser,Engine Techs,111,YT-2400,127\n"
    answer = hall.post("rosters-many", text=text, act="keep", r0="9" * 11)
    assert answer.status_code == 200, base.kind


def test_the_roster_of_a_number_no_database_has_is_open_to_nobody(base: Base) -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 0})
    hall.begin(2)
    asked(hall, public_after=True)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.publish()
    hall.play()
    hall.do(FinishTournament())
    for number in (7, 10**30):
        address = reverse("public:roster", args=[hall.event.code, 1, number])
        assert Client().get(address).status_code == 404, (base.kind, number)
