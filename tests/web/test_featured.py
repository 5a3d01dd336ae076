"""The featured match: its players are told what they must use, at its table and nowhere else (`SWU-SLV-1`)."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.cache import cache

from muster.app.common.access import Actor, DeniedError
from muster.app.floor.featured import feature
from muster.core.ids import TableNo
from player_cases import Phone
from web_cases import Hall

pytestmark = pytest.mark.django_db

TOLD = "This is the featured match."


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def running(regulations: str = "unlimited-1.3") -> Hall:
    hall = Hall(regulations)
    hall.begin(6)
    hall.publish()
    return hall


def told(hall: Hall) -> set[int]:
    """Whose phone says so; everybody looks twice, and the second page is a kept one."""
    seen = [{player for player in range(1, 7) if TOLD in Phone(hall, player).look()} for _ in range(2)]
    assert seen[0] == seen[1]
    return seen[0]


def at(hall: Hall, table: int) -> set[int]:
    return set(map(int, hall.state.rounds[-1].matches[TableNo(table)].pairing.players))


def test_the_two_who_sit_there_are_told_with_the_clause() -> None:
    hall = running()
    assert told(hall) == set()
    assert "Table 2 has the featured match." in unescape(hall.post("feature", table="2").content.decode())
    assert told(hall) == at(hall, 2)
    page = Phone(hall, min(at(hall, 2))).look()
    assert "sleeves and mats are plain or official" in page
    assert "SWU-SLV-1" in page
    hall.post("feature", table="3")
    assert told(hall) == at(hall, 3)
    hall.post("feature", table="")
    assert told(hall) == set()


def test_a_game_without_such_a_rule_has_the_mark_alone() -> None:
    hall = running("legion-2.0")
    hall.post("feature", table="1")
    assert told(hall) == at(hall, 1)
    assert (
        "bring:featured" not in Phone(hall, min(at(hall, 1))).client.get(Phone(hall, 1).url).content.decode()
    )


@pytest.mark.parametrize("typed", ["0", "-1", "99999", "½", "table", "<b>"])
def test_what_is_no_table_is_refused_and_stays_in_its_field(typed: str) -> None:
    hall = running()
    hall.post("feature", table="2")
    answer = hall.post("feature", table=typed)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Type the number of a table" in page
    assert f'value="{typed}"' in page or typed == "<b>"
    assert told(hall) == at(hall, 2)


def test_who_may_not_touch_the_hall_marks_no_table() -> None:
    hall = running()
    with pytest.raises(DeniedError):
        feature(hall.tournament, Actor("account:9", "judge"), 1)
    page = hall.staff("judge").get(hall.url("hall")).content.decode()
    assert "hall/featured" not in page
