"""A journal in memory: facts in order, the state they make, and commands carried out once and in turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from muster.core.messages import say
from muster.core.tournament.acts.base import Command, Fact
from muster.core.tournament.engine import decide, encode, evolve
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact on record.

    Attributes:
        seq: its number, from 1 without gaps.
        fact: what happened.
        text: its canonical JSON.
        head: the head of the chain after it.
        key: the idempotency key of the command that brought it about, if it had one.
    """

    seq: int
    fact: Fact
    text: str
    head: str
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The facts a command brought about; `repeated` if they were on record already under the same key."""

    entries: tuple[Entry, ...]
    repeated: bool = False


@dataclass(slots=True)
class Journal:
    """All that happened in one tournament so far. Entries are only ever added."""

    entries: list[Entry] = field(default_factory=list)
    state: State = field(default_factory=State)
    _keys: dict[str, list[Entry]] = field(default_factory=dict)

    def submit(
        self, command: Command, *, expected_version: int | None = None, key: str | None = None
    ) -> Accepted | Refusal:
        """Decide on a command and record its facts.

        Args:
            command: what is asked.
            expected_version: the version the sender was looking at; if the journal has moved on, the command
                is refused as stale and nothing is recorded.
            key: an idempotency key; a command whose key is on record is not carried out again.
        """
        if key is not None and key in self._keys:
            return Accepted(tuple(self._keys[key]), repeated=True)
        if expected_version is not None and expected_version != self.state.version:
            says = say(
                "You saw version {seen}, but the tournament is at {now}: "
                "look again and repeat the act if it still fits.",
                seen=expected_version,
                now=self.state.version,
            )
            return Refusal("stale", says)
        decision = decide(self.state, command)
        if isinstance(decision, Refusal):
            return decision
        return Accepted(tuple(self.record(fact, key=key) for fact in decision))

    def record(self, fact: Fact, *, text: str | None = None, key: str | None = None) -> Entry:
        """Add a fact that has been decided on, here or elsewhere."""
        text = text if text is not None else encode(fact)
        self.state = evolve(self.state, fact, text)
        entry = Entry(self.state.version, fact, text, self.state.head, key)
        self.entries.append(entry)
        if key is not None:
            self._keys.setdefault(key, []).append(entry)
        return entry


def at(entries: Iterable[Entry], version: int) -> State:
    """The state as it was when `version` facts were on record: time travel."""
    state = State()
    for entry in entries:
        if entry.seq > version:
            break
        state = evolve(state, entry.fact, entry.text)
    return state
