"""Names in the order of an alphabet, checked against what the Unicode collation of the language says of them."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.messages import ENGLISH, speak
from muster.exchange.alphabet import alphabetical, initial
from muster.exchange.folding import folded

POLISH = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


class Spoken(NullTranslations):
    """A language of which nothing is known but its alphabet."""

    def __init__(self, letters: str) -> None:
        super().__init__()
        self.letters = letters

    def pgettext(self, context: str, message: str) -> str:
        return self.letters


@pytest.fixture
def polish() -> Iterator[None]:
    speak(Spoken(POLISH))
    yield
    speak(ENGLISH)


NAMES = ["Zoë", "łukasz", "Żaneta", "Lwow", "Luzak", "Ćwik", "Cyran", "Ązor", "Azor", "Bąk", "Źrebak", "Zyta"]


def test_polish_letters_stand_after_their_plain_ones(polish: None) -> None:
    assert sorted(NAMES, key=alphabetical()) == [
        "Azor", "Ązor", "Bąk", "Cyran", "Ćwik", "Luzak", "Lwow", "łukasz", "Zoë", "Zyta", "Źrebak", "Żaneta",
    ]  # fmt: skip


def test_in_english_they_stand_with_their_plain_ones() -> None:
    assert sorted(NAMES, key=alphabetical()) == [
        "Ązor", "Azor", "Bąk", "Ćwik", "Cyran", "łukasz", "Luzak", "Lwow", "Żaneta", "Zoë", "Źrebak", "Zyta",
    ]  # fmt: skip


def test_a_whole_word_goes_before_a_longer_one_and_figures_before_letters(polish: None) -> None:
    names = ["Łan", "Ła", "Ła Bąk", "4 Łapy", "Laz", "Дмитро", "Ła-Bąk"]
    assert sorted(names, key=alphabetical()) == ["4 Łapy", "Laz", "Ła", "Ła Bąk", "Ła-Bąk", "Łan", "Дмитро"]


def test_capitals_and_the_way_an_accent_is_written_make_no_difference(polish: None) -> None:
    key = alphabetical()
    assert key("ŻÓŁĆ") == key("żółć") == key("z\u0307o\u0301łc\u0301")
    assert key("O’Neil") == key("ONeil")


@given(st.text(max_size=12), st.text(max_size=12))
def test_in_english_the_order_is_that_of_names_without_accents(one: str, other: str) -> None:
    key = alphabetical()
    assert (key(one) == key(other)) == (folded(one) == folded(other))


@given(st.lists(st.text(POLISH + POLISH.upper(), min_size=1, max_size=6), max_size=6))
def test_every_polish_word_stands_where_its_letters_do(words: list[str]) -> None:
    speak(Spoken(POLISH))
    try:
        found = sorted(words, key=alphabetical())
    finally:
        speak(ENGLISH)
    assert found == sorted(words, key=lambda word: [POLISH.index(letter) for letter in word.lower()])


@pytest.mark.parametrize(
    ("name", "here", "there"),
    [
        ("łukasz", "L", "Ł"),
        ("Żaneta", "Z", "Ż"),
        ("Éva", "E", "E"),
        ("#4", "#", "#"),
        ("", "?", "?"),
        (" ćma", "C", "Ć"),
    ],
)
def test_the_letter_under_which_a_name_is_found(name: str, here: str, there: str, polish: None) -> None:
    assert initial(name) == there
    speak(ENGLISH)
    assert initial(name) == here
