"""The front page of the site: what it names and what never, in which order, of which game, and where codes lead."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from front_cases import announced, on
from muster.app.common.topics import SITE
from muster.app.events.editing import EventDetails, create_event
from muster.app.events.front import games, on_here, standing_of
from muster.app.links.codes import code_of
from muster.people.models import Change, Entry, Event
from muster.site.environment import WrongSettingError, logo, site_name
from muster.web.live import TOPICS
from public_cases import text
from web_cases import SATURDAY, Hall, account

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: SATURDAY)
    cache.clear()


def front(path: str = "/") -> str:
    page = Client().get(path)
    assert page.status_code == 200, path
    return text(page)


def named(page: str) -> list[str]:
    return re.findall(r"<h3><a[^>]*><bdi>(.*?)</bdi>", page)


def test_without_events_it_says_so_and_has_the_field() -> None:
    page = front()
    assert "Nothing is announced just now" in page
    assert "A code from the wall or your slip?" in page
    assert 'aria-label="Games"' not in page


def test_todays_come_first_then_those_to_come_then_the_latest() -> None:
    for name, days in (
        ("Last month", -30),
        ("Yesterday", -1),
        ("Next week", 7),
        ("Today", 0),
        ("Tomorrow", 1),
    ):
        on(name, SATURDAY + timedelta(days=days))
    on("Long ago", SATURDAY - timedelta(days=100))
    page = front()
    assert named(page) == ["Today", "Tomorrow", "Next week", "Yesterday", "Last month"]
    assert re.findall(r"<h2[^>]*>(.*?)</h2>", page) == ["Today", "To come", "Lately"]


@pytest.mark.parametrize(
    "hidden", [{"listed": False}, {"on_front": False}, {"listed": False, "on_front": False}]
)
def test_what_is_not_announced_is_named_nowhere(hidden: dict[str, bool]) -> None:
    secret = on("Secret Gathering", SATURDAY, "armada-4.0", **hidden)
    for path in ("/", "/events/armada", "/?x=1"):
        page = front(path)
        assert "Secret" not in page
        assert secret.code not in page


def test_an_event_is_not_on_it_unless_its_organiser_says_so() -> None:
    details = EventDetails(name="Quiet", opens_at=SATURDAY, time_zone="UTC", listed=True)
    assert not create_event(account(), details).on_front


def test_it_looks_for_one_game_by_a_link_whatever_the_edition() -> None:
    on("Fleet one", SATURDAY, "armada-4.0")
    on("Fleet two", SATURDAY, "armada-pl")
    on("Cards", SATURDAY, "unlimited-1.3")
    on("House rules", SATURDAY, "my-own")
    assert len(named(front())) == 4
    assert named(front("/events/armada")) == ["Fleet one", "Fleet two"]
    assert named(front("/events/legion")) == []
    assert 'href="/events/armada" aria-current="page"' in " ".join(front("/events/armada").split())
    assert Client().get("/events/chess").status_code == 404
    assert {one.id for one in games().values()} == {"armada", "legion", "runewars", "twin-suns", "unlimited"}


def test_forty_come_in_pages_and_cost_no_more_than_one(django_assert_max_num_queries: Any) -> None:
    announced(40)
    with django_assert_max_num_queries(3):
        first = front()
    second = front("/events/2")
    assert len(named(first)) == len(named(second)) == 20
    assert Client().get("/events/3").status_code == 404
    assert Client().get("/events/0").status_code == 404
    assert len(first.encode()) < 60_000


def test_it_is_kept_until_an_event_changes_and_rests_on_nobody() -> None:
    hall = Hall()
    page = hall.client.get("/")
    assert page.headers[TOPICS] == SITE
    assert not page.cookies
    assert "Vary" not in page.headers or "Cookie" not in page.headers["Vary"]
    assert TOPICS not in Client().get("/?x").headers
    assert SITE in Change.objects.latest("pk").topics.split()


def test_the_day_is_the_calendars_where_it_is() -> None:
    event = on("Far", SATURDAY, time_zone="Pacific/Auckland", last_day=date(2026, 3, 8))
    at = SATURDAY.replace(hour=10, minute=59)
    assert standing_of(event, at - timedelta(days=1)) == "coming"  # 23:59 of the day before
    assert standing_of(event, at) == "now"
    assert standing_of(event, at + timedelta(days=1)) == "now"
    assert standing_of(event, at + timedelta(days=1, minutes=1)) == "over"
    assert [one.until for one in on_here(at)] == [date(2026, 3, 8)]


def test_names_are_escaped_and_whole() -> None:
    on("<b>Bold</b> & brave", SATURDAY)
    raw = Client().get("/").content.decode()
    assert "<bdi>&lt;b&gt;Bold&lt;/b&gt; &amp; brave</bdi>" in raw


def typed(code: str) -> Any:
    return Client().post(reverse("public:find"), {"code": code})


def test_an_events_code_leads_to_it_however_it_is_typed() -> None:
    event = on("Open", SATURDAY)
    for words in (event.code, event.code.lower(), " e v t-000 "):
        assert typed(words).headers["Location"] == reverse("public:event", args=[event.code])
    assert Client().get(reverse("public:find")).headers["Location"] == "/"


def test_a_personal_code_leads_to_ones_page_from_the_body_only() -> None:
    hall = Hall()
    hall.enter(2)
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    code = code_of(Entry.objects.get(tournament=hall.tournament, player=2))
    assert "/p/" in typed(code.lower()).headers["Location"]
    assert Client().get(reverse("public:find"), {"code": code}).status_code == 404
    Event.objects.filter(pk=hall.event.pk).update(listed=False)
    assert typed(code).status_code == 404
    Event.objects.filter(pk=hall.event.pk).update(listed=True, opens_at=SATURDAY - timedelta(days=30))
    assert typed(code).status_code == 404


def test_guessing_is_slowed_down() -> None:
    answers = [typed(f"2345678{letter}").status_code for letter in "23456789ABCDEFGHJKMNPQRSTV"]
    assert answers[:20] == [404] * 20
    assert answers[-1] == 429


def test_the_site_may_have_a_name_and_a_picture(settings: Any, tmp_path: Path) -> None:
    assert Client().get("/logo").status_code == 404
    file = tmp_path / "shop.bin"
    file.write_bytes(PNG)
    settings.LOGO = logo({"MUSTER_LOGO": str(file)})
    settings.SITE_NAME = site_name({"MUSTER_SITE_NAME": "  Dragon  Shop "})
    page = front()
    assert "<bdi>Dragon Shop</bdi></h1>" in page
    assert 'src="/logo"' in page
    picture = Client().get("/logo")
    assert (picture.content, picture.headers["Content-Type"]) == (PNG, "image/png")


def test_a_picture_or_name_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "logo.png"
    for content in (b"<svg xmlns='http://www.w3.org/2000/svg'/>", PNG + bytes(100_000)):
        file.write_bytes(content)
        with pytest.raises(WrongSettingError, match=r"MUSTER_LOGO: .* is no PNG"):
            logo({"MUSTER_LOGO": str(file)})
    with pytest.raises(WrongSettingError, match="cannot be read"):
        logo({"MUSTER_LOGO": str(tmp_path / "none.png")})
    with pytest.raises(WrongSettingError, match="60 characters at most"):
        site_name({"MUSTER_SITE_NAME": "x" * 61})
    assert logo({}) is None
