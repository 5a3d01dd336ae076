"""The desk: every page of a tournament of 1,024 players and 12 rounds, warm, against its budget.

`python -m bench.desk` prints one line a page: milliseconds on the server the first time and once it is warm,
queries, and kilobytes when sent. The budget of a warm page is 200 ms, 14 queries and 60 kB.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from bench.report import Report

MOST_MS, MOST_QUERIES, MOST_KB = 200, 14, 60


@dataclass(frozen=True, slots=True)
class Line:
    """One page at one moment of the day."""

    page: str
    status: int
    first_ms: float
    warm_ms: float
    queries: int
    kilobytes: float

    @property
    def within(self) -> bool:
        """Whether it keeps its budget."""
        return self.warm_ms <= MOST_MS and self.queries <= MOST_QUERIES and self.kilobytes <= MOST_KB


def main(*, quick: bool = False) -> Report:
    """Measure and print every page; an answer is wrong if the page does not open."""
    players, runs = (128, 3) if quick else (1024, 5)
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603  (our own module)
            [sys.executable, "-m", "bench.desk_pages", str(players), str(runs)],
            env={
                **os.environ,
                "MUSTER_DATA": folder,
                "MUSTER_DATABASE_URL": "",
            },
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    rows = [Line(**row) for row in json.loads(done.stdout)]
    print(f"{f'desk, {players:,} players':48}{'first ms':>10}{'warm ms':>9}{'queries':>9}{'kB':>7}  budget")
    for row in rows:
        print(
            f"{row.page:48}{row.first_ms:10.1f}{row.warm_ms:9.1f}{row.queries:9}{row.kilobytes:7.1f}  "
            f"{'kept' if row.within else 'OVER'}{'' if row.status == 200 else f' status {row.status}'}",
            flush=True,
        )
    return Report(rows, all(row.status == 200 for row in rows))


if __name__ == "__main__":
    raise SystemExit(0 if main().right else 1)
