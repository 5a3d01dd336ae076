"""After joining: the private link, lost and found, at the desk too, and what a player sets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from joining_cases import address, own, register, shown, text
from message_cases import send, work
from muster.app.links.player_links import entry_of, token_of
from muster.app.mail.messages import recover
from muster.people.models import Entry, Message
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end
    monkeypatch.setattr("muster.app.common.addresses._noted", "")
    cache.clear()
    yield
    cache.clear()


# Getting the link back


def test_the_answer_is_the_same_whether_an_address_is_known_or_not() -> None:
    hall = shown(Hall())
    register(hall, email="nina@example.org")
    Message.objects.all().delete()
    answers = []
    for email in ("NINA@example.org", "nobody@example.org"):
        page = Client().post(address(hall, "link"), {"email": email}, follow=True)
        answers.append((page.status_code, page.content))
        assert email not in text(page)
    assert answers[0] == answers[1]
    work()
    assert Message.objects.get().kind == "link"


def test_a_request_for_a_link_asks_nothing_that_would_tell_by_its_time(
    django_assert_num_queries: Any,
) -> None:
    hall = shown(Hall())
    register(hall, email="nina@example.org")
    DBTaskResult.objects.all().delete()
    for email in ("nina@example.org", "nobody@example.org"):
        with django_assert_num_queries(2):  # the event, and the job that looks for an entry
            Client().post(address(hall, "link"), {"email": email})
    assert [job.task_name for job in DBTaskResult.objects.all()] == ["find_links", "find_links"]


def test_links_are_sent_to_the_address_on_record_once_in_a_while(settings: Any) -> None:
    settings.ORIGIN = "https://play.example.org"
    hall = shown(Hall())
    register(hall, email="nina@example.org")
    register(hall, name="Nils New", email="Nina@example.org")
    register(hall, name="Otto Other", email="otto@example.org")
    Message.objects.all().delete()
    now = timezone.now().replace(minute=1)
    for _ in range(3):
        recover(hall.event.pk, "nina@EXAMPLE.org", now)
    (letter,) = send()
    assert letter.to == ["nina@example.org"]
    for entry in Entry.objects.all():
        assert (own(entry) in letter.body) == (entry.person.name != "Otto Other")


def test_links_cannot_be_asked_for_without_end() -> None:
    hall = shown(Hall())
    codes = [Client().post(address(hall, "link"), {"email": "a@example.org"}).status_code for _ in range(21)]
    assert codes[-2:] == [302, 429]


@pytest.mark.parametrize(
    "email", ["", "nobody", "a" * 300 + "@example.org", "a@example.org\r\nBcc: b@example.org"]
)
def test_what_is_no_address_is_said_to_be_none(email: str) -> None:
    hall = shown(Hall())
    assert Client().post(address(hall, "link"), {"email": email}).status_code == 422


# What a player sets


def test_a_player_chooses_how_to_be_shown_and_what_to_be_told() -> None:
    hall = shown(Hall())
    register(hall)
    form = {
        "shown_as": "alias",
        "alias": "Nin",
        "pronouns": "she/her",
        "email": "n@example.org",
        "told": "rounds",
    }
    assert Client().post(own(name="settings"), form).headers["Location"].endswith("?did=saved")
    entry = Entry.objects.select_related("person").get()
    assert (entry.shown_as, entry.mail, entry.mail_rounds) == ("alias", True, True)
    assert (entry.person.alias, entry.person.pronouns, entry.person.email) == (
        "Nin",
        "she/her",
        "n@example.org",
    )
    assert [one.kind for one in Message.objects.all()] == ["own"]
    Client().post(own(name="settings"), {**form, "told": "no"})
    entry.refresh_from_db()
    assert (entry.mail, entry.mail_rounds) == (False, False)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"alias": "x" * 61}, "61 characters"),
        ({"pronouns": "x" * 10_000}, "40 is the most"),
        ({"email": "nobody"}, "no e-mail address"),
        ({"email": "a@example.org\nBcc: b@example.org"}, "printed"),
        ({"shown_as": "alias"}, "Write the nickname"),
        ({"shown_as": "secret"}, "Choose one"),
        ({"told": "rounds"}, "Write the address"),
    ],
)
def test_what_a_player_cannot_set_is_said_at_its_field_and_nothing_is_lost(
    typed: dict[str, str], says: str
) -> None:
    hall = shown(Hall())
    register(hall)
    page = Client().post(own(name="settings"), {"pronouns": "xe/xem", **typed})
    assert page.status_code == 422
    assert says in text(page)
    assert 'aria-invalid="true"' in text(page)
    if "pronouns" not in typed:
        assert "xe/xem" in text(page)
    assert Entry.objects.get().person.pronouns == ""


def test_settings_need_the_right_link_and_the_proof_of_the_form() -> None:
    hall = shown(Hall())
    register(hall)
    assert Client(enforce_csrf_checks=True).post(own(name="settings"), {"pronouns": "x"}).status_code == 403
    for wrong in (f"{token_of(Entry.objects.get())[:-1]}!", "1-", "x" * 500):
        assert Client().post(reverse("player:settings", args=[wrong]), {"pronouns": "x"}).status_code == 404
    assert Entry.objects.get().person.pronouns == ""


def test_the_link_is_shown_with_a_code_to_scan() -> None:
    hall = shown(Hall())
    register(hall)
    page = Client().get(own(name="link"))
    assert f"http://testserver{own()}" in text(page)
    assert "<svg" in text(page)
    assert "no-store" in page.headers["Cache-Control"]


# At the desk


def test_the_desk_shows_a_link_when_asked_sends_it_and_replaces_it() -> None:
    hall = shown(Hall())
    register(hall, email="nina@example.org")
    entry = Entry.objects.get()
    old = token_of(entry)
    assert old not in text(hall.get("player", entry.player))
    page = hall.get("player-link", entry.pk)
    assert old in text(page)
    assert "no-store" in page.headers["Cache-Control"]
    for _ in range(2):  # sent twice, it is replaced once
        hall.post("player-link-new", entry.pk, link="1")
    entry.refresh_from_db()
    assert entry.link_no == 2
    assert entry_of(old) is None
    assert Client().get(reverse("player:page", args=[old])).status_code == 404
    hall.post("player-link-mail", entry.pk)
    assert Message.objects.filter(kind="own").count() == 1


def test_a_link_of_another_event_is_not_shown() -> None:
    one, two = shown(Hall()), shown(Hall())
    register(one)
    assert two.get("player-link", Entry.objects.get().pk).status_code == 404


def test_pages_that_name_a_player_are_told_when_the_name_is_shown_otherwise(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    hall, heard = shown(Hall()), list[frozenset[str]]()
    register(hall)
    monkeypatch.setattr("muster.app.common.topics._listeners", [heard.append])
    monkeypatch.setattr("muster.app.common.topics._names", {})
    with django_capture_on_commit_callbacks(execute=True):
        Client().post(own(name="settings"), {"shown_as": "short"})
    assert f"{hall.event.code}/1/people" in frozenset().union(*heard)
