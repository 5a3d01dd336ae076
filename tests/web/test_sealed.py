"""Sealed play: tables to build decks at, from the one next button to everybody's pages and papers."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

import public_cases
from course_cases import draft_hall, sealed_hall
from muster.app.common.names import public_names
from muster.app.links.player_links import token_of
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Entry, Timer
from web_cases import Hall

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def phone(hall: Hall, player: int) -> str:
    entry = Entry.objects.get(tournament=hall.tournament, player=player)
    return text(Client().get(reverse("player:page", args=[token_of(entry)])))  # type: ignore[arg-type]


def test_a_sealed_evening_goes_by_the_one_next_button_and_everybody_reads_where_they_build() -> None:
    hall = public_cases.shown(sealed_hall(7))
    assert "Draw the building tables" in text(hall.get("now"))
    assert "At the last table three sit in a ring" in text(hall.get("round"))
    page = text(hall.post("draw-building"))
    draft = hall.state.building_draft
    assert draft is not None
    assert "Draft: only you see it" in page
    assert "Show the building tables" in page
    hall.do(commands.CheckIn(PlayerId(1)))
    assert "The building tables are being drawn" in phone(hall, 1)
    one, two = draft.tables[0][0], draft.tables[1][1]
    hall.post("swap-builders", one=one, two=two)
    hall.post("draw-building")
    assert "attempt 2" in text(hall.get("building"))
    page = text(hall.post("show-building"))
    tables = hall.state.building
    assert tables is not None
    assert [*map(len, tables)] == [2, 2, 3]
    assert "Start deck building: 30 minutes" in page
    assert "SWU-LIM-1" in text(hall.post("start-building"))
    timer = Timer.objects.get(tournament=hall.tournament)
    assert (timer.kind, timer.seconds) == ("deck-building", 1800)
    page = text(hall.get("round"))
    assert "Pair round 1" in page
    assert "Start deck building" not in page
    named = public_names(hall.tournament)
    name = {player: f"<bdi>{named[player]}</bdi>" for player in hall.state.players}
    first, second = tables[0]
    told = phone(hall, first)
    assert "Building table</span> <strong>1</strong>" in told
    assert "Opposite you" in told
    assert name[second] in told
    ring = tables[2]
    told = phone(hall, ring[0])
    assert told.index("On your left") < told.index(name[ring[1]]) < told.index("On your right")
    everybody = " ".join(public_cases.see(hall, "pairings", 1).split())
    assert "Decks are being built" in public_cases.see(hall, "event")
    wall = Client().get(reverse("screen:first", args=[hall.event.code]))
    assert "Deck building" in text(wall)  # type: ignore[arg-type]  # the time is what everybody looks at
    Timer.objects.all().delete()
    wall = Client().get(reverse("screen:first", args=[hall.event.code]))
    assert "Find your building table" in text(wall)  # type: ignore[arg-type]
    assert "Find your name: your table, and who sits opposite you." in everybody
    assert all(one in everybody for one in name.values())
    for kind in ("building", "building-cards"):
        printed = text(hall.client.get(reverse("paper:view", args=[hall.event.code, 1, kind])))  # type: ignore[arg-type]
        assert named[first] in printed
    hall.post("propose")
    hall.post("publish")
    assert "Building table</span>" not in phone(hall, first)


def test_who_comes_late_is_offered_a_seat_and_who_sits_nowhere_is_sent_to_the_desk() -> None:
    hall = sealed_hall(4)
    hall.post("draw-building")
    hall.do(commands.EnterPlayer(PlayerId(5)))
    assert "here, and at none of these tables" in text(hall.get("building"))
    hall.post("show-building")
    page = text(hall.get("round"))
    assert "Here, but at no building table" in page
    assert "To a new table, 3" in page
    assert hall.post("join-building", player=5, table=9).status_code == 422
    hall.post("join-building", player=5, table=2)
    assert (hall.state.building or ())[1][-1] == 5
    assert "Here, but at no building table" not in text(hall.get("round"))
    gone = (hall.state.building or ())[0][1]
    hall.do(commands.DropPlayer(gone))
    assert "Nobody else is left at this table" in phone(hall, (hall.state.building or ())[0][0])


def test_round_1_may_be_paired_without_building_tables() -> None:
    hall = sealed_hall(4)
    assert "Pair round 1 without building tables" in text(hall.get("round"))
    hall.post("begin")
    assert hall.state.proposal is not None
    assert hall.state.building is None


def test_only_where_decks_are_built_at_the_event_tables_are_offered() -> None:
    draft = draft_hall(8)
    assert draft.get("building").status_code == 404
    assert "Draw the building tables" not in text(draft.get("round"))
    armada = Hall("armada-4.0")
    armada.begin(4)
    assert armada.get("building").status_code == 404
    assert "No decks are built" in text(armada.post("draw-building"))
