from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.draws import DrawSeed
from muster.core.ids import PlayerId
from muster.core.pairing.bye import ByeChoice, ByeWarning, Candidate, choose_bye, explain, warning_text
from muster.core.pairing.bye_check import check_first_bye, check_later_bye

SEED = DrawSeed("5" * 64)


def seed_of(number: int) -> DrawSeed:
    return DrawSeed(sha256(str(number).encode()).hexdigest())


def candidate(player: int, byes: int = 0, last: bool = False, points: int | None = None) -> Candidate:
    """A candidate ranked by number, with points to match unless given."""
    return Candidate(PlayerId(player), player, 100 - player if points is None else points, byes, last)


def later(*candidates: Candidate) -> ByeChoice:
    return choose_bye(candidates, SEED, first_round=False)


def name(player: PlayerId) -> str:
    return f"P{player}"


def test_com_bye_1_first_round_is_drawn_by_the_smallest_key() -> None:
    choice = choose_bye([candidate(player) for player in range(1, 8)], SEED, first_round=True)
    drawn = min("1234567", key=lambda player: sha256(f"{SEED}|first-round-bye|{player}".encode()).hexdigest())
    assert choice == ByeChoice(PlayerId(int(drawn)), "drawn")
    assert str(explain(choice, name)) == f"P{drawn} has the bye of the first round, drawn at random."


def test_com_bye_1_first_round_draw_is_uniform_and_independent_of_order() -> None:
    """Chi-square over 7 players: 22.46 is the 99.9 % point for 6 degrees of freedom."""
    field = [candidate(player) for player in range(1, 8)]
    drawn: Counter[PlayerId] = Counter()
    for number in range(2100):
        choice = choose_bye(field, seed_of(number), first_round=True)
        assert choice == choose_bye(field[::-1], seed_of(number), first_round=True)
        drawn[choice.player] += 1
    assert len(drawn) == 7
    assert sum((count - 300) ** 2 / 300 for count in drawn.values()) < 22.46


def test_com_bye_1_later_the_lowest_ranked_without_a_bye() -> None:
    choice = later(*(candidate(player, byes=player in (4, 5)) for player in range(1, 6)))
    assert choice == ByeChoice(PlayerId(3), "lowest-without-bye", (PlayerId(5), PlayerId(4)))
    assert str(explain(choice, name)) == (
        "P3 has the bye: the lowest-ranked player who has had none."
        " Ranked lower, but with a bye already: P5, P4."
    )


def test_com_bye_1_nobody_below_needs_no_second_sentence() -> None:
    choice = later(candidate(1), candidate(2), candidate(3))
    assert str(explain(choice, name)) == "P3 has the bye: the lowest-ranked player who has had none."


def test_com_bye_1_ranked_means_full_standings_not_points_alone() -> None:
    assert later(candidate(3, points=5), candidate(1, points=8), candidate(2, points=5)).player == 3


def test_b16_everybody_had_one_fewest_first() -> None:
    choice = later(candidate(1, byes=2), candidate(2, byes=1), candidate(3, byes=2))
    assert choice == ByeChoice(PlayerId(2), "everybody-had-one", (PlayerId(3),), ("another-bye",))
    assert str(explain(choice, name)) == (
        "P2 has the bye: everybody has had one, and of those next in turn P2 is ranked lowest."
        " Ranked lower, but with more byes or one in the last round: P3."
    )


def test_b16_not_two_rounds_in_a_row_if_avoidable() -> None:
    choice = later(candidate(1, byes=1), candidate(2, byes=1), candidate(3, byes=1, last=True))
    assert choice.player == 2
    assert choice.passed_over == (3,)
    assert choice.warnings == ("another-bye",)


def test_b16_two_rounds_in_a_row_is_warned_of() -> None:
    choice = later(candidate(1, byes=2), candidate(2, byes=2), candidate(3, byes=1, last=True))
    assert choice.player == 3
    assert choice.warnings == ("another-bye", "two-in-a-row")
    assert str(explain(choice, name)) == (
        "P3 has the bye: everybody has had one, and of those next in turn P3 is ranked lowest."
    )


def test_b16_peanut_butter_the_only_other_leader_gets_the_bye() -> None:
    choice = later(candidate(1, points=16), candidate(2, points=16), candidate(3, byes=1, points=8))
    assert choice.player == 2
    assert choice.warnings == ("shares-the-lead",)


def test_b16_the_leader_alone_gets_the_bye() -> None:
    choice = later(candidate(1), candidate(2, byes=1), candidate(3, byes=1))
    assert choice.player == 1
    assert choice.warnings == ("leader",)


@pytest.mark.parametrize(
    ("warning", "words"),
    [
        ("another-bye", "Ann has had a bye before: everybody has."),
        (
            "two-in-a-row",
            "Ann has the bye two rounds in a row: everybody else has had more, or one in the last round too.",
        ),
        ("leader", "Ann has the most points of all who are here and will not play this round."),
        (
            "shares-the-lead",
            "Ann has the most points, as others here have, and will not play them this round.",
        ),
    ],
)
def test_warnings_in_words(warning: ByeWarning, words: str) -> None:
    assert str(warning_text(warning, "Ann")) == words


@pytest.mark.parametrize("first_round", [False, True])
def test_nobody_to_choose_from_is_refused(first_round: bool) -> None:
    with pytest.raises(ValueError, match="nobody who could get the bye"):
        choose_bye([], SEED, first_round=first_round)


fields = st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=9).map(
    lambda rows: [
        candidate(number, byes, last and byes > 0) for number, (byes, last) in enumerate(rows, start=1)
    ]
)


@given(field=fields)
def test_the_check_accepts_exactly_the_chosen_player_of_a_later_round(field: list[Candidate]) -> None:
    rank = {one.player: one.rank for one in field}
    byes = {one.player: one.byes for one in field if one.byes}
    last = {one.player for one in field if one.had_last_round}
    fair = [player for player in rank if not check_later_bye(player, rank, byes, last)]
    assert fair == [later(*field).player]


@given(count=st.integers(1, 12), number=st.integers(0, 1000))
def test_the_check_accepts_exactly_the_drawn_player_of_a_first_round(count: int, number: int) -> None:
    players = [PlayerId(player) for player in range(1, count + 1)]
    seed = seed_of(number)
    fair = [
        player
        for player in players
        if not check_first_bye(player, [other for other in players if other != player], seed)
    ]
    assert fair == [choose_bye([candidate(player) for player in players], seed, first_round=True).player]


def test_the_check_says_who_has_a_better_claim() -> None:
    rank = {PlayerId(player): player for player in (1, 2, 3, 4)}
    byes = {PlayerId(2): 1, PlayerId(4): 1}
    assert [*map(str, check_later_bye(PlayerId(1), rank, byes, ()))] == ["player 3 is ranked below player 1"]
    assert tuple(map(str, check_later_bye(PlayerId(4), rank, byes, [PlayerId(4)]))) == (
        "player 1 has had 0 byes, player 4 1",
        "player 4 has the bye two rounds in a row, player 2 would not",
        "player 3 has had 0 byes, player 4 1",
    )
