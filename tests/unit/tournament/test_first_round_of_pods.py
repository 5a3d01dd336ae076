"""The first round of a pod with players who must never meet, and with byes that were awarded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import commands, facts
from muster.core.tournament.course import Course
from muster.core.tournament.drawing_swiss import swiss_field
from muster.core.tournament.proof.groups import pod_round_faults
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import Sheet, State
from muster.core.tournament.why import why_paired
from tournament_cases import Desk

NEVER = "two who sit across from each other are never to be paired"


def draft(players: int, *byes: int) -> Desk:
    """A draft whose pods are out; those with `byes` have a bye in the first round."""
    at = Desk().create("unlimited-1.3", structure="custom", rounds=3, cut=0, course=Course("pods"))
    for player in range(1, players + 1):
        at.enter(player, first_round_bye=player in byes)
    at.announce().do(commands.StartStage())
    at.do(commands.DrawPods(at.link()))
    at.do(commands.PublishPods())
    return at


def forbid(at: Desk, one: PlayerId, two: PlayerId) -> None:
    at.do(commands.ForbidPair((one, two)))


def told(at: Desk, player: PlayerId) -> str:
    found = why_paired(at.journal.entries, RoundNo(1), player, lambda one: f"P{one}")
    assert found is not None
    return " ".join(map(str, (found.message, *(found.dice.lines if found.dice else ()))))


def test_f18_two_who_sit_across_and_must_not_meet_are_parted_with_as_few_others_as_can_be() -> None:
    at = draft(8)
    pod = (at.state.pods or ())[0]
    forbid(at, pod[0], pod[4])
    at.pair()
    pairs = {frozenset(match.pairing.players) for match in at.round.matches.values()}
    across = {frozenset(pair) for pair in zip(pod[:4], pod[4:], strict=True)}
    assert len(pairs & across) == 2
    assert frozenset((pod[0], pod[4])) not in pairs
    assert NEVER in told(at, pod[0])
    assert "Pairings of the pod that break up no more: 6." in told(at, pod[0])
    kept = next(iter(pairs & across))
    assert "sit farthest apart" in told(at, min(kept))
    assert verify(at.journal.entries).holds


def test_where_nobody_else_is_left_the_round_is_refused_and_names_them() -> None:
    at = draft(4)
    pod = (at.state.pods or ())[0]
    for other in pod[1:]:
        forbid(at, pod[0], other)
    at.refused(commands.ProposeRound(at.link()), "no-pairing")


def test_where_too_many_would_have_to_be_parted_the_pod_is_paired_like_a_swiss_round() -> None:
    at = Desk().create("unlimited-1.3", structure="custom", rounds=3, cut=0, course=Course("pods"))
    at.enter(*range(1, 13)).announce().do(commands.StartStage())
    at.do(commands.DrawPods(at.link(), (12,)))
    at.do(commands.PublishPods())
    pod = (at.state.pods or ())[0]
    for one, two in zip(pod[:6], pod[6:], strict=True):
        forbid(at, one, two)
    before = at.state
    (fact,) = at.do(commands.ProposeRound(at.link()))
    assert isinstance(fact, facts.RoundProposed)
    pairs = {tuple(sorted(one.players)) for one in fact.sheet.pairings}
    assert len(pairs) == 6
    assert not pairs & before.forbidden
    at.do(commands.PublishRound())
    assert NEVER not in told(at, pod[0])
    assert verify(at.journal.entries).holds


def test_awarded_byes_are_given_in_pods_and_the_others_move_up() -> None:
    at = draft(8, 1, 2, 3)
    pod = (at.state.pods or ())[0]
    at.pair()
    given = {bye.player for bye in at.round.byes if bye.awarded}
    drawn = [bye.player for bye in at.round.byes if not bye.awarded]
    assert given == {1, 2, 3}
    assert len(drawn) == 1
    sitting = [player for player in pod if player not in {*given, *drawn}]
    assert {match.pairing.players for match in at.round.matches.values()} == {
        (sitting[0], sitting[2]), (sitting[1], sitting[3]),
    }  # fmt: skip
    assert "awarded a first-round bye" in told(at, PlayerId(1))
    assert "bye" in told(at, drawn[0])
    assert verify(at.journal.entries).holds
    at.play()
    at.pair()
    assert not at.round.byes
    assert verify(at.journal.entries).holds


def test_a_pod_whose_others_have_awarded_byes_gives_the_last_one_a_bye_too() -> None:
    at = draft(4, 1, 2, 3)
    at.pair()
    assert {(bye.player, bye.awarded) for bye in at.round.byes} == {
        (1, True),
        (2, True),
        (3, True),
        (4, False),
    }
    everybody = draft(4, 1, 2, 3, 4)
    everybody.pair()
    assert [bye.awarded for bye in everybody.round.byes] == [True] * 4
    assert verify(everybody.journal.entries).holds


@pytest.fixture
def proposed() -> tuple[State, facts.RoundProposed]:
    """A pod of seven, of whom one has an awarded bye and two who sit across must not meet; and its round."""
    at = draft(7, 7)
    pod = [player for player in (at.state.pods or ())[0] if player != 7]
    forbid(at, pod[1], pod[4])
    before = at.state
    (fact,) = at.do(commands.ProposeRound(at.link()))
    assert isinstance(fact, facts.RoundProposed)
    return before, fact


def faults(before: State, fact: facts.RoundProposed, sheet: Sheet) -> str:
    found = pod_round_faults(before, replace(fact, sheet=sheet), swiss_field(before))
    return " ".join(map(str, found))


def test_another_pairing_is_told(proposed: tuple[State, facts.RoundProposed]) -> None:
    before, fact = proposed
    assert faults(before, fact, fact.sheet) == ""
    one, two, *others = fact.sheet.pairings
    swapped = (
        replace(one, players=(one.players[0], two.players[0])),
        replace(two, players=(one.players[1], two.players[1])),
        *others,
    )
    assert "across the table" in faults(before, fact, replace(fact.sheet, pairings=swapped))


def test_another_bye_is_told(proposed: tuple[State, facts.RoundProposed]) -> None:
    before, fact = proposed
    (bye,) = fact.sheet.byes
    assert "awarded byes" in faults(before, fact, replace(fact.sheet, byes=(replace(bye, awarded=False),)))
    more = (bye, replace(bye, player=fact.sheet.pairings[0].players[0], awarded=False))
    assert "exactly one has a bye" in faults(before, fact, replace(fact.sheet, byes=more))
