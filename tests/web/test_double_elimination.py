"""A day of a double elimination without a browser: set up, drawn, played to a second final, read everywhere."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from muster.app.brackets.advancing import correct_and_remake, dependent_games, remade_with
from muster.app.brackets.read import bracket_of
from muster.app.history.submitting import Done
from muster.app.player.double import own_way
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.tournament import commands
from muster.core.tournament.elimination import bracket_over, double_stand
from muster.web.bracket_drawing import drawing
from muster.web.paper.printouts.brackets import bracket_sheets
from muster.web.paper.printouts.sizes import PAPERS
from muster.web.wall.pieces import pieces
from tournament_cases import typed, won_by
from web_cases import Hall

pytestmark = pytest.mark.django_db


def name(player: PlayerId) -> str:
    return f"P{player}"


def page(response: HttpResponse, status: int = 200) -> str:
    assert response.status_code == status, response.content.decode()[:2000]
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def hall(players: int = 6, **setup: Any) -> Hall:
    """An event of nothing but a double elimination, begun."""
    found = Hall("armada-4.0", {"first_stage": "elimination", "elimination": "double", **setup})
    found.begin(players)
    return found


def first_wins(at: Hall, winner: int = 0) -> None:
    """Whoever is named first, or second, wins every match of the running round."""
    round_ = at.state.rounds[-1]
    for table in sorted(round_.matches):
        report = won_by(at.state.regulations, 1 if winner else 0)
        at.do(commands.ReportResult(round_.number, TableNo(table), report))


def to_the_final(at: Hall) -> None:
    while True:
        at.publish()
        stand = double_stand(at.state)
        assert stand is not None
        games = {match.pairing.game for match in at.state.rounds[-1].matches.values()}
        if games == {stand.bracket.final.number}:
            return
        first_wins(at)


def test_the_day_at_the_desk_and_for_everybody() -> None:
    at = hall()
    assert "6 players, double elimination from the start" in page(at.get("plan"))
    at.propose()
    draft = page(at.get("round"))
    assert "Wait (2)" in draft
    assert "Round 1: upper bracket 1" in draft
    at.do(commands.PublishRound())
    assert "Still in, and their next game comes after this round." in page(at.get("round"))
    bracket = page(at.get("bracket"))
    for words in ("upper bracket 1", "winner of game 1", "loser of game 1", "winner: game 3, loser: game 5"):
        assert words in bracket.lower(), words
    first_wins(at)
    to_the_final(at)
    assert "Round 6: final" in page(at.get("round"))
    first_wins(at, 1)
    assert "Pair round 7" in page(at.get("round"))
    at.publish()
    assert "Round 7: second final" in page(at.get("round"))
    assert "second final" in page(at.get("bracket")).lower()
    first_wins(at)
    at.do(commands.FinishTournament())
    assert "second final" in public(at, "bracket").lower()
    assert "Double elimination" in public(at, "rules")
    assert "Upper bracket: unbeaten" in public(at, "bracket")


def public(at: Hall, what: str) -> str:
    """A page for everybody."""
    response = at.client.get(reverse(f"public:{what}", args=(at.event.code, at.tournament.number)))
    return re.sub(r"\s+", " ", unescape(response.content.decode()))


def test_the_bracket_for_pages() -> None:
    at = hall(8)
    assert bracket_of(at.state, name) is None
    at.publish()
    found = bracket_of(at.state, name)
    assert found is not None
    assert [str(part.title) for part in found.parts] == [
        "Upper bracket: unbeaten", "Lower bracket: lost once", "Final: the winners of both brackets",
    ]  # fmt: skip
    assert [str(column.title) for column in found.columns] == [
        "upper bracket 1", "upper bracket 2", "upper bracket 3",
        "lower bracket 1", "lower bracket 2", "lower bracket 3", "lower bracket 4", "final",
    ]  # fmt: skip
    assert [column.places for column in found.columns] == ["", "", "", "7–8", "5–6", "4", "3", ""]
    waits = found.parts[1].columns[1].boxes[0]
    assert [str(slot.text) for slot in waits.slots] == ["winner of game 7", "loser of game 6"]
    assert str(found.columns[0].boxes[0].onward) == "winner: game 5, loser: game 7"
    drawn = drawing(found)
    assert len(drawn.boxes) == 14
    assert len({(box.x, box.y) for box in drawn.boxes}) == 14
    assert all(0 <= box.y < drawn.height for box in drawn.boxes)
    assert len(pieces(found)) == 3
    assert len(bracket_sheets(at.state, name, PAPERS["a4"]).leaves) == 2


def test_places_and_who_left_stand_in_the_bracket() -> None:
    at = hall(8)
    at.publish()
    first_wins(at)
    loser = at.state.rounds[-1].matches[TableNo(1)].pairing.players[1]
    at.do(commands.DropPlayer(loser))
    at.publish()
    found = bracket_of(at.state, name)
    assert found is not None
    slots = [slot for box in found.parts[1].columns[0].boxes for slot in box.slots]
    assert [str(slot.text) for slot in slots if slot.kind == "nobody"] == [f"P{loser} plays no more"]
    assert len([slot for slot in slots if slot.kind == "bye"]) == 1
    first_wins(at)
    to_the_final(at)
    first_wins(at)
    found = bracket_of(at.state, name)
    assert found is not None
    assert found.champion
    assert len(pieces(found)) == 1
    assert all(box.kind == "done" for column in found.columns for box in column.boxes)


def test_what_a_player_is_told() -> None:
    at = hall(6)
    at.publish()
    waits, (one, two) = at.state.rounds[0].resting[0], at.state.rounds[0].matches[TableNo(1)].pairing.pair
    assert re.search(r"Next: game [34], against the winner of game [12]\.", str(own_way(at.state, waits)))
    assert str(own_way(at.state, one)) == "You are unbeaten: who loses plays on in the lower bracket."
    first_wins(at)
    assert str(own_way(at.state, two)).startswith("You have lost once: you play on in the lower bracket")
    to_the_final(at)
    best, back = at.state.rounds[-1].matches[min(at.state.rounds[-1].matches)].pairing.pair
    assert "if you lose the final, it is played once more" in str(own_way(at.state, best))
    assert "win the final, and it is played once more" in str(own_way(at.state, back))
    out = next(player for player in at.state.players if player not in (best, back))
    assert own_way(at.state, out) is None
    first_wins(at, 1)
    assert "the second final decides. Next: game 11." in str(own_way(at.state, best))
    at.publish()
    first_wins(at)
    assert own_way(at.state, best) is None


def test_one_final_is_told_so() -> None:
    at = hall(4, elimination="double-once")
    to_the_final(at)
    one, two = at.state.rounds[-1].matches[TableNo(1)].pairing.pair
    assert "You are unbeaten: this one final decides." in str(own_way(at.state, one))
    assert "You have lost once: this one final decides." in str(own_way(at.state, two))


def test_a_correction_makes_the_next_round_anew_or_takes_the_second_final_back() -> None:
    at = hall(8)
    at.publish()
    first_wins(at)
    at.propose()
    at.do(commands.PublishRound())
    turned = commands.CorrectResult(
        RoundNo(1), TableNo(1), won_by(at.state.regulations, 1), typed("the slip was misread")
    )
    remade = remade_with(at.state, turned, {})
    assert remade is not None
    assert len(remade.changes) == 2  # a game of the upper bracket, and one of the lower
    at.do(commands.StartRound())
    assert remade_with(at.state, turned, {}) is None
    games = dependent_games(at.state, turned)
    assert games is not None
    assert len(games.later) == 2
    first_wins(at)
    to_the_final(at)
    first_wins(at, 1)
    at.propose()
    at.do(commands.PublishRound())
    number = len(at.state.rounds) - 1
    table = min(at.state.rounds[number - 1].matches)
    back = commands.CorrectResult(
        RoundNo(number), table, won_by(at.state.regulations, 0), typed("the slip was misread")
    )
    assert remade_with(at.state, back, {}) is not None
    done = correct_and_remake(at.tournament.pk, at.actor, back, expected_version=at.state.version)
    assert isinstance(done, Done)
    assert bracket_over(at.state)


def test_it_is_chosen_on_the_plan_page() -> None:
    at = Hall("armada-4.0", {"structure": "custom", "rounds": 2, "cut": 8})
    at.enter(10)
    plan = page(at.get("plan"))
    assert "Elimination after the cut" in plan
    figures = {"structure": "custom", "course": "swiss", "rounds": "2", "cut_kind": "top", "cut": "8"}
    tried = page(at.get("plan-check", **figures, elimination="double"))
    assert "cut to 8, double elimination" in tried
    at.post("plan-structure", **figures, elimination="double")
    assert at.state.elimination == "double"
    plan = page(at.get("plan"))
    assert "The double elimination of 8 players has 7 rounds and 15 games, the second final included." in plan
    assert "at least 4" in page(at.get("plan-check", **{**figures, "cut": "2"}, elimination="double"))


def test_an_event_of_elimination_alone_can_become_double_on_its_plan_and_single_again() -> None:
    hall = Hall("armada-4.0", setup={"structure": "custom", "first_stage": "elimination"})
    hall.enter(8)
    page = " ".join(hall.get("plan").content.decode().split())
    assert "Use this elimination" in page
    for way in ("double", "double-once", "single"):
        page = " ".join(
            hall.post("plan-structure", structure="custom", elimination=way).content.decode().split()
        )
        assert hall.state.created.elimination == way
        assert f'value="{way}" selected' in page
        assert hall.state.created.first_stage == "elimination"
    hall.post("plan-structure", structure="custom", elimination="double")
    assert "double elimination from the start" in " ".join(hall.get("plan").content.decode().split())
