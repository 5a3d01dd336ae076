"""A tournament whose points are shown in halves, and one whose rules change before it begins."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.core.points import HalfPoints
from muster.core.scoring.reports import GamesReport
from muster.core.standings import Worth
from muster.core.standings.explain import explain
from muster.core.standings.tiebreakers import value_text
from muster.core.standings.values import CriterionId
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.course import Course, CoursePart
from muster.core.tournament.engine import decode, encode, replay
from muster.core.tournament.halves import in_halves
from muster.core.tournament.proof.standing import standings_faults
from muster.exchange.words import Teller
from muster.rules.load import load
from muster.rules.own_games import OwnGame, made
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants
from tournament_cases import DAY, Desk

CHESS = load("chess-club")

EVERYTHING = made(
    OwnGame(
        name="Everything",
        result="games",
        win=Fraction(1),
        draw=Fraction(1, 2),
        bye=Fraction(1),
        tiebreakers=("strength-of-schedule", "opponents-match-wins", "game-wins", "total-score", "buchholz"),
    )
)


def _read(text: str) -> facts.Fact:
    parsed = json.loads(text)
    return decode(parsed["kind"], parsed["v"], json.dumps(parsed["data"]))


def played(rules: str = "chess-club", **setup: Any) -> Desk:
    """Four of whom 1 and 3 (by table) draw and win, for two rounds."""
    at = Desk("halves").create(rules, **setup).enter(1, 2, 3, 4, 5).announce().begin()
    for _ in range(2):
        at.pair()
        drawn, won = sorted(at.round.matches)
        at.report(drawn, GamesReport(end="time", games=(None,)))
        at.report(won, GamesReport(end="decided", games=(0,)))
    return at


def test_all_that_is_read_of_a_journal_shows_halves() -> None:
    at = played()
    again = replay([_read(encode(entry.fact)) for entry in at.journal.entries])
    for state in (at.state, again):
        points = {str(row.points) for row in queries.table(state).rows}
        assert points <= {"0", "½", "1", "1½", "2"}
        assert points & {"½", "1½"}
        assert all(isinstance(row.points, HalfPoints) for row in queries.table(state).rows)
        assert str(state.rounds[0].byes[0].outcome.points) == "1"
        assert str(state.regulations.bye.points) == "1"
    assert again.head == at.state.head
    assert '"points":2' in encode(at.journal.entries[0].fact)


def test_a_cut_by_points_and_day_two_are_told_in_points_as_shown() -> None:
    course = Course("swiss", 1, 3)
    at = Desk("two").create(
        "chess-club", structure="custom", rounds=3, cut=5, cut_kind="at-least-points", course=course
    )
    at.enter(1, 2, 3, 4).announce()
    assert str(at.state.announced.course.points) == "1½"
    assert str(at.state.announced.cut) == "2½"
    whole = Desk("one").create(
        "draughts-club", structure="custom", rounds=3, cut=5, cut_kind="at-least-points"
    )
    assert str(whole.enter(1, 2, 3, 4).announce().state.announced.cut) == "5"


@pytest.mark.parametrize(
    ("criterion", "value", "text"),
    [
        ("points", 9, "4½"),
        ("points", 1, "½"),
        ("buchholz", 53, "26½"),
        ("sonneborn-berger", Fraction(15, 2), "3.75"),
        ("sonneborn-berger", 15, "7½"),
        ("strength-of-schedule", Fraction(3, 2), "0.75"),
    ],
)
def test_values_of_points_are_shown_in_halves(criterion: TiebreakerId, value: Fraction, text: str) -> None:
    assert str(value_text(criterion, value, halves=True)) == text


def told(at: Desk, player: int, criterion: CriterionId) -> str:
    state = at.state
    found = explain(
        PlayerId(player),
        criterion,
        queries.records(state),
        state.regulations.standings,
        state.variants,
        rounds_completed=queries.completed(state),
        worth=Worth.of(state.regulations.scoring),
    )
    return " | ".join(map(str, found.words))


def test_arithmetic_is_in_points_as_they_are_shown() -> None:
    at = played()
    table = queries.table(at.state)
    assert [column.halves for column in table.columns] == [True, True, True]
    for row in table.rows:
        buchholz, points = told(at, row.player, "buchholz"), told(at, row.player, "points")
        assert buchholz.endswith(f"Buchholz: {value_text('buchholz', row.values[1], halves=True)}")
        assert points.endswith(f": {row.points}")
        assert not re.search(r"has [3-9]", buchholz), "nobody has more than two points after two rounds"


def test_rates_keep_their_value_and_are_told_in_points_as_shown() -> None:
    at = Desk("rates")
    at.do(commands.CreateTournament(regulations=EVERYTHING, day=DAY))
    at.enter(1, 2, 3, 4).announce().begin().pair()
    one, two = sorted(at.round.matches)
    at.report(one, GamesReport(end="time", games=(0, 1)))
    at.report(two, GamesReport(end="decided", games=(0, 0)))
    table = queries.table(at.state)
    assert [column.halves for column in table.columns] == [True, False, False, True, True]
    winner = next(row.player for row in table.rows if row.points == 2)
    assert "has 1 |" in told(at, _met(at, winner), "opponents-match-wins")
    assert told(at, winner, "game-wins").endswith("2 / 2 = 1")
    assert told(at, winner, "total-score").endswith(": 2")
    drawn = next(row.player for row in table.rows if row.points == 1)
    assert "has ½" in told(at, drawn, "opponents-match-wins")
    assert told(at, drawn, "strength-of-schedule").endswith(": ½")


def _met(at: Desk, player: int) -> int:
    match = next(one for one in at.round.matches.values() if player in one.pairing.players)
    return next(int(one) for one in match.pairing.players if one != player)


def test_scores_that_are_kept_are_no_points() -> None:
    rules = made(
        OwnGame(
            name="Goals", result="score", counted="Goals", win=Fraction(1), draw=Fraction(1, 2), bye=Fraction(1),
            tiebreakers=("total-score", "buchholz"),
        )
    )  # fmt: skip
    worth = Worth.of(rules.scoring)
    assert (worth.win, worth.draw, worth.game) == (2, 1, (1, 0))
    assert str(rules.scoring.equal_score.points) == "½"  # type: ignore[union-attr]


def test_kept_scores_are_added_up_and_checked_by_another_way() -> None:
    at = Desk("scores").create("wargame-40k", structure="custom", rounds=2, cut=0)
    at.enter(1, 2, 3, 4, 5).announce().begin().rounds(2)
    assert standings_faults(at.state) == []
    total = {row.player: row.values[0] for row in queries.table(at.state).rows}
    resting = at.state.rounds[0].byes[0].player
    assert total[resting] >= 75


def test_points_by_place_are_shown_in_halves() -> None:
    places = (Fraction(3), Fraction(3, 2), Fraction(1))
    rules = made(
        OwnGame(name="Quest", result="places", counted="Gold", places=places, tiebreakers=("buchholz",))
    )
    assert [str(one) for one in rules.scoring.points.usual] == ["3", "1½", "1"]  # type: ignore[union-attr]


def test_rules_change_until_the_rounds_are_fixed() -> None:
    at = Desk("change").create("draughts-club", structure="custom", rounds=3, cut=0).enter(1, 2, 3, 4)
    (changed,) = at.do(commands.ChangeRules(regulations=CHESS))
    assert isinstance(changed, facts.RulesChanged)
    assert at.state.regulations == CHESS
    assert at.state.variants.unplayed_rounds == "fide-2023"
    assert changed.asked_by() == commands.ChangeRules(regulations=CHESS)
    words: Message = changed.describe(Teller(at.state, [], str))
    assert str(words) == "The rules are those of Chess, ready-made 1 now."
    at.announce()
    at.refused(commands.ChangeRules(regulations=CHESS), "already-announced")


def test_rules_that_do_not_go_with_what_is_chosen_are_refused() -> None:
    at = Desk("refuse").create("chess-club", structure="advanced")
    places = made(
        OwnGame(
            name="Quest", result="places", counted="Gold", places=(Fraction(5),), tiebreakers=("buchholz",)
        )
    )
    at.refused(commands.ChangeRules(regulations=places), "bad-setup", "none of")
    at.refused(commands.ChangeRules(regulations=load("armada-4.0")), "bad-setup", "set up another tournament")
    assert at.state.variants == Variants(unplayed_rounds="fide-2023")


def test_points_that_a_part_asks_for_are_in_halves_and_places_are_not() -> None:
    parts = (CoursePart("swiss", 1, "at-least-points", 9), CoursePart("swiss", 1, "top", 9))
    by_points, by_places = in_halves(Course(parts=parts)).parts
    assert isinstance(by_points.number, HalfPoints)
    assert not isinstance(by_places.number, HalfPoints)
