"""Tables drawn to be checked: anybody can draw them again with a SHA-256 tool."""

from __future__ import annotations

from hashlib import sha256

import pytest

from muster.core.draws import LINKS, ChainLink, chain
from muster.core.ids import RoundNo, TableNo
from muster.core.judging.checks import check_secret, check_seed, drawn, link_for, shown_link

HEAD = "a" * 64
LINK = ChainLink("b" * 64)
TABLES = tuple(TableNo(number) for number in range(1, 13))


def by_hand(number: int, count: int) -> list[int]:
    """The draw as the documentation tells it, with nothing of the program."""
    secret = sha256(f"deck-check|{LINK}".encode()).hexdigest()
    seed = sha256(f"{secret}|{HEAD}|deck-check|3|{number}".encode()).hexdigest()
    return sorted(range(1, 13), key=lambda table: sha256(f"{seed}|deck-check|{table}".encode()).digest())[
        :count
    ]


@pytest.mark.parametrize("number", [1, 2, 7])
@pytest.mark.parametrize("count", [1, 3, 12])
def test_a_draw_is_what_the_documentation_says(number: int, count: int) -> None:
    seed = check_seed(HEAD, RoundNo(3), number, check_secret(LINK))
    assert list(drawn(seed, TABLES, count)) == by_hand(number, count)


def test_a_draw_recorded_without_a_secret_rests_on_the_head_alone() -> None:
    assert check_seed(HEAD, RoundNo(3), 2) == sha256(f"{HEAD}|deck-check|3|2".encode()).hexdigest()


def test_a_draw_rests_on_the_link_of_the_round_after_as_long_as_there_is_one() -> None:
    assert [link_for(RoundNo(number)) for number in (1, LINKS - 1, LINKS)] == [2, LINKS, None]


def test_a_link_is_public_from_the_round_on_that_showed_it() -> None:
    links = chain(LINK, 5)
    assert shown_link(None, 1) is None
    assert [shown_link((3, links[3]), number) for number in range(6)] == [*links[:4], None, None]


def test_the_order_in_which_tables_are_given_is_immaterial() -> None:
    seed = check_seed(HEAD, RoundNo(1), 1)
    assert drawn(seed, reversed(TABLES), 4) == drawn(seed, TABLES, 4)


def test_no_more_tables_than_there_are_and_none_for_less_than_one() -> None:
    seed = check_seed(HEAD, RoundNo(1), 1)
    assert sorted(drawn(seed, TABLES, 99)) == list(TABLES)
    assert drawn(seed, TABLES, 0) == drawn(seed, TABLES, -1) == ()


def test_every_table_is_drawn_about_equally_often() -> None:
    often = dict.fromkeys(TABLES, 0)
    for number in range(1, 1201):
        often[drawn(check_seed(HEAD, RoundNo(1), number), TABLES, 1)[0]] += 1
    assert all(70 <= count <= 130 for count in often.values())
