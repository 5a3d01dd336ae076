"""Who is not here when play begins is asked about, and dropped in the same act: no dead end at the one button."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muster.app.common.names import names_of
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.people.models import Event
from web_cases import Hall

pytestmark = pytest.mark.django_db


def checked_in(players: int, away: int) -> Hall:
    hall = Hall("legion-2.0", {"check_in": True})
    hall.enter(players)
    hall.do(*[commands.CheckIn(PlayerId(player)) for player in range(1, players - away + 1)])
    hall.post("announce", go_on="1")
    return hall


@pytest.mark.parametrize("act", ["begin", "start-stage"])
def test_beginning_asks_about_the_absent_and_drops_them_in_the_same_act(act: str) -> None:
    hall = checked_in(9, away=2)
    asked = hall.post(act)
    assert asked.status_code == 409
    assert "not here yet, and are dropped when play begins" in asked.content.decode()
    assert hall.state.stages == ()
    hall.post(act, go_on="1")
    state = hall.state
    assert len(state.stages) == 1
    assert [one.player for one in state.players.values() if one.status == "dropped"] == [8, 9]
    if act == "begin":
        assert state.proposal is not None
        hall.post("undo")
        assert all(one.status != "dropped" for one in hall.state.players.values())
        assert hall.state.stages == ()


def test_nobody_is_asked_about_when_all_are_here() -> None:
    hall = checked_in(8, away=0)
    assert hall.post("begin").status_code == 200
    assert hall.state.proposal is not None


@pytest.mark.parametrize("act", ["begin", "start-stage"])
def test_before_the_doors_open_nobody_is_late_and_nobody_is_dropped_unasked(act: str) -> None:
    hall = checked_in(9, away=2)
    Event.objects.filter(pk=hall.event.pk).update(opens_at=datetime(2999, 1, 1, tzinfo=UTC))
    answer = hall.post(act, go_on="1")
    assert answer.status_code == 422
    late = [names_of(hall.tournament.pk)[PlayerId(player)] for player in (8, 9)]
    assert f"Not checked in yet: players {', '.join(late)}. Check them in" in answer.content.decode()
    assert hall.state.stages == ()
    assert all(one.status != "dropped" for one in hall.state.players.values())


def test_where_nobody_at_all_is_checked_in_nobody_is_dropped() -> None:
    hall = checked_in(4, away=4)
    hall.post("begin", go_on="1")
    assert hall.state.stages == ()
    assert all(one.status == "entered" for one in hall.state.players.values())
