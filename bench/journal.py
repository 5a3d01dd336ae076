"""The journal: replaying whole tournaments, one more fact on a warm one, reading and proving a file.

`python -m bench.journal` prints one line each. Replaying is the fold of facts that are in memory, as a store
hands them over, with their texts; reading a file adds parsing, the chain and the check of its form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from statistics import median
from time import perf_counter

from bench.report import Report
from muster.cli.simulate import Simulation
from muster.core.tournament import commands
from muster.core.tournament.engine import evolve
from muster.core.tournament.journal import Entry, Journal
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import State
from muster.exchange.journal import JournalFile, read, write
from muster.rules.load import load

SIZES = ((128, 7, 10.0), (1024, 12, 250.0), (4096, 12, None))
GOAL_ONE_MORE = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement in milliseconds, the median of several runs; `right` says whether the answer was."""

    name: str
    players: int
    rounds: int
    facts: int
    ms: float
    goal: float | None
    right: bool


def played(players: int, rounds: int) -> Journal:
    """A whole Armada event of this size."""
    create = commands.CreateTournament(
        regulations=load("armada-4.0"), day=date(2025, 2, 1), structure="custom", rounds=rounds, cut=0
    )
    simulation = Simulation(create, players, "bench")
    for _ in simulation.run():
        pass
    return simulation.journal


def fold(entries: list[Entry]) -> State:
    """The replay that is measured."""
    state = State()
    for entry in entries:
        state = evolve(state, entry.fact, entry.text)
    return state


def timed(act: Callable[[], object], runs: int = 5) -> float:
    """The median of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return median(times) * 1000


def lines(*, quick: bool = False) -> Iterator[Line]:
    """Every measurement; `quick` leaves the largest event out."""
    for players, rounds, goal in SIZES[: 2 if quick else 3]:
        journal = played(players, rounds)
        entries, count = journal.entries, len(journal.entries)
        right = fold(entries) == journal.state
        yield Line("replay", players, rounds, count, timed(partial(fold, entries)), goal, right)
        content = write(JournalFile(journal)).encode()
        again = write(read(content)).encode() == content
        yield Line("read a file", players, rounds, count, timed(partial(read, content), 3), None, again)
        last = entries[-2]  # the last result; the fact after it ends the tournament
        warm = fold(entries[:-2])
        more = timed(partial(evolve, warm, last.fact), 25)
        if players <= 1024:
            yield Line("one more fact", players, rounds, 1, more, GOAL_ONE_MORE, right)
            proof = timed(partial(verify, entries), 1)
            yield Line("verify", players, rounds, count, proof, None, verify(entries).holds)


def main(*, quick: bool = False) -> Report:
    """Measure and print every line."""
    rows = []
    print(
        f"{'journal':16}{'players':>8}{'rounds':>8}{'facts':>8}{'ms':>10}{'µs/fact':>10}{'goal ms':>10}  right"
    )
    for line in lines(quick=quick):
        goal = "" if line.goal is None else f"{line.goal:g}"
        figures = (
            f"{line.players:8}{line.rounds:8}{line.facts:8}{line.ms:10.2f}{line.ms * 1000 / line.facts:10.1f}"
        )
        print(f"{line.name:16}{figures}{goal:>10}  {'yes' if line.right else 'NO'}", flush=True)
        rows.append(line)
    return Report(rows, all(line.right for line in rows))


if __name__ == "__main__":
    raise SystemExit(0 if main().right else 1)
