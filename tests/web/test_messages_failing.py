"""Messages that cannot be sent: tried again, shown to the organiser at last, and never in the log."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from message_cases import ORIGIN, join, opened, send, work
from muster.app.common import jobs
from muster.app.links.player_links import token_of
from muster.app.mail import messages
from muster.people.models import Message

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.ORIGIN = ORIGIN
    monkeypatch.setattr("muster.web.limits._now", lambda: 1_000_000_007)
    cache.clear()
    yield
    cache.clear()


class Broken(EmailBackend):
    """A mail server that says what the test wants."""

    fault: Exception = ConnectionRefusedError()
    tried = 0

    def send_messages(self, messages: Any) -> int:
        type(self).tried += 1
        raise self.fault


@pytest.fixture
def broken(settings: Any) -> Iterator[type[Broken]]:
    settings.EMAIL_BACKEND = f"{__name__}.Broken"
    Broken.tried, Broken.fault = 0, ConnectionRefusedError()
    yield Broken
    Broken.tried = 0


def test_what_fails_is_tried_again_later_and_shown_to_the_organiser_at_last(
    broken: type[Broken], settings: Any
) -> None:
    hall = opened()
    join(hall)
    now = timezone.now()
    send(now)
    for wait in (60, 300, 900, 3600, 10_800):
        now += timedelta(seconds=wait - 1)
        send(now)
        tried = broken.tried
        now += timedelta(seconds=1)
        send(now)
        assert broken.tried - tried == 1, wait
    assert broken.tried == jobs.MOST_TRIES
    page = hall.client.get(reverse("desk:settings", args=[hall.event.code])).content.decode()
    assert "1 message could not be sent" in page
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    hall.client.post(reverse("desk:messages", args=[hall.event.code]), {"do": "again"})
    assert len(send()) == 1


def test_an_address_there_is_none_of_is_not_tried_again(broken: type[Broken]) -> None:
    hall = opened()
    join(hall)
    broken.fault = smtplib.SMTPRecipientsRefused({"nina@example.org": (550, b"no such user")})
    send()
    assert [one.entry.person.name for one in messages.standing(hall.event).failed] == ["Nina New"]
    hall.client.post(reverse("desk:messages", args=[hall.event.code]), {"do": "forget"})
    assert not messages.standing(hall.event).failed


def test_one_letter_that_fails_does_not_hold_the_others(broken: type[Broken]) -> None:
    hall = opened()
    for number in range(3):
        join(hall, name=f"Nina N{number}", email=f"n{number}@example.org")
    broken.fault = smtplib.SMTPDataError(554, b"spam")
    send()
    assert broken.tried == 3
    Message.objects.all().delete()
    messages.send_links(hall.event, timezone.now())
    broken.fault, broken.tried = ConnectionRefusedError(), 0
    send()
    assert broken.tried == 1  # the server is down, so the others need not be tried


def test_the_log_names_nobody(broken: type[Broken], caplog: pytest.LogCaptureFixture) -> None:
    entry = join(opened())
    broken.fault = smtplib.SMTPRecipientsRefused({"nina@example.org": (550, b"no such user")})
    send()
    assert "was not sent" in caplog.text
    assert "nina@" not in caplog.text
    assert token_of(entry) not in caplog.text


def test_letters_wait_until_the_address_of_the_site_is_known(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ORIGIN = ""
    monkeypatch.setattr("muster.app.common.addresses._noted", "")
    hall = opened()
    join(hall)
    assert not send()
    Client().post(reverse("public:link", args=[hall.event.code]), {"email": "else@example.org"})
    (letter,) = send()
    assert "http://testserver/p/" in letter.body


def test_without_a_mail_server_letters_are_files(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    hall = opened()
    join(hall)
    work()
    assert ORIGIN in "".join(path.read_text() for path in tmp_path.iterdir())
    assert (
        "no mail server" in hall.client.get(reverse("desk:settings", args=[hall.event.code])).content.decode()
    )
