"""Real Runewars lists: the web builder's with every sum, reports as far as they are certain, the rest refused.

Figures come from the README beside the lists.
"""

from __future__ import annotations

import pytest

from muster.exchange.rosters import legion_hq_text, runewars_builder, runewars_report, tabletop_admiral
from muster.exchange.rosters.cleaning import cleaned
from muster.exchange.rosters.reading import Reading, Unreadable
from support import shared_file

SUMS = {
    "builder-etharyon-196.txt": (None, 196),
    "builder-latari-197.txt": (197, 197),
    "builder-undead-200.txt": (200, 200),
    "builder-waiqar-latari-ally-202.txt": (None, 202),
    "forum-waiqar-horde-200.txt": (200, None),
    "report-regional-uthuk-ravos.txt": (None, None),
    "report-regional-waiqar-lancers.txt": (None, 200),
}

REFUSED = {
    "builder-waiqar-maro-200-names-lost.txt": "line 8 ([35] 3x2) and line 13 ([35] 3x2)",
    "forum-daqan-200.txt": "in the form",
    "forum-waiqar-figures-200.txt": "in the form",
    "forum-worlds-2018-no-costs.txt": "in the form",
}

READERS = (runewars_builder, runewars_report, legion_hq_text, tabletop_admiral)


def _text(name: str) -> str:
    text = cleaned(shared_file("data", "rosters", "runewars", name).read_bytes())
    assert isinstance(text, str), text
    return text


def _read(name: str) -> Reading | Unreadable:
    read = runewars_builder.read if name.startswith("builder") else runewars_report.read
    return read(_text(name))


def test_no_list_of_the_directory_is_forgotten() -> None:
    folder = shared_file("data", "rosters", "runewars")
    assert {each.name for each in folder.iterdir()} - {"README.md"} == {*SUMS, *REFUSED}


@pytest.mark.parametrize("name", [*SUMS, *REFUSED])
def test_each_list_looks_most_like_what_it_is(name: str) -> None:
    liked = {module.ID: module.likeness(_text(name)) for module in READERS}
    own = liked.pop("runewars-builder" if name.startswith("builder") else "runewars-report")
    assert own >= 60
    assert max(liked.values()) == 0


@pytest.mark.parametrize("name", SUMS)
def test_readable_lists_add_up_to_what_they_state(name: str) -> None:
    found = _read(name)
    assert isinstance(found, Reading), found
    assert (found.roster.total, found.roster.sum) == SUMS[name]
    assert all(each.agrees for each in found.sums), found.sums
    assert found.unread == ()


@pytest.mark.parametrize("name", REFUSED)
def test_lists_that_leave_doubt_are_refused_with_a_way_out(name: str) -> None:
    found = _read(name)
    assert isinstance(found, Unreadable), found
    assert REFUSED[name] in str(found.says)


def test_every_unit_of_the_builder_states_its_cost_and_formation() -> None:
    found = _read("builder-undead-200.txt")
    assert isinstance(found, Reading)
    assert [(each.name, each.form, each.points) for each in found.roster.items] == [
        ("Reanimates", "4x3", 64),
        ("Reanimate Archers", "3x2", 45),
        ("Carrion Lancers", "1x1", 15),
        ("Carrion Lancers", "1x1", 15),
        ("Death Knights", "2x1", 24),
    ]
    assert [(each.stated, each.counted) for each in found.sums] == [
        (83, 83),
        (54, 54),
        (15, 15),
        (15, 15),
        (33, 33),
        (200, 200),
    ]


def test_a_title_is_kept() -> None:
    found = _read("builder-etharyon-196.txt")
    assert isinstance(found, Reading)
    assert found.roster.name == "The Etharyon Experiment"


def test_the_post_states_what_each_unit_costs_with_its_upgrades() -> None:
    found = _read("forum-waiqar-horde-200.txt")
    assert isinstance(found, Reading)
    assert [each.stated for each in found.sums] == [22, 39, 43, 45, 36, 15, 200]
    assert found.sums[-1].counted == 200


def test_six_trays_do_not_say_how_they_stand() -> None:
    found = _read("report-regional-waiqar-lancers.txt")
    assert isinstance(found, Reading)
    assert [each.form for each in found.roster.items] == ["", "", "", "1x1"]
    assert len(found.remarks) == 3
