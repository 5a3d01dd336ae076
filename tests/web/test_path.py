"""A player's way through the event, for everybody and for themselves; and the bracket with one's own games."""

from __future__ import annotations

import pytest
from django.test import Client

from muster.app.history.reasons import typed
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.core.tournament.next_step import next_step
from muster.people.models import Entry
from muster.web.path_steps import places_drawn
from player_cases import Phone, words
from public_cases import address, see, shown
from web_cases import Hall

pytestmark = pytest.mark.django_db


def cut(times: int = 2) -> Hall:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": times, "cut": 4})
    hall.begin(9)
    while next_step(hall.state).step != "cut":
        hall.publish()
        hall.play()
    return shown(hall)


def test_each_round_has_opponent_score_and_place() -> None:
    hall = cut()
    for player in hall.state.players:
        page = see(hall, "player", 1, player)
        assert page.count('<th scope="row">') == 2
        assert "Place after each round:" in page
        assert "won" in page or "lost" in page
    assert Client().get(address(hall, "player", 1, 99)).status_code == 404


def test_names_are_those_people_chose_to_show() -> None:
    hall = cut()
    Entry.objects.filter(tournament=hall.tournament, player=2).update(shown_as="none")
    name = Phone(hall, 2).entry.person.name
    assert all(name not in see(hall, "player", 1, player) for player in hall.state.players)


def test_the_disqualified_have_no_page() -> None:
    hall = cut()
    hall.do(commands.DisqualifyPlayer(PlayerId(2), typed("x")))
    assert Client().get(address(hall, "player", 1, 2)).status_code == 404


def test_ones_own_rounds_and_bracket_are_private() -> None:
    hall = cut()
    hall.do(commands.MakeCut(), commands.StartStage())
    hall.publish()
    seeds = hall.state.seeds
    assert seeds is not None
    for what in ("rounds", "bracket"):
        answer = Client().get(f"{Phone(hall, seeds[0]).url}/{what}")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert "Muster-Topics" not in answer.headers
    own = words(Client().get(f"{Phone(hall, seeds[0]).url}/bracket"))
    assert own.count('class="playing mine"') == 1
    out = next(player for player in hall.state.players if player not in seeds)
    assert "mine" not in words(Client().get(f"{Phone(hall, out).url}/bracket")).split("bracket-strip")[1]
    assert "/bracket" in Phone(hall, seeds[0]).look()


def test_before_the_first_round_there_is_nothing_and_it_says_so() -> None:
    hall = Hall()
    hall.enter(4)
    shown(hall)
    assert "No round is published yet" in see(hall, "player", 1, 1)
    phone = Phone(hall, 1)
    assert "No round is published yet" in words(phone.client.get(f"{phone.url}/rounds"))
    assert "once the cut is made" in words(phone.client.get(f"{phone.url}/bracket"))


def test_the_line_has_the_first_place_on_top() -> None:
    drawn = places_drawn((3, 1, 5))
    assert drawn is not None
    heights = [y for _place, _x, y in drawn.dots]
    assert heights[1] == min(heights)
    assert heights[2] == max(heights)
    assert str(drawn.words) == "Place after each round: 3, 1, 5"
    assert places_drawn((2,)) is None
