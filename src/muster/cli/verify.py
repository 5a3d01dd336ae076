"""`muster verify`: is this journal honest?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from muster.cli.files import read_journal
from muster.cli.output import OUT, fail, grid_of, list_faults, print_json, titled
from muster.core.tournament.proof.verify import Proof
from muster.core.tournament.proof.verify import verify as prove


def verify(
    journal: Annotated[Path, typer.Argument(help="A journal file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
) -> None:
    """Prove a journal: replay it, decide every fact anew, and check pairings, draws, points and ranks."""
    proof = prove(read_journal(journal).journal.entries)
    if as_json:
        print_json(proof_json(proof))
    else:
        shown = grid_of("Checked and true", ">Times")
        for claim, times in sorted(proof.proven.items()):
            shown.add_row(Text(claim), f"{times:,}")
        OUT.print(titled(f"What {journal} proves", shown))
    if not proof.holds:
        if not as_json:
            list_faults(f"fact {one.seq}: {one.about}: {one.says}" for one in proof.findings)
        fail(f"{journal}: {len(proof.findings)} claims do not hold")
    if not as_json:
        OUT.print(f"All {proof.facts:,} facts hold. Head of the chain:", proof.state.head, sep="\n")


def proof_json(proof: Proof) -> dict[str, object]:
    """What was proven, as values."""
    return {
        "holds": proof.holds,
        "facts": proof.facts,
        "head": proof.state.head,
        "proven": dict(sorted(proof.proven.items())),
        "findings": [{"seq": one.seq, "about": one.about, "says": one.says} for one in proof.findings],
    }
