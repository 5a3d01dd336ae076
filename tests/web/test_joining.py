"""Joining: registering oneself, what regulations ask, and accounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from joining_cases import address, logged_in, own, register, shown, text
from muster.app.history.latest import latest_acts
from muster.journal import store
from muster.people.models import Entry, Event, Message, Person
from muster.web import limits
from web_cases import Hall, account

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    monkeypatch.setattr("muster.app.common.addresses._noted", "")
    cache.clear()
    yield
    cache.clear()


# Registering


def test_somebody_registers_without_an_account_and_is_led_to_their_own_page() -> None:
    hall = shown(Hall())
    typed = {"pronouns": "they/them", "club": "The Guild", "email": "nina@example.org", "shown_as": "short"}
    page = register(hall, **typed)
    entry = Entry.objects.select_related("person", "club").get()
    assert page.status_code == 302
    assert page.headers["Location"] == f"{own(entry)}?did=registered"
    assert (entry.person.name, entry.person.email, entry.shown_as) == (
        "Nina New",
        "nina@example.org",
        "short",
    )
    assert entry.club is not None
    assert entry.club.name == "The Guild"
    assert entry.player in hall.state.players
    page = Client().get(page.headers["Location"])
    assert "anybody who has it can act as you" in text(page)


FILES = "django.core.mail.backends.filebased.EmailBackend"


def test_where_no_mail_leaves_nobody_is_told_that_one_was_sent(settings: Any) -> None:
    told: dict[str, tuple[bool, bool]] = {}
    hall = shown(Hall())
    for backend in (settings.EMAIL_BACKEND, FILES):
        settings.EMAIL_BACKEND = backend
        form = text(Client().get(address(hall)))
        register(hall, name=f"Nina {len(told)}", email=f"nina@{len(told)}.example.org")
        page = text(Client().get(f"{own(Entry.objects.latest('pk'))}?did=registered"))
        told[backend] = (
            "So that the organiser can reach you" in form,
            "A message with the link goes to" in page,
        )
    assert list(told.values()) == [(False, True), (True, False)]
    assert "This site sends no mail." in text(Client().get(reverse("public:link", args=[hall.event.code])))


def test_a_code_that_no_phone_could_follow_says_so_where_it_is_shown() -> None:
    hall = shown(Hall())
    register(hall)
    pages = (reverse("desk:event", args=[hall.event.code]), hall.url("people"))
    for page in pages:
        assert "which phones cannot reach" in text(
            hall.client.get(page, headers={"host": "127.0.0.1:8000"})
        ), page
        assert "which phones cannot reach" not in text(hall.client.get(page)), page


def test_a_registration_by_oneself_is_the_players_own_act() -> None:
    hall = shown(Hall())
    register(hall)
    newest = latest_acts(store.load(hall.tournament.pk), lambda number: f"#{number}")[0]
    assert str(newest.who) == "Nina New"
    assert "Nina New" in text(hall.get("history"))
    assert "Muster itself" not in text(hall.get("history"))


def test_the_same_form_sent_twice_registers_once() -> None:
    hall = shown(Hall())
    pages = [register(hall, key="abc", email="nina@example.org").headers["Location"] for _ in range(2)]
    assert pages[0] == pages[1]
    assert len(hall.state.players) == Message.objects.count() == 1


def test_on_a_shared_screen_the_form_of_the_one_before_leads_nobody_to_their_page() -> None:
    hall = shown(Hall())
    first = register(hall, key="abc")
    second = register(hall, key="abc", name="Somebody Else")
    assert first.headers["Location"] != second.headers["Location"]
    assert len(hall.state.players) == 2


def test_beyond_the_capacity_one_waits() -> None:
    hall = shown(Hall(), capacity=2)
    hall.enter(2)
    assert "Join the waiting list" in text(Client().get(address(hall)))
    page = register(hall, email="nina@example.org")
    entry = Entry.objects.get(status="waiting")
    assert page.headers["Location"].startswith(own(entry))
    assert len(hall.state.players) == 2


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "\x00"}, "name"),
        ({"name": "ä" * 10_000}, "name"),
        ({"email": "nobody"}, "email"),
        ({"email": "a@example.org\nBcc: all@example.org"}, "email"),
        ({"pronouns": "x" * 41}, "pronouns"),
        ({"alias": "x" * 61}, "alias"),
        ({"club": "x" * 500}, "club"),
        ({"shown_as": "secret"}, "shown_as"),
        ({"shown_as": "alias"}, "alias"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_kept(typed: dict[str, str], field: str) -> None:
    hall = shown(Hall())
    page = register(hall, **typed)
    assert page.status_code == 422
    assert f'id="id_{field}_error"' in text(page)
    assert not Entry.objects.exists()
    for value in typed.values():
        if field != "shown_as" and value.isprintable() and value != "alias":
            assert value in text(page)


def test_registration_that_is_closed_says_what_to_do() -> None:
    hall = shown(Hall(), registration=False)
    for page in (Client().get(address(hall)), register(hall)):
        assert "Registration is closed" in text(page)
    assert not Entry.objects.exists()


def test_nobody_registers_once_play_has_begun_or_for_an_event_that_is_called_off() -> None:
    hall = shown(Hall())
    Event.objects.update(cancelled_at=timezone.now(), cancelled_because="Flood")
    assert "Flood" in text(register(hall))
    Event.objects.update(cancelled_at=None)
    hall.begin(4)
    register(hall)
    assert len(hall.state.players) == 4


def test_a_registration_needs_the_proof_of_the_form() -> None:
    hall = shown(Hall())
    assert register(hall, Client(enforce_csrf_checks=True)).status_code == 403
    assert not Entry.objects.exists()


def test_a_machine_cannot_fill_the_list_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.MOST, "register", 3)
    hall = shown(Hall())
    assert [register(hall, name="").status_code for _ in range(4)] == [422, 422, 422, 429]


def test_pages_with_forms_are_kept_by_nobody() -> None:
    hall = shown(Hall())
    for name in ("register", "link"):
        page = Client().get(address(hall, name))
        assert "no-store" in page.headers["Cache-Control"]
        assert "Muster-Topics" not in page.headers
        assert "htmx" not in page.content.decode()


def test_com_role_4_a_leader_cannot_register_for_a_competitive_event() -> None:
    hall = shown(Hall(setup={"tier": "competitive"}))
    page = register(hall, hall.staff("judge"))
    assert page.status_code == 422
    assert "COM-ROLE-4" in text(page)
    assert not Entry.objects.exists()


def test_com_role_4_a_leader_may_play_a_casual_event_if_another_leads() -> None:
    hall = shown(Hall())
    assert register(hall, hall.staff("judge")).status_code == 302


# What regulations want of people


def test_only_regulations_with_the_clauses_ask_for_papers() -> None:
    assert 'name="uid"' not in text(Client().get(address(shown(Hall()))))
    page = text(Client().get(address(shown(Hall("unlimited-1.3")))))
    assert 'name="uid"' in page
    assert "SWU-UID-1" in page
    assert "SWU-ID-2" in page
    assert "photo identification" not in page


def test_swu_id_1_the_competitive_tier_tells_about_photo_identification() -> None:
    hall = shown(Hall("unlimited-1.3", setup={"tier": "competitive"}))
    assert "SWU-ID-1" in text(Client().get(address(hall)))


def test_papers_are_kept_and_what_is_missing_is_seen_at_the_desk() -> None:
    hall = shown(Hall("unlimited-1.3"))
    register(hall, minor="on")
    entry = Entry.objects.get()
    assert (entry.minor, entry.uid) == (True, "")
    page = text(hall.get("checkin"))
    for missing in ("no UID", "show ID", "guardian"):
        assert missing in page
    hall.post("player-papers", entry.pk, uid="ABC-123456", minor="yes")
    for what in ("identity", "guardian"):
        hall.post("player-seen", entry.pk, what=what, seen="yes")
    entry.refresh_from_db()
    assert entry.uid == "ABC-123456"
    assert entry.identity_checked_at
    assert entry.guardian_checked_at
    assert "badge-warning" not in text(hall.get("checkin"))
    hall.post("player-seen", entry.pk, what="identity", seen="no")
    assert "show ID" in text(hall.get("people"))


def test_a_uid_is_read_leniently_but_not_anything() -> None:
    hall = shown(Hall("unlimited-1.3"))
    assert register(hall, uid="<script>").status_code == 422
    assert register(hall, uid="ab 12.34-x").status_code == 302
    assert Entry.objects.get().uid == "ab 12.34-x"


def test_papers_are_for_those_whose_work_it_is() -> None:
    hall = shown(Hall("unlimited-1.3"))
    register(hall, minor="on")
    entry, judge = Entry.objects.get(), hall.staff("judge")
    for name in ("player-seen", "player-papers", "player-link-new", "player-link-mail"):
        assert judge.post(hall.url(name, entry.pk), {"what": "identity", "seen": "yes"}).status_code == 403
    assert judge.get(hall.url("player-link", entry.pk)).status_code == 403
    entry.refresh_from_db()
    assert entry.identity_checked_at is None


# Accounts


def test_whoever_is_logged_in_finds_the_entry_in_their_account_and_registers_once() -> None:
    hall, client = shown(Hall()), logged_in()
    first = register(hall, client)
    second = register(hall, client, name="Nina Newer")
    assert first.headers["Location"] == second.headers["Location"]
    assert Entry.objects.get().person.account == account("Nina")
    assert "You are registered already" in text(client.get(address(hall)))


def test_the_same_person_is_known_in_the_organisers_next_event() -> None:
    one, client = shown(Hall()), logged_in()
    register(one, client, alias="Nin")
    two = shown(Hall())
    assert 'value="Nin"' in text(client.get(address(two)))
    register(two, client, name="Nina Renamed")
    person = Person.objects.get(account=account("Nina"))
    assert (person.name, person.alias, person.entries.count()) == ("Nina Renamed", "Nin", 2)


def test_whoever_took_a_registration_back_can_register_again() -> None:
    hall, client = shown(Hall(), capacity=1), logged_in()
    hall.enter(1)
    register(hall, client)
    Entry.objects.filter(status="waiting").update(status="withdrawn")
    assert register(hall, client).status_code == 302
    assert Entry.objects.filter(person__account=account("Nina")).count() == 2


def test_an_event_is_kept_in_ones_account_by_its_link_and_by_nobody_else() -> None:
    hall = shown(Hall())
    register(hall)
    client, thief = logged_in(), logged_in("Thief")
    assert "Keep this event in my account" in text(client.get(own()))
    assert client.post(own(name="keep")).headers["Location"].endswith("?did=kept")
    assert Entry.objects.get().person.account == account("Nina")
    assert thief.post(own(name="keep")).status_code == 422
    assert Entry.objects.get().person.account == account("Nina")
    assert "/login" in Client().post(own(name="keep")).headers["Location"]


def test_me_shows_ones_own_events_with_their_links(django_assert_max_num_queries: Any) -> None:
    hall, client = shown(Hall()), logged_in()
    register(hall, client)
    register(hall, name="Otto Other")
    mine = Entry.objects.get(person__account=account("Nina"))
    with django_assert_max_num_queries(4):
        page = text(client.get(reverse("me")))
    assert own(mine) in page
    assert page.count("/p/") == 1
    assert "No events yet" in text(logged_in("Somebody").get(reverse("me")))
    assert Client().get(reverse("me")).status_code == 302
