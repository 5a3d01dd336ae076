"""Whom a player could have met: the words of every size of score group."""

from __future__ import annotations

from muster.core.ids import numbered
from muster.core.pairing.alternatives import Paired
from muster.core.pairing.criteria import make_field
from muster.core.pairing.lookahead import Future
from muster.core.pairing.possible import draw_lines, possible, possible_text
from pairing_support import made, pair, seed

NO_FUTURE = Future(0, None, {})


def told(points: dict[int, int], met: list[tuple[int, int]], one: int, two: int) -> list[str]:
    field = make_field(*made(points, met), [pair(1, 4)])
    return [str(possible_text(found, "match points", numbered)) for found in possible(pair(one, two), field)]


def test_both_players_of_a_group_and_whom_they_had_still_to_meet() -> None:
    assert told({1: 3, 2: 3, 3: 3, 4: 3}, [(1, 2)], 1, 3) == [
        "4 players were on 3 match points. Of these player 1 had still to meet: player 3.",
        "4 players were on 3 match points. Of these player 3 had still to meet: player 1, player 2, player 4.",
    ]


def test_across_groups_the_upper_player_in_both() -> None:
    assert told({1: 3, 2: 1, 3: 0, 4: 0}, [], 2, 1) == [
        "1 player was on 3 match points. Of these player 1 had still to meet: nobody.",
        "1 player was on 1 match point. Of these player 1 had still to meet: player 2.",
    ]


def test_of_many_only_the_number() -> None:
    assert told(dict.fromkeys(range(1, 9), 0), [], 2, 3)[0] == (
        "8 players were on 0 match points. Of these player 2 had still to meet: 7 of them."
    )


def drawn(method: str, future: Future = NO_FUTURE) -> list[str]:
    field = make_field(*made(dict.fromkeys(range(1, 5), 0)))
    round_ = Paired((pair(1, 2), pair(3, 4)), field, method, future)
    return [*map(str, draw_lines(round_, pair(1, 2), seed(1), numbered))]


def test_which_draw_by_every_method() -> None:
    assert drawn("ranked") == ["Nothing was drawn: the order is that of the standings."]
    assert drawn("shuffled + counted")[0].endswith("The method of the whole round: shuffled and counted.")
    assert drawn("shuffled")[-1] == "Neighbours in the order drawn meet."
    assert drawn("listed", Future(2, None, {}))[0].startswith(
        "3 pairings of the round are equally good; number "
    )


def test_one_best_pairing_leaves_nothing_to_draw() -> None:
    field = make_field(*made(dict.fromkeys(range(1, 3), 0)))
    round_ = Paired((pair(1, 2),), field, "listed", Future(1, None, {}))
    assert [*map(str, draw_lines(round_, pair(1, 2), seed(1), numbered))] == [
        "There was one best pairing of the round, so that nothing was left to draw."
    ]
