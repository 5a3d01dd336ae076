"""`muster verify`: is this journal honest?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from muster.cli.files import read_journal
from muster.cli.output import OUT, UNUSABLE, fail, grid_of, list_faults, plain, print_json, titled
from muster.core.tournament.proof.heads import FEWEST, noted
from muster.core.tournament.proof.verify import Proof
from muster.core.tournament.proof.verify import verify as prove


def verify(
    journal: Annotated[Path, typer.Argument(help="A journal file.")],
    head: Annotated[
        str,
        typer.Option("--head", help="The head of the chain you noted, or at least its first 16 digits."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON.")] = False,
) -> None:
    """Prove a journal: replay it, decide every fact anew, and check pairings, draws, points and ranks."""
    digits = _digits(head) if head else None
    proof = prove(read_journal(journal).journal.entries)
    same = proof.state.head.startswith(digits) if digits else None
    if as_json:
        print_json(proof_json(proof, same_head=same))
    else:
        shown = grid_of("Checked and true", ">Times")
        for claim, times in sorted(proof.proven.items()):
            shown.add_row(Text(claim), f"{times:,}")
        OUT.print(titled(f"What {journal} proves", shown))
    if not proof.holds:
        if not as_json:
            list_faults(f"fact {one.seq}: {one.about}: {one.says}" for one in proof.findings)
        fail(f"{journal}: {len(proof.findings)} claims do not hold")
    if same is False:
        fail(
            f"{journal}: its head is {proof.state.head}, not the one you gave: another journal, or another moment"
        )
    if not as_json:
        OUT.print(f"All {proof.facts:,} facts hold. Head of the chain:", proof.state.head, sep="\n")
        if same:
            OUT.print("It is the head you gave.")


def _digits(head: str) -> str:
    """The digits of the head given."""
    digits = noted(head)
    if digits is None:
        says = f"--head: write {FEWEST} to 64 digits of the head, 0 to 9 and a to f, not {plain(head, 80)!r}"
        fail(says, UNUSABLE)
    return digits


def proof_json(proof: Proof, *, same_head: bool | None = None) -> dict[str, object]:
    """What was proven, as values; `same_head` is null where no head was given."""
    return {
        "holds": proof.holds,
        "facts": proof.facts,
        "head": proof.state.head,
        "same_head": same_head,
        "proven": dict(sorted(proof.proven.items())),
        "findings": [{"seq": one.seq, "about": one.about, "says": one.says} for one in proof.findings],
    }
