"""What happens to every act, whatever its topic: decided on, sealed, written down, chained, and folded.

A fact is written as canonical JSON, by kind and version, never by a Python path. A released kind and version keeps its
meaning for ever. When the shape of a kind changes, it gets the next version and, declared with it, a step that makes
the older data into the newer; the step is applied whenever an old fact is read, and nothing on record is ever
rewritten: the chain of hashes rests on the text as it was recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from hashlib import sha256
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from muster.core.frozen import changed
from muster.core.messages import Message, SaidError, paragraph, say
from muster.core.private import Private, Seal, Words, fault_in
from muster.core.tournament.acts import FACTS
from muster.core.tournament.acts.base import Command, Decision, Fact, Step
from muster.core.tournament.acts.rules import RulesChanged
from muster.core.tournament.acts.setup import CreateTournament, TournamentCreated
from muster.core.tournament.halves import in_halves
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State, Undo
from muster.rules.mistakes import step_text

_KINDS: Final[dict[tuple[str, int], type[Fact]]] = {(fact.kind, fact.version): fact for fact in FACTS}
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)

STEPS: Final[dict[tuple[str, int], Step]] = {
    (fact.kind, version): step for fact in FACTS for version, step in fact.older.items()
}
"""By kind and older version: how its data become those of the next version."""


def decide(state: State, command: Command) -> Decision:
    """The facts the command brings about, in order, or why it is refused. Nothing is changed by asking."""
    creates = isinstance(command, CreateTournament)
    if state.setup is None and not creates:
        return Refusal("not-created", say("There is no tournament yet; create it first."))
    if state.setup is not None and creates:
        return Refusal("already-created", say("This journal holds a tournament already."))
    if state.places is not None and not command.after_end:
        return Refusal("finished", say("The tournament is finished; reopen it first, with a reason."))
    return command.decide(state)


class UnsealedError(SaidError):
    """A fact names words by a seal that is not of what was typed: nobody could ever say what they were."""


def seals_in(fact: Fact) -> Iterator[Seal]:
    """What stands in the fact for words that were typed; in old journals the words."""
    for field in fields(fact):
        value = getattr(fact, field.name)
        if isinstance(value, Seal) and value:
            yield value


def digest_in(fact: Fact) -> str:
    """The digest of the words that belong to the fact; empty if there are none."""
    return next((seal.digest for seal in seals_in(fact)), "")


def digests_in(facts: Iterable[Fact]) -> frozenset[str]:
    """All the digests of words in these facts."""
    return frozenset(seal.digest for fact in facts for seal in seals_in(fact) if seal.digest)


def typed_words(command: Command, decision: Iterable[Fact]) -> dict[str, Words]:
    """The words behind the seals in what was decided on, by digest: they are to be kept beside the facts.

    Raises:
        UnsealedError: a fact has the seal of other words than those typed, or of words that no file could hold
            because `decide` did not ask whether they fit.
    """
    values = [getattr(command, field.name) for field in fields(command)]
    # What was taken back and is asked for again comes with the seals it had; its words are kept since then.
    sealed = {one.digest for one in values if isinstance(one, Seal) and one.digest}
    typed = {one.seal.digest: Words(one.salt, one.words) for one in values if isinstance(one, Private)}
    wanted = digests_in(decision) - sealed
    if not wanted <= typed.keys():
        name = type(command).__name__
        raise UnsealedError(say("{name}: words are sealed as they were typed, or not at all", name=name))
    faults = [fault for digest in sorted(wanted) if (fault := fault_in(digest, typed[digest]))]
    if faults:
        raise UnsealedError(paragraph(*faults))
    return {digest: typed[digest] for digest in sorted(wanted)}


def is_typed(fact: Fact) -> bool:
    """Whether the fact holds words that somebody typed, as facts did before there were seals."""
    return any(not seal.digest for seal in seals_in(fact))


def evolve(state: State, fact: Fact, text: str | None = None) -> State:
    """The state after one more fact.

    Args:
        state: the state so far.
        fact: what happened next.
        text: the fact's canonical JSON, if the caller has it already.
    """
    seq = state.version + 1
    after = _as_shown(state, fact).evolve(state)
    head = chained(state.head, seq, text if text is not None else encode(fact))
    proposal = after.proposal if fact.keeps_proposal else None
    undo = _way_back(state, after, fact, seq)
    return changed(after, version=seq, head=head, proposal=proposal, undo=undo)


def _as_shown(state: State, fact: Fact) -> Fact:
    """The fact as it is taken up: where points are shown in halves, it has such."""
    setup = state.setup if not isinstance(fact, TournamentCreated | RulesChanged) else fact
    halves = setup is not None and setup.regulations.standings.points_shown_in == "halves"
    return in_halves(fact) if halves else fact


def replay(history: Iterable[Fact], start: State | None = None) -> State:
    """The state after all these facts: a plain fold of `evolve`."""
    state = start or State()
    for fact in history:
        state = evolve(state, fact)
    return state


def _way_back(before: State, after: State, fact: Fact, seq: int) -> Undo | None:
    if fact.undoes:
        return after.undo
    if fact.boundary:
        return None
    if fact.follows:
        return before.undo and changed(before.undo, last=seq)
    return Undo(before, seq, seq)


class UnreadableFactError(ValueError):
    """A fact of a kind or version this release does not know, or whose data does not fit its kind."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


def encode(fact: Fact) -> str:
    """The fact as canonical JSON: keys sorted, no spaces, `{"data":{…},"kind":"…","v":…}`."""
    data = _adapter(fact.kind, fact.version).dump_python(fact, mode="json")
    return _CANONICAL.encode({"data": data, "kind": fact.kind, "v": fact.version})


def decode(kind: str, version: int, data: str) -> Fact:
    """The fact of this kind and version with these data, given as JSON.

    Data of an older version are brought to the shape of today, step by step.

    Raises:
        UnreadableFactError: the kind or version is unknown (perhaps written by a newer release), or the
            data do not fit; the message names the fields.
    """
    if (kind, version) in STEPS:
        version, data = _today(kind, version, data)
    if (kind, version) not in _KINDS:
        raise UnreadableFactError(_unknown(kind, version))
    try:
        fact: Fact = _adapter(kind, version).validate_json(data, strict=True)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(step_text, fault['loc'])) or 'data'}: {fault['msg']}"
            for fault in error.errors()[:5]
        )
        raise UnreadableFactError(say("{kind}: {faults}", kind=kind, faults=faults)) from None
    return fact


@cache  # made when it is first needed: every command would wait for all of them
def _adapter(kind: str, version: int) -> TypeAdapter[Any]:
    return TypeAdapter(_KINDS[kind, version])


def _unknown(kind: str, version: int) -> Message:
    """Why there is no such kind or version."""
    known = next((fact.version for fact in FACTS if fact.kind == kind), version)
    if version > known:
        return say(
            "version {version} of {kind} is newer than this release knows ({known}); use a newer one",
            version=version,
            kind=repr(kind),
            known=known,
        )
    return say(
        "{kind} version {version} is no fact this Muster knows; it may come from a newer release",
        kind=repr(kind),
        version=version,
    )


def joined(kind: str, version: int, data: str) -> str:
    """The canonical JSON of a fact from its parts, letter for letter."""
    return f'{{"data":{data},"kind":"{kind}","v":{version}}}'


def parted(text: str) -> tuple[str, int, str]:
    """The kind, version and data in the canonical JSON of a fact, the data letter for letter."""
    data, tail = text.removeprefix('{"data":').rsplit(',"kind":"', 1)
    kind, version = tail.removesuffix("}").rsplit('","v":', 1)
    return kind, int(version), data


def says(text: str, fact: Fact) -> bool:
    """Whether this is the canonical JSON of the fact, or that of an older version which is read as the fact.

    Of an older version only the form of its JSON can be told, for there is nothing left that writes it.
    """
    if text == encode(fact):
        return True
    try:
        kind, version, data = parted(text)
        canonical = joined(kind, version, _CANONICAL.encode(json.loads(data))) == text
        return canonical and version < fact.version and decode(kind, version, data) == fact
    except (ValueError, RecursionError):
        return False


def chained(head: str, seq: int, text: str) -> str:
    """The head after one more fact: SHA-256 of `head|seq|canonical JSON of the fact`."""
    return sha256(f"{head}|{seq}|{text}".encode()).hexdigest()


def _today(kind: str, version: int, data: str) -> tuple[int, str]:
    """The version of today and the data in its shape."""
    old = version
    try:
        shape = json.loads(data)
        while step := STEPS.get((kind, version)):
            shape, version = step(shape), version + 1
        return version, _CANONICAL.encode(shape)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        says = say(
            "{kind} version {version}: its data do not fit ({fault})",
            kind=kind,
            version=old,
            fault=str(error),
        )
        raise UnreadableFactError(says) from None
