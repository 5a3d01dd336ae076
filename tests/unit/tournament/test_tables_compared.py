"""How a whole round at tables of three and four comes out, and how one who was there did against another."""

from __future__ import annotations

import pytest

from muster.core.outcomes import SideOutcome, Verdict, verdict_between
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament.why_tables import counted, whole_round
from tournament_cases import desk


def test_a_first_round_of_equals_has_nothing_to_say() -> None:
    made = desk("twin-suns-1.3", players=8).propose()
    assert whole_round(made.state, made.state.proposal.sheet) == ()  # type: ignore[union-attr]


def test_a_later_round_says_what_it_has_of_every_fault_and_no_more() -> None:
    made = desk("twin-suns-1.3", players=8).pair()
    for table in (1, 2):
        made.report(table, PlacingReport(end="decided", left=(9, 6, 3, 0)))
    made.propose()
    says = [str(one) for one in whole_round(made.state, made.state.proposal.sheet)]  # type: ignore[union-attr]
    assert says[0].startswith("Meetings of two who have met before, in the whole round: 4.")
    assert says[1].startswith("Most points less fewest points, added up over the tables: ")
    assert str(counted("repeats", 4)) in says[0]


@pytest.mark.parametrize(
    ("own", "theirs", "verdict"),
    [(1, 2, "win"), (3, 1, "loss"), (2, 2, "draw")],
)
def test_at_a_table_places_say_who_beat_whom(own: int, theirs: int, verdict: Verdict) -> None:
    assert verdict_between(SideOutcome("loss", 3, place=own), SideOutcome("loss", 2, place=theirs)) == verdict


def test_of_two_the_match_says_it() -> None:
    assert verdict_between(SideOutcome("win", 3), SideOutcome("loss", 0)) == "win"
