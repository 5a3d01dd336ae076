"""`verify`: what a journal claims, and whether each claim holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from muster.core.tournament.codec import encode, says
from muster.core.tournament.decide import decide
from muster.core.tournament.evolve import evolve
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.proof.asking import command_for
from muster.core.tournament.proof.claims import CLAIMS
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

_SENSELESS = (LookupError, ValueError, TypeError, ArithmeticError)
"""What rules run into on a state that no honest journal leads to."""


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
        facts: how many facts there are.
        proven: how often each kind of claim was checked and held.
        findings: the claims that do not hold; a journal with none is honest.
        state: the tournament at the end of the journal, or where it stopped making sense.
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
    that go another way than their makers. Where a journal stops making sense, so does the check, and says so.
    """
    state, proven, findings = State(), Counter[str](), list[Finding]()
    expected: list[Fact] = []
    for entry in entries:
        before = state
        try:
            expected = expected or _decided(state, entry, findings)
            expected = _compared(expected, entry, proven, findings)
            state = evolve(state, entry.fact, entry.text)
            for claim, faults in (*_chain(entry, state), *_claims(before, entry.fact, state)):
                proven[claim] += not faults
                findings += [Finding(entry.seq, claim, fault) for fault in faults]
        except _SENSELESS as error:
            says = f"{entry.fact.kind} makes no sense here ({type(error).__name__}: {error})"
            findings.append(Finding(entry.seq, "sense", says))
            break
    return Proof(len(entries), +proven, tuple(findings), state)


def _decided(state: State, entry: Entry, findings: list[Finding]) -> list[Fact]:
    """The facts that follow from deciding this one's command; none, and a finding, if it is refused."""
    command = command_for(entry.fact)
    if command is None:
        findings.append(Finding(entry.seq, "decision", f"{entry.fact.kind} only ever follows another fact"))
        return []
    answer = decide(state, command)
    if isinstance(answer, Refusal):
        findings.append(Finding(entry.seq, "decision", f"{entry.fact.kind} is refused: {answer.text()}"))
        return []
    return list(answer)


def _compared(
    expected: list[Fact], entry: Entry, proven: Counter[str], findings: list[Finding]
) -> list[Fact]:
    """Compare the fact with the first one expected; returns those still expected after it."""
    if not expected:
        return []
    wanted, *rest = expected
    if wanted == entry.fact:
        proven["decisions made again"] += 1
        return rest
    findings.append(Finding(entry.seq, "decision", _difference(wanted, entry.fact)))
    return []


def _difference(wanted: Fact, found: Fact) -> str:
    if wanted.kind != found.kind:
        return f"{found.kind} stands where {wanted.kind} must follow"
    return f"{found.kind} should be {encode(wanted)[:300]}"


def _chain(entry: Entry, state: State) -> Iterator[tuple[str, list[str]]]:
    faults = [] if entry.seq == state.version else [f"it is fact {state.version}"]
    if entry.head != state.head:
        faults.append("its hash does not follow")
    if not says(entry.text, entry.fact):
        faults.append("its text says something else")
    yield "links of the chain of facts", faults


def _claims(before: State, fact: Fact, after: State) -> Iterator[tuple[str, list[str]]]:
    for kind, claim in CLAIMS:
        if isinstance(fact, kind):
            yield from claim(before, fact, replace(after, undo=None))
