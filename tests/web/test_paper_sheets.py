"""What fits a sheet of paper, and in which order slips lie on it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.urls import reverse

from course_cases import parts_hall, shown
from muster.core.tournament.course import CoursePart
from muster.web.paper.options import OF_DOUBLE, SEATS
from muster.web.paper.printouts.brackets import bracket_sheets
from muster.web.paper.printouts.fit import SIZES, broken, fit, room, size, width
from muster.web.paper.printouts.groups import group_sheets
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
    assert f"{seats // 2 + 1}–{seats}" in first.text
    assert len(sheets.leaves) == (1 if seats <= 16 else seats // 16 + 1)


@pytest.mark.django_db
@pytest.mark.parametrize("seats", OF_DOUBLE)
def test_an_empty_double_elimination_has_every_seed_once_and_says_who_comes_to_each_line(seats: int) -> None:
    hall = Hall("armada-4.0", {"first_stage": "elimination", "elimination": "double"})
    sheets = bracket_sheets(hall.state, str, PAPERS["a4"], seats, double=True)
    texts = [text for leaf in sheets.leaves for text in leaf.body.texts]
    assert sorted(int(one.text) for one in texts if one.form == "seed") == list(range(1, seats + 1))
    heads = [one.text for one in texts if one.form == "head"]
    assert "Second final" in heads
    comes = [one.text for one in texts if one.form == "from"]
    assert len(comes) == 2 * (2 * seats - 1) - seats  # two lines for each game, but for those of seeds
    assert "loser of game 1" in comes
    for leaf in sheets.leaves:
        frames = sorted((frame.x, frame.y, frame.high) for frame in leaf.body.frames)
        assert all(one[0] != two[0] or one[1] + one[2] < two[1] for one, two in pairwise(frames))
        assert all(frame.y >= 0 and frame.y + frame.high <= leaf.body.height for frame in leaf.body.frames)
        assert len(leaf.body.paths) <= len(leaf.body.frames)


@pytest.mark.django_db
def test_an_empty_double_elimination_with_one_final_has_no_second() -> None:
    hall = Hall("armada-4.0", {"first_stage": "elimination", "elimination": "double-once"})
    sheets = bracket_sheets(hall.state, str, PAPERS["a4"], 8, double=True)
    assert "Second final" not in [text.text for leaf in sheets.leaves for text in leaf.body.texts]
    page = hall.client.get(
        f"{reverse('paper:view', args=[hall.event.code, hall.tournament.number, 'bracket'])}?seats=double-8"
    )
    assert "loser of game 2" in page.content.decode()


@pytest.mark.django_db
def test_each_group_has_a_sheet_with_its_rounds_and_the_tables_of_those_that_are_out() -> None:
    hall = parts_hall(7, (CoursePart("groups", size=4),), cut=0)
    assert "The groups are not shown yet." in " ".join(hall.get("print").content.decode().split())
    shown(hall)
    offered = hall.get("print").content.decode()
    assert "Group sheets" in offered
    assert "Pod sheets" not in offered
    hall.publish()
    four, three = group_sheets(hall.state, str, PAPERS["a4"]).leaves
    assert [leaf.title for leaf in (four, three)] == ["Group 1", "Group 2"]
    assert [one.round_no for one in four.body.games] == [1, 1, 2, 2, 3, 3]
    out = {(match.pairing.pod, table) for table, match in hall.state.rounds[0].matches.items()}
    assert {(1, game.table) for game in four.body.games if game.table} <= out
    assert [bool(game.table) for game in four.body.games] == [True, True, False, False, False, False]
    assert sum(not game.two for game in three.body.games) == 3  # in a group of three one rests each round
    view = reverse("paper:view", args=[hall.event.code, hall.tournament.number, "groups"])
    page = " ".join(hall.client.get(view).content.decode().split())
    assert page.count('class="sheet groups"') == 2
    assert "rests" in page
