"""How rounds go, in words."""

from __future__ import annotations

import pytest

from muster.core.tournament.course import Course, PairedBy
from muster.exchange.course_words import kind_words, robin_words, rounds_words, why_course


@pytest.mark.parametrize(
    ("course", "rounds", "words"),
    [
        (Course(), 1, "1 Swiss round"),
        (Course(), 5, "5 Swiss rounds"),
        (Course("round-robin"), 5, "5 rounds, everybody meets everybody"),
        (Course("double-round-robin"), 10, "10 rounds, everybody meets everybody twice"),
        (Course("pods"), 3, "3 rounds inside pods"),
        (Course("swiss", 6, 12), 9, "9 Swiss rounds (after round 6 those with 12 points or more play on)"),
        (Course("pods", 2, 1), 3, "3 rounds inside pods (after round 2 those with 1 point or more play on)"),
    ],
)
def test_so_many_rounds_of_a_course(course: Course, rounds: int, words: str) -> None:
    assert str(rounds_words(course, rounds)) == words


@pytest.mark.parametrize(
    ("paired", "kind", "robin"),
    [
        ("swiss", "Swiss rounds", ""),
        ("pods", "rounds inside pods", ""),
        ("round-robin", "rounds, everybody meets everybody", "all others once"),
        ("double-round-robin", "rounds, everybody meets everybody", "all others twice"),
    ],
)
def test_only_a_round_robin_says_why_it_has_so_many(paired: PairedBy, kind: str, robin: str) -> None:
    course = Course(paired)
    assert str(kind_words(course)) == kind
    why = why_course(course, 6)
    assert (robin in str(why)) if robin else why is None
    assert ("twice" in str(robin_words(course))) == (paired == "double-round-robin")
