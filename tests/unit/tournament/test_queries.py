"""Questions to a state that no other test asks."""

from __future__ import annotations

import pytest

from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.evolve import evolve
from muster.core.tournament.facts import ActRetracted
from muster.core.tournament.state import State
from tournament_cases import desk, lower_wins


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
