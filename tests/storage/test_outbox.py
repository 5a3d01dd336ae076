"""The outbox on both databases: several processes at once send everything, and nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from muster.app import outbox
from muster.app.messages import write
from muster.people.models import Entry, Message, Person
from storage_cases import Base
from web_cases import Hall

LETTERS, SENDERS = 90, 4


@pytest.fixture(autouse=True)
def _site(settings: Any) -> Iterator[None]:
    settings.ORIGIN = "https://play.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    yield
    mail.outbox = []


def written() -> None:
    hall = Hall()
    hall.enter(LETTERS)
    for entry in Entry.objects.all():
        Person.objects.filter(pk=entry.person_id).update(email=f"p{entry.player}@example.org")
    write("registered", list(Entry.objects.values_list("pk", flat=True)))


def test_several_senders_at_once_send_each_letter_once(base: Base) -> None:
    written()
    together, now = Barrier(SENDERS), timezone.now()

    def drain(_: int) -> int:
        try:
            together.wait()
            sent = 0
            while taken := outbox.drain(now):
                sent += taken
            return sent
        finally:
            connection.close()

    with ThreadPoolExecutor(SENDERS) as pool:
        taken = list(pool.map(drain, range(SENDERS)))
    assert sum(taken) == LETTERS
    assert Counter(letter.to[0] for letter in mail.outbox) == {
        f"p{n}@example.org": 1 for n in range(1, LETTERS + 1)
    }
    assert not Message.objects.filter(sent_at=None).exists()


def test_what_a_process_that_died_had_in_hand_is_sent_later(base: Base) -> None:
    written()
    now = timezone.now()
    held = outbox._take(now, outbox.MAILS, devices=False)
    assert len(held) == outbox.MAILS
    while outbox.drain(now):
        pass
    assert len(mail.outbox) == LETTERS - outbox.MAILS
    while outbox.drain(now + outbox.HELD):
        pass
    assert len(mail.outbox) == LETTERS


def test_writing_again_writes_nothing_anew(base: Base) -> None:
    written()
    write("registered", list(Entry.objects.values_list("pk", flat=True)))
    assert Message.objects.count() == LETTERS
