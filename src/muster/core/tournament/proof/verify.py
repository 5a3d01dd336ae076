"""`verify`: what a journal claims, and whether each claim holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from muster.core.messages import Message, say
from muster.core.tournament.engine import decide, encode, evolve, says
from muster.core.tournament.facts import Fact
from muster.core.tournament.journal import Entry
from muster.core.tournament.proof.claims import CLAIMS
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

_DECISION: Final = say("decision")

_SENSELESS = (LookupError, ValueError, TypeError, ArithmeticError, RecursionError)
"""What rules run into on a state that no honest journal leads to."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim that does not hold: which fact made it, what it is about, and what is wrong."""

    seq: int
    about: Message
    says: Message


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
    proven: Counter[Message]
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
    state, proven, findings = State(), Counter[Message](), list[Finding]()
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
            says = say(
                "{kind} makes no sense here ({error}: {details})",
                kind=entry.fact.kind,
                error=type(error).__name__,
                details=str(error),
            )
            findings.append(Finding(entry.seq, say("sense"), says))
            break
    return Proof(len(entries), +proven, tuple(findings), state)


def _decided(state: State, entry: Entry, findings: list[Finding]) -> list[Fact]:
    """The facts that follow from deciding this one's command; none, and a finding, if it is refused."""
    command = entry.fact.asked_by()
    if command is None:
        says = say("{kind} only ever follows another fact", kind=entry.fact.kind)
        findings.append(Finding(entry.seq, _DECISION, says))
        return []
    answer = decide(state, command)
    if isinstance(answer, Refusal):
        says = say("{kind} is refused: {refusal}", kind=entry.fact.kind, refusal=answer.text())
        findings.append(Finding(entry.seq, _DECISION, says))
        return []
    return list(answer)


def _compared(
    expected: list[Fact], entry: Entry, proven: Counter[Message], findings: list[Finding]
) -> list[Fact]:
    """Compare the fact with the first one expected; returns those still expected after it."""
    if not expected:
        return []
    wanted, *rest = expected
    if wanted == entry.fact:
        proven[say("decisions made again")] += 1
        return rest
    findings.append(Finding(entry.seq, _DECISION, _difference(wanted, entry.fact)))
    return []


def _difference(wanted: Fact, found: Fact) -> Message:
    if wanted.kind != found.kind:
        return say("{kind} stands where {wanted} must follow", kind=found.kind, wanted=wanted.kind)
    return say("{kind} should be {fact}", kind=found.kind, fact=encode(wanted)[:300])


def _chain(entry: Entry, state: State) -> Iterator[tuple[Message, list[Message]]]:
    faults = [] if entry.seq == state.version else [say("it is fact {number}", number=state.version)]
    if entry.head != state.head:
        faults.append(say("its hash does not follow"))
    if not says(entry.text, entry.fact):
        faults.append(say("its text says something else"))
    yield say("links of the chain of facts"), faults


def _claims(before: State, fact: Fact, after: State) -> Iterator[tuple[Message, list[Message]]]:
    for kind, claim in CLAIMS:
        if isinstance(fact, kind):
            yield from claim(before, fact, replace(after, undo=None))
