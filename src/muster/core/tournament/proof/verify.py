"""`verify`: what a journal claims, and whether each claim holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from muster.core.tournament.codec import encode
from muster.core.tournament.decide import decide
from muster.core.tournament.evolve import evolve
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.proof.asking import command_for
from muster.core.tournament.proof.claims import CLAIMS, Claim
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim that does not hold: which fact made it, what it is about, and what is wrong."""

    seq: int
    about: str
    says: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proven and what was not.

    Attributes:
        facts: how many facts were looked at.
        proven: how often each kind of claim was checked and held.
        findings: the claims that do not hold; a journal with none is honest.
        state: the tournament at the end of the journal.
    """

    facts: int
    proven: Counter[str]
    findings: tuple[Finding, ...]
    state: State = field(repr=False)

    @property
    def holds(self) -> bool:
        """Whether every claim was found true."""
        return not self.findings


def verify(entries: Sequence[Entry]) -> Proof:
    """Check a journal from its first fact to its last.

    Every fact is decided anew in the state before it, from the command that asks for it; the chain of hashes
    is computed again; and pairings, byes, cards, results, standings and brackets are held against checkers
    that share no code with their makers.
    """
    state, proven, findings = State(), Counter[str](), list[Finding]()
    expected: list[Fact] = []
    for entry in entries:
        if not expected:
            answer = _asked_again(state, entry)
            findings += [answer] if isinstance(answer, Finding) else []
            expected = [] if isinstance(answer, Finding) else list(answer)
        if expected:
            wanted = expected.pop(0)
            if wanted == entry.fact:
                proven["decisions made again"] += 1
            else:
                findings.append(Finding(entry.seq, "decision", _difference(wanted, entry.fact)))
                expected = []
        before, state = state, evolve(state, entry.fact)
        findings += _chain(entry, state)
        proven["links of the chain of facts"] += state.head == entry.head
        for claim, faults in _claims(before, entry.fact, replace(state, undo=None)):
            proven[claim] += not faults
            findings += [Finding(entry.seq, claim, fault) for fault in faults]
    return Proof(len(entries), proven, tuple(findings), state)


def _asked_again(state: State, entry: Entry) -> tuple[Fact, ...] | Finding:
    command = command_for(entry.fact)
    if command is None:
        return Finding(entry.seq, "decision", f"{entry.fact.kind} only ever follows another fact")
    answer = decide(state, command)
    if isinstance(answer, Refusal):
        return Finding(entry.seq, "decision", f"{entry.fact.kind} is refused: {answer.text()}")
    return answer


def _difference(wanted: Fact, found: Fact) -> str:
    if wanted.kind != found.kind:
        return f"{found.kind} stands where {wanted.kind} must follow"
    return f"{found.kind} should be {encode(wanted)[:300]}"


def _chain(entry: Entry, state: State) -> list[Finding]:
    if entry.seq != state.version:
        return [Finding(entry.seq, "chain", f"it is fact {state.version}")]
    return [] if entry.head == state.head else [Finding(entry.seq, "chain", "its hash does not follow")]


def _claims(before: State, fact: Fact, after: State) -> Iterator[tuple[str, list[str]]]:
    for kind, claim in CLAIMS:
        if isinstance(fact, kind):
            made: Claim = claim
            yield from made(before, fact, after)
