"""How a player's roster stands, for their own pages: asked for, begun, handed in, locked."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from muster.app.rosters.keeping import current, lock_of
from muster.app.rosters.showing import kind_of
from muster.app.rosters.terms import plan_of, rules_of
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class KeptRoster:
    """A version as the player's page reads it: its number (0: the draft), what it is worth, when it came."""

    number: int
    total: int | None
    legal: bool
    at: datetime


@dataclass(slots=True)
class OwnRosters:
    """A player's draft and what they handed in last, and until when it can be done, if a time is set."""

    kept: list[KeptRoster] = field(default_factory=list)
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player's roster stands.

    Attributes:
        kind: what the game calls it: fleet, army, deck.
        required: whether one must be handed in.
        kept: what was handed in last.
        draft: whether something was begun and not handed in.
        deadline: until when it can be; None where that is the start of the tournament.
        locked: whether it is too late to change anything.
    """

    kind: str
    required: bool
    kept: KeptRoster | None
    draft: bool
    deadline: datetime | None
    locked: bool

    @property
    def missing(self) -> bool:
        """Whether nothing was handed in."""
        return self.kept is None


def standing_of(tournament: Tournament, state: State, own: OwnRosters, now: datetime) -> Standing | None:
    """How a player's roster stands; None where none is asked for."""
    rules = rules_of(state)
    if tournament.rosters == "none" or rules is None:
        return None
    handed = max((row for row in own.kept if row.number), key=lambda row: row.number, default=None)
    late = own.deadline is not None and now >= own.deadline
    return Standing(
        kind=kind_of(rules.game),
        required=tournament.rosters == "required",
        kept=handed,
        draft=any(row.number == 0 for row in own.kept),
        deadline=own.deadline,
        locked=bool(state.stages) or state.places is not None or late,
    )


@dataclass(frozen=True, slots=True)
class Wanted:
    """A roster that is still to come: what the game calls it, and until when (None: until the start)."""

    kind: str
    until: datetime | None


def still_wanted(entry: Entry, now: datetime) -> Wanted | None:
    """The roster a player has still to hand in; None where none is asked for, it is there, or it is too late."""
    tournament = entry.tournament
    state = store.load(tournament.pk).state
    rules, plan = rules_of(state), plan_of(tournament)
    if rules is None or tournament.rosters == "none" or entry.status == "withdrawn" or current(entry):
        return None
    if lock_of(tournament, state, plan, now) is not None:
        return None
    return Wanted(kind_of(rules.game), plan.deadline)
