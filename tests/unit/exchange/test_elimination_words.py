"""A double elimination in words: what it is called, how long it is, what its rounds are called."""

from __future__ import annotations

from muster.core.bracket.double import double_elimination
from muster.core.messages import verbatim
from muster.core.tournament.state import Elimination, Plan
from muster.exchange.elimination_words import (
    elimination_words,
    explained,
    length_words,
    only_words,
    players_known,
    round_title,
    with_elimination,
)
from muster.exchange.words import plan_words

WAYS: tuple[Elimination, ...] = ("single", "double", "double-once")


def test_what_it_is_called() -> None:
    assert [str(elimination_words(one)) for one in WAYS] == [
        "single elimination", "double elimination", "double elimination with one final",
    ]  # fmt: skip
    assert [str(only_words(one)) for one in WAYS] == [
        "single elimination from the start",
        "double elimination from the start",
        "double elimination from the start, with one final",
    ]


def test_a_cut_says_what_follows_it() -> None:
    cut = verbatim("cut to 8")
    assert str(with_elimination(cut, "single")) == "cut to 8"
    assert str(with_elimination(cut, "double")) == "cut to 8, double elimination"
    assert str(plan_words(Plan(12, 4, cut=8, elimination="double"))) == (
        "12 players, 4 Swiss rounds, cut to 8, double elimination"
    )
    assert str(plan_words(Plan(12, 0, elimination="double"))) == "12 players, double elimination only"
    assert str(plan_words(Plan(12, 0))) == "12 players, elimination only"


def test_how_long_it_is() -> None:
    assert str(length_words(8, "double")) == (
        "The double elimination of 8 players has 7 rounds and 15 games, the second final included."
    )
    assert (
        str(length_words(8, "double-once"))
        == "The double elimination of 8 players has 6 rounds and 14 games."
    )
    assert players_known("top", 8, 0) == 8
    assert players_known("at-least-points", 8, 0) == 0
    assert players_known("at-least-points", 8, 5) == 5


def test_what_its_rounds_are_called() -> None:
    bracket = double_elimination(8)
    titles = [
        str(round_title([one for one in bracket.matches if one.round_no == number])) for number in range(1, 8)
    ]
    assert titles == [
        "upper bracket 1", "upper bracket 2, lower bracket 1", "lower bracket 2", "upper bracket 3, lower bracket 3",
        "lower bracket 4", "final", "second final",
    ]  # fmt: skip


def test_how_it_goes() -> None:
    assert explained("single") == ()
    assert "once more" in str(explained("double")[2])
    assert "this one game decides" in str(explained("double-once")[2])
