"""What is said of rounds at tables, in pods and in circles where it is asked for somebody who is not there."""

from __future__ import annotations

import pytest

from muster.core.custom_structure import check_custom
from muster.core.duties.people import _away
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.core.outcomes import Outcome, SideOutcome
from muster.core.roster.words import kind_words
from muster.core.scoring import check, report_fields
from muster.core.scoring.reports import GamesReport, PlacingReport
from muster.core.standings.explain import explain
from muster.core.structure import PlanRefusal
from muster.core.tournament import commands, queries
from muster.core.tournament.course import Course
from muster.core.tournament.review import review
from muster.core.tournament.state import Pairing
from muster.core.tournament.why import why_paired
from muster.core.written import points_score
from muster.rules.load import load
from standings_cases import rules_of
from tournament_cases import custom, desk

SUNS = load("twin-suns-1.3")


def name(player: PlayerId) -> str:
    return f"P{player}"


def test_a_pair_is_of_two() -> None:
    with pytest.raises(ValueError, match="unpack"):
        _ = Pairing(TableNo(1), (PlayerId(1), PlayerId(2), PlayerId(3))).pair
    side = SideOutcome("loss", 0)
    assert Outcome((side, side), None).pair == (side, side)
    with pytest.raises(ValueError, match="not in tuple"):
        Pairing(TableNo(1), (PlayerId(1), PlayerId(2))).seat_of(PlayerId(3))


def test_points_of_more_than_two_stand_beside_each_other() -> None:
    assert str(points_score(5, 3, 2, 1)) == "5–3–2–1"


def test_a_unit_has_words_of_its_own_among_cards() -> None:
    assert kind_words("unit", "unlimited").context == "card of Unlimited"


def test_a_report_of_the_wrong_kind_is_told() -> None:
    pair = Outcome((SideOutcome("win", 3), SideOutcome("loss", 0)), 0)
    duel = load("unlimited-1.3")
    left = PlacingReport(end="decided", left=(1, 0))
    assert [one.field for one in check(left, pair, duel, stage="swiss", variants=duel.variants)] == ["report"]
    games = GamesReport(end="decided", games=(0,))
    stranger = Outcome(pair.sides, 3)
    assert [one.field for one in check(games, stranger, duel, stage="swiss", variants=duel.variants)] == [
        "report"
    ]
    table = PlacingReport(end="decided", left=(3, 2, 1))
    assert [one.field for one in check(table, pair, SUNS, stage="swiss", variants=SUNS.variants)] == ["sides"]


def test_the_fields_of_a_table() -> None:
    fields = report_fields(SUNS)
    assert [(field.name, field.kind) for field in fields] == [
        ("end", "choice"),
        ("left", "left"),
        ("conceded", "seats"),
        ("absent", "seats"),
        ("lost", "seats"),
        ("places", "places"),
    ]


def test_no_rounds_and_no_cut_cannot_be_at_tables_and_neither_can_a_cut_that_fills_none() -> None:
    nothing = check_custom(SUNS, 8, 0, 0)
    assert isinstance(nothing, PlanRefusal)
    assert "at least 1 round" in str(nothing.problems[-1].message)
    eight = check_custom(SUNS, 8, 3, 8)
    assert isinstance(eight, PlanRefusal)
    assert "4, 7, 10, 13 or 16" in str(eight.problems[0].message)


def test_sums_over_everybody_met_at_a_table_are_told() -> None:
    at = desk("twin-suns-1.3", 4, **custom(1)).pair()
    at.report(1, PlacingReport(end="decided", left=(9, 5, 2, 0)))
    players = at.round.matches[TableNo(1)].pairing.players
    records = queries.records(at.state)

    def lines(criterion: str, *tiebreakers: str) -> str:
        rules = rules_of(*(tiebreakers or (criterion,)))  # type: ignore[arg-type]
        shown = explain(players[0], criterion, records, rules, SUNS.variants, rounds_completed=1)  # type: ignore[arg-type]
        return str(shown.words[0])

    assert "have 6 together: 6" in lines("buchholz")
    assert "left out" in lines("buchholz-cut-1")
    assert "1 with" in lines("match-wins")


def test_nobody_is_explained_who_is_not_in_the_round() -> None:
    circle = desk("armada-4.0", 5, structure="custom", cut=0, course=Course("round-robin")).pair()
    assert why_paired(circle.journal.entries, RoundNo(1), PlayerId(99), name) is None
    pods = desk("armada-4.0", 8, structure="custom", rounds=2, cut=0, course=Course("pods"))
    pods.do(commands.DrawPods(pods.link()))
    pods.do(commands.PublishPods())
    pods.pair()
    assert why_paired(pods.journal.entries, RoundNo(1), PlayerId(99), name) is None
    assert (
        review(
            desk("armada-4.0", 5, structure="custom", cut=0, course=Course("round-robin")).propose().state,
            name,
        )
        == ()
    )


def test_who_is_never_to_meet_and_left_stands_in_nobodys_way() -> None:
    at = desk("twin-suns-1.3", 8, **custom(2))
    at.do(commands.ForbidPair((PlayerId(1), PlayerId(2))))
    at.drop(1).pair()
    assert len(at.round.matches) == 2


def test_who_never_came_to_a_table_is_a_duty() -> None:
    at = desk("twin-suns-1.3", 4, **custom(1)).pair()
    at.report(1, PlacingReport(end="decided", left=(9, 5, 2, 0), absent=(3,)))
    match = at.round.matches[TableNo(1)]
    assert _away(match) == (match.pairing.players[3],)
