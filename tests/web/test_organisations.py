"""Organisations: setting one up, its page for everybody, its look, its logo, closing it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from muster.app.organisations.making import OrganisationDetails, address_of, found_organisation, read_website
from muster.app.organisations.reading import PER_PAGE
from muster.core.scoring.scored import Problem
from muster.live.pages import Response, topics_of
from muster.people.models import Event, Organisation, OrganisationAct, Venue
from organisation_cases import Guild, logged_in
from web_cases import account

pytestmark = pytest.mark.django_db

SENT = {"kind": "club", "name": "Żółw Gry", "band": "#15161a", "accent": "#ffc914"}


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def text(response: Any) -> str:
    return unescape(response.content.decode())


def floor(guild: Guild, *args: Any) -> Any:
    name = "page-of" if args else "page"
    return Client().get(guild.url(name, *args))


# Setting one up


def test_somebody_who_may_set_up_events_sets_an_organisation_up_and_owns_it() -> None:
    client = logged_in(account("Ada"))
    page = client.post(reverse("organisation-new"), {**SENT, "key": "k"}, follow=True)
    made = Organisation.objects.get()
    assert (made.slug, made.name) == ("zolw-gry", "Żółw Gry")
    assert made.members.get().account == account("Ada")
    assert "Żółw Gry" in text(page)
    assert OrganisationAct.objects.get().act == "made"


def test_the_same_form_sent_twice_makes_one() -> None:
    client = logged_in(account("Ada"))
    for _ in range(2):
        client.post(reverse("organisation-new"), {**SENT, "key": "k"})
    assert Organisation.objects.count() == 1


def test_who_may_follows_the_setting_for_events(settings: Any) -> None:
    one = account("Ada")
    one.organises = False
    one.save()
    client = logged_in(one)
    settings.ORGANISERS = "approved"
    assert client.post(reverse("organisation-new"), SENT).status_code == 403
    assert not Organisation.objects.exists()
    settings.ORGANISERS = "everybody"
    assert client.post(reverse("organisation-new"), SENT).status_code == 302


def test_nobody_owns_a_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.app.organisations.making.MOST_OWNED", 1)
    guild = Guild()
    answer = found_organisation(guild.owner, OrganisationDetails(kind="shop", name="Second"))
    assert isinstance(answer, list)
    assert answer[0].field == "name"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Kosmos Games", "kosmos-games"),
        ("Ø", "o"),
        ("Łódź & Kraków", "lodz-and-krakow"),
        ("Câu lạc bộ Sài Gòn", "cau-lac-bo-sai-gon"),
        ("نادي الألعاب", ""),
        ("Wolfeschlegelsteinhausenbergerdorffvereinsheim", "wolfeschlegelsteinhausenbergerdorffverei"),
        ("--- !!", ""),
    ],
)
def test_an_address_is_made_of_the_name(name: str, address: str) -> None:
    assert address_of(name) == address


def test_a_name_without_a_latin_letter_asks_for_an_address() -> None:
    client = logged_in(account("Ada"))
    page = client.post(reverse("organisation-new"), SENT | {"name": "نادي الألعاب"})
    assert page.status_code == 422
    assert "in the letters a to z" in text(page)
    client.post(reverse("organisation-new"), SENT | {"name": "نادي الألعاب", "slug": "nadi"})
    assert Organisation.objects.get().slug == "nadi"


def test_an_address_that_is_taken_is_refused_with_one_that_is_free() -> None:
    Guild()
    Guild(name="Another", slug="kosmos-games-2")
    client = logged_in(account("Ada"))
    for sent in ({"name": "KOSMOS games"}, {"name": "Ada", "slug": "Kosmos-Games"}):
        page = client.post(reverse("organisation-new"), SENT | sent)
        assert page.status_code == 422
        assert "kosmos-games-3" in text(page)
    assert Organisation.objects.count() == 2


@pytest.mark.parametrize("slug", ["a b", "-a", "a-", "a--b", "../x", "ä", "a" * 41, "<b>", "a/b", "%2e"])
def test_an_address_that_is_none_is_refused(slug: str) -> None:
    page = logged_in(account("Ada")).post(reverse("organisation-new"), SENT | {"slug": slug})
    assert page.status_code == 422
    assert not Organisation.objects.exists()


@pytest.mark.parametrize("word", ["manage", "events", "colours", "new", "join", "logo"])
def test_an_address_may_be_a_word_that_other_addresses_have(word: str) -> None:
    guild = Guild(slug=word)
    assert floor(guild).status_code == 200
    assert guild.get("manage").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {"name": ""},
        {"name": "\u202e \u200b"},
        {"name": "x" * 101},
        {"kind": "bank"},
        {"about": "x" * 3001},
        {"place": "x" * 121},
        {"band": "red"},
        {"accent": "#fff}"},
        {"accent": "#15161b"},
        {"website": "javascript:alert(1)"},
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(sent: dict[str, str]) -> None:
    page = logged_in(account("Ada")).post(reverse("organisation-new"), SENT | sent)
    assert page.status_code == 422
    assert 'class="fault"' in text(page)
    assert not Organisation.objects.exists()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("example.org", "https://example.org"),
        ("http://example.org/a?b=c#d", "http://example.org/a?b=c#d"),
        ("example.org:8080/x", "https://example.org:8080/x"),
        ("https://żółw.example", "https://żółw.example"),
        (" HTTPS://Example.org ", "HTTPS://Example.org"),
    ],
)
def test_a_website_is_an_address_of_the_web(typed: str, kept: str) -> None:
    assert read_website(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>", "vbscript:x",
        "ftp://example.org", "https://", "https://user:pw@example.org", "//example.org", "https://exa mple.org",
        "nohost", "https://[::1", 'https://"onmouseover=".org', "mailto:a@example.org",
        "https://example.org/" + "x" * 200, "https://example.org:99999", "\\\\example.org",
    ],
)  # fmt: skip
def test_a_website_that_is_none_is_refused(typed: str) -> None:
    assert isinstance(read_website(typed), Problem)


# Its page


def test_everybody_sees_its_page_the_same_for_all_and_kept_until_it_changes() -> None:
    guild = Guild(details={"about": "We meet\non Fridays.", "website": "www.kosmos.example", "place": "Łódź"})
    page = floor(guild)
    shown = text(page)
    link = 'href="https://www.kosmos.example" rel="nofollow noopener ugc"'
    for words in ("Kosmos Games", "We meet", "Łódź", link):
        assert words in shown
    assert not page.cookies
    headers = [(name.lower().encode(), words.encode()) for name, words in page.headers.items()]
    assert topics_of(Response(200, headers, page.content)) == ("o/kosmos-games/page", "site/events")
    assert floor(guild).content == page.content == guild.client.get(guild.url("page")).content


def test_a_page_asked_with_a_question_is_not_kept() -> None:
    guild = Guild()
    assert "Muster-Topics" not in Client().get(guild.url("page") + "?x").headers


@pytest.mark.parametrize(
    "words", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ settings }}"]
)
def test_no_words_of_its_own_become_markup(words: str) -> None:
    guild = Guild(name=words, slug="x", details={"about": words, "place": words})
    guild.post("add-venue", name=words, address=words, directions=words, time_zone="UTC")
    for page in (
        floor(guild),
        guild.get("manage"),
        guild.get("venues"),
        guild.get("look"),
        guild.get("history"),
    ):
        raw = page.content.decode()
        assert page.status_code == 200
        assert "<script>alert" not in raw
        assert "<img src=x" not in raw


def test_only_announced_events_stand_on_its_page() -> None:
    guild, now = Guild(), timezone.now()
    guild.event("Announced", at=now + timedelta(days=3))
    guild.event("Draft", at=now, listed=False)
    guild.event("By address only", at=now, on_front=False)
    guild.event("For practice", at=now, practice=True)
    other = Guild(name="Other")
    other.event("Of others", at=now)
    shown = text(floor(guild))
    assert "Announced" in shown
    for name in ("Draft", "By address only", "For practice", "Of others"):
        assert name not in shown


def test_events_stand_by_when_they_take_place_a_page_at_a_time(django_assert_max_num_queries: Any) -> None:
    guild, now = Guild(), timezone.now()
    guild.event("Tomorrow week", at=now + timedelta(days=8))
    guild.event("Tomorrow", at=now + timedelta(days=2))
    guild.event("Right now", at=now)
    for number in range(2 * PER_PAGE):
        guild.event(f"Past {number:02}", at=now - timedelta(days=3 + number))
    with django_assert_max_num_queries(5):
        first = text(floor(guild))
    places = [first.index(name) for name in ("Right now", "Tomorrow<", "Tomorrow week", "Past 00", "Past 16")]
    assert places == sorted(places)
    assert "Past 17" not in first
    assert "Past 17" in text(floor(guild, 2))
    assert "Past 39" in text(floor(guild, 3))
    for number in (0, 4, 10**9):
        assert floor(guild, number).status_code == 404


def test_an_event_of_several_days_stands_with_its_first_and_last() -> None:
    guild = Guild()
    event = guild.event("Two days", at=datetime(2030, 5, 4, 12, tzinfo=UTC))
    event.last_day = date(2030, 5, 5)
    event.save()
    assert "<b>4–5</b>" in text(floor(guild))


def test_its_venues_stand_with_address_and_directions() -> None:
    guild = Guild()
    sent = {"name": "Hala", "address": "Piotrkowska 1", "directions": "Tram 6\nto the end", "tables": "1-20"}
    guild.post("add-venue", time_zone="europe/warsaw", **sent)
    assert Venue.objects.get().time_zone == "Europe/Warsaw"
    shown = text(floor(guild))
    assert all(words in shown for words in ("Hala", "Piotrkowska 1", "Tram 6", "to the end"))


def test_an_unknown_address_is_not_found() -> None:
    assert Client().get(reverse("organisation:page", args=["nothing"])).status_code == 404


# Closing it


def test_closing_asks_for_its_address_and_leaves_its_events() -> None:
    guild = Guild()
    event = guild.event()
    guild.post("add-venue", name="Hala", time_zone="UTC")
    Event.objects.update(venue=Venue.objects.get())
    asked = text(guild.get("close"))
    assert "1 event stays" in asked
    assert guild.post("close", slug="something").status_code == 422
    guild.post("close", slug="Kosmos-Games")
    assert not Organisation.objects.exists()
    event.refresh_from_db()
    assert (event.organisation, event.venue) == (None, None)
    assert event.staff.get(role="organiser").account == guild.owner
    assert guild.client.get(reverse("desk:event", args=[event.code])).status_code == 200


@pytest.mark.parametrize(
    "name", ["Ø", "Câu lạc bộ Nguyễn Thị Minh Khai", "نادي الألعاب", "Wolfeschlegelstein" * 5]
)
def test_pages_hold_awkward_names(name: str) -> None:
    guild = Guild(name=name, slug="x")
    event = guild.event(name)
    for page in (
        floor(guild),
        guild.get("manage"),
        guild.get("members"),
        guild.client.get(reverse("organisations")),
        Client().get(reverse("public:event", args=[event.code])),
    ):
        assert page.status_code == 200
        assert name in text(page)
