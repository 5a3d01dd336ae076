"""What is done later: jobs, queued in the transaction of the act that asks for them, done by a thread for each lane.

django-tasks-db keeps the jobs, and hands each to one worker. Here stands what it leaves to others: trying again,
dead letters, and what a worker that was killed had in hand. A job is done at least once: whoever does it notes
what is done, so that to do it again does little harm.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, Literal, get_args
from uuid import UUID

from django.db import close_old_connections, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.module_loading import import_string
from django_tasks import TaskContext, TaskResultStatus
from django_tasks.base import Task
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from muster.app.common.addresses import site_address

logger = logging.getLogger(__name__)

Lane = Literal["seating", "notify", "mail", "print", "backup"]
"""Seatings that take long; rounds announced, devices told, addresses looked up; mail; PDFs; backups. A slow lane holds
up no other."""

LANES: Final[tuple[Lane, ...]] = get_args(Lane)

DELAYS: Final = (60, 300, 900, 3600, 10_800)
"""Seconds until a job is tried again, after each failure."""

MOST_TRIES: Final = len(DELAYS) + 1
"""After so many failures a job is a dead letter, which waits for the staff."""

HELD: Final = timedelta(minutes=10)
"""A worker of another machine from which nothing was heard for so long has died."""

IDLE: Final = 30.0
"""Seconds after which a lane looks by itself: for retries, and for what other processes queued."""

LATE: Final = timedelta(minutes=10)
"""A job that has waited for so long after it was due means that nobody does jobs."""

FORGOTTEN: Final = timedelta(days=30)
"""After so long a dead letter goes away if there is no record whose page would show it."""

_OPEN: Final[Mapping[Lane, Callable[[], object]]] = {"mail": site_address}
"""What must be there before a lane works: without the site's address no letter could hold its links."""

_before: Final = dict[Lane, Callable[[datetime], None]]()
"""What a lane does before it looks for work: asks for what is due by the clock."""

_HOST: Final = socket.gethostname()[:32]
_OWN: Final = get_random_string(12)
_bells: Final = {lane: threading.Event() for lane in LANES}
_start: Final = threading.Lock()
_threads: list[threading.Thread] = []


def start() -> None:
    """Start this process's workers, one for each lane; doing it again does nothing."""
    with _start:
        if not _threads:
            _threads.extend(
                threading.Thread(target=_work, args=(lane,), name=f"muster-{lane}", daemon=True)
                for lane in LANES
            )
            for thread in _threads:
                thread.start()


def before(lane: Lane, do: Callable[[datetime], None]) -> None:
    """Have a lane do this each time before it looks for work, with the time it is then."""
    _before[lane] = do


def enqueue(task: Task[..., None] | str, *args: object) -> DBTaskResult[..., None]:
    """Queue a job: it is there once the transaction that is open is committed, and is then begun at once.

    Args:
        task: what is to be done; by its name where whoever asks must not know who does it.
        args: what it is told, as JSON.
    """
    found: Task[..., None] = import_string(task) if isinstance(task, str) else task
    job = found.using(run_after=timezone.now()).enqueue(*args).db_result  # type: ignore[attr-defined]
    transaction.on_commit(lambda: ring(found.queue_name))
    return job  # type: ignore[no-any-return]


def apart(job: UUID, *, final: bool) -> DBTaskResult[..., None]:
    """Make a job of its own for the part of this one that has failed, to be tried again while the rest goes on.

    Args:
        job: the one that is being done.
        final: to try again is of no use.
    """
    one = DBTaskResult.objects.get(pk=job)
    one.pk, one._state.adding = UUID(bytes=os.urandom(16), version=4), True  # noqa: SLF001  (Django's way to copy)
    one.save()
    _failed(one, final=final)
    return one


def hold(job: UUID) -> None:
    """Say that a job that takes long is still being done."""
    DBTaskResult.objects.filter(pk=job).update(started_at=timezone.now())


def dead(jobs: QuerySet[Any]) -> QuerySet[Any]:
    """Those of these records whose jobs are dead letters."""
    return jobs.filter(job__status=TaskResultStatus.FAILED)


def again(found: QuerySet[Any]) -> None:
    """Do the jobs of these records once more, as if they had never been tried."""
    jobs = DBTaskResult.objects.failed().filter(pk__in=found.values("job"))
    jobs.update(status=TaskResultStatus.READY, worker_ids=[], run_after=timezone.now(), finished_at=None)
    transaction.on_commit(lambda: ring(*LANES))


def drop(found: QuerySet[Any]) -> None:
    """Give up the jobs of these records, which are dead letters."""
    DBTaskResult.objects.failed().filter(pk__in=found.values("job")).delete()


def all_again() -> int:
    """Do every dead letter once more, as if it had never been tried; how many there were."""
    count: int = DBTaskResult.objects.failed().update(
        status=TaskResultStatus.READY, worker_ids=[], run_after=timezone.now(), finished_at=None
    )
    transaction.on_commit(lambda: ring(*LANES))
    return count


def drop_all() -> int:
    """Give every dead letter up; how many there were."""
    count: int = DBTaskResult.objects.failed().count()
    DBTaskResult.objects.failed().delete()
    return count


def is_behind(now: datetime) -> bool:
    """Whether a job that can be done has waited too long."""
    lanes = [lane for lane in LANES if _OPEN.get(lane, lambda: True)()]
    return DBTaskResult.objects.ready().filter(queue_name__in=lanes, run_after__lt=now - LATE).exists()


def ring(*lanes: str) -> None:
    """Have these lanes look for work now."""
    for lane in lanes:
        _bells[lane].set()  # type: ignore[index]


# The workers


def turn(lane: Lane) -> None:
    """Do every job of a lane that is due."""
    _take_back(lane)
    due = DBTaskResult.objects.ready().filter(queue_name=lane)
    if _OPEN.get(lane, lambda: True)() and due.exists():
        _Worker(lane).run()


class _Worker(db_worker.Worker):
    """Takes one job after the other, until none is due."""

    def __init__(self, lane: Lane) -> None:
        super().__init__(
            queue_names=[lane],
            interval=1,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=f"{_HOST}:{os.getpid()}:{_OWN}",
            excluded_queue_names=[],
        )

    def run_task(self, job: DBTaskResult[..., Any]) -> None:
        """Do one job. One that is done goes away: what came of it stands in the records it was about."""
        try:
            given, task = job.args_kwargs, job.task
            # (The library's own types do not fit each other below Django 6.)
            context = TaskContext(task_result=job.task_result)  # type: ignore[arg-type]
            first = (context,) if task.takes_context else ()
            task.call(*first, *given["args"], **given["kwargs"])
        except Exception as error:  # noqa: BLE001  (whatever it was, the others are still to be done)
            # An error's own words could hold an address or a link.
            logger.warning("%s failed: %s", job.task_path.rpartition(".")[2], type(error).__name__)
            _failed(job)
        else:
            job.delete()


def _failed(job: DBTaskResult[..., Any], *, final: bool = False, at_once: bool = False) -> None:
    """Have a job tried again later; after `MOST_TRIES`, or if it is final, it is a dead letter."""
    tries, now = len(job.worker_ids), timezone.now()
    over = final or tries >= MOST_TRIES
    delay = timedelta(seconds=0 if at_once else DELAYS[min(tries, len(DELAYS)) - 1])
    # Not if somebody else has taken it in hand meanwhile.
    DBTaskResult.objects.running().filter(pk=job.pk, worker_ids=job.worker_ids).update(
        status=TaskResultStatus.FAILED if over else TaskResultStatus.READY,
        finished_at=now if over else None,
        run_after=now + delay,
    )


def _take_back(lane: Lane) -> None:
    """Take back what workers that have died had in hand; it is done again at once."""
    long_ago = timezone.now() - HELD
    for job in DBTaskResult.objects.running().filter(queue_name=lane):
        if (job.started_at or long_ago) <= long_ago or _has_died(job.worker_ids[-1]):
            logger.warning("a worker has died of %s, or with it", job.task_path.rpartition(".")[2])
            _failed(job, at_once=True)


def _has_died(worker: str) -> bool:
    """Whether the process of a worker is known to have ended: one of this machine that is no more."""
    host, number, own = worker.split(":")
    if host != _HOST:
        return False
    if int(number) == os.getpid():
        return own != _OWN
    if sys.platform == "win32":  # to ask for a process would end it there
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def tidy(now: datetime) -> None:
    """Forget dead letters that no page shows and that have lain there for long."""
    old = DBTaskResult.objects.failed().filter(
        finished_at__lt=now - FORGOTTEN, messages=None, prints=None, seatings=None
    )
    if old.exists():
        old.delete()


def _work(lane: Lane) -> None:
    """Work for ever, whatever happens: the database may be away for a while."""
    while True:
        try:
            close_old_connections()
            tidy(timezone.now())
            if lane in _before:
                _before[lane](timezone.now())
            turn(lane)
        except Exception as error:  # noqa: BLE001  (the thread must outlive that)
            logger.warning("no jobs could be looked for: %s", type(error).__name__)
        finally:
            close_old_connections()
        _bells[lane].wait(IDLE)
        _bells[lane].clear()
