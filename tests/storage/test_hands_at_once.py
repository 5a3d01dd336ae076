"""One form from several hands, or a link opened by several, in one moment and on both databases: it counts once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.cache import caches
from django.test import RequestFactory
from django.utils import timezone

from course_cases import sealed_hall
from muster.app.common import jobs
from muster.app.common.access import PLAYING, Actor
from muster.app.history.submitting import building_link
from muster.app.links.tokens import new_login_link, use_login_link
from muster.app.rosters.checking import RosterVerdict
from muster.app.rosters.pools import read_pool, register_pool
from muster.app.rounds import long_seatings
from muster.app.staff.staff import Invited, invite
from muster.core.scoring.reports import PlacingReport
from muster.core.tournament import commands
from muster.core.tournament.queries import PAIR
from muster.journal import store
from muster.people.models import Account, Entry, PoolVersion, RosterPlan, SeatingSearch
from muster.site import settings as own_settings
from muster.web.limits import MOST, too_often
from storage_cases import Base, together
from web_cases import Hall, account


@pytest.fixture(autouse=True)
def _one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)  # a minute that does not end


HANDS = 6


def second_round() -> Hall:
    """An evening at tables before its second round."""
    hall = Hall("twin-suns-1.3", {"structure": "custom", "rounds": 3})
    hall.begin(12)
    hall.publish()
    for table, match in sorted(hall.state.rounds[-1].matches.items()):
        left = tuple(30 - player for player in match.pairing.players)
        hall.do(
            commands.ReportResult(
                hall.state.rounds[-1].number, table, PlacingReport(end="decided", left=left), None
            )
        )
    return hall


def test_a_link_logs_in_one_of_those_who_open_it_at_once(base: Base) -> None:
    assert base.kind
    who = account()
    for _ in range(10):
        token = new_login_link(who, timezone.now())
        answers = together(*[partial(use_login_link, token, timezone.now())] * HANDS)
        assert [one for one in answers if isinstance(one, Account)] == [who], answers
        assert answers.count(None) == HANDS - 1


def test_an_invitation_sent_by_several_taps_at_once_is_one(base: Base) -> None:
    assert base.kind
    hall = Hall()
    for number in range(5):
        tap = partial(
            invite, hall.event, hall.actor, "judge", timezone.now(), by=hall.organiser, key=f"form {number}"
        )
        answers = together(*[tap] * HANDS)
        links = {one.token if isinstance(one, Invited) else one for one in answers}
        assert len(links) == 1, answers
    assert hall.event.invitations.count() == 5


def test_a_seating_asked_for_by_several_desks_at_once_is_searched_for_once(
    base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert base.kind
    monkeypatch.setattr(long_seatings, "PATIENCE", -1)
    hall = second_round()
    found = store.load(hall.tournament.pk)
    asked = partial(long_seatings.pair_next, found, hall.actor, expected_version=found.version, key=None)
    answers = together(*[asked] * HANDS)
    assert all(isinstance(one, long_seatings.Searching) for one in answers), answers
    assert SeatingSearch.objects.count() == 1
    jobs.turn("seating")
    assert hall.state.proposal is not None


def test_tries_at_once_are_no_more_than_one_after_the_other(base: Base, settings: Any) -> None:
    assert base.kind
    settings.CACHES = own_settings.CACHES
    caches["default"].clear()
    request = RequestFactory().post("/", REMOTE_ADDR="198.51.100.7")

    def tries() -> int:
        return sum(not too_often(request, "personal") for _ in range(MOST["personal"]))

    let = together(*[tries] * HANDS)
    assert sum(one for one in let if isinstance(one, int)) == MOST["personal"], let


def test_two_who_sit_opposite_register_each_others_pools_at_once(base: Base) -> None:
    assert base.kind
    hall = sealed_hall(4)
    RosterPlan.objects.update(pools="opposite")
    hall.do(commands.StartStage())
    hall.do(building_link(hall.tournament.pk, hall.state), commands.PublishBuilding())
    pairs = [table for table in hall.state.building or () if len(table) == PAIR]
    found = read_pool(hall.tournament, hall.state, "Pool:\n2 Vanquish")
    assert isinstance(found, RosterVerdict)
    entries = {one.player: one for one in Entry.objects.select_related("tournament__event")}

    def registered(owner: Entry, registrar: Entry, seen: int) -> object:
        return register_pool(
            owner, registrar, found, Actor(f"entry:{registrar.pk}", None, PLAYING), timezone.now(), seen
        )

    for seen in range(10):
        taps = list[Callable[[], object]]()
        for one, two in pairs:
            taps += [
                partial(registered, entries[one], entries[two], seen),
                partial(registered, entries[two], entries[one], seen),
            ]
        answers = together(*taps)
        assert all(isinstance(answer, PoolVersion) for answer in answers), answers
