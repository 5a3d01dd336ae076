"""The room of the hall: tables in rows until they are moved, kept with the venue, each with its state."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from muster.app.common.access import Actor, DeniedError
from muster.app.floor import calls
from muster.app.floor.featured import feature
from muster.app.floor.room import ACROSS, DOWN, MOST, TablePlace, grid, keep_room, room_of, tables_in
from muster.core.ids import TableNo
from muster.core.tournament import commands
from muster.people.models import Entry, Tournament, Venue
from muster.web.lettering import lettering
from muster.web.wall.fit import width
from web_cases import Hall

pytestmark = pytest.mark.django_db

LONG = "Piotr Aleksander Brzęczyszczykiewicz-Chrząszczewski"


def playing(players: int = 8) -> Hall:
    hall = Hall("unlimited-1.3")
    hall.begin(players)
    hall.publish()
    return hall


def venue(hall: Hall, tables: str = "") -> Venue:
    made = Venue.objects.create(keeper=hall.organiser, name="Gra w gry", tables=tables)
    hall.event.venue = made
    hall.event.save()
    return made


def text(response: Any, status: int = 200) -> str:
    assert response.status_code == status
    return unescape(response.content.decode())


def titles(page: str) -> list[str]:
    return [" ".join(one.split()) for one in re.findall(r"<title>([^<]*)</title>", page)][1:]


def numbers(*tables: int) -> list[TableNo]:
    return [TableNo(one) for one in tables]


@pytest.mark.parametrize("tables", [0, 1, 2, 12, 24, 48, 200, MOST])
def test_rows_have_a_place_for_every_table_and_none_stands_on_another(tables: int) -> None:
    room = room_of(numbers(*range(1, tables + 1)), None)
    assert len(room.places) == tables
    assert not room.moved
    assert len(set(room.places.values())) == tables
    wide, high = room.cell
    assert wide * grid(tables)[0] <= ACROSS
    for one in room.places.values():
        assert 0 < one.x < ACROSS
        assert 0 < one.y < DOWN
        assert all(
            abs(one.x - two.x) >= wide or abs(one.y - two.y) >= high
            for two in room.places.values()
            if two != one
        )


def test_each_table_says_how_it_stands_and_opens_its_match() -> None:
    hall = playing()
    hall.play(leave=2)
    caller = Entry.objects.get(tournament=hall.tournament, player=1)
    table = next(t for t, one in hall.state.rounds[-1].matches.items() if 1 in map(int, one.pairing.players))
    calls.make(caller, "judge", round_no=1, table=table)
    feature(hall.tournament, hall.actor, 2)
    found = titles(page := text(hall.get("hall")))
    assert len(found) == 4
    assert sum("calls" in one for one in found) == 1
    assert f"Table {table}, calls" in "".join(found)
    assert sum("playing" in one for one in found) + sum("done" in one for one in found) == 3
    assert "featured match" in found[1]
    assert all(f"/results/{one}" in page for one in (1, 2, 3, 4))
    assert "Ada A0" in "".join(found)


def test_free_and_reserved_tables_stand_there_but_lead_nowhere() -> None:
    hall = Hall("unlimited-1.3")
    hall.enter(4)
    hall.do(commands.SetTables("1-6", "5-6"))
    page = text(hall.get("hall"))
    assert [one.partition(", ")[2] for one in titles(page)] == ["free"] * 4 + ["not used"] * 2
    assert "/results/1" not in page.partition('id="room"')[2].partition("</section>")[0]


def test_nobody_is_there_yet() -> None:
    hall = Hall("unlimited-1.3")
    assert "The room is drawn here once there are players." in text(hall.get("hall"))
    assert tables_in(hall.state) == ()


def test_tables_are_moved_by_numbers_and_kept_with_the_venue() -> None:
    hall = playing()
    kept = venue(hall)
    assert 'name="x4"' in text(hall.get("room"))
    page = text(
        hall.post("room", x1="100", y1="50", r1="on", x2="900", y2="500", x3="500", y3="280", x4="0", y4="0")
    )
    assert "The room is kept with the venue." in page
    kept.refresh_from_db()
    assert kept.room == {"1": [100, 50, 1], "2": [900, 500, 0], "3": [500, 280, 0], "4": [0, 0, 0]}
    assert "translate(900 500)" in page
    assert re.search(r'name="r1"\s+checked', text(hall.get("room")))
    page = text(hall.post("room", rows="1"))
    assert "The tables are in rows." in page
    kept.refresh_from_db()
    assert kept.room == {}


def test_a_table_without_a_place_waits_below_the_room() -> None:
    hall = playing()
    kept = venue(hall)
    kept.room = {"1": [100, 100, 0], "40": [300, 300, 0], "broken": 1, "9": "x"}
    kept.save()
    room = room_of(tables_in(hall.state), kept)
    assert sorted(room.places) == [1, 2, 3, 4, 40]
    assert room.places[TableNo(1)] == TablePlace(100, 100)
    assert all(room.places[TableNo(one)].y > DOWN for one in (2, 3, 4))
    assert room.down > DOWN
    assert text(hall.get("hall")).count("translate(300 300)") == 1


@pytest.mark.parametrize("typed", ["-1", "1001", "½", "here", "", "9" * 40])
def test_what_lies_outside_the_room_is_refused_and_stays_in_its_field(typed: str) -> None:
    hall = playing()
    kept = venue(hall)
    page = text(hall.post("room", x1=typed, y1="50"), 422)
    assert "Table 1 stands outside the room" in page
    assert f'value="{typed[:9]}"' in page
    kept.refresh_from_db()
    assert kept.room == {}


def test_only_tables_of_the_room_are_put_there_and_an_empty_form_forgets_nothing() -> None:
    kept = venue(hall := playing())
    hall.post("room", x1="10", y1="20", x0="3", y0="3", x99999="3", y99999="3", x٣="3", x002="3")
    kept.refresh_from_db()
    assert kept.room == {"1": [10, 20, 0]}
    for sent in ({}, {"x99999": "3", "y99999": "3"}):
        hall.post("room", **sent)
        kept.refresh_from_db()
        assert kept.room == {"1": [10, 20, 0]}
    hall.post("room", rows="1")
    kept.refresh_from_db()
    assert kept.room == {}


def test_without_a_venue_there_is_nowhere_to_keep_it() -> None:
    hall = playing()
    assert "this event has none yet" in text(hall.get("room"))
    assert "this event has none yet" in text(hall.post("room", x1="1", y1="1"), 422)


def test_who_may_not_touch_the_hall_moves_no_table() -> None:
    hall = playing()
    kept = venue(hall)
    judge = hall.staff("judge")
    assert "Move the tables" not in text(judge.get(hall.url("hall")))
    assert judge.post(hall.url("room"), {"x1": "1", "y1": "1"}).status_code == 403
    with pytest.raises(DeniedError):
        keep_room(hall.event, Actor("account:9", "judge"), {TableNo(1): TablePlace(1, 1)})
    kept.refresh_from_db()
    assert kept.room == {}


def test_the_judges_stand_beside_it_with_their_tables() -> None:
    hall = playing()
    judge = hall.staff("judge", "Judy Judge")
    hall.staff("marshal", "Mara Marshal")
    made = calls.make(Entry.objects.get(tournament=hall.tournament, player=1), "judge", round_no=1, table=3)
    judge.post(hall.url("deal-with", made.pk), {"act": "claim"})
    told = " ".join(re.sub(r"<[^>]+>", " ", text(hall.get("hall")).partition('id="judges"')[2]).split())
    assert re.search("Mara Marshal , head judge free Judy Judge table 3", told)


def test_the_clock_is_held_and_lengthened_from_the_hall() -> None:
    hall = playing()
    assert "No clock is running." in text(hall.get("hall"))
    hall.post("clock", kind="start", round=1, minutes=50, seen=0)
    page = text(hall.get("hall"))
    assert "+ 5 min" in page
    answer = hall.post("clock", kind="pause", round=1, minutes=5, seen=1, back="hall")
    assert answer.redirect_chain[-1][0] == hall.url("hall")  # type: ignore[attr-defined]
    assert "Go on" in text(answer)


def test_a_large_room_asks_no_more_and_stays_small(django_assert_max_num_queries: Any) -> None:
    hall = playing(8)
    venue(hall)
    hall.get("hall")
    with django_assert_max_num_queries(15):
        hall.get("hall")
    Tournament.objects.filter(pk=hall.tournament.pk).update(featured=3)
    hall.do(commands.SetTables("1-200"))
    with django_assert_max_num_queries(15):
        page = hall.get("hall")
    assert len(titles(page.content.decode())) == 200
    assert len(page.content) < 150_000


@pytest.mark.parametrize(
    "name", ["Ø", LONG, "山田太郎", "محمد عبد الرحمن الأنصاري", "W" * 200, "a " * 99, ""]
)
def test_a_name_is_set_in_its_field_and_never_cut(name: str) -> None:
    found = lettering(name, 140, 36)
    assert "".join("".join(found.lines).split()) == "".join(name.split())
    assert len(found.lines) <= 3
    assert all(width(line) * found.tenths <= 140 * 10_000 for line in found.lines)
