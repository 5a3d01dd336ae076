"""Sentences of both Armada editions that need a whole event, or a table, to be seen at work."""

from __future__ import annotations

from itertools import pairwise

import pytest

from muster.core.ids import Seat
from muster.core.tournament import commands
from muster.core.tournament.final import final_places
from muster.core.tournament.state import Match
from muster.rules.schema import EndId, Regulations
from scoring_cases import ARMADA, ARMADA_PL, game, margins_of, outcome_of, points_of
from tournament_cases import custom, desk, first_wins, lower_wins


def second_wins(_: Match) -> Seat:
    """The player named second wins."""
    return 1


EDITIONS = ("armada-4.0", "armada-pl")
BOTH = pytest.mark.parametrize("regulations", [ARMADA, ARMADA_PL], ids=lambda one: str(one.id))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("upsets", [False, True], ids=["as seeded", "always the lower seed"])
def test_a_bracket_goes_on_by_its_game_numbers_until_one_player_remains(edition: str, upsets: bool) -> None:
    at = desk(edition, players=16, **custom(4, 8)).rounds(4, lower_wins).cut()
    seeds = at.state.seeds
    assert seeds
    assert len(seeds) == 8

    at.rounds(3, second_wins if upsets else first_wins)
    rounds = at.state.rounds[4:]
    games = [{match.pairing.game: match for match in one.matches.values()} for one in rounds]
    assert [sorted(number or 0 for number in one) for one in games] == [[1, 2, 3, 4], [1, 2], [1]]
    for number in range(1, 5):  # the first against the last, the second against the one before
        assert set(games[0][number].pairing.players) == {seeds[number - 1], seeds[8 - number]}
    for before, after in pairwise(games):
        won = {number: match.pairing.players[1 if upsets else 0] for number, match in before.items()}
        out = {match.pairing.players[0 if upsets else 1] for match in before.values()}
        for at_game, match in after.items():
            assert set(match.pairing.players) == {won[at_game], won[len(before) + 1 - (at_game or 0)]}
            assert not out & set(match.pairing.players)
    at.refused(commands.ProposeRound(at.link()), "no-round-left", "The final has been played")
    champion = games[-1][1].pairing.players[1 if upsets else 0]
    places = {place.player: place.first_place for place in final_places(at.state)}
    assert [player for player, place in places.items() if place == 1] == [champion]


@BOTH
@pytest.mark.parametrize("end", ["rounds", "time", "mutual-destruction"])
@pytest.mark.parametrize("second", [0, 1])
def test_no_match_of_a_bracket_is_a_draw(regulations: Regulations, end: EndId, second: int) -> None:
    """Equal scores go to the second player, so that nothing is left for a priority roll."""
    outcome = outcome_of(game(end, 90, 90, deciding=second), regulations, stage="elimination")
    assert outcome.winner == second
    assert sorted(side.verdict for side in outcome.sides) == ["loss", "win"]


@BOTH
@pytest.mark.parametrize(
    ("ahead", "margin", "points"),
    [
        (1, 1, (6, 5)),
        (59, 59, (6, 5)),
        (60, 60, (7, 4)),
        (139, 139, (7, 4)),
        (140, 140, (8, 3)),
        (219, 219, (8, 3)),
        (220, 220, (9, 2)),
        (299, 299, (9, 2)),
        (300, 300, (10, 1)),
        (400, 400, (10, 1)),
        (401, 400, (10, 1)),
    ],
)
def test_a_margin_ends_at_400_and_gives_the_points_of_its_row(
    regulations: Regulations, ahead: int, margin: int, points: tuple[int, int]
) -> None:
    outcome = outcome_of(game("rounds", ahead, 0), regulations)
    assert (margins_of(outcome), points_of(outcome)) == ((margin, 0), points)


@BOTH
def test_a_winner_who_is_behind_has_a_margin_of_0(regulations: Regulations) -> None:
    outcome = outcome_of(game("defeated", 400, 0, objective=(0, 450), winner=0), regulations)
    assert (outcome.winner, margins_of(outcome), points_of(outcome)) == (0, (0, 0), (6, 5))
