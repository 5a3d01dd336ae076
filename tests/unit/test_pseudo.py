"""The language nobody speaks: what a translator changes is changed, what a translator keeps is kept."""

from __future__ import annotations

import pytest

from muster.web.pseudo import pseudo


@pytest.mark.parametrize(
    "kept", ["{table}", "%(count)d", "%s", "%%", "<b>", '<a href="/x">', "&amp;", "https://example.org/a"]
)
def test_what_is_no_word_stays(kept: str) -> None:
    assert pseudo(kept) == kept
    assert kept in pseudo(f"Round {kept} begins")


def test_no_letter_stays_plain_and_words_grow() -> None:
    said = pseudo("Every result of this round is in")
    assert not any(letter.isascii() and letter.isalpha() for letter in said)
    assert 1.25 < len(said) / len("Every result of this round is in") < 1.6
