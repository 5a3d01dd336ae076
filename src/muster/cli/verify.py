"""`muster verify`: is this journal honest?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.table import Table
from rich.text import Text

from muster.cli.files import read_journal
from muster.cli.options import Json, argument, option
from muster.cli.output import (
    OUT,
    UNUSABLE,
    Figures,
    fail,
    grid_of,
    list_faults,
    plain,
    print_json,
    print_line,
    titled,
)
from muster.core.messages import figure, say, say_in, say_n
from muster.core.tournament.proof.heads import FEWEST, noted
from muster.core.tournament.proof.verify import Proof
from muster.core.tournament.proof.verify import verify as prove


def verify(
    journal: Annotated[Path, argument(say("A journal file."))],
    head: Annotated[
        str,
        option(say("The head of the chain you noted, or at least its first 16 digits."), "--head"),
    ] = "",
    as_json: Json = False,
) -> None:
    """`muster verify`."""
    digits = _digits(head) if head else None
    proof = prove(read_journal(journal).journal.entries)
    same = proof.state.head.startswith(digits) if digits else None
    if as_json:
        print_json(proof_json(proof, same_head=same))
    else:
        OUT.print(titled(say("What {path} proves", path=str(journal)), _proven(proof)))
    _must_hold(proof, str(journal), quiet=as_json)
    if same is False:
        says = say(
            "{path}: its head is {head}, not the one you gave: another journal, or another moment",
            path=str(journal),
            head=proof.state.head,
        )
        fail(says)
    if not as_json:
        _show_head(proof, as_given=bool(same))


def _proven(proof: Proof) -> Table:
    shown = grid_of(say("Checked and true"), Figures(say_in("how often", "Times")))
    for claim, times in sorted(proof.proven.items(), key=lambda each: str(each[0])):
        shown.add_row(Text(str(claim)), str(figure(times)))
    return shown


def _must_hold(proof: Proof, path: str, *, quiet: bool) -> None:
    """The end of the command where a claim does not hold, with every finding unless `quiet`."""
    if proof.holds:
        return
    if not quiet:
        list_faults(
            say("fact {seq}: {about}: {problem}", seq=one.seq, about=one.about, problem=one.says)
            for one in proof.findings
        )
    count = len(proof.findings)
    fail(say_n("{path}: {count} claim does not hold", "{path}: {count} claims do not hold", count, path=path))


def _show_head(proof: Proof, *, as_given: bool) -> None:
    print_line(
        say_n(
            "The {number} fact holds. Head of the chain:",
            "All {number} facts hold. Head of the chain:",
            proof.facts,
            number=figure(proof.facts),
        )
    )
    OUT.print(proof.state.head)
    if as_given:
        print_line(say("It is the head you gave."))


def _digits(head: str) -> str:
    """The digits of the head given."""
    digits = noted(head)
    if digits is None:
        says = say(
            "--head: write {fewest} to 64 digits of the head, 0 to 9 and a to f, not {text}",
            fewest=FEWEST,
            text=repr(plain(head, 80)),
        )
        fail(says, UNUSABLE)
    return digits


def proof_json(proof: Proof, *, same_head: bool | None = None) -> dict[str, object]:
    """What was proven, as values; `same_head` is null where no head was given."""
    return {
        "holds": proof.holds,
        "facts": proof.facts,
        "head": proof.state.head,
        "same_head": same_head,
        "proven": dict(sorted((str(claim), times) for claim, times in proof.proven.items())),
        "findings": [
            {"seq": one.seq, "about": str(one.about), "says": str(one.says)} for one in proof.findings
        ],
    }
