"""The outbox: one thread in each process that sends what waits, and what may take its time.

Who hands a message over holds it for a while (`due_at`), so that several processes never send one twice. A
process that dies with a message in hand loses nothing: it is due again when the while is over.
"""

from __future__ import annotations

import logging
import smtplib
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import close_old_connections, transaction
from django.db.models import Max
from django.utils import timezone

from muster.app import messages, pushing, topics
from muster.app.addresses import site_address
from muster.app.letters import Letter, Writer
from muster.app.messages import MOST_TRIES, bell
from muster.core.tournament.facts import RoundPublished
from muster.journal.models import FactRow
from muster.people.models import Message, Tournament

logger = logging.getLogger(__name__)

MAILS: Final = 20
"""Mails taken in hand at once: few, so that a slow server is done with them while they are held."""

PUSHES: Final = 100

HELD: Final = timedelta(minutes=10)
"""How long a message is held by whoever hands it over."""

DELAYS: Final = (60, 300, 900, 3600, 10_800)
"""Seconds until a message is tried again, after each failure."""

RECORDED: Final = 0.5
"""Seconds after which what was sent is recorded, at the latest before the next message."""

IDLE: Final = 30.0
"""Seconds after which the sender looks by itself: for retries, and for what other processes wrote."""

LATELY: Final = 5000
"""Facts among which a round that was published a moment ago is looked for."""

_work: deque[Callable[[], object]] = deque()
_heard: deque[str] = deque()
_start = threading.Lock()
_thread: threading.Thread | None = None


def start() -> None:
    """Start this process's sender; doing it again does nothing."""
    global _thread  # noqa: PLW0603  (one for the process)
    with _start:
        if _thread is None:
            topics.listen(_listen)
            _work.append(catch_up)
            bell.set()
            _thread = threading.Thread(target=_send_for_ever, name="muster-outbox", daemon=True)
            _thread.start()


def running() -> bool:
    """Whether this process has a sender."""
    return _thread is not None


def later(work: Callable[[], object]) -> None:
    """Have this done by the sender, so that nobody waits for it or can tell how long it takes.

    Where no sender runs it is done at once. It is not kept over a restart: only what can be asked for again
    belongs here.
    """
    if running():
        _work.append(work)
        bell.set()
    else:
        work()


def mail_leaves() -> bool:
    """Whether this site sends mail, rather than keeping it as files for want of a mail server."""
    return not settings.EMAIL_BACKEND.endswith(".filebased.EmailBackend")


# Sending


def drain(now: datetime) -> int:
    """Send one batch of what is due; how many messages were taken in hand. Devices go first: they are quick."""
    taken = _take(now, PUSHES, devices=True)
    if taken:
        _push(taken, now)
        return len(taken)
    # Without the site's address no letter could hold its links: they wait.
    taken = _take(now, MAILS, devices=False) if site_address() else []
    if taken:
        _mail(taken, now)
    return len(taken)


def _take(now: datetime, most: int, *, devices: bool) -> list[Message]:
    """Take messages in hand: nobody else has them until `HELD` is over."""
    due = Message.objects.filter(sent_at=None, tries__lt=MOST_TRIES, due_at__lte=now)
    due = due.filter(kind="push") if devices else due.exclude(kind="push")
    if not due.exists():
        return []
    with transaction.atomic():
        # PostgreSQL passes over rows others have in hand; SQLite lets in one writer at a time.
        found = due.select_for_update(skip_locked=True).order_by("pk")[:most]
        taken = [message.pk for message in found]
        Message.objects.filter(pk__in=taken).update(due_at=now + HELD)
    rows = Message.objects.filter(pk__in=taken).order_by("pk")
    return list(rows.select_related("entry__person", "entry__tournament__event__venue"))


def _mail(taken: Sequence[Message], now: datetime) -> None:
    writer, connection, sent = Writer(now), get_connection(), _Sent(now)
    for at, message in enumerate(taken):
        try:
            letter = writer.letter(message)
            if letter is None and message.kind == "round":
                message.delete()  # what is marked as sent was read: `messages.round_is_up` relies on it
                continue
            if letter is not None:
                connection.send_messages([_as_mail(letter, connection)])
        except Exception as error:  # noqa: BLE001  (whatever it was, the others are still to be sent)
            _close(connection)
            _failed(message, error, now)
            if _is_down(error):
                _put_back(taken[at + 1 :], error, now)
                break
        else:
            sent.note(message)
    sent.record()
    _close(connection)


class _Sent:
    """Messages that have left, recorded as soon as `RECORDED` has passed since the last time.

    A process that dies sends those it has not recorded once more, so there must be few; but each time it
    records, whoever else writes to SQLite waits, so it must not be for each of a thousand.
    """

    def __init__(self, now: datetime) -> None:
        self._now, self._pks, self._since = now, list[int](), monotonic()

    def note(self, message: Message) -> None:
        """This one has left."""
        self._pks.append(message.pk)
        if monotonic() - self._since > RECORDED:
            self.record()

    def record(self) -> None:
        """Record all that have left."""
        if self._pks:
            Message.objects.filter(pk__in=self._pks).update(sent_at=self._now)
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


def _push(taken: Sequence[Message], now: datetime) -> None:
    writer = Writer(now)
    shown = {}
    for message in taken:
        try:
            shown[message] = writer.push(message)
        except Exception as error:  # noqa: BLE001  (as above)
            _failed(message, error, now)
    wanted = {message.entry_id: push for message, push in shown.items() if push is not None}
    reached = pushing.send_all(wanted)
    needless = [message.pk for message, push in shown.items() if push is None]
    Message.objects.filter(pk__in=needless).delete()  # as above
    done = [message.pk for message, push in shown.items() if push and reached.get(message.entry_id) is None]
    Message.objects.filter(pk__in=done).update(sent_at=now)
    for message, push in shown.items():
        if push and (fault := reached.get(message.entry_id)):
            _failed(message, fault, now)


def _failed(message: Message, error: Exception, now: datetime) -> None:
    # Neither the address nor the link goes into the log; an error's own words could hold either.
    logger.warning("message %d (%s) was not sent: %s", message.pk, message.kind, type(error).__name__)
    tries = MOST_TRIES if _is_final(error) else message.tries + 1
    delay = timedelta(seconds=DELAYS[min(tries, len(DELAYS)) - 1])
    Message.objects.filter(pk=message.pk).update(tries=tries, due_at=now + delay)


def _put_back(rest: Iterable[Message], error: Exception, now: datetime) -> None:
    """The server is down: the rest of the batch has failed with the first."""
    for message in rest:
        _failed(message, error, now)


def _is_down(error: Exception) -> bool:
    """Whether the server, and not one letter, is the matter."""
    one_letter = (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError)
    return isinstance(error, OSError) and not isinstance(error, one_letter)


def _is_final(error: Exception) -> bool:
    """Whether there is no such address, so that trying again is of no use."""
    if not isinstance(error, smtplib.SMTPRecipientsRefused):
        return False
    return all(code >= 500 for code, _ in error.recipients.values())


# The thread


def catch_up() -> None:
    """Write what a process that died may have left out: messages about rounds published a moment ago."""
    since = timezone.now() - messages.FRESH
    newest = FactRow.objects.aggregate(newest=Max("pk"))["newest"] or 0
    # The table has no index by time, and a long one is not read through for this.
    found = FactRow.objects.filter(pk__gt=newest - LATELY, kind=RoundPublished.kind, at__gte=since)
    for tournament in sorted(set(found.values_list("tournament", flat=True))):
        messages.round_is_up(tournament, timezone.now())


def _listen(changed: frozenset[str]) -> None:
    """Note which tournaments may have a new round; whoever published it does not wait."""
    _heard.extend(topic.removesuffix("/round") for topic in changed if topic.endswith("/round"))
    bell.set()


def _send_for_ever() -> None:
    looked = monotonic()
    while True:
        bell.wait(IDLE)
        bell.clear()
        try:
            close_old_connections()
            # On a busy site the bell never stops, and other processes' rounds are still to be found.
            idle = monotonic() - looked >= IDLE
            looked = monotonic() if idle else looked
            turn(idle=idle)
        except Exception as error:  # noqa: BLE001  (the database may be away; the thread must outlive that)
            logger.warning("the outbox could not be looked through: %s", type(error).__name__)
        finally:
            close_old_connections()


def turn(*, idle: bool = False) -> None:
    """Do everything there is to do now; on an idle turn, look for what other processes left, too."""
    if idle:
        catch_up()
    while _work:
        _work.popleft()()
    while _heard:
        _look(_heard.popleft())
    while drain(timezone.now()):
        pass


def _look(tournament: str) -> None:
    code, _, number = tournament.rpartition("/")
    if not number.isdecimal():
        return
    pk = Tournament.objects.filter(event__code=code, number=int(number)).values_list("pk", flat=True).first()
    if pk is not None:
        messages.round_is_up(pk, timezone.now())
