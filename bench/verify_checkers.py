"""The two verifiers, asked about a file: Muster's own, and the scripts of the browser in `node`."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from muster.core.tournament.proof.verify import verify
from muster.exchange.journal import UnreadableJournalError, read

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "src" / "muster" / "web" / "static" / "muster" / "verify"
RUN = """
import { createInterface } from "node:readline";
import { verify } from "./verify.js";
for await (const line of createInterface({ input: process.stdin })) {
  const { holds, head, findings, open } = verify(JSON.parse(line));
  const says = findings.slice(0, 3).map((one) => `line ${one.line}: ${one.what}: ${one.expected}; found ${one.found}`);
  console.log(JSON.stringify({ holds, head, open: open.length, says }));
}
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a journal holds, its last head, what is wrong with it, and how many claims were left open."""

    holds: bool
    head: str
    says: tuple[str, ...] = ()
    open: int = 0


def ask_python(text: str) -> Answer:
    """What `muster verify` says."""
    try:
        entries = read(text.encode()).journal.entries
    except UnreadableJournalError as error:
        return Answer(holds=False, head="", says=(str(error),))
    proof = verify(entries)
    says = tuple(f"fact {one.seq}: {one.about}: {one.says}" for one in proof.findings[:3])
    return Answer(proof.holds, proof.state.head, says)


@dataclass(frozen=True, slots=True)
class Browser:
    """The scripts of the browser at work."""

    asked: IO[str]
    answers: IO[str]

    def ask(self, text: str) -> Answer:
        """What the check in the browser says."""
        self.asked.write(json.dumps(text) + "\n")
        self.asked.flush()
        found = json.loads(self.answers.readline())
        return Answer(found["holds"], found["head"], tuple(found["says"]), found["open"])


@contextmanager
def browser() -> Iterator[Browser]:
    """The scripts in a `node` of their own, alone in a folder: they need nothing else."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node is not installed")
    with tempfile.TemporaryDirectory() as place:
        for script in SCRIPTS.glob("*.js"):
            shutil.copy(script, place)
        Path(place, "package.json").write_text('{"type": "module"}', encoding="utf-8")
        Path(place, "run.js").write_text(RUN, encoding="utf-8")
        with subprocess.Popen(  # noqa: S603
            [node, "run.js"], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as running:
            if running.stdin is None or running.stdout is None:
                raise SystemExit("node has no pipes")
            yield Browser(running.stdin, running.stdout)
            running.stdin.close()
