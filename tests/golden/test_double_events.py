"""A real double elimination played again by our bracket, as far as the rules of the other program are ours.

Source: matches and participants of one event of fourteen as Challonge's interface gives them (the data's own README
says where from); where it is not at hand those tests are skipped. Six of our own, worked out by hand, are always there.

Challonge seats the same seeds in the same first matches, lets the same losers meet first, and has no second final where
the unbeaten player wins the first. It differs where those come down who lost in the second round of the winners'
bracket: they come in reversed order (4 3 2 1), ours with the halves exchanged (3 4 1 2). In brackets of up to eight
both are the same. Who met whom from there on is Challonge's own; where two meet here who did not meet there, whoever
got further there goes on, of equals the better seed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import pytest

from muster.core.bracket.double import double_elimination
from muster.core.bracket.places import Place
from muster.core.ids import PlayerId, Seat
from muster.core.tournament.doubles import seeds_of
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import Match
from support import shared_file
from tournament_cases import Desk, desk

Meeting = tuple[int, int]
"""Two seeds."""


@dataclass(frozen=True)
class Event:
    """Who met whom in each round (1, 2 … of the winners' bracket, -1, -2 … of the losers'), and who won.

    Attributes:
        rounds: the winners of each round's meetings, by the meeting, the better seed first.
        places: everybody's place; shared ones have the same number.
    """

    rounds: dict[int, list[tuple[Meeting, int]]]
    places: dict[int, int]

    def met(self, *numbers: int) -> set[Meeting]:
        return {meeting for number in numbers for meeting, _ in self.rounds[number]}


def ordered(one: int, two: int) -> Meeting:
    return (min(one, two), max(one, two))


def challonge() -> Event:
    """The event of the file, in seeds."""

    def rows(name: str, kind: str) -> list[dict[str, Any]]:
        text = shared_file("data", "foreign", "challonge", name).read_text(encoding="utf-8")
        return [row[kind] for row in json.loads(text)]

    people = rows("pool-participants.json", "participant")
    seed = {one["id"]: one["seed"] for one in people}
    rounds: dict[int, list[tuple[Meeting, int]]] = {}
    for one in sorted(rows("pool-matches.json", "match"), key=lambda one: one["identifier"]):
        meeting = ordered(seed[one["player1_id"]], seed[one["player2_id"]])
        rounds.setdefault(one["round"], []).append((meeting, seed[one["winner_id"]]))
    return Event(rounds, {one["seed"]: one["final_rank"] for one in people})


OWN: Final = Event(
    {
        1: [((4, 5), 4), ((3, 6), 6)],
        2: [((1, 4), 1), ((2, 6), 2)],
        -2: [((5, 6), 5), ((3, 4), 3)],  # each against who lost in the other half
        3: [((1, 2), 2)],
        -3: [((3, 5), 3)],
        -4: [((1, 3), 3)],
        4: [((2, 3), 3), ((2, 3), 2)],  # the final, which the unbeaten player lost, and the second one
    },
    {2: 1, 3: 2, 1: 3, 5: 4, 4: 5, 6: 5},
)


def played_again(event: Event) -> tuple[Desk, list[set[Meeting]]]:
    """The event at a desk of ours, to its end; and who met whom in each round, by seed."""
    at = desk("armada-4.0", len(event.places), first_stage="elimination", elimination="double")
    left = [one for number in sorted(event.rounds, key=abs) for one in event.rounds[number]]
    found: list[set[Meeting]] = []

    def winner(match: Match) -> Seat:
        seed = seeds(at)
        one, two = (seed[player] for player in match.pairing.pair)
        happened = next((each for each in left if each[0] == ordered(one, two)), None)
        if happened is None:
            return 0 if (event.places[one], one) < (event.places[two], two) else 1
        left.remove(happened)
        return 0 if happened[1] == one else 1

    while not at.state.rounds or unfinished(at.state) is not None:
        at.pair()
        seed = seeds(at)
        found.append({ordered(seed[PlayerId(one)], seed[PlayerId(two)]) for one, two in at.meetings()})
        at.play(winner)
    return at.finish(), found


def seeds(at: Desk) -> dict[PlayerId, int]:
    """Everybody's seed, as the first round drew it."""
    return {player: number for number, player in enumerate(seeds_of(at.state), 1)}


def by_seed(at: Desk) -> dict[int, int]:
    """The places the desk comes to."""
    seed = seeds(at)
    places: tuple[Place, ...] = at.state.places or ()
    return {seed[one.player]: one.first_place for one in places}


def test_six_of_our_own_meet_and_end_as_worked_out_by_hand() -> None:
    at, found = played_again(OWN)
    assert found == [
        OWN.met(1), OWN.met(2), OWN.met(-2), OWN.met(3, -3), OWN.met(-4), OWN.met(4), OWN.met(4)
    ]  # fmt: skip
    assert by_seed(at) == OWN.places
    assert verify(at.journal.entries).holds


@pytest.fixture(scope="module")
def real() -> Event:
    return challonge()


def test_everybody_meets_who_they_met_until_the_losers_of_round_two_come_down(real: Event) -> None:
    at, found = played_again(real)
    assert found[0] == real.met(1)
    assert found[1] == real.met(2, -1)
    assert real.met(-2) == {(1, 3), (7, 13), (4, 10), (6, 9)}
    assert found[2] == {(9, 10), (4, 6), (1, 7), (3, 13)}, "the halves exchanged, not reversed"
    assert real.met(3) <= found[3]
    assert real.met(4) <= found[5], "the winners' final waits for the losers' fourth round"
    assert len(at.state.rounds) == 8, "the unbeaten player won: no second final"
    assert sum(map(len, found)) == sum(map(len, real.rounds.values())) == 26


def test_everybody_who_decided_it_ends_where_they_ended(real: Event) -> None:
    """All but places 7 to 12, which lie with whom one met on the way down."""
    at, _ = played_again(real)
    found = by_seed(at)
    assert sorted(found.values()) == sorted(real.places.values())
    decided = {seed: place for seed, place in real.places.items() if place < 7 or place > 12}
    assert len(decided) == 8
    assert decided.items() <= found.items()
    assert verify(at.journal.entries).holds


def test_the_two_orders_differ_from_sixteen_players_up() -> None:
    """Who comes down from the second round of the winners' bracket, by the match lost, in the order of the losers'."""
    for players, ours in ((8, [6, 5]), (16, [11, 12, 9, 10])):
        bracket = double_elimination(players)
        down = [one.sides[1].of for one in bracket.matches if (one.bracket, one.level) == ("losers", 2)]
        assert down == ours
        reversed_ = sorted(down, reverse=True)
        assert (down == reversed_) == (players == 8)
