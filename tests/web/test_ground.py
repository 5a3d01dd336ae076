"""The desk's first pages open, and an act on them can be undone."""

from __future__ import annotations

import pytest

from web_cases import Hall

pytestmark = pytest.mark.django_db


def test_the_first_page_says_what_to_do_next() -> None:
    hall = Hall()
    hall.enter(9)
    page = hall.get("now").content.decode()
    assert "9 players are here" in page


def test_undo_takes_back_what_was_done_together() -> None:
    hall = Hall()
    hall.enter(9)
    hall.post("undo")
    assert not hall.state.players
