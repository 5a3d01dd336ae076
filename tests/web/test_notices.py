"""Notices: what the desk tells everybody."""

from __future__ import annotations

import pytest

from muster.app.common.access import SYSTEM, Actor, DeniedError
from muster.app.floor import notices
from muster.core.scoring.scored import Problem
from muster.people.models import Change, Notice
from web_cases import Hall

pytestmark = pytest.mark.django_db


def told(hall: Hall) -> list[str]:
    return [one.text for one in notices.notices_of(hall.event.pk)]


def test_a_notice_stands_until_it_is_ended() -> None:
    hall = Hall()
    made = notices.announce(hall.event, hall.actor, "  Lunch \n at noon\u202e ")
    assert isinstance(made, Notice)
    assert told(hall) == ["Lunch at noon"]
    assert notices.end(hall.event, hall.actor, made.pk)
    assert told(hall) == []
    assert notices.end(hall.event, hall.actor, made.pk), "ended twice is ended"
    assert Change.objects.filter(topics=f"{hall.event.code}/news").count() == 2
    (one,) = notices.log_of(hall.event.pk)
    assert (one.text, one.who, one.urgent) == ("Lunch at noon", "Olivia Organiser", False)
    assert one.ended_at is not None


def test_urgent_ones_come_first_then_the_latest() -> None:
    hall = Hall()
    for text, urgent in (("one", False), ("fire", True), ("two", False)):
        notices.announce(hall.event, hall.actor, text, urgent=urgent)
    assert told(hall) == ["fire", "two", "one"]
    notices.end(hall.event, hall.actor, notices.notices_of(hall.event.pk)[1].pk)
    assert [one.text for one in notices.log_of(hall.event.pk)] == ["fire", "one", "two"]


def test_the_same_words_are_one_notice_and_can_become_urgent() -> None:
    hall = Hall()
    first = notices.announce(hall.event, hall.actor, "Lunch")
    assert notices.announce(hall.event, hall.actor, "Lunch") == first
    again = notices.announce(hall.event, hall.actor, "Lunch", urgent=True)
    assert again == first
    assert [one.urgent for one in notices.notices_of(hall.event.pk)] == [True]


@pytest.mark.parametrize("text", ["", "  ", "\x00\u202e", "x" * 301])
def test_nothing_and_too_much_is_refused(text: str) -> None:
    hall = Hall()
    assert isinstance(notices.announce(hall.event, hall.actor, text), Problem)
    assert told(hall) == []


def test_there_is_an_end_to_it() -> None:
    hall = Hall()
    for number in range(20):
        assert isinstance(notices.announce(hall.event, hall.actor, f"number {number}"), Notice)
    assert isinstance(notices.announce(hall.event, hall.actor, "one more"), Problem)


def test_only_those_who_run_the_hall_and_only_at_their_event() -> None:
    hall, other = Hall(), Hall()
    made = notices.announce(hall.event, SYSTEM, "Lunch")
    assert isinstance(made, Notice)
    assert made.created_by is None
    judge = Actor("account:9", "judge")
    with pytest.raises(DeniedError):
        notices.announce(hall.event, judge, "Lunch")
    with pytest.raises(DeniedError):
        notices.end(hall.event, judge, made.pk)
    assert not notices.end(other.event, other.actor, made.pk)
    assert told(hall) == ["Lunch"]
