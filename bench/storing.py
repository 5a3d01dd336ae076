"""One database measured, by the process `bench.storage` starts for it; prints its lines as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import UTC, date, datetime
from itertools import count
from statistics import median
from time import perf_counter, thread_time
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
from muster.rules.load import load  # noqa: E402

THREADS = 8
TABLES = 256
PLAYERS, ROUNDS = 1024, 12
GOALS = {"sqlite": 200.0, "postgresql": 400.0}
GOAL_ONE_MORE = 1.0


def measured(database: str, *, quick: bool) -> Iterator[Line]:
    """The measurements on the database this process is set up for."""
    call_command("migrate", verbosity=0)
    numbers = count(1)
    for name, threads in (("one writer", 1), (f"{THREADS} threads", THREADS)):
        runs = [reports(next(numbers), threads) for _ in range(1 if quick else 3)]
        figure = median(rate for rate, _ in runs)
        yield Line(name, database, figure, "reports/s", GOALS[database], all(right for _, right in runs))
    yield from long_journal(next(numbers), database)
    yield from around.lines(database)


def reports(tournament: int, threads: int) -> tuple[float, bool]:
    """A round reported by so many threads: reports a second, and whether every table is settled."""
    create = commands.CreateTournament(
        regulations=load("legion-2.0"), day=date(2026, 3, 7), structure="custom", rounds=3, cut=0
    )
    everybody = [commands.EnterPlayer(PlayerId(player)) for player in range(1, 2 * TABLES + 1)]
    submit_all(tournament, lambda _: [create, *everybody], SYSTEM)
    for command in (announce_plan(tournament), commands.StartStage()):
        submit(tournament, command, SYSTEM)
    submit(tournament, next_link(tournament, store.load(tournament).state), SYSTEM)
    submit(tournament, commands.PublishRound(), SYSTEM)

    def report(tables: list[int]) -> bool:
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
                for table in tables
            )
        finally:
            connections.close_all()

    shares = [list(range(1 + thread, TABLES + 1, threads)) for thread in range(threads)]
    start = perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        accepted = all(pool.map(report, shares))
    rate = TABLES / (perf_counter() - start)
    return rate, accepted and store.replayed(tournament).state.rounds[0].complete


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
