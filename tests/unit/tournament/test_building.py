"""Sealed play: tables to build decks at, drawn before the first round, changed by hand, published, joined late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.draws import ChainLink
from muster.core.ids import PlayerId
from muster.core.tournament import commands, facts
from muster.core.tournament.course import Course
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.next_step import next_step
from muster.core.tournament.proof.groups import building_faults
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import State
from muster.exchange.journal import read
from tamper_cases import Tampering, released
from tamper_courses import COURSE_TAMPERINGS
from tournament_cases import Desk, desk


def sealed(players: int = 7, regulations: str = "unlimited-1.3") -> Desk:
    return desk(regulations, players, structure="custom", rounds=2, cut=0)


def drawn(at: Desk) -> Desk:
    at.do(commands.DrawBuilding(at.link()))
    return at


def shown(at: Desk) -> Desk:
    drawn(at).do(commands.PublishBuilding())
    return at


def tables(at: Desk) -> tuple[tuple[PlayerId, ...], ...]:
    return at.state.building or ()


def test_f24_tables_are_a_draft_then_official_and_the_rounds_go_on_from_the_next_link() -> None:
    at = drawn(sealed())
    draft = at.state.building_draft
    assert draft is not None
    assert (draft.draw_no, draft.attempt, [*map(len, draft.tables)]) == (1, 1, [2, 2, 3])
    assert next_step(at.state).step == "show-building"
    assert at.state.building is None
    at.do(commands.PublishBuilding())
    assert tables(at) == draft.tables
    assert at.state.building_draft is None
    assert next_step(at.state).step == "pair"
    assert draw_number(at.state) == 2
    at.rounds(2).finish()
    assert verify(at.journal.entries).holds


def test_they_are_drawn_again_from_other_dice_and_every_attempt_stays_on_record() -> None:
    at = drawn(drawn(sealed(9)))
    one, two = (entry.fact for entry in at.journal.entries if isinstance(entry.fact, facts.BuildingDrawn))
    assert (one.link, one.attempt, two.attempt) == (two.link, 1, 2)
    assert one.seed != two.seed
    assert one.tables != two.tables


def test_two_are_exchanged_by_hand_before_they_are_shown() -> None:
    at = sealed()
    at.refused(commands.SwapBuilders((PlayerId(1), PlayerId(2))), "no-proposal")
    at.refused(commands.PublishBuilding(), "no-proposal")
    draft = drawn(at).state.building_draft
    assert draft is not None
    one, two = draft.tables[0][0], draft.tables[2][2]
    at.refused(commands.SwapBuilders((one, one)), "bad-pair")
    at.refused(commands.SwapBuilders((one, PlayerId(99))), "not-in-proposal")
    at.do(commands.SwapBuilders((one, two)))
    at.do(commands.PublishBuilding())
    assert (tables(at)[0][0], tables(at)[2][2]) == (two, one)
    at.refused(commands.DrawBuilding(at.link()), "bad-building", "are published")
    assert verify(at.journal.entries).holds


def test_who_comes_late_sits_where_there_is_room_or_at_a_new_table() -> None:
    at = sealed(5)
    at.refused(commands.JoinBuilding(PlayerId(1), 1), "bad-building", "after it is published")
    shown(at)
    at.refused(commands.JoinBuilding(PlayerId(1), 1), "bad-building", "already")
    at.refused(commands.JoinBuilding(PlayerId(8), 1), "not-playing")
    at.enter(6, 7, 8)
    at.refused(commands.JoinBuilding(PlayerId(6), 2), "bad-building", "full")
    at.refused(commands.JoinBuilding(PlayerId(6), 4), "bad-building", "the next new one is 3")
    at.refused(commands.JoinBuilding(PlayerId(6), 0), "bad-building")
    at.do(commands.JoinBuilding(PlayerId(6), 1))
    at.do(commands.JoinBuilding(PlayerId(7), 3))
    at.drop(tables(at)[1][0]).do(commands.JoinBuilding(PlayerId(8), 2))
    assert [*map(len, tables(at))] == [3, 4, 1]
    at.pair()
    at.enter(9)
    at.refused(commands.JoinBuilding(PlayerId(9), 3), "bad-building", "before round 1")
    assert verify(at.journal.entries).holds


def test_one_can_play_without_them_and_a_draft_of_them_is_over_then() -> None:
    at = drawn(sealed()).rounds(1)
    at.refused(commands.PublishBuilding(), "no-proposal")
    at.refused(commands.DrawBuilding(at.link()), "bad-building")
    assert next_step(at.state).step == "pair"


@pytest.mark.parametrize("regulations", ["armada-4.0", "twin-suns-1.3"])
def test_other_games_build_nothing_at_the_event(regulations: str) -> None:
    structure = {"structure": "advanced"} if regulations == "twin-suns-1.3" else {}
    at = desk(regulations, 8, **structure)
    at.refused(commands.DrawBuilding(at.link()), "bad-building", "No decks are built")


def test_after_a_draft_in_pods_one_builds_where_one_sits() -> None:
    at = desk("unlimited-1.3", 8, structure="custom", rounds=2, cut=0, course=Course("pods"))
    at.refused(commands.DrawBuilding(at.link()), "bad-building")


def test_one_player_alone_has_nobody_opposite_and_another_link_is_none_of_the_chain() -> None:
    at = sealed(3)
    at.refused(commands.DrawBuilding(ChainLink("b" * 64)), "wrong-link")
    at.drop(1, 2)
    at.refused(commands.DrawBuilding(at.link()), "attendance", "at least two")


def test_the_proof_tells_tables_in_another_order_or_of_other_sizes() -> None:
    at = sealed()
    before = at.state
    fact = drawn(at).state.building_draft
    assert fact is not None
    assert building_faults(before, fact) == []
    one, two, three = fact.tables
    turned = replace(fact, tables=(one[::-1], two, three))
    assert "order" in str(*building_faults(before, turned))
    large = replace(fact, tables=((*one, *two), three))
    assert "two build at each table" in str(*building_faults(before, large))
    short = replace(fact, tables=((*one, *two, three[0]), three[1:]))
    assert "two build at each table" in str(*building_faults(before, short))


@pytest.mark.parametrize(
    "tampering", [one for one in COURSE_TAMPERINGS if one.journal == "sealed"], ids=lambda one: one.name
)
def test_a_day_of_sealed_play_that_was_tampered_with_is_refused(tampering: Tampering) -> None:
    text, _line = tampering.text(mended=True)
    assert not verify(read(text.encode()).journal.entries).holds
    assert verify(read(released("sealed").encode()).journal.entries).holds


def test_a_fact_of_a_swap_without_tables_leaves_none() -> None:
    swapped = facts.BuildersSwapped((PlayerId(1), PlayerId(2)), ())
    assert swapped.evolve(State()).building_draft is None
