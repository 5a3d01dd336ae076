"""The final places on the walls, from the last to the first: nobody sees one before its turn."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from muster.app.common.access import Actor, DeniedError
from muster.app.events.public import names_for_all
from muster.app.screens.remote import press as press_key
from muster.app.screens.reveal import RevealAct, Revealing, reveal
from muster.app.standings.finishing import places_now
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Event
from web_cases import Hall

pytestmark = pytest.mark.django_db

SHARED = [
    Place(PlayerId(player), first, last)
    for player, first, last in [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 4),
        (4, 3, 4),
        (5, 5, 8),
        (6, 5, 8),
        (7, 5, 8),
        (8, 5, 8),
    ]
]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def played(rounds: int = 1, players: int = 6) -> Hall:
    hall = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": rounds, "cut": 0})
    Event.objects.filter(pk=hall.event.pk).update(listed=True)
    hall.begin(players)
    for _ in range(rounds):
        hall.publish()
        hall.play()
    return hall


def wall(hall: Hall) -> tuple[str, str]:
    """The plan of the wall, and what stands on it, the event's own title left out."""
    answer = Client().get(reverse("screen:first", args=[hall.event.code]))
    page = unescape(answer.content.decode())
    return re.findall(r'data-plan="([^"]*)"', page)[0], page.split("<main>")[1]


def press(hall: Hall, act: RevealAct, at: str = "finish") -> str:
    """Press a button as the page of the desk has it now; the page that comes."""
    page = hall.client.get(hall.url("finish" if at == "finish" else "hall")).content.decode()
    (form,) = re.findall(r'<form method="post" action="[^"]*/finish/reveal".*?</form>', page, re.DOTALL)
    assert f'name="act" value="{act}"' in form
    (seen,) = re.findall(r'name="seen" value="(\d*)"', form)
    answer = hall.client.post(hall.url("reveal"), {"act": act, "seen": seen, "at": at}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def named(hall: Hall, page: str) -> set[int]:
    """Whose names are anywhere in a page."""
    names = names_for_all(hall.tournament, hall.state)
    return {one.player for one in places_now(hall.state) if names[one.player] in page}


@pytest.mark.parametrize(
    ("hidden", "act", "after"),
    [
        (0, "hold", 8), (8, "next", 4), (4, "next", 2), (2, "next", 1), (1, "next", 0), (0, "next", 0),
        (0, "back", 1), (1, "back", 2), (2, "back", 4), (4, "back", 8), (8, "back", 8),
        (8, "podium", 4), (2, "podium", 2), (8, "best", 8), (8, "all", 0), (8, "end", 0),
    ],
)  # fmt: skip
def test_who_shares_a_place_is_shown_together(hidden: int, act: RevealAct, after: int) -> None:
    assert Revealing(SHARED, hidden).after(act) == after


def test_only_the_first_is_the_winner() -> None:
    assert [Revealing(SHARED, hidden).winner_next for hidden in (8, 4, 2, 1, 0)] == [False] * 3 + [
        True,
        False,
    ]


def test_places_come_one_by_one_and_no_name_before_its_turn() -> None:
    hall = played()
    best = [one.player for one in places_now(hall.state)]
    assert wall(hall)[0] == ":pairings"
    press(hall, "hold")
    plan, page = wall(hall)
    assert plan == ":reveal"
    assert named(hall, page) == set()
    press(hall, "podium")
    assert named(hall, wall(hall)[1]) == set(best[3:])
    for place in (2, 1):
        press(hall, "next", at="hall")
        assert named(hall, wall(hall)[1]) == set(best[place:])
    assert "And the winner is" in wall(hall)[1]
    hall.do(commands.FinishTournament())
    assert (wall(hall)[0], named(hall, wall(hall)[1])) == (":reveal", set(best[1:])), (
        "finishing gives nothing away"
    )
    press(hall, "next")
    plan, page = wall(hall)
    assert plan == ":podium|places"
    assert named(hall, page) == set(best)
    press(hall, "back")
    assert named(hall, wall(hall)[1]) == set(best[1:])
    press(hall, "all")
    press(hall, "end")
    assert wall(hall)[0] == ":podium|places"


def test_two_who_press_at_once_show_one_place() -> None:
    hall = played()
    press(hall, "hold")
    first, answer = (
        hall.client.post(hall.url("reveal"), {"act": "next", "seen": "6"}, follow=True) for _ in range(2)
    )
    assert "Somebody else" not in unescape(first.content.decode())
    assert "Somebody else has just gone on with the places" in unescape(answer.content.decode())
    assert len(named(hall, wall(hall)[1])) == 1


def test_before_the_end_there_is_nothing_to_show() -> None:
    hall = played()
    fresh = Hall("unlimited-1.3", setup={"structure": "custom", "rounds": 2, "cut": 0})
    fresh.begin(4)
    fresh.publish()
    fresh.play()
    assert fresh.client.post(fresh.url("reveal"), {"act": "hold", "seen": ""}).status_code == 404
    assert "finish/reveal" not in fresh.client.get(fresh.url("finish")).content.decode()
    assert hall.client.post(hall.url("reveal"), {"act": "nonsense"}).status_code == 404


def test_whoever_takes_the_last_result_back_takes_the_places_down() -> None:
    hall = played()
    press(hall, "hold")
    hall.do(commands.Retract())
    assert wall(hall)[0] != ":reveal"
    assert "finish/reveal" not in hall.client.get(hall.url("finish")).content.decode()


def test_who_may_not_touch_the_walls_shows_no_place() -> None:
    hall = played()
    with pytest.raises(DeniedError):
        reveal(hall.tournament, places_now(hall.state), Actor("account:9", "judge"), "hold", None)


@pytest.mark.parametrize("show", ["results", "standings", "podium", "bracket"])
def test_no_key_of_the_remote_gives_a_place_away(show: str) -> None:
    hall = played()
    assert press_key(hall.event, hall.actor, 1, show)
    press(hall, "hold")
    plan, page = wall(hall)
    assert (plan, named(hall, page)) == (":reveal", set())
