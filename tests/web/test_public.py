"""The pages everybody may open: finding an event, registering, pairings and standings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from muster.app import erasing
from muster.people.models import Entry, Event, Person, Tournament
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    cache.clear()
    yield
    cache.clear()


def shown(hall: Hall, *, registration: bool = False, capacity: int | None = None) -> Hall:
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    Tournament.objects.filter(pk=hall.tournament.pk).update(registration_open=registration, capacity=capacity)
    hall.tournament.refresh_from_db()
    return hall


def address(hall: Hall, name: str = "event", *args: int) -> str:
    return reverse(f"public:{name}", args=[hall.event.code, *args])


def text(response: Any) -> str:
    return unescape(response.content.decode())


# Finding and seeing


def test_an_event_is_found_by_its_code_however_it_is_typed() -> None:
    hall = shown(Hall())
    code = hall.event.code
    for typed in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
        page = Client().get(reverse("public:find"), {"code": typed})
        assert page.headers["Location"] == address(hall)


@pytest.mark.parametrize("typed", ["ZZZZZZ", "<script>", "../desk", "\x00", "ä" * 500])
def test_an_unknown_code_is_said_to_be_unknown(typed: str) -> None:
    page = Client().get(reverse("public:find"), {"code": typed})
    assert page.status_code == 404
    assert b"<script>" not in page.content.replace(b"<script defer", b"")
    assert "There is no event of this code" in text(page)


def test_finding_never_leads_to_another_site() -> None:
    page = Client().get(reverse("public:find"), {"code": "//evil.example"})
    assert page.status_code == 404


def test_codes_cannot_be_tried_one_after_another() -> None:
    client = Client()
    pages = [client.get(reverse("public:event", args=[f"ZZZ{number:03}"])) for number in range(31)]
    assert [page.status_code for page in pages[28:]] == [404, 404, 429]
    assert pages[-1].headers["Retry-After"] == "13"


def test_whoever_knows_a_code_is_not_slowed_down_by_others_on_the_same_network() -> None:
    hall = shown(Hall())
    for number in range(40):
        Client().get(reverse("public:event", args=[f"ZZZ{number:03}"]))
    assert Client().get(address(hall)).status_code == 200


@pytest.mark.parametrize("name", ["event", "register"])
def test_a_draft_is_for_its_staff_only(name: str) -> None:
    hall = Hall()
    assert Client().get(address(hall, name)).status_code == 404
    assert hall.client.get(address(hall, name)).status_code == 200
    stranger = Client()
    stranger.force_login(account("Stranger"), backend="django.contrib.auth.backends.ModelBackend")
    assert stranger.get(address(hall, name)).status_code == 404


def test_pairings_and_standings_of_a_draft_are_for_its_staff_only() -> None:
    hall = Hall()
    for name in ("pairings", "standings"):
        assert Client().get(address(hall, name, 1)).status_code == 404
        assert hall.client.get(address(hall, name, 1)).status_code == 200


def test_there_is_no_other_tournament() -> None:
    hall = shown(Hall())
    for name in ("pairings", "standings", "register-for"):
        assert Client().get(address(hall, name, 9)).status_code == 404


# Pairings and standings


def test_a_proposal_is_not_shown_before_it_is_published() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.propose()
    page = text(Client().get(address(hall, "pairings", 1)))
    assert "No round is published yet" in page
    assert "Ada" not in page


def test_a_published_round_is_shown_with_results() -> None:
    hall = shown(Hall())
    hall.begin(9)
    hall.publish()
    hall.play(leave=2)
    page = text(Client().get(address(hall, "pairings", 1)))
    assert page.count("<bdi>") >= 9
    assert "bye" in page
    assert "Round 1 of 3" in page


def test_an_earlier_round_can_be_looked_up_and_an_impossible_one_shows_the_latest() -> None:
    hall = shown(Hall())
    hall.begin(8)
    for _ in range(2):
        hall.publish()
        hall.play()
    url = address(hall, "pairings", 1)
    assert "Round 1 of 2" in text(Client().get(url, {"round": "1"}))
    for asked in ("", "9", "x", "-1", "9" * 40):
        assert "Round 2 of 2" in text(Client().get(url, {"round": asked}))


def test_somebody_finds_their_own_table() -> None:
    hall = shown(Hall())
    hall.begin(24)
    hall.publish()
    page = text(Client().get(address(hall, "pairings", 1), {"q": "xenia"}))
    assert page.count("<tr>") == 2
    assert "Xenia" in page


def test_standings_appear_once_a_round_is_complete() -> None:
    hall = shown(Hall())
    hall.begin(8)
    hall.publish()
    hall.play(leave=1)
    url = address(hall, "standings", 1)
    assert "No round is complete yet" in text(Client().get(url))
    hall.play()
    page = text(Client().get(url))
    assert "after round 1" in page
    assert page.count("<tr>") == 9


def test_players_are_called_as_they_chose() -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    Tournament.objects.update(names="short")
    Person.objects.filter(entries__player=2).update(name="Brian Cohen", alias="Naughty Boy")
    Entry.objects.filter(player=2).update(shown_as="alias")
    Person.objects.filter(entries__player=1).update(name="Ada Lovelace")
    erasing.erase(Person.objects.get(entries__player=3), hall.actor)
    page = text(Client().get(address(hall, "pairings", 1)))
    assert "Ada L." in page
    assert "Lovelace" not in page
    assert "Naughty Boy" in page
    assert "Cohen" not in page
    assert "Player 3" in page


def test_what_is_for_staff_is_not_on_public_pages() -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    hall.play()
    Person.objects.update(email="secret@example.org")
    Entry.objects.update(table_reason="wheelchair")
    for name, args in (("event", ()), ("pairings", (1,)), ("standings", (1,))):
        page = text(Client().get(address(hall, name, *args)))
        assert "secret@" not in page
        assert "wheelchair" not in page
        assert "/desk/" not in page.split("<main")[1]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "Anna\u202egnitset"]
)
def test_hostile_names_are_harmless_text(name: str) -> None:
    hall = shown(Hall())
    hall.begin(4)
    hall.publish()
    hall.play()
    Person.objects.filter(entries__player=1).update(name=name)
    Event.objects.update(name=name, description=name)
    for page_name, args in (("event", ()), ("pairings", (1,)), ("standings", (1,))):
        page = Client().get(address(hall, page_name, *args)).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        if page_name != "event":
            assert re.search(r"<bdi>[^<]*(?:script|img|Anna)", page)


@pytest.mark.parametrize("name", ["pairings", "standings"])
def test_long_tables_come_in_pages_with_few_queries(name: str, django_assert_max_num_queries: Any) -> None:
    hall = shown(Hall())
    hall.begin(210)
    hall.publish()
    hall.play()
    url = address(hall, name, 1)
    Client().get(url)
    with django_assert_max_num_queries(8):
        first = Client().get(url)
    rows = [text(Client().get(url, {"page": page})).count("<tr>") - 1 for page in (1, 2)]
    assert rows == ([100, 5] if name == "pairings" else [100, 100])
    assert len(first.content) < 60_000


# Registering


def register(hall: Hall, by: Client | None = None, /, **typed: str) -> Any:
    return (by or Client()).post(address(hall, "register"), {"name": "Nina New", **typed})


def test_somebody_registers_without_an_account() -> None:
    hall = shown(Hall(), registration=True)
    page = register(hall, pronouns="they/them", club="The Guild", email="nina@example.org", shown_as="short")
    assert page.status_code == 200
    assert "You are registered" in text(page)
    entry = Entry.objects.select_related("person", "club").get()
    assert (entry.person.name, entry.person.email, entry.shown_as) == (
        "Nina New",
        "nina@example.org",
        "short",
    )
    assert entry.club is not None
    assert entry.club.name == "The Guild"
    assert entry.player in hall.state.players


def test_the_same_form_sent_twice_registers_once() -> None:
    hall = shown(Hall(), registration=True)
    for _ in range(2):
        assert "You are registered" in text(register(hall, key="abc"))
    assert len(hall.state.players) == 1


def test_beyond_the_capacity_one_waits() -> None:
    hall = shown(Hall(), registration=True, capacity=2)
    hall.enter(2)
    assert "Join the waiting list" in text(Client().get(address(hall, "register")))
    page = text(register(hall))
    assert "You are on the waiting list" in page
    assert "number 1 of those who wait" in page
    assert len(hall.state.players) == 2


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "\x00"}, "name"),
        ({"name": "ä" * 500}, "name"),
        ({"email": "nobody"}, "email"),
        ({"pronouns": "x" * 41}, "pronouns"),
        ({"alias": "x" * 61}, "alias"),
        ({"club": "x" * 500}, "club"),
        ({"shown_as": "secret"}, "shown_as"),
        ({"shown_as": "alias"}, "alias"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_kept(typed: dict[str, str], field: str) -> None:
    hall = shown(Hall(), registration=True)
    page = register(hall, **typed)
    assert page.status_code == 422
    assert f'id="id_{field}_error"' in text(page)
    assert not Entry.objects.exists()
    for value in typed.values():
        if field != "shown_as" and value.isprintable() and value != "alias":
            assert value in text(page)


def test_registration_that_is_closed_says_what_to_do() -> None:
    hall = shown(Hall())
    for page in (Client().get(address(hall, "register")), register(hall)):
        assert "Registration is closed" in text(page)
    assert not Entry.objects.exists()


def test_nobody_registers_once_play_has_begun() -> None:
    hall = shown(Hall(), registration=True)
    hall.begin(4)
    register(hall)
    assert len(hall.state.players) == 4


def test_whoever_is_logged_in_finds_the_entry_in_their_account() -> None:
    hall = shown(Hall(), registration=True)
    client = Client()
    client.force_login(account("Nina"), backend="django.contrib.auth.backends.ModelBackend")
    register(hall, client)
    assert Entry.objects.get().person.account == account("Nina")


def test_com_role_4_a_leader_cannot_register_for_a_competitive_event() -> None:
    hall = shown(Hall(setup={"tier": "competitive"}), registration=True)
    page = register(hall, hall.staff("judge"))
    assert page.status_code == 422
    assert "COM-ROLE-4" in text(page)
    assert not Entry.objects.exists()


def test_com_role_4_a_leader_may_play_a_casual_event_if_another_leads() -> None:
    hall = shown(Hall(), registration=True)
    assert "You are registered" in text(register(hall, hall.staff("judge")))


def test_a_registration_needs_the_proof_of_the_form() -> None:
    hall = shown(Hall(), registration=True)
    assert register(hall, Client(enforce_csrf_checks=True)).status_code == 403
    assert not Entry.objects.exists()


def test_a_machine_cannot_fill_the_list_without_end() -> None:
    hall = shown(Hall(), registration=True)
    codes = {register(hall, name="").status_code for _ in range(121)}
    assert codes == {422, 429}
