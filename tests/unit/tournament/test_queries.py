"""Questions to a state that no other test asks."""

from __future__ import annotations

import pytest

from muster.core.ids import PlayerId
from muster.core.tournament import queries
from muster.core.tournament.commands import AwardBye, ForbidPair
from muster.core.tournament.drawing_swiss import swiss_field
from muster.core.tournament.engine import evolve
from muster.core.tournament.facts import ActRetracted
from muster.core.tournament.state import State
from tournament_cases import Desk, custom, desk, first_wins, lower_wins


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
    assert not queries.has_swiss(at.state)


def test_play_is_in_a_bracket_from_the_cut_on_or_where_it_begins_there() -> None:
    at = desk(players=8, **custom(2, 4)).rounds(2, first_wins)
    assert queries.has_swiss(at.state)
    assert not queries.in_bracket(at.state)
    assert queries.in_bracket(at.cut().state)
    assert queries.in_bracket(desk(players=4, first_stage="elimination").state)


def test_a_tournament_that_was_not_created_has_no_regulations_and_no_plan() -> None:
    for question in ("created", "regulations", "variants", "announced"):
        with pytest.raises(LookupError):
            getattr(State(), question)


def test_a_journal_that_takes_back_what_was_never_done_changes_nothing() -> None:
    at = desk(players=4)
    at.pair()
    after = evolve(at.state, ActRetracted((1,)))
    assert after.rounds == at.state.rounds


def test_whoever_left_before_playing_has_no_line_and_no_place_that_is_shown() -> None:
    at = Desk().create(**custom(1)).enter(*range(1, 7)).drop(6).announce().begin().rounds(1)
    assert queries.never_came(at.state) == {6}
    assert 6 not in queries.shown_table(at.state).order
    assert 6 in queries.table(at.state).order
    assert queries.shown_places(at.state) == ()
    at.finish()
    assert 6 in {place.player for place in at.state.places or ()}
    assert {place.player for place in queries.shown_places(at.state)} == {1, 2, 3, 4, 5}
    assert queries.shown_table(at.state, 1).order == queries.shown_table(at.state).order


def test_whoever_rested_or_played_before_leaving_stays_on_the_list() -> None:
    at = Desk().create(**custom(2)).enter(*range(1, 6)).announce().begin().rounds(1)
    [resting] = at.resting()
    at.drop(resting)
    assert queries.never_came(at.state) == frozenset()


def test_com_bye_1_one_late_player_can_play_whoever_has_the_bye() -> None:
    at = desk(players=7).pair()
    assert queries.late(at.state) == ()
    at.enter(8)
    [resting] = at.resting()
    assert queries.late_pair(at.state) == (resting, 8)
    at.do(AwardBye(PlayerId(8)))
    assert queries.late(at.state) == ()


def test_two_late_players_and_players_without_a_bye_to_play_have_no_pair() -> None:
    assert queries.late_pair(desk(players=7).pair().enter(8, 9).state) is None
    assert queries.late_pair(desk(players=8).pair().enter(9).state) is None


def test_nobody_is_late_for_a_round_that_runs_or_for_a_bracket() -> None:
    assert queries.late(desk(players=7).enter(8).state) == ()
    at = desk(players=7).pair()
    at.play(first_wins)
    at.enter(8)
    assert queries.late(at.state) == ()
    bracket = desk("unlimited-1.3", 8, first_stage="elimination", structure="custom").pair()
    assert queries.late(bracket.state) == ()


def test_com_pair_2_a_late_player_does_not_meet_an_earlier_opponent_or_one_they_never_meet() -> None:
    at = desk(players=7).pair()
    at.enter(8)
    at.do(ForbidPair((PlayerId(8), PlayerId(at.resting()[0]))))
    assert queries.late_pair(at.state) is None
