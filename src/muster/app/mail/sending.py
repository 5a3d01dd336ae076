"""Sending messages: the jobs that announce a round, and hand over mail and what devices show."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Sequence
from time import monotonic
from typing import Final
from uuid import UUID

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone
from django_tasks import TaskContext, task

from muster.app.common import jobs
from muster.app.mail import messages, pushing
from muster.app.mail.letters import Letter, Writer
from muster.people.models import Message

logger = logging.getLogger(__name__)

MAILS: Final = 20
"""Mails between two looks at what is still to be sent."""

PUSHES: Final = 100

RECORDED: Final = 0.5
"""Seconds after which what was sent is recorded, at the latest before the next message."""


@task(queue_name="notify")
def announce_round(tournament: int) -> None:
    """Write to everybody who wants to be told about the round that is up."""
    messages.round_is_up(tournament, timezone.now())


@task(queue_name="notify")
def announce_seats(tournament: int) -> None:
    """Likewise about the pods, groups or building tables that are shown."""
    messages.seats_are_shown(tournament, timezone.now())


@task(queue_name="notify")
def find_links(event: int, email: str) -> None:
    """Send the links of whoever registered with this address, if anybody did."""
    messages.recover(event, email, timezone.now())


@task(queue_name="mail", takes_context=True)
def send_mail(context: TaskContext) -> None:
    """Send the mails of this job."""
    job = UUID(context.task_result.id)
    while batch := _waiting(job, MAILS):
        connection = get_connection()
        try:
            _mail(job, batch, connection)
        finally:
            _close(connection)
        jobs.hold(job)


@task(queue_name="notify", takes_context=True)
def send_pushes(context: TaskContext) -> None:
    """Show the messages of this job on the devices of those they are for."""
    job = UUID(context.task_result.id)
    while batch := _waiting(job, PUSHES):
        _push(job, batch)
        jobs.hold(job)


def _waiting(job: UUID, most: int) -> Sequence[Message]:
    """Messages of a job that are still to be sent."""
    rows = Message.objects.filter(job=job, sent_at=None).order_by("pk")
    return list(rows.select_related("entry__person", "entry__tournament__event__venue")[:most])


def _mail(job: UUID, batch: Sequence[Message], connection: BaseEmailBackend) -> None:
    writer, sent = Writer(timezone.now()), _Sent()
    try:
        for message in batch:
            try:
                letter = writer.letter(message)
                if letter is None and message.kind == "round":
                    message.delete()  # what is marked as sent was read: `messages.round_is_up` relies on it
                    continue
                if letter is not None:
                    connection.send_messages([_as_mail(letter, connection)])
            except Exception as error:
                _log(message, error)
                if _is_down(error):
                    raise  # the rest fails with it: the job is tried again
                _close(connection)
                _set_apart(job, [message], final=_is_final(error))
            else:
                sent.note(message)
    finally:
        sent.record()


class _Sent:
    """Messages that have left, recorded as soon as `RECORDED` has passed since the last time.

    A process that dies sends those it has not recorded once more, so there must be few; but each time it
    records, whoever else writes to SQLite waits, so it must not be for each of a thousand.
    """

    def __init__(self) -> None:
        self._pks, self._since = list[int](), monotonic()

    def note(self, message: Message) -> None:
        """This one has left."""
        self._pks.append(message.pk)
        if monotonic() - self._since > RECORDED:
            self.record()

    def record(self) -> None:
        """Record all that have left."""
        if self._pks:
            Message.objects.filter(pk__in=self._pks).update(sent_at=timezone.now())
        self._pks, self._since = [], monotonic()


def _as_mail(letter: Letter, connection: BaseEmailBackend) -> EmailMessage:
    connection.open()  # once for all of a batch: an open one stays as it is
    headers = {
        "List-Unsubscribe": f"<{letter.unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(letter.subject, letter.text, to=[letter.to], headers=headers, connection=connection)


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except (OSError, smtplib.SMTPException):
        logger.info("the mail server did not say goodbye")


def _push(job: UUID, batch: Sequence[Message]) -> None:
    writer, shown = Writer(timezone.now()), {}
    failed = list[Message]()
    for message in batch:
        try:
            shown[message] = writer.push(message)
        except Exception as error:  # noqa: BLE001  (whatever it was, the others are still to be sent)
            _log(message, error)
            failed.append(message)
    reached = pushing.send_all({one.entry_id: push for one, push in shown.items() if push is not None})
    needless = [message.pk for message, push in shown.items() if push is None]
    Message.objects.filter(pk__in=needless).delete()  # what is marked as sent was read, as above
    for message, push in shown.items():
        if push and (fault := reached.get(message.entry_id)):
            _log(message, fault)
            failed.append(message)
    _set_apart(job, failed)
    rest = [message.pk for message in batch if message not in failed]
    Message.objects.filter(pk__in=rest).update(sent_at=timezone.now())


def _set_apart(job: UUID, failed: Sequence[Message], *, final: bool = False) -> None:
    """Have these tried again by a job of their own."""
    if failed:
        with transaction.atomic():
            pks = [message.pk for message in failed]
            Message.objects.filter(pk__in=pks).update(job=jobs.apart(job, final=final))


def _log(message: Message, error: Exception) -> None:
    # Neither the address nor the link goes into the log; an error's own words could hold either.
    logger.warning("message %d (%s) was not sent: %s", message.pk, message.kind, type(error).__name__)


def _is_down(error: Exception) -> bool:
    """Whether the server, and not one letter, is the matter."""
    one_letter = (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError)
    return isinstance(error, OSError) and not isinstance(error, one_letter)


def _is_final(error: Exception) -> bool:
    """Whether there is no such address, so that trying again is of no use."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _ in error.recipients.values())
