"""One import measured, by the process `bench.catalogues` starts for it; prints its answer as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter

from muster.cli.site import ready

ready()

from django.core.management import call_command  # noqa: E402  (not before Django is set up)

from muster.app.rosters.catalogues import catalogue_for, import_catalogue  # noqa: E402
from muster.exchange.catalogues.sources import Gathered, gathered  # noqa: E402


def measured(file: Path) -> dict[str, float]:
    """Milliseconds from the file to the catalogue ready for use, and how many cards it then has."""
    call_command("migrate", verbosity=0)
    start = perf_counter()
    found = gathered([(file.name, file.read_bytes())])
    if isinstance(found, Gathered):
        import_catalogue(found, "bench")
    kept = catalogue_for("armada")
    return {"ms": 1000 * (perf_counter() - start), "cards": len(kept[0].cards) if kept else 0}


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]))))
