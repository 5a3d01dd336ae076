"""How things stand for duties is the same on every database; recommendations and words come in once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from judge_page_cases import entry, playing
from judging_cases import somebody
from muster.app.common.access import Actor
from muster.app.duties.read import situation_of
from muster.app.duties.recommending import recommend
from muster.app.duties.settling import settle
from muster.app.floor import calls
from muster.app.floor.clocks import ClockInput, act
from muster.core.duties import Situation, duties
from muster.core.duties.situation import KnownPlayer
from muster.core.ids import PlayerId, RoundNo, TableNo
from muster.journal import store
from muster.people.models import (
    ComponentReport,
    Entry,
    Penalty,
    Proxy,
    Recommendation,
    RosterPlan,
    RosterVersion,
    Ruling,
    SettledDuty,
)
from storage_cases import together
from web_cases import Hall

pytestmark = pytest.mark.usefixtures("base")


def _by(hall: Hall, judge: Actor) -> Callable[[], object]:
    return lambda: recommend(hall.tournament.pk, judge, 2, "Marked cards")


def _now(hall: Hall) -> Situation:
    return situation_of(store.load(hall.tournament.pk), hall.tournament, "Player {}".format)


def test_everything_beside_the_journal_is_read() -> None:
    hall = playing()
    when = timezone.now() - timedelta(minutes=3)
    one = entry(hall, 1)
    row = {"tournament": hall.tournament, "entry": one, "at": when}
    calls.make(one, "judge", round_no=1, table=2)
    Proxy.objects.create(**row, card="Admonition")
    ComponentReport.objects.create(**row, fault="lost", table=2)
    Penalty.objects.create(**row, kind="game-loss", category="x", round_no=1, table=2)
    RosterPlan.objects.create(tournament=hall.tournament, deadline=when)
    Ruling.objects.create(tournament=hall.tournament, table=3, at=when, appealed_at=when)
    SettledDuty.objects.create(tournament=hall.tournament, kind="reread", about="1", at=when)
    Entry.objects.filter(pk=one.pk).update(minor=True, guardian_checked_at=when, uid="12345678")
    RosterVersion.objects.create(entry=one, number=0, state="late", at=when, by="x", roster={}, legal=True)
    recommend(hall.tournament.pk, hall.actor, 1, "Marked cards")
    assert (
        act(hall.tournament.pk, hall.actor, ClockInput(round_no=RoundNo(1), kind="start", minutes=55)) is None
    )
    found = _now(hall)
    assert found.staff == {"organiser": 1}
    assert found.deadline == when
    assert [(call.player, call.table) for call in found.calls] == [(PlayerId(1), TableNo(2))]
    assert [waits.player for waits in (*found.proxies, *found.components, *found.recommended)] == [1, 1, 1]
    assert found.proxies[0].at == when
    assert [(waits.table, waits.at) for waits in found.appeals] == [(TableNo(3), when)]
    assert found.settled == {("reread", "1")}
    assert found.entrants[PlayerId(1)] == KnownPlayer(
        "12345678", minor=True, guardian_seen=True, roster="missing", late=True
    )
    assert found.entrants[PlayerId(2)] == KnownPlayer(roster="missing")
    assert list(found.entrants) == sorted(found.entrants)
    assert found.clock is not None
    assert found.clock.minutes == 55
    assert found.clock.started_at is not None
    assert {"call", "proxy", "component", "disqualification"} <= {duty.kind.id for duty in duties(found)}


def test_a_roster_is_in_order_only_if_all_of_it_was_checked() -> None:
    hall = playing()
    for player, whole in {1: False, 2: True, 4: True}.items():
        for number in (1, 2):
            RosterVersion.objects.create(
                entry=entry(hall, player),
                number=number,
                state="submitted",
                at=timezone.now(),
                by="x",
                roster={},
                whole=whole,
                legal=player != 4 and number == 2,
            )
    standing = {player: known.roster for player, known in _now(hall).entrants.items() if player < 5}
    assert standing == {1: "unsure", 2: "legal", 3: "missing", 4: "illegal"}


def test_one_word_by_several_hands_is_recorded_once() -> None:
    hall = playing()
    now = _now(hall)
    together(*[lambda: settle(now, hall.tournament.pk, hall.actor, "uid-missing")] * 4)
    assert SettledDuty.objects.filter(kind="uid-missing").count() == len(hall.state.players)


def test_one_recommendation_by_several_hands_is_recorded_once() -> None:
    hall = playing()
    judges = [somebody(hall, "judge", f"Judge {number}") for number in range(4)]
    made = together(*[_by(hall, judge) for judge in judges])
    assert all(isinstance(one, Recommendation) for one in made)
    assert Recommendation.objects.count() == 1
