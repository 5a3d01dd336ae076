"""Pods, groups and building tables that are shown are told by mail, as rounds are, to whoever sits there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from course_cases import draft_hall, drawn, parts_hall, sealed_hall, shown
from message_cases import ORIGIN, send
from muster.app.history.submitting import building_link
from muster.app.mail.messages import seats_are_shown
from muster.core.tournament import commands
from muster.core.tournament.course import CoursePart
from muster.people.models import Entry, Person
from web_cases import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.ORIGIN = ORIGIN


def _wanting_all(hall: Hall) -> Hall:
    for entry in Entry.objects.select_related("person"):
        Person.objects.filter(pk=entry.person_id).update(email=f"p{entry.player}@example.org")
    Entry.objects.update(mail_rounds=True)
    return hall


def test_pods_that_are_shown_are_told_with_seat_and_neighbours_until_round_1() -> None:
    hall = drawn(_wanting_all(draft_hall(8)))
    assert not send(), "nobody sees what is only drawn"
    hall.do(commands.PublishPods())
    letters = {letter.to[0]: letter for letter in send()}
    assert len(letters) == 8
    (pod,) = hall.state.pods or ()
    names = {entry.player: entry.person.name for entry in Entry.objects.select_related("person")}
    letter = letters[f"p{pod[2]}@example.org"]
    assert letter.subject.startswith("Draft: pod 1, seat 3")
    assert f"On your left {names[pod[3]]}, on your right {names[pod[1]]}." in letter.body
    assert not send(), "once"
    late = drawn(_wanting_all(draft_hall(8)))
    late.do(commands.PublishPods())
    late.publish()
    subjects = [letter.subject for letter in send()]
    assert len(subjects) == 8
    assert all("Round 1" in one for one in subjects), "pods are no news once a round is out"


def test_pods_shown_long_ago_are_no_news() -> None:
    hall = shown(_wanting_all(draft_hall(8)))
    assert not send(timezone.now() + timedelta(hours=1))
    assert seats_are_shown(hall.tournament.pk, timezone.now()) == 8
    assert seats_are_shown(draft_hall(8).tournament.pk, timezone.now()) == 0, "nothing is shown"


def test_groups_are_told_with_whom() -> None:
    parts = (CoursePart("groups", size=4), CoursePart("swiss", 1))
    groups = shown(_wanting_all(parts_hall(4, parts)))
    names = {entry.player: entry.person.name for entry in Entry.objects.select_related("person")}
    letters = {letter.to[0]: letter for letter in send()}
    (group,) = groups.state.pods or ()
    assert letters[f"p{group[0]}@example.org"].subject.startswith("Group 1")
    assert (
        f"With {names[group[1]]}, {names[group[2]]} and {names[group[3]]}."
        in letters[f"p{group[0]}@example.org"].body
    )


def test_building_tables_are_told_with_who_sits_opposite() -> None:
    hall = _wanting_all(sealed_hall(4))
    hall.do(commands.StartStage(), building_link(hall.tournament.pk, hall.state))
    hall.do(commands.PublishBuilding())
    names = {entry.player: entry.person.name for entry in Entry.objects.select_related("person")}
    letters = {letter.to[0]: letter for letter in send()}
    one, two = (hall.state.building or ())[1]
    assert letters[f"p{one}@example.org"].subject.startswith("Deck building: table 2")
    assert f"You sit with {names[two]}." in letters[f"p{one}@example.org"].body
    assert len(letters) == 4


def test_whoever_is_left_alone_reads_that_nobody_sits_beside_them() -> None:
    hall = _wanting_all(sealed_hall(4))
    hall.do(commands.StartStage(), building_link(hall.tournament.pk, hall.state))
    hall.do(commands.PublishBuilding())
    one, two = (hall.state.building or ())[0]
    hall.do(commands.DropPlayer(two))
    letters = {letter.to[0]: letter for letter in send()}
    assert "Nobody sits opposite." in letters[f"p{one}@example.org"].body
    draft = shown(_wanting_all(draft_hall(4)))
    first, *others = (draft.state.pods or ())[0]
    for other in others:
        draft.do(commands.DropPlayer(other))
    letters = {letter.to[0]: letter for letter in send()}
    assert "Nobody sits beside you." in letters[f"p{first}@example.org"].body
