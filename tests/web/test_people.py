"""The players' page: adding by typing, the list, and the list as a file or on paper."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from muster.app.links.player_links import token_of
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Account, Club, Entry, Person
from people_cases import entry, newcomers, numbers, page, words
from web_cases import Hall

pytestmark = pytest.mark.django_db

HOSTILE = (
    "<script>alert(1)</script>",
    '" onmouseover="alert(1)',
    '=HYPERLINK("http://x")',
    "علی‌رضا حسینی",
    "👩‍👩‍👧 Zoë {{ desk.actor }} {% url 'x' %}",
    "Robert'); DROP TABLE people_person;--",
)


def test_a_typed_name_and_enter_add_a_player_and_another() -> None:
    hall = Hall()
    answer = hall.post("people-add", name="  Ada   Lovelace ")
    assert "Ada Lovelace" in words(answer)
    assert "data-autofocus" in page(answer)  # back in the name field
    hall.post("people-add", name="Bob")
    assert [entry(hall, number).person.name for number in numbers(hall)] == ["Ada Lovelace", "Bob"]


def test_everything_that_is_typed_is_kept() -> None:
    hall = Hall()
    hall.post(
        "people-add", name="Ada", pronouns="she/her", club="Red Dice", email="ada@example.org", table="7",
        reason="needs room for a wheelchair", bye="yes", paid="yes",
    )  # fmt: skip
    own, player = entry(hall, 1), hall.state.players[PlayerId(1)]
    assert (own.person.pronouns, own.person.email, own.paid) == ("she/her", "ada@example.org", True)
    assert (own.table_reason, player.fixed_table, player.first_round_bye) == (
        "needs room for a wheelchair",
        7,
        True,
    )
    assert player.club == Club.objects.get(name="Red Dice").pk


def test_a_club_is_one_club_whatever_its_capitals() -> None:
    hall = Hall()
    newcomers(hall, "Ada", club="Koło Łódź")
    newcomers(hall, "Bob", club=" koło  ŁÓDŹ ")
    assert Club.objects.count() == 1
    assert len({player.club for player in hall.state.players.values()}) == 1


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("name", "", "Write a name."),
        ("name", " \t ", "Write a name."),
        ("name", "x" * 500, "500 characters; 200 is the most"),
        ("name", "A\x00n", "cannot be printed"),
        ("name", "A\u202en", "cannot be printed"),
        ("name", "\u200d", "cannot be printed"),
        ("club", "y" * 201, "201 characters; 200 is the most"),
        ("pronouns", "z" * 41, "41 characters; 40 is the most"),
        ("email", "nobody", "no e-mail address"),
        ("table", "-1", "no number of a table"),
        ("table", "10001", "numbered from 1 to 10000"),
        ("table", "9" * 400, "no number of a table"),
        ("table", "١٢", "no number of a table"),
        ("reason", "r" * 501, "501 characters; 500 is the most"),
        ("bye", "perhaps", "neither yes nor no"),
    ],
)
def test_impossible_input_is_refused_beside_its_field_and_nothing_typed_is_lost(
    field: str, text: str, says: str
) -> None:
    hall = Hall()
    answer = hall.post("people-add", **{"name": "Ada", "club": "Kept Club", field: text})
    assert answer.status_code == 422
    assert says in words(answer)
    if field != "club":
        assert 'value="Kept Club"' in page(answer)
    assert not hall.state.players
    assert not Person.objects.exists()


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text_everywhere(name: str) -> None:
    hall = Hall()
    hall.enter(3)
    hall.post("people-add", name=name, club=name, alias=name, pronouns=name[:20], reason=name, table="2")
    assert entry(hall, 4).person.name == name
    for each in ("people", "checkin", "checkin-missing", "people-sheet"):
        text = page(hall.get(each))
        assert "<script>alert" not in text, each
        assert '" onmouseover="alert' not in text, each
    sheet = page(hall.get("player", 4))
    assert "<script>alert" not in sheet
    assert "Olivia" not in sheet.split("</h1>")[0].split("<h1>")[1]  # no template is run from a name


def test_a_name_on_the_list_already_is_asked_about_and_never_blocked() -> None:
    hall = Hall()
    newcomers(hall, "Jan Nowak")
    answer = hall.post("people-add", name="NOWAK  Ján", club="Red Dice")
    assert answer.status_code == 422
    assert "is on the list already" in words(answer)
    assert 'value="NOWAK  Ján"' in page(answer)
    assert 'value="Red Dice"' in page(answer)
    assert numbers(hall) == [1]
    hall.post("people-add", name="NOWAK Ján", club="Red Dice", sure="name")
    assert numbers(hall) == [1, 2]
    assert "One name twice" in words(hall.get("people"))


def test_the_same_form_sent_twice_enters_once() -> None:
    hall = Hall()
    for _ in range(2):
        hall.post("people-add", name="Ada", sure="name", key="one-tap")
    assert numbers(hall) == [1]
    assert Person.objects.count() == 1


def test_two_desks_enter_side_by_side_from_stale_pages() -> None:
    hall = Hall()
    for name in ("Ada", "Bob", "Cid"):
        assert hall.post("people-add", name=name, version=1).status_code == 200
    assert numbers(hall) == [1, 2, 3]


def test_the_desk_says_what_a_late_entry_means_before_it_is_made() -> None:
    hall = Hall()
    hall.begin(9)
    hall.publish()
    hall.play()
    hall.publish()
    text = words(hall.get("people"))
    assert "for each round missed: 1, 2" in text
    assert "until round 3 is published" in text
    assert "COM-DROP-2" in text
    hall.post("people-add", name="Late Lee")
    assert [each.rounds for each in hall.state.players[PlayerId(10)].missed] == [(1, 2)]


def test_when_nobody_can_enter_any_more_the_page_says_so_with_the_clause() -> None:
    hall = Hall()
    hall.begin(9)
    for _ in range(3):
        hall.publish()
        hall.play()
    text = words(hall.get("people"))
    assert "only before the last Swiss round is paired" in text
    assert 'id="add"' not in page(hall.get("people"))
    assert hall.post("people-add", name="Too Late").status_code == 422


def test_undo_takes_a_player_out_and_one_tap_brings_them_back_under_their_number() -> None:
    hall = Hall()
    newcomers(hall, "Ada")
    hall.post("people-add", name="Bob", table="9", bye="yes")
    hall.post("undo")
    assert numbers(hall) == [1]
    assert "1 player was taken out again by undo" in words(hall.get("people"))
    newcomers(hall, "Cid")
    assert numbers(hall) == [1, 3]  # number 2 stays Bob's
    assert "taken out again by undo" not in words(hall.get("people"))  # whoever goes on meant it
    hall.post("people-admit", entry=entry(hall, 2).pk)
    back = hall.state.players[PlayerId(2)]
    assert (back.fixed_table, back.first_round_bye) == (9, True)
    assert entry(hall, 2).person.name == "Bob"


# The list


def test_the_list_is_searched_without_accents_filtered_sorted_and_paged() -> None:
    hall = Hall()
    hall.enter(130)
    newcomers(hall, "Łukasz Żak", club="Wolves")
    first, second = page(hall.get("people")), page(hall.get("people", page=2))
    assert first.count('<tr id="e') == 100
    assert second.count('<tr id="e') == 31
    assert "Page 2 of 2" in words(hall.get("people", page=99))
    assert "Łukasz Żak" in words(hall.get("people", q="zak"))
    assert "Łukasz Żak" in words(hall.get("people", q="wolv"))
    assert page(hall.get("people", q="#131")).count('<tr id="e') == 1
    assert "Nobody fits" in words(hall.get("people", q="<b>"))
    rows = re.findall(
        r'<tr id="e\d+"><th scope="row"><a href="[^"]+/(\d+)"', page(hall.get("people", sort="-number"))
    )
    assert rows[:2] == ["131", "130"]


def test_filters_count_and_show_their_part() -> None:
    hall = Hall(setup={"check_in": True})
    hall.enter(4)
    hall.do(commands.CheckIn(PlayerId(1)), commands.DropPlayer(PlayerId(2)))
    Entry.objects.filter(player=1).update(paid=True)
    for show, count in {"all": 4, "here": 1, "missing": 2, "dropped": 1, "unpaid": 2}.items():
        assert page(hall.get("people", show=show)).count('<tr id="e') == count, show


def test_a_name_taken_back_by_undo_is_not_on_the_list_but_beside_those_who_left() -> None:
    hall = Hall()
    newcomers(hall, "Ada")
    hall.post("people-add", name="Bbo")
    hall.post("undo")
    assert page(hall.get("people")).count('<tr id="e') == 1
    assert "Bbo" in words(hall.get("people", show="dropped"))


def test_one_tap_marks_as_paid_and_another_takes_it_back() -> None:
    hall = Hall()
    hall.enter(2)
    one = entry(hall, 1)
    before = hall.state.version
    for _ in range(2):  # a double tap does no harm
        hall.post("people-paid", yes=one.pk, q="ada")
        assert entry(hall, 1).paid
    hall.post("people-paid", no=one.pk)
    assert not entry(hall, 1).paid
    assert hall.state.version == before


def test_a_tap_with_htmx_answers_with_that_row_alone() -> None:
    hall = Hall()
    hall.enter(3)
    pk = entry(hall, 2).pk
    answer = hall.client.post(hall.url("people-paid"), {"yes": pk}, headers={"HX-Target": f"e{pk}"})
    assert page(answer).count("<tr") == 1
    assert "<html" not in page(answer)


@pytest.mark.parametrize("role", ["judge"])
def test_who_only_looks_sees_the_list_without_forms_or_addresses(role: Any) -> None:
    hall = Hall()
    hall.post("people-add", name="Ada", email="ada@example.org")
    client: Client = hall.staff(role)
    for url in (hall.url("people"), hall.url("player", 1), hall.url("people-csv")):
        answer = client.get(url)
        assert answer.status_code == 200
        assert "ada@example.org" not in answer.content.decode()
    assert client.post(hall.url("people-add"), {"name": "Bob"}).status_code == 403
    assert client.get(hall.url("people-paste")).status_code == 403
    assert client.post(hall.url("player", 1), {"name": "Eve"}).status_code == 403
    assert entry(hall, 1).person.name == "Ada"


def test_strangers_find_nothing() -> None:
    hall = Hall()
    hall.enter(2)
    stranger = Client()
    stranger.force_login(
        Account.objects.create_user(username="stranger"), backend="django.contrib.auth.backends.ModelBackend"
    )
    for name, args in (("people", ()), ("player", (1,)), ("checkin", ()), ("people-csv", ())):
        assert stranger.get(hall.url(name, *args)).status_code == 404


def test_an_entry_of_another_tournament_is_out_of_reach() -> None:
    one, two = Hall(), Hall()
    one.enter(2)
    two.enter(2)
    theirs = entry(two, 1)
    assert one.post("people-paid", yes=theirs.pk).status_code == 404
    assert one.get("registration", theirs.pk).status_code == 404
    one.post("people-admit", entry=theirs.pk)
    assert not entry(two, 1).paid


def test_the_list_leaves_as_csv_and_comes_in_again() -> None:
    hall = Hall()
    hall.post("people-add", name="=1+1", club="Łódź, Red", table="7", paid="yes")
    hall.post("people-add", name="Bob")
    rows = list(csv.reader(io.StringIO(page(hall.get("people-csv")).removeprefix("\ufeff"))))
    assert rows[0][:2] == ["number", "name"]
    assert rows[1][1].startswith("'=")  # no spreadsheet takes it for a formula
    assert rows[1][4] == "Łódź, Red"
    answer = Hall().post("people-paste", list=page(hall.get("people-csv")))
    assert "2 lines were read" in words(answer)


def test_the_workbook_holds_texts_and_no_formulas() -> None:
    hall = Hall()
    newcomers(hall, "=1+1", "Bob")
    answer = hall.get("people-xlsx")
    assert "attachment" in answer["Content-Disposition"]
    sheet = load_workbook(io.BytesIO(answer.content)).worksheets[0]
    cell = sheet.cell(2, 2)
    assert (cell.value, cell.data_type) == ("=1+1", "s")


def test_the_sheet_for_paper_has_everybody_on_one_page() -> None:
    hall = Hall()
    hall.enter(130)
    assert page(hall.get("people-sheet")).count("☐") == 130


def test_a_code_that_no_phone_can_follow_says_so() -> None:
    hall = Hall()
    hall.tournament.registration_open = True
    hall.tournament.save()
    event = reverse("desk:event", args=[hall.event.code])
    for address in (hall.url("people"), event):
        here = hall.client.get(address, headers={"host": "127.0.0.1"}).content.decode()
        assert "good on this machine only" in here
        assert "good on this machine only" not in hall.client.get(address).content.decode()


def test_a_code_made_on_this_machine_leads_to_its_address_in_the_network(settings: Any) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "192.0.2.7"]
    hall = Hall()
    hall.tournament.registration_open = True
    hall.tournament.save()
    hall.enter(1)
    event = reverse("desk:event", args=[hall.event.code])
    one = hall.tournament.entries.get()
    for address in (hall.url("people"), event, hall.url("player-link", one.pk)):
        here = hall.client.get(address, headers={"host": "127.0.0.1:8000"}).content.decode()
        assert "http://192.0.2.7:8000/" in here, address
        assert "good on this machine only" not in here, address


def test_a_link_that_no_phone_can_follow_says_so() -> None:
    hall = Hall()
    invite = reverse("desk:invite", args=[hall.event.code])
    hall.enter(1)
    one = hall.tournament.entries.get()
    here = hall.client.post(invite, {"role": "judge"}, headers={"host": "127.0.0.1"}).content.decode()
    link = hall.client.get(hall.url("player-link", one.pk), headers={"host": "127.0.0.1"}).content.decode()
    own = Client().get(f"/p/{token_of(one)}/link", headers={"host": "127.0.0.1"}).content.decode()
    for page_ in (here, link, own):
        assert "good on this machine only" in page_


def test_the_number_of_the_publisher_and_minors_are_asked_for_where_a_player_is_added() -> None:
    assert 'name="uid"' not in page(Hall().get("people"))
    hall = Hall("unlimited-1.3")
    asked = page(hall.get("people"))
    assert 'name="uid"' in asked
    assert 'name="minor"' in asked
    newcomers(hall, "Ada", uid="UID-0001", minor="yes")
    assert (entry(hall, 1).uid, entry(hall, 1).minor) == ("UID-0001", True)
    wrong = hall.post("people-add", name="Bob", uid="<b>")
    assert wrong.status_code == 422
    assert "This is no Unlimited ID" in words(wrong)
    twice = hall.post("people-add", name="Bob", uid="uid-0001")
    assert twice.status_code == 422
    assert "belongs to one person alone" in words(twice)
    assert 'value="uid-0001"' in page(twice)
    assert numbers(hall) == [1]
    waits = hall.post("people-add", name="Bob", uid="UID-0001", wait="1")
    assert waits.status_code == 422


def test_other_games_take_no_number_however_it_is_sent() -> None:
    hall = Hall()
    newcomers(hall, "Ada", uid="UID-0001", minor="yes")
    assert (entry(hall, 1).uid, entry(hall, 1).minor) == ("", False)


def test_numbers_and_minors_leave_with_the_list_and_come_in_again() -> None:
    hall = Hall("unlimited-1.3")
    newcomers(hall, "Ada", uid="UID-0001", minor="yes")
    newcomers(hall, "Bob")
    text = page(hall.get("people-csv"))
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [(row["uid"], row["under 16"]) for row in rows] == [("UID-0001", "yes"), ("", "")]
    assert "uid" not in page(Hall().get("people-csv"))
    assert "UID-0001" not in page(hall.staff("judge").get(hall.url("people-csv")))
    sent = Hall("unlimited-1.3").post("people-paste", list=text)
    assert "UID-0001" in words(sent)
