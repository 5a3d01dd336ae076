"""A head as somebody copied it off a page, or typed it off paper."""

from __future__ import annotations

import pytest

from muster.core.tournament.proof.heads import noted

HEAD = "5f5a33ded42003e5c38fde8927a8458bdeda3cfe478ba0fb7970ccc88892f0a8"


@pytest.mark.parametrize("text", [HEAD, HEAD.upper(), f"  {HEAD}\n", f"{HEAD[:32]}\n{HEAD[32:]}"])
def test_a_whole_head_however_it_is_broken_into_groups(text: str) -> None:
    assert noted(text) == HEAD


def test_its_first_sixteen_digits_are_enough() -> None:
    assert noted(f"{HEAD[:4]} {HEAD[4:8]} {HEAD[8:12]} {HEAD[12:16]}") == HEAD[:16]


@pytest.mark.parametrize("text", ["", HEAD[:15], HEAD + "0", "g" * 64, "١" * 64, HEAD[:20] + "-"])
def test_whatever_else_is_no_head(text: str) -> None:
    assert noted(text) is None
