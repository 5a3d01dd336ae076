"""`make bench`: every table, ours beside the peers in the same run; fails on wrong answers, never on time."""

from __future__ import annotations

import argparse
import json
import platform
from dataclasses import asdict
from pathlib import Path

from bench import catalogues, desk, journal, seating, standings, storage, swiss, verify, web

RESULTS = Path(__file__).with_name("results.json")


def main() -> int:
    """Measure, print, write `results.json`; the exit code is 1 if any answer was wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller counts and no half-minute peers")
    quick = parser.parse_args().quick
    tables = {
        "swiss": swiss.main(quick=quick),
        "seating": seating.main(quick=quick),
        "standings": standings.main(quick=quick),
        "journal": journal.main(quick=quick),
        "storage": storage.main(quick=quick),
        "desk": desk.main(quick=quick),
        "web": web.main(quick=quick),
        "catalogues": catalogues.main(quick=quick),
        "verify": verify.table(quick=quick),
    }
    rows = {name: [asdict(row) for row in table.rows] for name, table in tables.items()}
    machine = {"python": platform.python_version(), "machine": platform.machine(), "quick": quick}
    RESULTS.write_text(
        json.dumps({"machine": machine, **rows}, indent=1, default=str) + "\n", encoding="utf-8"
    )
    return 0 if all(table.right for table in tables.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
