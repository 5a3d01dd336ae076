"""Carrying out a command: permission, decision, append, announce; the loser of a race decides again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone

from muster.app.common import jobs
from muster.app.common.access import Actor
from muster.app.common.names import names_of
from muster.app.common.topics import tell, topics_of, with_end
from muster.app.history.reasons import keep
from muster.core.ids import PlayerId
from muster.core.messages import SaidError, say
from muster.core.private import Words
from muster.core.tournament.commands import AnnouncePlan, Command, DrawBuilding, DrawPods, ProposeRound
from muster.core.tournament.drawing import draw_number
from muster.core.tournament.engine import decide, replay, typed_words
from muster.core.tournament.facts import BuildingPublished, Fact, PodsPublished, RoundPublished
from muster.core.tournament.journal import Entry
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.words import isolated
from muster.journal import secrets, store
from muster.journal.store import ConflictError, Snapshot
from muster.journal.turns import DecidingTurn
from muster.journal.turns import turn as turn_at

ATTEMPTS: Final = 200
"""How often the loser of a race decides again before giving up; each loss means another act got through."""


FOLLOWED: Final[Mapping[type[Fact], str]] = {
    RoundPublished: "muster.app.mail.sending.announce_round",
    PodsPublished: "muster.app.mail.sending.announce_seats",
    BuildingPublished: "muster.app.mail.sending.announce_seats",
}
"""Jobs that are queued in the transaction that records such a fact, and are told which tournament it is."""


class TooBusyError(SaidError):
    """Too many others wrote at the same time; nothing was recorded, try again."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """In the place of a command: those that are chosen once the ones before it are decided.

    Attributes:
        choose: the commands for the state as it is by then, or why there are none.
    """

    choose: Callable[[State], Sequence[Step] | Refusal]


Step = Command | Deferred


@dataclass(frozen=True, slots=True)
class Done:
    """An act on record.

    Attributes:
        snapshot: the tournament after it.
        entries: its facts; empty for an act of no commands.
        repeated: it had been recorded before, under the same key.
    """

    snapshot: Snapshot
    entries: tuple[Entry, ...] = ()
    repeated: bool = False


def submit(
    tournament: int,
    command: Command,
    actor: Actor,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Done | Refusal:
    """Carry out one command.

    Args:
        tournament: the journal's number.
        command: what is asked.
        actor: who asks.
        expected_version: the version the actor was looking at, for acts that must not rest on a stale page.
        key: an idempotency key: the same key again is answered with what was recorded the first time.

    Returns:
        What is on record now, or the refusal; of a refusal nothing is.

    Raises:
        DeniedError: the actor's role may not do this.
        TooBusyError: others kept getting in first.
        UnavailableError: the database does not answer.
    """
    return submit_all(tournament, lambda _: (command,), actor, expected_version=expected_version, key=key)


def submit_all(
    tournament: int,
    choose: Callable[[State], Sequence[Step] | Refusal],
    actor: Actor,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Done | Refusal:
    """Carry out several commands as one act: all of them, or none.

    The words of their reasons are kept beside the facts, which hold only their seals (`muster.core.private`). What
    depends on a draw cannot be worked out beforehand: `Deferred` chooses it from the state that the draw left.

    Args:
        tournament: the journal's number.
        choose: the commands, chosen from the state as it is when they are carried out.
        actor: who asks.
        expected_version: as in `submit`.
        key: as in `submit`.

    Raises:
        DeniedError: as in `submit`.
        TooBusyError: as in `submit`.
        UnavailableError: as in `submit`.
    """
    answer = _carried_out(tournament, choose, actor, expected_version, key)
    if isinstance(answer, Done) and answer.entries and not answer.repeated:
        found = topics_of(tournament, [entry.fact for entry in answer.entries])
        changed = with_end(found, answer.snapshot.state)
        # The act is on record, so nothing that goes wrong in telling others may look like its failure.
        transaction.on_commit(lambda: tell(changed), robust=True)
    return answer


def next_link(tournament: int, state: State) -> ProposeRound:
    """The command that draws the next round, with the link of the hash chain that is due."""
    return ProposeRound(secrets.link(tournament, draw_number(state)))


def pods_link(tournament: int, state: State, sizes: tuple[int, ...] | None = None) -> DrawPods:
    """The command that draws the pods of a draft, with the link of the hash chain that is due."""
    return DrawPods(secrets.link(tournament, draw_number(state)), sizes)


def building_link(tournament: int, state: State) -> DrawBuilding:
    """The command that draws tables to build decks at, with the link of the hash chain that is due."""
    return DrawBuilding(secrets.link(tournament, draw_number(state)))


def again_link(tournament: int, state: State, round_no: int) -> ProposeRound:
    """The command that draws a published round again once it is voided, with the link that it had."""
    return ProposeRound(secrets.link(tournament, round_no + state.draws.seatings))


def announce_plan(tournament: int) -> AnnouncePlan:
    """The command that announces the plan, with the commitment of the tournament's hash chain."""
    return AnnouncePlan(secrets.link(tournament, 0))


def _carried_out(
    tournament: int,
    choose: Callable[[State], Sequence[Step] | Refusal],
    actor: Actor,
    expected_version: int | None,
    key: str | None,
) -> Done | Refusal:
    """Decide and have it recorded, and again if somebody else wrote in between."""
    read = expected_version is not None
    for _ in range(ATTEMPTS):
        try:
            with turn_at(tournament, read=read) as turn:
                if expected_version is not None and expected_version != turn.base.version:
                    return recorded(tournament, key) or _stale()
                decided = _decided(turn.base, Deferred(choose), actor)
                if turn.read and not (isinstance(decided, _Decided) and decided.facts):
                    return _nothing(turn, decided, key)
                act = _recorded(turn, decided, actor, key) if isinstance(decided, _Decided) else None
            if act is not None:
                after = act()
                return Done(after, after.act(turn.base.version + 1))
            read = True  # what is known here does not do
        except ConflictError:
            repeated = recorded(tournament, key)
            if repeated is not None:
                return repeated
            store.load(tournament)
    raise TooBusyError(
        say("Many others are writing to this tournament just now. Nothing was recorded: try again.")
    )


def _nothing(turn: DecidingTurn, decided: _Decided | Refusal, key: str | None) -> Done | Refusal:
    """The answer to an act of which nothing is to be recorded."""
    if isinstance(decided, Refusal):
        return recorded(turn.base.tournament, key) or decided
    return Done(turn.base)


def _recorded(
    turn: DecidingTurn, decided: _Decided, actor: Actor, key: str | None
) -> Callable[[], Snapshot] | None:
    """Have an act recorded; as `DecidingTurn.record`, and nothing for one without facts."""
    following = [FOLLOWED[type(fact)] for fact in decided.facts if type(fact) in FOLLOWED]
    beside = (
        partial(_beside, turn.base.tournament, decided, following) if decided.words or following else None
    )
    if not decided.facts:
        return None
    return turn.record(decided.facts, who=actor.who, at=timezone.now(), key=key, beside=beside)


@dataclass(slots=True)
class _Decided:
    """The facts of an act, and by digest the words that they hold the seals of."""

    facts: list[Fact] = field(default_factory=list)
    words: dict[str, Words] = field(default_factory=dict)


def _beside(tournament: int, decided: _Decided, following: Sequence[str]) -> None:
    """What is recorded with the facts of an act: the words they hold the seals of, and the jobs that follow."""
    keep(tournament, decided.words)
    for job in following:
        jobs.enqueue(job, tournament)


def _decided(base: Snapshot, first: Step, actor: Actor) -> _Decided | Refusal:
    """What follows from these commands, one after the other."""
    state, decided, steps = base.state, _Decided(), [first]
    while steps:
        step = steps.pop(0)
        if isinstance(step, Deferred):
            chosen = step.choose(state)
            if isinstance(chosen, Refusal):
                return chosen
            steps[:0] = chosen
            continue
        actor.must(step.right)
        decision = decide(state, step)
        if isinstance(decision, Refusal):
            return decision.naming(_called(base.tournament))
        decided.words |= typed_words(step, decision)
        decided.facts += decision
        state = replay(decision, state)
    return decided


def _called(tournament: int) -> Mapping[PlayerId, str]:
    """Everybody's name as it stands in a sentence."""
    return {player: isolated(name) for player, name in names_of(tournament).items()}


def _stale() -> Refusal:
    says = say(
        "Somebody else has changed this tournament since you opened the page. "
        "Nothing was done: look again and repeat the act if it still fits."
    )
    return Refusal("stale", says)


def recorded(tournament: int, key: str | None) -> Done | None:
    """What is on record under this key, with the tournament as it is now; nothing under no key."""
    first = store.first_under(tournament, key) if key else None
    if first is None:
        return None
    now = store.load(tournament)
    return Done(now, now.act(first), repeated=True)
