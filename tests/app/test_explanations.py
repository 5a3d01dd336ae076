"""Explanations are true: the claims of each sentence, read out of its words, are worked out anew by other code.

Nothing here asks Muster's pairing or standings: points come from the results on record, other pairings are tried one
by one, draws are hashed again, and every number of the standings is reckoned round by round (`explained_numbers`,
`explained_then`, `explained_pairings`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

import pytest

from explained_numbers import Reckoning, check_standing, ranked
from explained_pairings import check_pairings
from muster.core.ids import ClubId, PlayerId
from muster.core.tournament import commands
from muster.core.tournament.journal import Journal
from muster.core.tournament.state import State
from tournament_cases import IDS, Desk, custom, desk, typed
from verify_cases import Day

DAYS: Final = int(os.environ.get("MUSTER_DAYS_EXPLAINED", "5"))
"""Made-up days in one run."""

OFTEN: Final = 400
"""Made-up days in a long run: enough to meet every sentence."""


def check_numbers(state: State, kinds: set[str]) -> None:
    swiss = [
        one for one in state.rounds if state.stages and state.stages[0].format == "swiss" and one.stage == 0
    ]
    done = next((k for k, one in enumerate(swiss) if not one.complete), len(swiss))
    if done:
        for player in ranked(state, Reckoning(state, done))[:: 1 if len(state.players) < 8 else 3]:
            check_standing(state, done, player, kinds)


def check_all(journal: Journal) -> set[str]:
    """Everything said of a tournament; the kinds of sentences that were seen."""
    kinds = set[str]()
    check_pairings(journal.entries, kinds)
    check_numbers(journal.state, kinds)
    return kinds


@pytest.mark.parametrize("number", range(DAYS))
def test_what_is_said_of_a_made_up_day_is_true(number: int) -> None:
    assert check_all(Day(f"explained {number}", most=9, game=IDS[number % len(IDS)]).played())


def clubs() -> Desk:
    at = Desk().create("armada-4.0", variants={"first_round": "clubs-apart"}, **custom(1))
    for player in range(1, 7):
        at.do(commands.EnterPlayer(PlayerId(player), ClubId(1 if player < 5 else 2)))
    return at.announce().begin().rounds(1)


def by_wins() -> Desk:
    return desk("unlimited-1.3", 6, **custom(2, variants={"rank_by": "match-wins"})).rounds(2)


def mended() -> Desk:
    """A published round annulled, drawn anew, put back as it was but for one exchange and published again."""
    at = desk(players=9, **custom(3)).rounds(1).pair()
    was = [{*match.pairing.players} for match in at.round.matches.values()] + [
        {one.player} for one in at.round.byes
    ]
    (bye,), one = was[-1], PlayerId(min(was[0]))
    was[0] ^= {bye, one}
    was[-1] = {one}
    at.do(commands.VoidRound(typed("The bye was another's.")))
    at.propose()
    for place, wanted in enumerate(was):
        for player in sorted(wanted):
            seats = [{*pairing.players} for pairing in at.sheet.pairings] + [
                {x.player} for x in at.sheet.byes
            ]
            if player not in seats[place]:
                at.do(commands.SwapPlayers((min(seats[place] - wanted), player)))
    at.do(commands.PublishRound())
    return at


FIELDS: Final[list[tuple[Callable[[], Desk], set[str]]]] = [
    (lambda: desk(players=4).rounds(4), {"rematch"}),
    (lambda: desk(players=8, **custom(1)).rounds(1), {"apart by the key"}),
    (
        lambda: desk(players=3, **custom(4)).rounds(4),
        {"drawn bye", "lowest without a bye", "everybody had one"},
    ),
    (lambda: desk("legion-2.0", 5, **custom(1)).rounds(1), {"nothing to average", "number average-share"}),
    (lambda: desk("legion-2.0", 3, **custom(3)).rounds(3), {"averaged", "number extended-average-share"}),
    (
        lambda: desk("unlimited-1.3", 5, **custom(1)).rounds(1),
        {"floored", "left out", "nothing to divide by"},
    ),
    (lambda: desk("runewars-2.2.2", 10, **custom(3)).rounds(3), {"of an opponent", "possible"}),
    (lambda: desk(players=8, **custom(1, 4)).rounds(1).cut().rounds(2), {"seeded", "came from games"}),
    (lambda: desk(players=5, first_stage="elimination").rounds(3), {"random start", "came from games"}),
    (clubs, {"first round"}),
    (mended, {"by hand", "kept"}),
    (by_wins, {"number match-wins"}),
]


@pytest.mark.parametrize(("made", "wanted"), FIELDS)
def test_what_is_said_of_a_small_field_is_true(made: Callable[[], Desk], wanted: set[str]) -> None:
    assert check_all(made().journal) >= wanted


@pytest.mark.long
def test_every_kind_of_sentence_is_met_and_true() -> None:
    kinds = set[str]()
    for number in range(OFTEN):
        kinds |= check_all(Day(f"often {number}", most=11, game=IDS[number % len(IDS)]).played())
    assert kinds >= {
        "apart by the key", "apart drawn", "apart impossible", "apart worse", "averaged", "awarded bye", "bracket bye",
        "by hand", "by places", "bye", "came from games", "counted", "crowded", "divided", "drawn bye", "first round",
        "floored", "kept", "left out", "listed", "loss without an opponent", "lowest without a bye", "nearer drawn",
        "nearer impossible", "nearer worse", "nobody nearer", "nothing to divide by", "odd", "of an opponent",
        "one best", "possible", "random start", "rematch", "same group", "seeded", "shuffled", "worse: rematches",
        "worse: players on", "worse: pairs that jump over the group of",
    }  # fmt: skip
