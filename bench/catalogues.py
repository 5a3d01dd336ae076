"""Catalogues of cards: importing 10,000 made-up ones, and a roster resolved and checked in a warm one.

`python -m bench.catalogues` prints one line each. The import is a process of its own on a new SQLite file: read from
CSV, written as a version, read back, with nothing in memory before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.report import Report
from muster.core.roster.catalogue import Card, Catalogue, Price
from muster.core.roster.check import check
from muster.core.roster.resolve import resolve
from muster.core.roster.roster import Item, Roster, Terms
from muster.exchange.catalogues.csv_form import write
from muster.rules.load import load

CARDS, LARGEST_GAME = 10_000, 2_300
ON = date(2026, 8, 1)
FACTIONS = ("rebel", "empire", "republic", "separatist")
GOAL_IMPORT, GOAL_ROSTER, GOAL_FIND = 5000.0, 10.0, 5.0
RUNS = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One measurement in milliseconds; `right` says whether the answer is."""

    name: str
    n: int
    figure: float
    goal: float
    right: bool


def cards(n: int) -> tuple[Card, ...]:
    """Made-up cards of Armada: names of two words, every tenth an ace of the next one's name."""
    kinds = ("ship", "squadron", "upgrade", "upgrade")
    return tuple(
        Card(
            key=f"card-{number}",
            kind=kinds[number % 4],
            name=f"Name {number // 10} of {number % 7}",
            subtitle=f"Craft {number}" if number % 10 == 1 else "",
            factions=(FACTIONS[number % len(FACTIONS)],),
            slot="" if number % 4 < 2 else f"slot-{number % 9}",
            unique=number % 3 == 0,
            flags=frozenset({"made-up", f"size-{number % 4}"}),
            aliases=(f"Alias {number}", f"Other {number}"),
            prices=(Price(number % 90, ends=date(2025, 6, 19)), Price(number % 80, starts=date(2025, 6, 20))),
        )
        for number in range(n)
    )


def roster(made: tuple[Card, ...]) -> Roster:
    """A fleet of 8 ships with five upgrades each and 12 kinds of squadrons: more than any real one."""
    parts = {kind: [card for card in made if card.kind == kind] for kind in ("ship", "squadron", "upgrade")}
    upgrades = [Item("upgrades", card.name, points=card.points(ON)) for card in parts["upgrade"][:40]]
    ships = [
        Item("ship", card.aliases[0], points=card.points(ON), upgrades=tuple(upgrades[5 * at : 5 * at + 5]))
        for at, card in enumerate(parts["ship"][:8])
    ]
    return Roster("armada", (*ships, *(Item("squadron", card.aliases[0]) for card in parts["squadron"][:12])))


def timed(act: Callable[[], object], runs: int) -> float:
    """The median of some runs after one to warm up, in milliseconds."""
    act()
    times = []
    for _ in range(runs):
        start = perf_counter()
        act()
        times.append(1000 * (perf_counter() - start))
    return median(times)


def imported(n: int) -> Line:
    """An import by a process of its own, from the file to the catalogue ready for use."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cards.csv"
        file.write_text(write("armada", cards(n)), "utf-8")
        done = subprocess.run(  # noqa: S603  (our own module)
            [sys.executable, "-m", "bench.catalogue_import", str(file)],
            env={**os.environ, "MUSTER_DATA": folder, "MUSTER_DATABASE_URL": ""},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    answer = json.loads(done.stdout)
    return Line("import", n, answer["ms"], GOAL_IMPORT, answer["cards"] == n)


def lines(*, quick: bool = False) -> Iterator[Line]:
    """Every measurement."""
    n, runs = (1000, 5) if quick else (CARDS, RUNS)
    yield imported(n)
    rules = load("armada-4.0").roster
    if rules is None:
        raise LookupError("these regulations say nothing of rosters")
    catalogue = Catalogue("armada", "bench", cards(n))
    fleet, terms = roster(catalogue.cards), Terms("standard", ON)
    found = resolve(fleet, rules, terms, catalogue)
    sure = sum(each.card is not None for each in found) >= 20
    yield Line(
        "resolve", len(found), timed(lambda: resolve(fleet, rules, terms, catalogue), runs), GOAL_ROSTER, sure
    )
    checked = check(fleet, rules, terms, catalogue)
    figure = timed(lambda: check(fleet, rules, terms, catalogue), runs)
    yield Line("resolve and check", len(found), figure, GOAL_ROSTER, not checked.legal)
    largest = Catalogue("armada", "largest", cards(min(n, LARGEST_GAME)))
    figure = timed(lambda: largest.find("name 12 o"), runs)
    yield Line("find as you type", len(largest.cards), figure, GOAL_FIND, bool(largest.find("name 12 o")))


def main(*, quick: bool = False) -> Report:
    """Measure and print every line."""
    rows = []
    print(f"{'catalogues':20}{'n':>8}{'ms':>10}{'goal':>8}  right")
    for line in lines(quick=quick):
        answer = "yes" if line.right else "NO"
        print(f"{line.name:20}{line.n:8,}{line.figure:10.2f}{line.goal:8g}  {answer}", flush=True)
        rows.append(line)
    return Report(rows, all(line.right for line in rows))


if __name__ == "__main__":
    raise SystemExit(0 if main().right else 1)
