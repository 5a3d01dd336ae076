from __future__ import annotations

from dataclasses import replace

import pytest

from muster.core.bracket.check import BracketFault, check_random, check_seeded
from muster.core.bracket.games import EliminationRound, Game
from muster.core.bracket.progress import first_round, next_round, random_start
from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId

SEED = DrawSeed("a" * 64)
EIGHT = [PlayerId(seed) for seed in range(1, 9)]


def play(games: tuple[Game, ...]) -> list[EliminationRound]:
    """Whoever is named second wins, where there is a second."""
    rounds = []
    while True:
        winners = {game.number: game.second for game in games if game.second is not None}
        rounds.append(EliminationRound(games, winners))
        if len(games) == 1:
            return rounds
        games = next_round(games, winners)


def seeded(count: int = 8) -> list[EliminationRound]:
    return play(first_round(EIGHT[:count]))


def kinds(findings: tuple[BracketFault, ...]) -> list[tuple[str, int, int | None]]:
    return [(finding.kind, finding.round_no, finding.game) for finding in findings]


@pytest.mark.parametrize("count", range(1, 9))
def test_honest_stages_pass(count: int) -> None:
    assert check_seeded(EIGHT[:count], seeded(count)) == ()
    assert check_random(EIGHT[:count], SEED, play(random_start(EIGHT[:count], SEED))) == ()
    assert check_seeded(EIGHT[:count], []) == ()


def test_wrong_seeding_is_found() -> None:
    findings = check_seeded([*EIGHT[1::-1], *EIGHT[2:]], seeded()[:1])
    assert kinds(findings) == [("start", 1, 1), ("start", 1, 2)]
    assert str(findings[0].text) == "this game must be of 2 and 8"


def test_a_redrawn_start_is_found() -> None:
    rounds = play(random_start(EIGHT, SEED))
    assert "start" in {finding.kind for finding in check_random(EIGHT, DrawSeed("b" * 64), rounds)}


def test_numbers_changed_in_a_random_start_are_found() -> None:
    one, two, *rest = random_start(EIGHT, SEED)
    swapped = (replace(one, number=2), replace(two, number=1), *rest)
    assert kinds(check_random(EIGHT, SEED, play(swapped)))[:2] == [("start", 1, 1), ("start", 1, 2)]


def test_b5_ranking_survivors_anew_is_found() -> None:
    """Seeds 8, 2, 3 and 4 survive: 8 plays 4; re-seeding would give it 2, the best."""
    first = EliminationRound(
        first_round(EIGHT), {1: PlayerId(8), 2: PlayerId(2), 3: PlayerId(3), 4: PlayerId(4)}
    )
    kept = EliminationRound((Game(1, PlayerId(8), PlayerId(4)), Game(2, PlayerId(2), PlayerId(3))), {})
    assert check_seeded(EIGHT, [first, kept]) == ()
    anew = EliminationRound((Game(1, PlayerId(2), PlayerId(8)), Game(2, PlayerId(3), PlayerId(4))), {})
    assert kinds(check_seeded(EIGHT, [first, anew])) == [
        ("opponents", 2, 1),
        ("missing", 2, 1),
        ("opponents", 2, 2),
        ("missing", 2, 2),
    ]


def test_a_changed_winner_of_an_earlier_round_is_found() -> None:
    rounds = seeded()
    rounds[0] = replace(rounds[0], winners={**rounds[0].winners, 1: PlayerId(1)})
    assert kinds(check_seeded(EIGHT, rounds)) == [("opponents", 2, 1), ("missing", 2, 1)]


def test_a_winner_from_elsewhere_is_found() -> None:
    rounds = seeded()[:1]
    rounds[0] = replace(rounds[0], winners={**rounds[0].winners, 1: PlayerId(2)})
    assert kinds(check_seeded(EIGHT, rounds)) == [("winner", 1, 1)]


def test_a_missing_winner_must_have_dropped() -> None:
    rounds = seeded()[:1]
    games = next_round(rounds[0].games, rounds[0].winners, gone=[PlayerId(8)])
    rounds.append(EliminationRound(games, {}))
    assert kinds(check_seeded(EIGHT, rounds)) == [("missing", 2, 1)]
    assert check_seeded(EIGHT, rounds, dropped=[PlayerId(8)]) == ()


def test_a_game_nobody_won_needs_two_drops() -> None:
    rounds = seeded()[:1]
    rounds[0] = replace(rounds[0], winners={**rounds[0].winners, 4: None})
    rounds.append(EliminationRound(next_round(rounds[0].games, rounds[0].winners), {}))
    assert kinds(check_seeded(EIGHT, rounds, dropped=[PlayerId(4)])) == [("winner", 1, 4)]
    assert check_seeded(EIGHT, rounds, dropped=[PlayerId(4), PlayerId(5)]) == ()


def test_a_game_of_nobody_passes() -> None:
    rounds = seeded()[:1]
    rounds[0] = replace(rounds[0], winners={**rounds[0].winners, 1: None, 4: None})
    rounds.append(EliminationRound(next_round(rounds[0].games, rounds[0].winners), {2: PlayerId(6)}))
    rounds.append(EliminationRound(next_round(rounds[1].games, rounds[1].winners), {}))
    assert check_seeded(EIGHT, rounds, dropped=[PlayerId(player) for player in (1, 4, 5, 8)]) == ()


def test_a_round_before_everything_is_decided_is_found() -> None:
    rounds = seeded()[:2]
    rounds[0] = replace(rounds[0], winners={k: w for k, w in rounds[0].winners.items() if k != 3})
    assert ("undecided", 1, 3) in kinds(check_seeded(EIGHT, rounds))
    assert check_seeded(EIGHT, rounds[:1]) == ()


def test_a_gap_in_the_numbers_is_found() -> None:
    rounds = seeded()
    rounds[1] = replace(rounds[1], games=rounds[1].games[:1])
    assert kinds(check_seeded(EIGHT, rounds)) == [("numbers", 2, None)]


def test_a_round_after_the_final_is_found() -> None:
    rounds = seeded()
    rounds.append(rounds[-1])
    assert kinds(check_seeded(EIGHT, rounds)) == [("too-long", 4, None)]


def test_a_player_against_themself_is_found() -> None:
    rounds = seeded()[:2]
    first, second = rounds[1].games
    rounds[1] = EliminationRound((replace(first, second=first.first), second), {})
    assert kinds(check_seeded(EIGHT, rounds)) == [("opponents", 2, 1), ("missing", 2, 1)]
