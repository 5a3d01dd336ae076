"""One database measured, by the process `bench.storage` starts for it; prints its lines as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from itertools import count
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any

from muster.cli.site import ready

ready()

from django.core.management import call_command  # noqa: E402  (not before Django is set up)
from django.db import connection, connections  # noqa: E402

from bench import around  # noqa: E402
from bench.journal import played  # noqa: E402
from bench.storage import Line  # noqa: E402
from muster.app.common.access import SYSTEM  # noqa: E402
from muster.app.history.submitting import Done, announce_plan, next_link, submit, submit_all  # noqa: E402
from muster.core.ids import PlayerId, RoundNo, TableNo  # noqa: E402
from muster.core.scoring.reports import ShareReport  # noqa: E402
from muster.core.tournament import commands  # noqa: E402
from muster.journal import store  # noqa: E402
from muster.people.models import Event, Tournament  # noqa: E402
from muster.rules.load import load  # noqa: E402

THREADS = 8
TABLES = 256
PLAYERS, ROUNDS = 1024, 12
WAYS = (("one writer", 1, 1), ("8 writers, one", THREADS, 1), ("8 writers, 8", THREADS, THREADS))
"""Who reports: what it is called, how many at once, and to how many tournaments."""

GOALS = {
    "sqlite": {"8 writers, one": 200.0, "8 writers, 8": 200.0},
    "postgresql": {"8 writers, one": 400.0, "8 writers, 8": 600.0},
}
NUMBERS = count(1)
GOAL_ONE_MORE = 1.0


def measured(database: str, *, quick: bool) -> Iterator[Line]:
    """The measurements on the database this process is set up for."""
    call_command("migrate", verbosity=0)
    for name, threads, halls in WAYS:
        runs = [reports(threads, halls) for _ in range(1 if quick else 3)]
        right = all(run.right for run in runs)
        goal = GOALS[database].get(name)
        yield Line(name, database, median(run.rate for run in runs), "reports/s", goal, right)
        yield Line(f"{name}: CPU", database, median(run.cpu for run in runs), "ms", None, right)
    yield from long_journal(begun("LONG").pk, database)
    yield from around.lines(database)


@dataclass(frozen=True, slots=True)
class Run:
    """One round reported: reports a second, this process's time for each in ms, and whether all are settled."""

    rate: float
    cpu: float
    right: bool


def begun(code: str) -> Tournament:
    """A tournament of an event of its own, without a fact."""
    event = Event.objects.create(code=code, name=code, time_zone="UTC", opens_at=datetime.now(UTC))
    return Tournament.objects.create(event=event, name="Bench", regulations="legion-2.0")


def posted(tables: int) -> int:
    """A tournament with a round of so many tables on them."""
    tournament = begun(f"T{next(NUMBERS)}").pk
    create = commands.CreateTournament(
        regulations=load("legion-2.0"), day=date(2026, 3, 7), structure="custom", rounds=3, cut=0
    )
    everybody = [commands.EnterPlayer(PlayerId(player)) for player in range(1, 2 * tables + 1)]
    submit_all(tournament, lambda _: [create, *everybody], SYSTEM)
    for command in (announce_plan(tournament), commands.StartStage()):
        submit(tournament, command, SYSTEM)
    submit(tournament, next_link(tournament, store.load(tournament).state), SYSTEM)
    submit(tournament, commands.PublishRound(), SYSTEM)
    return tournament


def reports(threads: int, halls: int) -> Run:
    """A round of each of so many tournaments, reported by so many threads in all."""
    tournaments = [posted(TABLES // halls) for _ in range(halls)]

    def report(tables: list[tuple[int, int]]) -> bool:
        played = ShareReport(end="rounds", tokens=(3, 1))
        try:
            return all(
                isinstance(
                    submit(
                        tournament,
                        commands.ReportResult(RoundNo(1), TableNo(table), played),
                        SYSTEM,
                        key=f"table {table}",
                    ),
                    Done,
                )
                for tournament, table in tables
            )
        finally:
            connections.close_all()

    tables = [(one, table) for table in range(1, 1 + TABLES // halls) for one in tournaments]
    shares = [tables[thread::threads] for thread in range(threads)]
    start, busy = perf_counter(), process_time()
    with ThreadPoolExecutor(threads) as pool:
        accepted = all(pool.map(report, shares))
    rate, cpu = TABLES / (perf_counter() - start), 1000 * (process_time() - busy) / TABLES
    settled = all(store.replayed(one).state.rounds[0].complete for one in tournaments)
    return Run(rate, cpu, accepted and settled)


def long_journal(tournament: int, database: str) -> Iterator[Line]:
    """Reading a long journal from its first fact, and one more fact on it once it is warm."""
    entries = played(PLAYERS, ROUNDS).entries
    base = store.Snapshot(tournament)
    at = datetime.now(UTC)
    warm = store.append(base, [entry.fact for entry in entries[:-27]], who="bench", at=at)

    cold = timed(lambda: store.replayed(tournament), 3)
    right = store.replayed(tournament).state == warm.state
    name = f"cold {PLAYERS:,}x{ROUNDS}"
    yield Line(name, database, 1000 * cold, "ms", None, right)

    inside = 0.0

    def stopwatch(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal inside
        start = thread_time()
        try:
            return execute(*args)
        finally:
            inside += thread_time() - start

    beside = []
    with connection.execute_wrapper(stopwatch):
        for entry in entries[-27:-2]:
            inside, start = 0.0, thread_time()
            store.append(store.load(tournament), [entry.fact], who="bench", at=at)
            beside.append(thread_time() - start - inside)
    right = store.load(tournament).state == store.replayed(tournament).state
    yield Line("one more, warm", database, 1000 * median(beside), "ms", GOAL_ONE_MORE, right)


def timed(act: Callable[[], object], runs: int) -> float:
    """The median of several runs, in seconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return median(times)


if __name__ == "__main__":
    print(json.dumps([asdict(line) for line in measured(sys.argv[1], quick="quick" in sys.argv)]))
