"""Many who write at once, and a process that dies while it writes: nothing is lost, nothing doubled."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from muster.app.history.submitting import announce_plan
from muster.app.registration.entries import Newcomer, enter
from muster.core.tournament import commands, facts
from muster.core.tournament.proof.verify import verify
from muster.journal import store
from muster.journal.models import FactRow
from muster.people.models import Entry, Person
from storage_cases import Base
from web_cases import NAMES, Hall

WRITER = Path(__file__).with_name("writer.py")
PROCESSES, THREADS = 4, 16
TABLES = NEWCOMERS = 24


@contextmanager
def _writer(base: Base, tournament: int, how: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, str(WRITER), str(tournament), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=base.env,
    ) as writer:
        try:
            yield writer
        finally:
            writer.kill()


def _asked(writer: subprocess.Popen[str], line: str) -> None:
    assert writer.stdin is not None
    writer.stdin.write(f"{line}\n")
    writer.stdin.flush()


def _answered(writer: subprocess.Popen[str]) -> str:
    assert writer.stdout is not None
    return writer.stdout.readline().strip()


def _jobs() -> list[dict[str, Any]]:
    """A job for each of 64 writers: every third table and newcomer comes twice under one key."""
    reports: list[dict[str, Any]] = [
        {"key": f"table-{table}", "table": table} for table in range(1, TABLES + 1)
    ]
    newcomers: list[dict[str, Any]] = [
        {"key": f"new-{n}", "name": f"{NAMES[n]} Newcomer"} for n in range(NEWCOMERS)
    ]
    once = [*reports, *newcomers]
    return [*once, *once[::3]]


def _all_at_once(base: Base, tournament: int, jobs: list[dict[str, Any]]) -> list[list[Any]]:
    """The jobs done by processes and threads that all start together: key, how it ended, and the facts."""
    with ExitStack() as stack:
        writers = [stack.enter_context(_writer(base, tournament, "together")) for _ in range(PROCESSES)]
        for number, writer in enumerate(writers):
            _asked(writer, json.dumps(jobs[number::PROCESSES]))
        assert [_answered(writer) for writer in writers] == ["ready"] * PROCESSES
        for writer in writers:
            _asked(writer, "go")
        answers = [one for writer in writers for one in json.loads(_answered(writer))]
        assert [writer.wait() for writer in writers] == [0] * PROCESSES
    return answers


def test_sixty_four_writers_lose_and_double_nothing(base: Base) -> None:
    hall = Hall()
    hall.begin(2 * TABLES)
    hall.publish()
    tournament, before = hall.tournament.pk, hall.state.version
    jobs = _jobs()
    assert len(jobs) == PROCESSES * THREADS
    answers = _all_at_once(base, tournament, jobs)
    assert Counter(says for _, says, _ in answers) == {"done": 48, "repeated": 16}
    told: dict[str, list[str]] = {}
    for key, _, texts in answers:
        assert told.setdefault(key, texts) == texts
    now = store.load(tournament)
    recorded = now.entries[before:]
    assert Counter(entry.key for entry in recorded) == Counter({job["key"]: 1 for job in jobs})
    assert {entry.key: [entry.text] for entry in recorded} == told
    assert all(match.settled for match in now.state.rounds[0].matches.values())
    assert verify(now.entries).holds
    numbers = list(Entry.objects.order_by("player").values_list("player", flat=True))
    assert numbers == list(range(1, 2 * TABLES + NEWCOMERS + 1))
    assert Person.objects.count() == len(numbers) == len(now.state.players)


def test_what_was_acknowledged_survives_kill_9(base: Base) -> None:
    hall = Hall()
    hall.enter(1)
    tournament, acknowledged = hall.tournament.pk, 1
    for _ in range(2):
        with _writer(base, tournament, "endless") as writer:
            for _ in range(20):
                acknowledged = int(_answered(writer))
            writer.send_signal(signal.SIGKILL)
            assert writer.wait() == -signal.SIGKILL
            # What it still said before it died counts as acknowledged, too.
            assert writer.stdout is not None
            acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
        for snapshot in (store.load(tournament), store.replayed(tournament)):
            players = sorted(snapshot.state.players)
            assert players == list(range(1, len(players) + 1))
            assert len(players) >= acknowledged
    assert verify(store.load(tournament).entries).holds


def test_facts_recorded_together_carry_the_number_of_their_act(base: Base) -> None:
    hall = Hall()
    enter(hall.tournament, hall.actor, [Newcomer(name=name) for name in NAMES])
    hall.do(announce_plan(hall.tournament.pk), commands.StartStage())
    rows = FactRow.objects.filter(tournament=hall.tournament.pk)
    acts = list(rows.order_by("seq").values_list("seq", "act", "kind"))
    entered = [act for _, act, kind in acts if kind == facts.PlayerEntered.kind]
    assert entered == [2] * len(NAMES)
    assert [act for seq, act, kind in acts if act == seq] == [1, 2, 26, 27]
