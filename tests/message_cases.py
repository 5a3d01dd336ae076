"""What tests of messages share: people with addresses who joined, and everything that is sent now."""

from __future__ import annotations

from datetime import datetime
from unittest.mock import patch

from django.core import mail
from django.utils import timezone

from muster.app.common import jobs
from muster.app.registration.entries import Newcomer
from muster.app.registration.registering import register_oneself
from muster.people.models import Entry, Event, Person, Tournament
from web_cases import Hall

ORIGIN = "https://play.example.org"


def opened(capacity: int | None = None, regulations: str = "legion-2.0") -> Hall:
    hall = Hall(regulations)
    Event.objects.update(listed=True)
    Tournament.objects.update(registration_open=True, capacity=capacity)
    hall.tournament.refresh_from_db()
    return hall


def join(hall: Hall, name: str = "Nina New", email: str = "nina@example.org") -> Entry:
    answer = register_oneself(hall.tournament, Newcomer(name=name, email=email), None)
    entry: Entry = answer.entry  # type: ignore[union-attr]
    return entry


def listening(hall: Hall, count: int = 8) -> Hall:
    """A tournament whose players all want to be told about rounds, with its first round published."""
    hall.begin(count)
    for entry in Entry.objects.select_related("person"):
        Person.objects.filter(pk=entry.person_id).update(email=f"p{entry.player}@example.org")
    Entry.objects.update(mail_rounds=True)
    hall.publish()
    return hall


def send(now: datetime | None = None) -> list[mail.EmailMessage]:
    """Everything that is sent now."""
    before = len(mail.outbox)
    work(now)
    return mail.outbox[before:]


def work(now: datetime | None = None) -> None:
    """Do every job that is due now, as the threads of a server would."""
    at = now or timezone.now()
    with patch("django.utils.timezone.now", lambda: at):
        for lane in jobs.LANES:
            jobs.turn(lane)
