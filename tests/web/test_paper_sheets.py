"""What fits a sheet of paper, and in which order slips lie on it."""

from __future__ import annotations

import pytest

from muster.web.paper.choices import SEATS
from muster.web.paper.printouts.brackets import bracket_sheets
from muster.web.paper.printouts.fit import SIZES, broken, fit, room, size, width
from muster.web.paper.printouts.sizes import PAPERS, letters, piles
from paper_cases import LONG
from web_cases import Hall


@pytest.mark.parametrize("count", [1, 3, 4, 5, 11, 512])
def test_piles_are_in_order_when_they_lie_on_one_another(count: int) -> None:
    pages = piles(list(range(count)), 4, stack=True)
    assert len(pages) == -(-count // 4)
    assert [page[at] for at in range(4) for page in pages if at < len(page)] == list(range(count))


def test_longer_names_are_set_smaller_and_none_is_cut() -> None:
    assert fit("Ada", 20, 1.2) == ""
    sizes = [size("x" * count, 20, 1.4) for count in (10, 40, 60, 90)]
    assert sizes == sorted(sizes)
    for index in sizes:
        assert index < len(SIZES)
    assert room(SIZES[3], 20, 1.4) >= width("x" * 45)
    assert "".join(broken("W" * 200, 12)) == "W" * 200
    assert all(width(line) <= 12 for line in broken(LONG * 3, 12))


def test_a_page_says_whom_it_is_for() -> None:
    assert letters("Ada", "Żaneta") == "A – Z"
    assert letters("Łukasz", "Liam") == "L"
    assert letters("高橋", "高橋") == "高"


@pytest.mark.django_db
@pytest.mark.parametrize("seats", SEATS)
def test_a_bracket_of_any_size_has_every_seat_once(seats: int) -> None:
    hall = Hall()
    sheets = bracket_sheets(hall.state, str, PAPERS["a4"], seats)
    texts = [text for leaf in sheets.leaves for text in leaf.body.texts]
    assert sorted(int(one.text) for one in texts if one.form == "seed") == list(range(1, seats + 1))
    first = next(one for one in texts if one.form == "soft")
    assert f"{seats // 2 + 1}-{seats}" in first.text
    assert len(sheets.leaves) == (1 if seats <= 16 else seats // 16 + 1)
