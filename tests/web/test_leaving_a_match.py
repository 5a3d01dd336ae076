"""Whoever leaves during their match, or never came: what is still to be done is said, with the way to it."""

from __future__ import annotations

from typing import Any

import pytest

from judge_page_cases import get, players_at, playing, post, text, url
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands
from muster.people.models import ComponentReport, Penalty
from people_cases import words
from tournament_cases import absent
from web_cases import Hall

pytestmark = pytest.mark.django_db

STILL = "Table 1 still needs its result: enter the concession."


def dropped(hall: Hall, player: PlayerId) -> bool:
    return hall.state.players[player].status == "dropped"


def test_the_desk_says_before_and_after_a_drop_that_the_open_match_needs_its_result() -> None:
    hall = playing("legion-2.0")
    player = players_at(hall, 1)[0]
    assert words(hall.get("player", player)).count(STILL) == 1
    after = hall.post("player-drop", player)
    assert dropped(hall, player)
    assert STILL in words(after)
    assert f'href="{hall.url("results")}/1"' in after.content.decode()
    for page in ("player", "table"):
        shown = get(hall, page, player if page == "player" else 1)
        assert words(shown).count(STILL) == 1
    hall.do(commands.ReportResult(RoundNo(1), TableNo(1), absent(hall.state.regulations, 0)))
    assert STILL not in words(hall.get("player", player))
    assert STILL not in words(get(hall, "table", 1))


def test_com_drop_1_whoever_did_not_come_is_dropped_from_the_page_that_follows() -> None:
    hall = playing("legion-2.0")
    player, opponent = players_at(hall, 1)
    assert STILL in words(get(hall, "drop", 1))
    late: dict[str, Any] = {"player": int(player), "category": "tardiness", "late": 10, "kind": "match-loss"}
    page = text(post(hall, "penalise", 1, **late))
    there = f"{url(hall, 'drop', 1)}?player={player}"
    assert f'href="{there}">Drop them, too' in page
    assert page.count("Drop them, too") == 1
    form = hall.client.get(there).content.decode()
    assert f'value="{player}" required checked' in form
    assert STILL not in form, "the match is lost already"
    assert "Drop them, too" not in text(post(hall, "drop", 1, player=int(player)))
    assert (dropped(hall, player), dropped(hall, opponent)) == (True, False)
    record, made = text(get(hall, "record")), Penalty.objects.get()
    assert record.count('<th scope="col"') == 2, "the player, and the one kind that was given"
    assert f'href="{url(hall, "penalty", made.pk)}">Look' in record


def test_com_lost_1_a_concession_and_a_drop_take_a_second_press_and_time_is_one_tap() -> None:
    hall = playing("armada-4.0")
    player = players_at(hall, 2)[0]
    post(hall, "component", 2, player=int(player), component="ruler", fault="lost", essential="on")
    page = text(get(hall, "report", ComponentReport.objects.get().pk))
    assert f'href="{url(hall, "time", 2)}">More time' in page
    for outcome, asks in (("conceded", "the match is lost"), ("dropped", "the player leaves")):
        assert f'value="{outcome}" data-confirm="Press again: {asks}"' in page
    assert 'value="replaced" data-confirm' not in page
    page = text(post(hall, "report", ComponentReport.objects.get().pk, outcome="conceded"))
    assert "The concession is on record: the match is lost." in page
    assert "More time" not in page


@pytest.mark.parametrize("cut", [False, True])
def test_b43_what_a_drop_means_is_told_as_it_is_after_the_swiss_rounds(cut: bool) -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 1, "cut": 4})
    hall.begin(8)
    hall.publish()
    hall.play()
    if cut:
        hall.do(commands.MakeCut())
    told = words(hall.get("player", 1))
    assert ("The Swiss rounds are over: they cannot come back." in told) is cut
    assert ("They can come back, with a loss for each round they miss." in told) is not cut
