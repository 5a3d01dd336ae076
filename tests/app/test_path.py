"""A player's way through the event: whom they met, how it ended, and where they stood after each round."""

from __future__ import annotations

import pytest

from muster.app.player.path import MatchRecord, Path, record_of
from muster.app.standings.read import standings_after
from muster.core.ids import PlayerId
from muster.core.tournament import commands, queries
from muster.core.tournament.next_step import next_step
from regulations_cases import IDS
from web_cases import Hall

pytestmark = pytest.mark.django_db


def played(regulations: str, players: int = 9, rounds: int = 3) -> Hall:
    hall = Hall(regulations, {"structure": "custom", "rounds": rounds, "cut": 4})
    hall.begin(players)
    while next_step(hall.state).step != "cut":
        hall.publish()
        hall.play()
    return hall


@pytest.mark.parametrize("regulations", IDS)
def test_every_round_has_its_place_and_all_of_them_agree_with_the_standings(regulations: str) -> None:
    hall = played(regulations)
    last = standings_after(hall.state)
    for player in hall.state.players:
        path = Path(hall.state, player)
        assert [step.round_no for step in path.steps] == [1, 2, 3]
        assert path.places[-1] == last.shared_ranks[last.places[player]]
        points = sum(int(step.points) for step in path.steps)
        assert points == last.points[last.places[player]]
        assert sum(path.record[:3]) == 3
        assert path.final == ""
        assert path.ranked == 9


def test_byes_and_missed_rounds_have_no_opponent() -> None:
    hall = Hall("armada-4.0", {"structure": "custom", "rounds": 3, "cut": 0})
    hall.begin(9)
    hall.publish()
    bye = hall.state.rounds[0].byes[0].player
    [step] = Path(hall.state, bye).steps
    assert (step.kind, step.opponents, step.table, step.verdict) == ("bye", (), None, "win")
    assert record_of(hall.state, bye) == MatchRecord(1, 0, 0)
    hall.play()
    one = next(iter(hall.state.rounds[0].matches.values())).pairing.players[0]
    [step] = Path(hall.state, one).steps
    assert step.kind == "match"
    assert step.score


def test_an_open_match_says_nothing_of_its_end() -> None:
    hall = Hall("legion-2.0")
    hall.begin(4)
    hall.publish()
    [step] = Path(hall.state, PlayerId(1)).steps
    assert (step.verdict, str(step.score), step.points, step.place) == ("", "", "", None)
    assert record_of(hall.state, PlayerId(1)) == MatchRecord(0, 0, 0)
    assert Path(hall.state, PlayerId(1)).ranked == 0


def test_the_bracket_goes_on_without_places_until_the_end() -> None:
    hall = played("armada-4.0")
    hall.do(commands.MakeCut(), commands.StartStage())
    while next_step(hall.state).step not in ("finish", "finished"):
        hall.publish()
        hall.play()
    hall.do(commands.FinishTournament())
    places = queries.shown_places(hall.state)
    best = Path(hall.state, places[0].player)
    assert best.final == "1"
    assert [step.place is None for step in best.steps] == [False, False, False, True, True]
    assert [step.points for step in best.steps][3:] == ["", ""]
    assert best.record.won >= 2
