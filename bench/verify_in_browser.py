"""`python -m bench.verify_in_browser --count 2000`: the check of the visitor's browser against many made-up days.

Each day is played by Muster with dice of its own and checked by the scripts of `static/muster/verify`, which were
written from the documents and know nothing of the code that played it. Needs `node`; the tests use a real browser.
Ends with 1 if an honest day is refused.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from verify_cases import Day, text_of  # noqa: E402

SCRIPTS = ROOT / "src" / "muster" / "web" / "static" / "muster" / "verify"
RUN = """
import { readFileSync, readdirSync } from "node:fs";
import { verify } from "./verify.js";
const folder = process.argv[2];
for (const name of readdirSync(folder).sort()) {
  const { holds, facts, proven, findings, open } = verify(readFileSync(`${folder}/${name}`, "utf8"));
  console.log(JSON.stringify({ name, holds, facts, proven, open: open.length, findings: findings.slice(0, 3) }));
}
"""


def checked(days: Path) -> list[dict[str, Any]]:
    """What the scripts say of every file in the folder."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node is not installed")
    with tempfile.TemporaryDirectory() as place:
        for script in SCRIPTS.glob("*.js"):
            shutil.copy(script, place)
        Path(place, "package.json").write_text('{"type": "module"}', encoding="utf-8")
        Path(place, "run.js").write_text(RUN, encoding="utf-8")
        ran = subprocess.run(  # noqa: S603
            [node, "run.js", str(days)], cwd=place, capture_output=True, text=True, check=True
        )
    return [json.loads(line) for line in ran.stdout.splitlines()]


def main() -> int:
    """Make up the days, check them, print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.verify_in_browser", description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--most", type=int, default=40, help="players at most")
    parser.add_argument("--seed", default="bench")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        for number in range(given.count):
            text = text_of(Day(f"{given.seed} {number}", given.most).played())
            Path(place, f"{number:05}.muster").write_text(text, encoding="utf-8")
        began = perf_counter()
        found = checked(Path(place))
    took = perf_counter() - began
    proven: dict[str, int] = {}
    for one in found:
        for what, times in one["proven"].items():
            proven[what] = proven.get(what, 0) + times
    refused = [one for one in found if not one["holds"]]
    facts = sum(one["facts"] for one in found)
    print(f"{len(found):,} journals, {facts:,} facts, {len(refused)} refused, {took:.1f} s")
    for what, times in sorted(proven.items()):
        print(f"  {what}: {times:,}")
    for one in refused:
        print(one["name"], one["findings"])
    return 1 if refused or not found else 0


if __name__ == "__main__":
    raise SystemExit(main())
