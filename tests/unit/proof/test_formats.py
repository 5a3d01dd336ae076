"""What is wrong with a round of a round robin, inside pods, with pods and with day two is told by the proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.bracket.tables import places
from muster.core.ids import PlayerId, TableNo
from muster.core.pairing.pods import Deal
from muster.core.tournament import commands, facts, queries
from muster.core.tournament.course import Course, CoursePart
from muster.core.tournament.drawing_swiss import swiss_field
from muster.core.tournament.engine import replay
from muster.core.tournament.proof.claims import CLAIMS
from muster.core.tournament.proof.groups import (
    circle_faults,
    day_two_faults,
    group_faults,
    pod_round_faults,
    pods_faults,
)
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import Pairing, Sheet, State
from muster.core.tournament.why_groups import why_in_group
from tournament_cases import Desk, desk, first_wins, lower_wins

Proposed = tuple[State, facts.RoundProposed]


def course(players: int, course_: Course, rounds: int | None = None) -> Desk:
    return desk("unlimited-1.3", players, structure="custom", rounds=rounds, cut=0, course=course_)


def proposed(at: Desk) -> Proposed:
    """The round that is drawn next, and the tournament before it."""
    before = at.state
    at.propose()
    fact = at.journal.entries[-1].fact
    assert isinstance(fact, facts.RoundProposed)
    return before, fact


def circle() -> Proposed:
    return proposed(course(5, Course("round-robin")))


def pods(players: int = 9, rounds_before: int = 0, leave: int = 0) -> Proposed:
    at = course(players, Course("pods"), 4)
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    at.rounds(rounds_before, first_wins)
    if leave:
        pod = (at.state.pods or ())[0]
        kept = (pod[0], at.opponent(pod[0]))
        at.drop(*(player for player in pod if player not in kept))
    return proposed(at)


def changed(fact: facts.RoundProposed, **sheet: object) -> facts.RoundProposed:
    return replace(fact, sheet=replace(fact.sheet, **sheet))  # type: ignore[arg-type]


def exchanged(sheet: Sheet) -> tuple[Pairing, ...]:
    """Two players of the first two pairings in each other's place."""
    one, two, *rest = sheet.pairings
    return (
        replace(one, players=(two.players[0], one.players[1])),
        replace(two, players=(one.players[0], two.players[1])),
        *rest,
    )


def said(found: list[object]) -> str:
    return " ".join(map(str, found))


def test_pairs_and_rests_of_a_circle() -> None:
    before, fact = circle()
    assert circle_faults(before, fact) == []
    wrong = circle_faults(before, changed(fact, pairings=exchanged(fact.sheet)))
    assert "not the pairs" in said([*wrong])
    resting = changed(fact, resting=(fact.sheet.pairings[0].players[0],))
    assert "these should rest" in said([*circle_faults(before, resting)])


def test_rests_and_players_of_a_sheet() -> None:
    before, fact = circle()
    claim = next(claim for kind, claim in CLAIMS if kind is facts.RoundProposed)
    both = changed(fact, resting=(*fact.sheet.resting, fact.sheet.pairings[0].players[0]))
    twice = changed(fact, pairings=(fact.sheet.pairings[0], *fact.sheet.pairings))
    assert "said to rest" in said([one for _, faults in claim(before, both, before) for one in faults])
    told = said([one for _, faults in claim(before, twice, before) for one in faults])
    assert "stands in the round twice" in told
    assert "a table is used twice" in told
    missing = changed(fact, resting=())
    assert "not of exactly the players" in said(
        [one for _, faults in claim(before, missing, before) for one in faults]
    )


def test_a_first_round_inside_pods() -> None:
    before, fact = pods()
    field = swiss_field(before)
    assert pod_round_faults(before, fact, field) == []
    wrong = pod_round_faults(before, changed(fact, pairings=exchanged(fact.sheet)), field)
    assert "across the table" in said([*wrong])
    bye = replace(fact.sheet.byes[0], player=fact.sheet.pairings[0].players[0])
    first = replace(
        fact.sheet.pairings[0], players=(fact.sheet.byes[0].player, fact.sheet.pairings[0].players[1])
    )
    other = changed(fact, byes=(bye,), pairings=(first, *fact.sheet.pairings[1:]))
    assert pod_round_faults(before, other, field)


def test_somebody_outside_the_pods_is_told() -> None:
    before, fact = pods()
    stranger = replace(fact.sheet.pairings[0], pod=None)
    told = pod_round_faults(
        before, changed(fact, pairings=(stranger, *fact.sheet.pairings[1:])), swiss_field(before)
    )
    assert "outside the pods" in said([*told])


def test_a_later_round_inside_pods_and_its_bye() -> None:
    before, fact = pods(9, 1)
    field = swiss_field(before)
    assert pod_round_faults(before, fact, field) == []
    had = before.rounds[0].byes[0].player
    seat = next(one for one in fact.sheet.pairings if had in one.players)
    bye = fact.sheet.byes[0]
    players = tuple(bye.player if player == had else player for player in seat.players)
    pairings = tuple(replace(one, players=players) if one is seat else one for one in fact.sheet.pairings)
    again = changed(fact, byes=(replace(bye, player=had),), pairings=pairings)
    assert pod_round_faults(before, again, field)


def test_two_who_have_met_rest() -> None:
    before, fact = pods(8, 1, leave=2)
    field = swiss_field(before)
    assert pod_round_faults(before, fact, field) == []
    one, two = fact.sheet.resting
    played = changed(fact, resting=(), pairings=(Pairing(TableNo(1), (one, two), pod=1),))
    assert "nobody left to meet rests" in said([*pod_round_faults(before, played, field)])


def test_pods_in_another_order_than_drawn() -> None:
    at = course(8, Course("pods"), 3)
    before = at.state
    at.do(commands.DrawPods(at.link()))
    fact = at.journal.entries[-1].fact
    assert isinstance(fact, facts.PodsDrawn)
    assert pods_faults(before, fact) == []
    (pod,) = fact.pods
    assert pods_faults(before, replace(fact, pods=((pod[1], pod[0], *pod[2:]),)))


def test_others_on_day_two() -> None:
    at = course(8, Course("swiss", 1, 3), 2).rounds(1, first_wins)
    before = at.state
    (fact,) = at.do(commands.BeginDayTwo())
    assert isinstance(fact, facts.DayTwoBegun)
    assert day_two_faults(before, fact) == []
    assert day_two_faults(before, replace(fact, players=fact.players[::-1]))


def test_who_cannot_be_paired_in_a_pod_is_told_at_the_desk() -> None:
    at = course(4, Course("pods"), 3)
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    at.rounds(1, first_wins)
    for other in (2, 3, 4):
        at.do(commands.ForbidPair((PlayerId(1), PlayerId(other))))
    at.refused(commands.ProposeRound(at.link()), "no-pairing")


def test_a_pod_that_everybody_has_left_is_passed_over() -> None:
    at = course(12, Course("pods"), 3)
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    at.drop(*(at.state.pods or ())[0]).pair()
    assert {match.pairing.pod for match in at.round.matches.values()} == {2}


def test_a_circle_of_fewer_than_were_planned_for_ends_early() -> None:
    at = Desk().create("armada-4.0", structure="custom", cut=0, course=Course("round-robin"))
    at.enter(*range(1, 7)).announce().drop(5, 6)
    at.begin().rounds(3, first_wins)
    at.refused(commands.ProposeRound(at.link()), "no-pairing", "Everybody has met everybody")
    at.finish("two left before the first round")
    assert len(queries.shown_places(at.state)) == 4


@pytest.mark.parametrize("players", [4, 5])
def test_what_was_replayed_is_what_was_decided(players: int) -> None:
    at = course(players, Course("double-round-robin")).rounds(2, first_wins)
    assert replay(entry.fact for entry in at.journal.entries) == at.state


def test_more_than_one_bye_is_too_many_where_there_are_no_pods() -> None:
    before, fact = proposed(desk("unlimited-1.3", 5))
    one, *rest = fact.sheet.pairings
    byes = (*fact.sheet.byes, replace(fact.sheet.byes[0], player=one.players[0]))
    claim = next(claim for kind, claim in CLAIMS if kind is facts.RoundProposed)
    told = [
        one
        for _, faults in claim(before, changed(fact, byes=byes, pairings=tuple(rest)), before)
        for one in faults
    ]
    assert "more than one bye" in said([*told])


def test_no_places_before_the_first_round_of_a_cut_at_tables() -> None:
    assert places((PlayerId(1), PlayerId(2)), (), {}) == ()


def test_nobody_in_a_pod_is_explained_who_was_left_out_of_the_round() -> None:
    before, fact = pods(8)
    (one, *rest) = fact.sheet.pairings
    cut = changed(fact, pairings=tuple(rest))
    assert why_in_group(before, cut, one.players[0], str) is None


def groups() -> Proposed:
    at = course(9, Course(parts=(CoursePart("groups", size=5),)))
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    return proposed(at)


def test_pairs_and_rests_of_groups() -> None:
    before, fact = groups()
    assert group_faults(before, fact) == []
    assert "not the pairs" in said([*group_faults(before, changed(fact, pairings=exchanged(fact.sheet)))])
    assert "these should rest" in said([*group_faults(before, changed(fact, resting=()))])
    fewer = changed(fact, pairings=fact.sheet.pairings[1:])
    assert "outside the groups" in said([*group_faults(before, fewer)])


@pytest.mark.parametrize("deal", ["by-rank", "snake"])
def test_pods_by_the_standings(deal: Deal) -> None:
    at = course(12, Course(parts=(CoursePart("swiss", 1), CoursePart("pods", 1, "top", 12, deal))))
    at.rounds(1).do(commands.BeginDayTwo())
    before = at.state
    at.do(commands.DrawPods(at.link()))
    fact = at.journal.entries[-1].fact
    assert isinstance(fact, facts.PodsDrawn)
    assert pods_faults(before, fact) == []
    one, two = fact.pods
    seats = replace(fact, pods=((*one[1:], one[0]), two))
    assert "seats of pod 1" in said([*pods_faults(before, seats)])
    assert "do not follow the standings" in said([*pods_faults(before, replace(fact, pods=(two, one)))])


def test_who_comes_into_a_part_and_its_rounds() -> None:
    at = course(8, Course(parts=(CoursePart("swiss", 1), CoursePart("round-robin", entry="top", number=4))))
    before = at.rounds(1).state
    at.do(commands.BeginDayTwo())
    fact = at.journal.entries[-1].fact
    assert isinstance(fact, facts.DayTwoBegun)
    assert day_two_faults(before, fact) == []
    assert "should be" in said([*day_two_faults(before, replace(fact, players=fact.players[1:], rounds=3))])
    assert "not the rounds" in said([*day_two_faults(before, replace(fact, rounds=9))])


def pods_of_six(seed: int, **given: Any) -> Desk:
    """Five rounds inside two pods of six: the last ones are paired so that nobody has to meet again."""
    setup: dict[str, Any] = {"structure": "custom", "rounds": 5, "cut": 0, "course": Course("pods"), **given}
    at = desk("armada-4.0", 12, seed=seed, **setup)
    at.do(commands.DrawPods(at.link(), (6, 6)))
    at.do(commands.PublishPods())
    return at


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rounds_inside_small_pods_look_ahead_and_hold(seed: int) -> None:
    at = pods_of_six(seed).rounds(5, first_wins)
    assert verify(at.journal.entries).holds
    met = {match.pairing.pair for round_ in at.state.rounds for match in round_.matches.values()}
    assert len({frozenset(pair) for pair in met}) == 30


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rounds_inside_pods_paired_by_rank_hold(seed: int) -> None:
    at = pods_of_six(seed, cut=4, rounds=3, variants={"last_round": "power"}).rounds(3, lower_wins)
    assert verify(at.journal.entries).holds
