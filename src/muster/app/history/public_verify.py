"""What everybody may check of a tournament: its journal as far as it is public, the commitment, links and seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from muster.core.draws import ChainLink, DrawSeed
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament import facts
from muster.core.tournament.journal import Entry
from muster.core.tournament.state import State
from muster.exchange.journal import entry_line, header_line
from muster.journal.store import Snapshot


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw that everybody has seen: the link it revealed, and the seed of the attempt that was published."""

    round_no: RoundNo
    attempt: int
    link: ChainLink
    seed: DrawSeed


@dataclass(frozen=True, slots=True)
class Checkable:
    """What is there to check now.

    Attributes:
        commitment: the end of the chain of secrets, announced before round 1.
        draws: every published draw, those of voided rounds too.
        facts: how many facts the public file has.
        head: the head of the chain after the last of them.
        sealed: the tournament is finished, and the head is its final seal.
    """

    commitment: ChainLink
    draws: tuple[Draw, ...]
    facts: int
    head: str
    sealed: bool


def is_checkable(state: State) -> bool:
    """Whether there is a journal for everybody: the plan is announced."""
    return state.draws.commitment is not None


def checkable(snapshot: Snapshot) -> Checkable | None:
    """What everybody may check; None before the plan is announced."""
    entries = public_entries(snapshot)
    commitment = snapshot.state.draws.commitment
    if commitment is None or not entries:
        return None
    sealed = snapshot.state.places is not None
    return Checkable(commitment, tuple(_draws(entries)), len(entries), entries[-1].head, sealed)


def public_entries(snapshot: Snapshot) -> tuple[Entry, ...]:
    """The facts everybody may read: a proposal that is not published, and what came after it, is not among them.

    With the end all of them are: the seal is the head of the whole journal.
    """
    entries = tuple(snapshot.entries)
    shown = max(_after_last(entries, facts.RoundPublished), _after_last(entries, facts.TournamentFinished))
    drafts = (at for at in range(shown, len(entries)) if isinstance(entries[at].fact, facts.RoundProposed))
    return entries[: next(drafts, len(entries))]


def public_journal(snapshot: Snapshot, title: str, names: Mapping[PlayerId, str]) -> Iterator[str]:
    """The public journal as a file, line by line, with these display names and without the words of reasons.

    Nor are the keys of acts in it: they are whatever a form sent, and no part of the chain.
    """
    yield header_line(title, names) + "\n"
    for entry in public_entries(snapshot):
        yield entry_line(replace(entry, key=None)) + "\n"


def _after_last(entries: tuple[Entry, ...], kind: type[facts.Fact]) -> int:
    """The place after the last fact of a kind; 0 if there is none."""
    return next((at + 1 for at in range(len(entries) - 1, -1, -1) if isinstance(entries[at].fact, kind)), 0)


def _draws(entries: tuple[Entry, ...]) -> Iterator[Draw]:
    """The draws that were published, in order."""
    drawn: facts.RoundProposed | None = None
    for entry in entries:
        if isinstance(entry.fact, facts.RoundProposed):
            drawn = entry.fact
        elif isinstance(entry.fact, facts.RoundPublished) and drawn is not None:
            yield Draw(drawn.round_no, drawn.attempt, drawn.link, drawn.seed)
