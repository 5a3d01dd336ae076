from __future__ import annotations

from collections import Counter
from datetime import date
from hashlib import sha256

import pytest

from muster.core.draws import DrawSeed
from muster.core.pairing.round_draws import (
    DEPLOYMENT_PURPOSE,
    OBJECTIVE_PURPOSE,
    RoundCardNames,
    RoundCards,
    draw_cards,
    known_cards,
    season_on,
)
from muster.core.pairing.round_draws_check import check_cards
from muster.rules.schema import RoundDraws, Season

JULY = Season(
    clause="RUN-SEAS-1",
    starts=date(2018, 7, 23),
    deployments=("Standoff", "Unprepared", "Meeting Engagement"),
    objectives=("Demoralize Their Forces", "Confluence of Magic", "Volatile Runes"),
)
OCTOBER = Season(
    clause="RUN-SEAS-1",
    reading="B28",
    starts=date(2018, 10, 1),
    deployments=("Unprepared", "Meeting Engagement", "Maelstrom"),
    objectives=("Confluence of Magic", "Volatile Runes", "Seize the Artifacts"),
)


def seed_of(number: int) -> DrawSeed:
    return DrawSeed(sha256(str(number).encode()).hexdigest())


def stage(rounds: int, first: int = 0) -> tuple[list[RoundCards], list[DrawSeed]]:
    seeds = [seed_of(first + number) for number in range(rounds)]
    drawn: list[RoundCards] = []
    for seed in seeds:
        drawn.append(draw_cards(JULY, drawn, seed))
    return drawn, seeds


@pytest.mark.parametrize("seasons", [(JULY, OCTOBER), (OCTOBER, JULY)])
@pytest.mark.parametrize(
    ("day", "season"),
    [
        (date(2018, 7, 22), None),
        (date(2018, 7, 23), JULY),
        (date(2018, 9, 30), JULY),
        (date(2018, 10, 1), OCTOBER),
        (date(2026, 1, 1), OCTOBER),
    ],
)
def test_d37_b28_season_of_a_day(seasons: tuple[Season, ...], day: date, season: Season | None) -> None:
    assert season_on(RoundDraws(clause="RUN-SEAS-2", seasons=seasons), day) == season


def test_run_seas_1_the_cards_of_every_season_are_known_each_once() -> None:
    assert known_cards(RoundDraws(clause="RUN-SEAS-2", seasons=(JULY, OCTOBER))) == RoundCardNames(
        ("Standoff", "Unprepared", "Meeting Engagement", "Maelstrom"),
        ("Demoralize Their Forces", "Confluence of Magic", "Volatile Runes", "Seize the Artifacts"),
    )


@pytest.mark.parametrize("first", range(0, 200, 4))
def test_d38_all_three_once_in_rounds_1_to_3(first: int) -> None:
    drawn, _ = stage(3, first)
    assert {cards.deployment for cards in drawn} == set(JULY.deployments)
    assert {cards.objective for cards in drawn} == set(JULY.objectives)


@pytest.mark.parametrize("first", range(0, 200, 4))
def test_run_seas_2_a_deck_is_used_up_before_a_card_comes_again(first: int) -> None:
    drawn, _ = stage(9, first)
    for start in (0, 3, 6):
        assert {cards.deployment for cards in drawn[start : start + 3]} == set(JULY.deployments)
        assert {cards.objective for cards in drawn[start : start + 3]} == set(JULY.objectives)
    assert drawn[3] != drawn[4]


def test_run_seas_2_rounds_from_before_there_was_a_deck_are_drawn_as_they_were() -> None:
    used = [RoundCards(*cards) for cards in zip(JULY.deployments, JULY.objectives, strict=True)]
    used.append(used[0])
    found = {draw_cards(JULY, used, seed_of(number), deck=False).deployment for number in range(50)}
    assert found == set(JULY.deployments)
    again = {draw_cards(JULY, used, seed_of(number)).deployment for number in range(50)}
    assert again == set(JULY.deployments[1:])
    seeds = [seed_of(number) for number in range(6)]
    drawn = list[RoundCards]()
    for seed in seeds:
        drawn.append(draw_cards(JULY, drawn, seed, deck=False))
    names = [cards.deployment for cards in drawn]
    assert check_cards(JULY.deployments, names, DEPLOYMENT_PURPOSE, seeds, deck=False) == ()


@pytest.mark.parametrize("round_no", [1, 4])
def test_d38_any_of_the_three_in_the_first_round_and_after_the_third(round_no: int) -> None:
    """Chi-square over 3 cards: 13.82 is the 99.9 % point for 2 degrees of freedom."""
    used = [RoundCards(*cards) for cards in zip(JULY.deployments, JULY.objectives, strict=True)][
        : round_no - 1
    ]
    deployments: Counter[str] = Counter()
    objectives: Counter[str] = Counter()
    for number in range(900):
        cards = draw_cards(JULY, used, seed_of(number))
        deployments[cards.deployment] += 1
        objectives[cards.objective] += 1
    for found, legal in ((deployments, JULY.deployments), (objectives, JULY.objectives)):
        assert set(found) == set(legal)
        assert sum((count - 300) ** 2 / 300 for count in found.values()) < 13.82


def test_run_seas_2_deployment_and_objective_are_drawn_independently() -> None:
    """Chi-square over the 9 combinations: 26.12 is the 99.9 % point for 8 degrees of freedom."""
    found = Counter(draw_cards(JULY, [], seed_of(number)) for number in range(1800))
    assert len(found) == 9
    assert sum((count - 200) ** 2 / 200 for count in found.values()) < 26.12


def test_d38_after_the_cut_the_memory_is_empty() -> None:
    """With nothing used in the new stage, a card of the last Swiss round can come again at once."""
    drawn, _ = stage(4)
    again = {draw_cards(JULY, [], seed_of(number)).deployment for number in range(100)}
    assert drawn[-1].deployment in again


def test_run_seas_2_each_kind_has_its_own_memory() -> None:
    used = [RoundCards("Standoff", "Volatile Runes"), RoundCards("Unprepared", "Volatile Runes")]
    for number in range(50):
        cards = draw_cards(JULY, used, seed_of(number))
        assert cards.deployment == "Meeting Engagement"
        assert cards.objective != "Volatile Runes"


def test_run_seas_2_can_be_recomputed_with_nothing_but_sha_256() -> None:
    def drawn(purpose: str, cards: tuple[str, ...]) -> str:
        return min(cards, key=lambda card: sha256(f"{seed_of(1)}|{purpose}|{card}".encode()).hexdigest())

    assert draw_cards(OCTOBER, [], seed_of(1)) == RoundCards(
        drawn("round-deployment", OCTOBER.deployments), drawn("round-objective", OCTOBER.objectives)
    )


@pytest.mark.parametrize("rounds", range(9))
def test_the_check_accepts_honest_stages(rounds: int) -> None:
    drawn, seeds = stage(rounds)
    assert (
        check_cards(JULY.deployments, [cards.deployment for cards in drawn], DEPLOYMENT_PURPOSE, seeds) == ()
    )
    assert check_cards(JULY.objectives, [cards.objective for cards in drawn], OBJECTIVE_PURPOSE, seeds) == ()


def test_the_check_finds_every_other_card_than_the_drawn() -> None:
    drawn, seeds = stage(5)
    names = [cards.deployment for cards in drawn]
    for number, card in enumerate(names):
        for other in {*JULY.deployments, "Maelstrom"} - {card}:
            tampered = [*names[:number], other, *names[number + 1 :]]
            assert check_cards(JULY.deployments, tampered, DEPLOYMENT_PURPOSE, seeds)


def test_the_check_names_illegal_and_repeated_cards_without_a_seed() -> None:
    faults = check_cards(JULY.deployments, ["Standoff", "Maelstrom", "Standoff"], DEPLOYMENT_PURPOSE)
    assert tuple(map(str, faults)) == (
        "round 2 of the stage: Maelstrom is not legal in this season",
        "round 3 of the stage: Standoff is repeated before every card was used",
    )


def test_the_check_names_the_card_the_seed_draws() -> None:
    card = draw_cards(JULY, [], seed_of(0)).deployment
    other = next(legal for legal in JULY.deployments if legal != card)
    (fault,) = check_cards((card, other), [other], DEPLOYMENT_PURPOSE, [seed_of(0)])
    assert str(fault) == f"round 1 of the stage: the seed draws {card} before {other}"


def test_run_seas_2_of_cards_chosen_by_hand_no_seed_is_asked_and_they_count_as_used() -> None:
    cards, seeds = stage(3)
    drawn = [each.deployment for each in cards]
    other = next(legal for legal in JULY.deployments if legal != drawn[0])
    for by_hand in (other, "A card of the shop"):
        given = ([by_hand], DEPLOYMENT_PURPOSE, seeds)
        assert check_cards(JULY.deployments, *given)
        assert check_cards(JULY.deployments, *given, by_hand=(1,)) == ()
    faults = check_cards(JULY.deployments, [other, other], DEPLOYMENT_PURPOSE, by_hand=(1,))
    assert tuple(map(str, faults)) == (
        f"round 2 of the stage: {other} is repeated before every card was used",
    )
