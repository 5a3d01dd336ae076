"""Starred players: kept by the reader's own browser, first on their pages, and in no page for everybody."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from muster.core.ids import PlayerId
from muster.core.tournament import queries
from player_cases import Phone, words
from public_cases import address, shown
from web_cases import Hall

pytestmark = pytest.mark.django_db


def playing(players: int = 8) -> Hall:
    hall = Hall(setup={"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(players)
    hall.publish()
    hall.play()
    hall.publish()
    return shown(hall)


def star(client: Client, hall: Hall, player: int | str, off: str = "") -> str:
    answer = client.post(address(hall, "star", 1), {"player": str(player), "off": off})
    assert answer.status_code == 302
    assert answer.headers["Location"] == address(hall, "friends", 1)
    return answer.cookies.output()


def listed(page: str) -> list[str]:
    """The names of the starred, as a page has them."""
    found = page.split('id="friends-list"', 1)
    return re.findall(r'href="[^"]*/players/(\d+)"', found[1].split("</ul>")[0]) if len(found) > 1 else []


def name_of(hall: Hall, player: int) -> str:
    return Phone(hall, player).entry.person.name


def test_a_star_is_a_cookie_of_the_tournament_and_names_come_by_table() -> None:
    hall, client = playing(), Client()
    assert "Nobody is starred yet" in words(client.get(address(hall, "friends", 1)))
    assert "SameSite=Lax" in star(client, hall, 3)
    for player in (5, 1, 3):
        star(client, hall, player)
    page = words(client.get(address(hall, "friends", 1)))
    tables = {
        player: match.pairing.table
        for player in (1, 3, 5)
        if (match := queries.match_of(hall.state.rounds[-1], PlayerId(player)))
    }
    assert [int(one) for one in listed(page)] == sorted(
        tables, key=lambda one: (tables[one], name_of(hall, one))
    )
    assert "rank" in page
    star(client, hall, 5, off="1")
    assert "5" not in listed(words(client.get(address(hall, "friends", 1))))
    star(client, hall, 1, off="1")
    star(client, hall, 3, off="1")
    assert "Nobody is starred yet" in words(client.get(address(hall, "friends", 1)))


def test_what_rests_on_stars_is_kept_by_nobody_and_pages_for_everybody_do_not_know_of_them() -> None:
    hall, client = playing(), Client()
    plain = {
        name: Client().get(address(hall, name, 1)).content
        for name in ("pairings", "standings", "results", "players")
    }
    star(client, hall, 2)
    for name, content in plain.items():
        answer = client.get(address(hall, name, 1))
        assert answer.content == content
        assert "Muster-Topics" in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")
    own = client.get(address(hall, "friends", 1))
    assert "Muster-Topics" not in own.headers
    assert own.headers["Cache-Control"] == "private, no-store"
    way = client.get(address(hall, "player", 1, 2))
    assert way.content == Client().get(address(hall, "player", 1, 2)).content


def test_two_browsers_at_one_link_see_each_their_own_stars() -> None:
    hall = playing()
    one, other, none = Client(), Client(), Client()
    star(one, hall, 2)
    star(other, hall, 7)
    url = Phone(hall, 1).url
    for _ in range(2):  # made, and then from memory
        assert listed(words(one.get(url))) == ["2"]
        assert listed(words(other.get(url))) == ["7"]
        assert listed(words(none.get(url))) == []


def test_ones_own_page_follows_results_only_for_the_sake_of_friends(
    django_assert_num_queries: object,
) -> None:
    hall, client = playing(), Client()
    url = Phone(hall, 1).url
    assert "1/results" not in words(client.get(url)).split('data-topics="')[1].split('"')[0]
    star(client, hall, 2)
    assert "1/results" in words(client.get(url)).split('data-topics="')[1].split('"')[0]
    with django_assert_num_queries(3):  # type: ignore[operator]
        client.get(url)


@pytest.mark.parametrize("sent", ["", "x", "-1", "99", "1" * 50, "²"])
def test_what_is_no_player_is_not_starred(sent: str) -> None:
    hall, client = playing(), Client()
    assert "stars-" not in star(client, hall, sent) or "stars-" + hall.event.code + '-1=""' in star(
        client, hall, sent
    )
    assert listed(words(client.get(address(hall, "friends", 1)))) == []


def test_a_cookie_somebody_wrote_themselves_does_no_harm() -> None:
    hall = playing()
    for value in ("1.1.1", "x.y", "9" * 500, "1.999.2", '"<script>', "²"):
        client = Client()
        client.cookies[f"stars-{hall.event.code}-1"] = value
        assert client.get(address(hall, "friends", 1)).status_code == 200
        assert client.get(Phone(hall, 1).url).status_code == 200


def test_another_site_stars_nobody_and_an_address_does_nothing() -> None:
    hall, client = playing(), Client()
    answer = client.post(address(hall, "star", 1), {"player": "2"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert not answer.cookies
    assert client.get(address(hall, "star", 1)).status_code == 302
    assert listed(words(client.get(address(hall, "friends", 1)))) == []


def test_most_stars_are_twelve() -> None:
    hall, client = playing(16), Client()
    for player in range(1, 15):
        star(client, hall, player)
    assert sorted(map(int, listed(words(client.get(address(hall, "friends", 1)))))) == list(range(3, 15))
