"""Whole pages of players from the front's memory: as if made that moment, each to its own player and to nobody else."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest
from django.middleware.csrf import _does_token_match, get_token  # type: ignore[attr-defined]  # its own test of it
from django.test import Client

from front_house_cases import FrontHouse, front_house
from live_cases import Got
from muster.app.common import topics
from muster.app.links.player_links import renew, token_of
from muster.app.registration.erasing import erase
from muster.people.models import Entry, Person
from muster.web import live
from muster.web.player.page import cached
from muster.web.proofs import KEY, PROOF, SIZES, masked, proved
from player_cases import begun, phones
from pseudo_cases import PSEUDO
from random_day_cases import AT_TABLES, GAMES, PLAYERS, WHOLE, day, days, entries
from web_cases import SATURDAY, account

pytestmark = pytest.mark.django_db

MINE = "a1" * 16
COOKIE = {"cookie": f"csrftoken={MINE}"}


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The time, which stands still unless a test moves it."""
    found = [SATURDAY]
    monkeypatch.setattr("django.utils.timezone.now", lambda: found[0])
    return found


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    found: set[str] = set()
    monkeypatch.setattr(topics, "_listeners", [found.update])
    return found


@pytest.fixture
def house() -> Iterator[FrontHouse]:
    with front_house() as made:
        yield made


def lasting(page: bytes) -> str:
    """A page without what is never the same twice."""
    text = page.decode()
    for name in ("csrfmiddlewaretoken", "key"):
        text = re.sub(rf'name="{name}" value="[^"]*"', f'name="{name}"', text)
    return text


def fresh(path: str) -> bytes:
    """The page made by its template that moment, of which nothing is kept anywhere."""
    answer = Client().get(path, {"x": "1"})
    assert answer.status_code == 200
    return answer.content


# Days at random ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [GAMES, AT_TABLES], ids=["pairs", "tables"])
@pytest.mark.parametrize("seed", days(range(40, 50), most=1))
def test_a_page_from_memory_is_the_page_made_that_moment(
    seed: int,
    games: tuple[str, ...],
    told: set[str],
    house: FrontHouse,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """For everybody, after every act; and a link that was renewed opens nothing from that moment on."""
    given = set[str]()
    for hall in day(seed, told, django_capture_on_commit_callbacks, WHOLE, games):
        house.changed(told)
        links = {f"/p/{token_of(entry)}" for entry in entries(hall)}
        made = {path: lasting(fresh(path)) for path in sorted(links)}
        for _ in range(2):
            for path, got in zip(made, house.ask_all(made, COOKIE), strict=True):
                assert got.status == 200
                assert lasting(got.body) == made[path]
        for old in given - links:
            got = house.ask(old, COOKIE)
            assert got.status == 404
            assert b"data-page" not in got.body
        given |= links
    assert house.front.gathered.batches > 0
    assert len(house.made) < house.front.wholes.fills < 2 * 15 * PLAYERS


@pytest.mark.parametrize("games", [GAMES, AT_TABLES], ids=["pairs", "tables"])
@pytest.mark.parametrize("seed", days(range(50, 56), most=1))
def test_a_page_has_nothing_of_anybody_elses_own(
    seed: int,
    games: tuple[str, ...],
    told: set[str],
    house: FrontHouse,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """No link, no proof of a link, no address for mail of another; what others are called in public is public."""
    for hall in day(seed, told, django_capture_on_commit_callbacks, WHOLE, games):
        house.changed(told)
        everybody = entries(hall)
        Person.objects.filter(pk=everybody[0].person_id).update(email="first@private.example")
        secrets = {entry.pk: _own_alone(entry) for entry in entries(hall)}
        looks = house.ask_all((f"/p/{token_of(entry)}" for entry in everybody), COOKIE)
        for entry, got in zip(everybody, looks, strict=True):
            page = got.body.decode()
            for other, theirs in secrets.items():
                if other != entry.pk:
                    assert not [one for one in theirs if one in page]


def _own_alone(entry: Entry) -> list[str]:
    """What is on the page of this entry and on that of nobody else."""
    number, _, proof = token_of(entry).partition("-")
    assert number
    return [proof, *([entry.person.email] if entry.person.email else [])]


@pytest.mark.parametrize("seed", days(range(60, 72)))
def test_whoever_keeps_a_page_is_told_when_it_changes(
    seed: int, told: set[str], django_capture_on_commit_callbacks: Any
) -> None:
    before: dict[str, tuple[tuple[str, ...], str]] = {}
    for hall in day(seed, told, django_capture_on_commit_callbacks, WHOLE):
        links = {f"/p/{token_of(entry)}" for entry in entries(hall)}
        after = {path: (_topics(path), lasting(fresh(path))) for path in links}
        for path, (rests_on, page) in before.items():
            if path not in after or after[path][1] != page:
                assert told & set(rests_on)
        before = after


class PageOrder:
    """What the front would keep of one page."""

    def __init__(self, path: str) -> None:
        self.whole, self.group = False, ""
        self.wanted = [(path.removeprefix("/p/"), b"")]
        self.topics: tuple[str, ...] = ()
        self.pieces: tuple[list[bytes], list[tuple[str, int]]] = ([], [])

    def fill(self, group: str, parts: Any) -> None:
        self.group = group
        assert not list(parts)

    def give(self, link: tuple[str, bytes], rests_on: tuple[str, ...], words: Any, gaps: Any) -> None:
        assert [link] == self.wanted
        self.topics, self.pieces = rests_on, (list(words), list(gaps))


def _given(path: str) -> PageOrder:
    order = PageOrder(path)
    answer = Client().get(path, **{"asgi.scope": {live.ORDER: order}})  # type: ignore[arg-type]
    assert answer.content == b"" or not order.topics
    assert not (order.topics and answer.cookies)
    return order


def _topics(path: str) -> tuple[str, ...]:
    return _given(path).topics


# One page ---------------------------------------------------------------------------------------------------------


def test_an_unchanged_page_asks_django_once(house: FrontHouse) -> None:
    one, two = phones(begun())
    for _ in range(3):
        assert one.entry.person.name in house.ask(one.url, COOKIE).body.decode()
    assert house.made == [one.url]
    assert house.ask(two.url, COOKIE).body != house.ask(one.url, COOKIE).body
    assert house.made == [one.url, two.url]


def test_what_is_in_the_gaps_is_its_senders(house: FrontHouse) -> None:
    one, _ = phones(begun())
    first, again, theirs = (
        house.ask(one.url, {"cookie": f"csrftoken={secret}; x=y", "accept-encoding": "gzip"})
        for secret in (MINE, MINE, "b2" * 16)
    )
    pages = [gzip.decompress(got.body).decode() for got in (first, again, theirs)]
    proofs = [re.findall(r'csrfmiddlewaretoken" value="(\w{64})"', page) for page in pages]
    assert all(len(set(each)) == 1 for each in proofs)
    assert len({each[0] for each in proofs}) == 3
    assert [_does_token_match(each[0], MINE) for each in proofs] == [True, True, False]
    keys = [re.findall(r'name="key" value="([\w-]{16})-', page)[0] for page in pages]
    assert len(set(keys)) == 3
    assert len(house.made) == 1
    assert "gap" not in pages[0]


def test_a_form_from_memory_is_taken_from_its_sender_alone(house: FrontHouse) -> None:
    one, _ = phones(begun())
    house.ask(one.url)
    got = house.ask(one.url)
    assert len(house.made) == 1
    cookie = got.headers["set-cookie"]
    assert cookie.startswith("csrftoken=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    proof = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', got.body.decode())[0]
    for secret, status in ((cookie.split("=")[1].split(";")[0], 302), ("c3" * 16, 403)):
        strict = Client(enforce_csrf_checks=True)
        strict.cookies["csrftoken"] = secret
        answer = strict.post(f"{one.url}/call", {"csrfmiddlewaretoken": proof, "key": "k-call"})
        assert answer.status_code == status


def test_a_proof_is_what_django_makes() -> None:
    request = HttpRequest()
    request.META["CSRF_COOKIE"] = MINE
    assert _does_token_match(get_token(request), MINE)
    seen = set[bytes]()
    for _ in range(200):
        made = masked(MINE.encode())
        assert len(made) == SIZES[PROOF]
        assert _does_token_match(made.decode(), MINE)
        seen.add(made)
    assert len(seen) == 200
    assert len({letter for made in seen for letter in made}) == 62


@pytest.mark.parametrize(
    "sent", [b"", b"csrftoken=", b"csrftoken=short", b"csrftoken=" + b"-" * 32, b"xcsrftoken=" + b"a" * 32]
)
def test_whoever_has_no_proof_gets_one(sent: bytes) -> None:
    gaps, headers = proved(sent)
    [(name, cookie)] = headers
    assert name == b"set-cookie"
    secret = cookie.partition(b"csrftoken=")[2][:32].decode()
    assert _does_token_match(gaps[PROOF].decode(), secret)
    assert len(gaps[KEY]) == SIZES[KEY]
    assert proved(b"csrftoken=" + secret.encode()).headers == []


def test_nobody_logged_in_gets_a_page_from_memory(house: FrontHouse) -> None:
    one, _ = phones(begun())
    house.ask(one.url, COOKIE)
    client = Client()
    client.force_login(account("Paul Player"), backend="django.contrib.auth.backends.ModelBackend")
    session = client.cookies["sessionid"].value
    page = house.ask(one.url, {"cookie": f"sessionid={session}; csrftoken={MINE}"}).body.decode()
    assert f"{one.url}/keep" in page
    assert f"{one.url}/keep" not in house.ask(one.url, COOKIE).body.decode()


def test_what_was_just_done_is_said_once(house: FrontHouse) -> None:
    one, _ = phones(begun())
    assert b"A judge is called" in house.ask(f"{one.url}?did=called", COOKIE).body
    assert b"A judge is called" not in house.ask(one.url, COOKIE).body


def test_nothing_is_kept_of_a_link_that_was_renewed_or_a_player_who_was_erased(
    house: FrontHouse, told: set[str], django_capture_on_commit_callbacks: Any
) -> None:
    hall = begun()
    one, two = phones(hall)
    old = one.url
    for path in (old, two.url):
        house.ask(path, COOKIE)
    with django_capture_on_commit_callbacks(execute=True):
        renew(one.entry)
    house.changed(told)
    assert house.ask(old, COOKIE).status == 404
    assert len(house.front.wholes) == 1
    gone = two.url
    told.clear()
    with django_capture_on_commit_callbacks(execute=True):
        erase(two.entry.person, hall.actor)
    house.changed(told)
    assert house.ask(gone, COOKIE).status == 404
    house.front.wholes.sweep()
    assert len(house.front.wholes) == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one[:3] + one[3:].swapcase(),
        lambda one: one[:-1],
        lambda one: one + "0",
        lambda one: one + "%00",
    ],
)
def test_a_link_that_is_nobodys_opens_nothing(house: FrontHouse, change: Any) -> None:
    one, _ = phones(begun())
    house.ask(one.url, COOKIE)
    got: Got = house.ask(change(one.url), COOKIE)
    assert got.status == 404
    assert "no-store" in got.headers["cache-control"]


def test_stars_are_those_of_the_browser_that_asks(house: FrontHouse) -> None:
    hall = begun()
    one, _ = phones(hall)
    other = next(entry for entry in entries(hall) if entry.player not in one.match.pairing.players)
    star = f"stars-{hall.event.code}-{hall.tournament.number}={other.player}"
    plain, starred = house.ask(one.url, COOKIE), house.ask(one.url, {"cookie": f"{star}; csrftoken={MINE}"})
    name = other.person.name
    assert name not in plain.body.decode()
    assert name in starred.body.decode()
    assert name not in house.ask(one.url, COOKIE).body.decode()


def test_pages_made_together_are_as_each_made_alone(house: FrontHouse) -> None:
    """With the stars of each browser, calls, rosters and ticks of each: those of nobody else are on a page."""
    hall = begun()
    everybody = entries(hall)
    links = [f"/p/{token_of(entry)}" for entry in everybody]
    house.ask_all(links, COOKIE)
    for number, path in enumerate(links):
        client = Client()
        if number % 3 == 0:
            assert client.post(f"{path}/call", {"key": f"k-{number}", "note": "help"}).status_code == 302
    house.changed({topics.topic(hall.event.code, hall.tournament.number, "calls")})
    house.made.clear()
    got = house.ask_all(links, COOKIE)
    assert len(house.made) == 1
    for number, (path, one) in enumerate(zip(links, got, strict=True)):
        assert lasting(one.body) == lasting(fresh(path))
        assert ("/call/back" in one.body.decode()) == (number % 3 == 0)


def test_a_page_that_cannot_be_made_holds_up_nobody(
    house: FrontHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = begun()
    broken, *others = entries(hall)
    links = [f"/p/{token_of(entry)}" for entry in (broken, *others)]
    house.ask_all(links, COOKIE)
    made = cached._page

    def failing(phone: Any, sight: Any) -> str:
        if phone.entry.pk == broken.pk:
            raise ValueError("out of order")
        return made(phone, sight)

    monkeypatch.setattr(cached, "_page", failing)
    house.changed({topics.event_topic(hall.event.code, "event")})
    house.made.clear()
    got = house.ask_all(links, COOKIE)
    assert [one.status for one in got] == [500] + [200] * len(others)
    assert house.made == [links[0], links[0]]


def test_languages_are_never_mixed(house: FrontHouse, pseudo: None) -> None:
    one, _ = phones(begun())
    for code in ("en", PSEUDO, "en", PSEUDO):
        got = house.ask(one.url, {**COOKIE, "accept-language": code})
        assert f'<html lang="{code}"' in got.body.decode()
        assert ("against" in got.body.decode()) == (code == "en")


def test_a_page_says_what_it_said_before(house: FrontHouse) -> None:
    one, _ = phones(begun())
    kept, plain = house.ask(one.url, COOKIE), Client().get(one.url)
    for name, value in plain.items():
        if name not in ("Content-Length", "Vary"):
            assert _same(kept.headers[name.lower()], value), name
    assert set(plain["Vary"].split(", ")) <= set(kept.headers["vary"].split(", ")) | {"Accept-Encoding"}


def _same(one: str, two: str) -> bool:
    return sorted(one.split("; ")) == sorted(two.split("; "))


def test_whoever_waits_for_a_place_has_a_page_made_for_them(house: FrontHouse) -> None:
    hall = begun()
    one, _ = phones(hall)
    Entry.objects.filter(pk=one.entry.pk).update(status="withdrawn")
    for _ in range(2):
        got = house.ask(one.url, COOKIE)
        assert "You are not registered any more" in got.body.decode()
    assert len(house.front.wholes) == 0
    assert _given(one.url).topics == ()
