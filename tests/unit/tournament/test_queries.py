"""Questions to a state that no other test asks."""

from __future__ import annotations

import pytest

from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.drawing import swiss_field
from muster.core.tournament.engine import evolve
from muster.core.tournament.facts import ActRetracted
from muster.core.tournament.state import State
from tournament_cases import custom, desk, first_wins, lower_wins


def test_standings_of_a_running_round_count_what_is_reported() -> None:
    at = desk(players=4).rounds(1, lower_wins).pair()
    at.report(1, at.win(1, 0))
    one, two = at.meetings()[0]
    records = queries.records(at.state, 2)
    assert [len(records[PlayerId(player)]) for player in (one, two)] == [2, 2]
    assert sum(len(own) for own in records.values()) == 6
    assert sum(len(own) for own in queries.records(at.state).values()) == 4
    assert (
        queries.table(at.state, 2).row(PlayerId(one)).points
        > queries.table(at.state).row(PlayerId(one)).points
    )


def test_standings_after_an_earlier_round_know_nothing_of_later_ones() -> None:
    at = desk(players=8).rounds(2, lower_wins).enter(9)
    early = queries.records(at.state, 1)
    assert {len(own) for own in early.values()} == {1}
    assert len(queries.records(at.state)[PlayerId(9)]) == 2


def test_b21_who_met_somebody_with_fewer_points_was_paired_down() -> None:
    at = desk(players=6, **custom(4, variants={"pair_down_again": "avoided"})).rounds(1, first_wins)
    assert swiss_field(at.state).down == frozenset()
    points = dict(zip(queries.table(at.state).order, queries.table(at.state).points, strict=True))
    at.pair()
    unequal = [pair for pair in at.meetings() if points[PlayerId(pair[0])] != points[PlayerId(pair[1])]]
    assert len(unequal) == 1
    at.play()
    assert swiss_field(at.state).down == {max(unequal[0], key=lambda player: points[PlayerId(player)])}
    usual = desk(players=6, **custom(4)).rounds(2, first_wins)
    assert swiss_field(usual.state).down == frozenset()


def test_an_event_of_elimination_only_has_no_swiss_rounds() -> None:
    at = desk(players=4, first_stage="elimination").rounds(1)
    assert queries.swiss_rounds(at.state) == ()
    assert queries.completed(at.state) == 0


def test_a_tournament_that_was_not_created_has_no_regulations_and_no_plan() -> None:
    for question in ("created", "regulations", "variants", "announced"):
        with pytest.raises(LookupError):
            getattr(State(), question)


def test_a_journal_that_takes_back_what_was_never_done_changes_nothing() -> None:
    at = desk(players=4)
    at.pair()
    after = evolve(at.state, ActRetracted((1,)))
    assert after.rounds == at.state.rounds
