"""Rounds at tables that take long to seat: searched for by a job, so that it can be watched and stopped.

Most are found while whoever asks waits. Where that would take longer, a job begins the same search, writes down how
far it is, and looks whether it is to stop. What is found does not depend on any clock: a search that was stopped is on
record with the steps it had taken, and everybody who takes as many finds the same.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final, cast
from uuid import UUID

from django.db import transaction
from django_tasks import TaskContext, TaskResultStatus, task

from muster.app.common import jobs
from muster.app.common.access import Actor, Role
from muster.app.history.submitting import Done, next_link, submit
from muster.core.pairing.seating.steps import Heard, Steps
from muster.core.tournament.drawing import round_number
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.journal.store import Snapshot
from muster.people.models import SeatingSearch, Tournament

PATIENCE: Final = 1.5
"""Seconds for which whoever asks waits before a job takes over."""

TOLD_EVERY: Final = 0.25
"""Seconds after which a job says how far it is, and looks whether it is to stop."""

BEGUN: Final = 3
"""So often a job begins where others record something meanwhile: a draw rests on everything on record."""


class _LongError(Exception):
    """The patience of whoever asks is over."""


@dataclass(frozen=True, slots=True)
class Searching:
    """A seating is being searched for, or the search for it came to nothing.

    Attributes:
        round_no: for which round.
        percent: how far it is at least; it may be over before.
        steps: how many steps it has taken.
        stopping: it was told to stop.
        ended: the code of the refusal in which it ended; empty while it goes on.
    """

    round_no: int
    percent: int
    steps: int
    stopping: bool
    ended: str


def pair_next(
    snapshot: Snapshot, actor: Actor, *, expected_version: int, key: str | None
) -> Done | Refusal | Searching:
    """Draft the next round; one that takes long goes on without whoever asks.

    Args:
        snapshot: the tournament.
        actor: who asks.
        expected_version: as in `submit`.
        key: as in `submit`.

    Raises:
        DeniedError: as in `submit`.
        TooBusyError: as in `submit`.
        UnavailableError: as in `submit`.
    """
    command = next_link(snapshot.tournament, snapshot.state)
    actor.must(command.right)
    running = searching(snapshot.tournament)
    if running is not None and not running.ended:
        return running
    if snapshot.version == expected_version and _may_be_long(snapshot.state):
        try:
            command = command.drawn_ahead(snapshot.state, Steps(heard=_patient(PATIENCE)))
        except _LongError:
            return _begun(snapshot, actor, key or "")
    answer = submit(snapshot.tournament, command, actor, expected_version=expected_version, key=key)
    if isinstance(answer, Done):
        give_up(snapshot.tournament)
    return answer


def searching(tournament: int) -> Searching | None:
    """What is being searched for at a tournament; None where nothing is."""
    row = SeatingSearch.objects.filter(tournament=tournament).select_related("job").first()
    if row is None:
        return None
    lost = row.job is None or row.job.status == TaskResultStatus.FAILED
    ended = row.ended or ("lost" if lost else "")
    return Searching(row.round_no, row.percent, row.steps, row.stop, ended)


def stop(tournament: int) -> None:
    """Have a search stop: what it has found by then is drafted."""
    SeatingSearch.objects.filter(tournament=tournament, ended="").update(stop=True)


def give_up(tournament: int) -> None:
    """Have nothing come of a search, and forget in what it ended."""
    SeatingSearch.objects.filter(tournament=tournament).delete()


@task(queue_name="seating", takes_context=True)
def seat(context: TaskContext, pk: int) -> None:
    """Search for a seating that was asked for, and put its draft on record."""
    row = SeatingSearch.objects.filter(pk=pk, ended="").first()
    if row is None:
        return
    teller = _Teller(pk, UUID(str(context.task_result.id)))
    answer, begun = _searched(row, teller), 1
    while isinstance(answer, Refusal) and answer.code == "stale" and begun < BEGUN:
        SeatingSearch.objects.filter(pk=pk).update(percent=0, steps=0)
        answer, begun = _searched(row, teller), begun + 1
    own = SeatingSearch.objects.filter(pk=pk)  # another may have begun since this one was given up
    if isinstance(answer, Refusal):
        own.update(ended=answer.code)
    else:
        own.delete()


def _searched(row: SeatingSearch, teller: _Teller) -> Done | Refusal | None:
    """What came of one search; nothing if nobody waits for it any more."""
    snapshot = store.load(row.tournament_id)
    command = next_link(snapshot.tournament, snapshot.state)
    command = command.drawn_ahead(snapshot.state, Steps(heard=teller.heard))
    if teller.unwanted:
        return None
    actor = Actor(row.who, cast("Role", row.role))
    return submit(snapshot.tournament, command, actor, expected_version=snapshot.version, key=row.key or None)


@dataclass(slots=True)
class _Teller:
    """Writes down how far a search is, and tells it to stop.

    Attributes:
        row: where.
        job: what is being done.
        unwanted: nobody waits for it any more.
    """

    row: int
    job: UUID
    unwanted: bool = False
    _told: float = field(default_factory=time.monotonic)

    def heard(self, steps: Steps) -> bool:
        """Whether the search is to stop."""
        now = time.monotonic()
        if now - self._told < TOLD_EVERY:
            return False
        self._told = now
        row = SeatingSearch.objects.filter(pk=self.row)
        self.unwanted = not row.update(percent=min(99, steps.percent), steps=steps.taken)
        jobs.hold(self.job)
        return self.unwanted or row.filter(stop=True).exists()


def _begun(snapshot: Snapshot, actor: Actor, key: str) -> Searching:
    number = round_number(snapshot.state)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=snapshot.tournament)  # one after the other
        running = searching(snapshot.tournament)
        if running is not None and not running.ended:
            return running
        give_up(snapshot.tournament)
        row = SeatingSearch.objects.create(
            tournament_id=snapshot.tournament, who=actor.who, role=actor.role or "", key=key, round_no=number
        )
        row.job = jobs.enqueue(seat, row.pk)
        row.save(update_fields=["job"])
    return Searching(number, 0, 0, stopping=False, ended="")


def _may_be_long(state: State) -> bool:
    """Whether the next round is at tables, and not of a cut."""
    return state.at_tables and bool(state.stages) and state.stages[-1].format == "swiss"


def _patient(seconds: float) -> Heard:
    until = time.monotonic() + seconds

    def heard(_: Steps) -> bool:
        if time.monotonic() >= until:
            raise _LongError
        return False

    return heard
