"""What the regulations make of somebody who enters now, after play has begun."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament.commands import EnterPlayer
from muster.core.tournament.engine import decide
from muster.core.tournament.facts import PlayerEntered
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.people.models import Entry


@dataclass(frozen=True, slots=True)
class LateEntry:
    """What the regulations make of somebody who enters now, after play has begun.

    Attributes:
        rounds: the rounds they have missed.
        points: what each of them is worth.
        last_round: the last Swiss round that is still to be paired for them to enter.
        clause: the clause it rests on.
        refusal: why nobody can enter any more.
    """

    rounds: tuple[RoundNo, ...]
    points: int
    last_round: int
    clause: str
    refusal: Refusal | None = None


def late_entry(tournament: int, state: State) -> LateEntry | None:
    """What entering now means; None while nobody would be late."""
    if not state.stages and not state.rounds:
        return None
    rules = state.regulations.attendance
    last: int | None = Entry.objects.filter(tournament=tournament).aggregate(last=Max("player"))["last"]
    answer = decide(state, EnterPlayer(PlayerId((last or 0) + 1)))
    rounds = state.announced.rounds
    if isinstance(answer, Refusal):
        return LateEntry((), 0, rounds, rules.late_entry_source, answer)
    fact = answer[0]
    missed = fact.missed if isinstance(fact, PlayerEntered) else None
    if missed is None:
        return LateEntry((), 0, rounds, rules.late_entry_source)
    return LateEntry(missed.rounds, missed.outcome.points, rounds, rules.late_entry_source)
