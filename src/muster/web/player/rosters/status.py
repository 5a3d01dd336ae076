"""How a player's roster stands, as their page says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from muster.app.rosters.terms import rules_of
from muster.core.messages import Message
from muster.core.tournament.state import State
from muster.exchange.rosters.description import kind_of
from muster.people.models import Tournament


@dataclass(frozen=True, slots=True)
class KeptRoster:
    """A version as the player's page reads it: its number (0: the draft), what it is worth, when it came.

    It is `legal` if nothing found forbids it, and `whole` if everything could be checked.
    """

    number: int
    total: int | None
    legal: bool
    whole: bool
    at: datetime


@dataclass(slots=True)
class OwnRosters:
    """A player's draft and what they handed in last, and until when it can be done, if a time is set."""

    kept: list[KeptRoster] = field(default_factory=list)
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class RosterStatus:
    """How a player's roster stands.

    Attributes:
        kind: what the game calls it: fleet, army, deck.
        required: whether one must be handed in.
        kept: what was handed in last.
        draft: whether something was begun and not handed in.
        deadline: until when it can be; None where that is the start of the tournament.
        locked: whether it is too late to change anything.
        over: whether the tournament is over.
    """

    kind: Message
    required: bool
    kept: KeptRoster | None
    draft: bool
    deadline: datetime | None
    locked: bool
    over: bool

    @property
    def missing(self) -> bool:
        """Whether nothing was handed in."""
        return self.kept is None


def status_of(tournament: Tournament, state: State, own: OwnRosters, now: datetime) -> RosterStatus | None:
    """How a player's roster stands; None where none is asked for."""
    rules = rules_of(state)
    if tournament.rosters == "none" or rules is None:
        return None
    handed = max((row for row in own.kept if row.number), key=lambda row: row.number, default=None)
    late = own.deadline is not None and now >= own.deadline
    return RosterStatus(
        kind=kind_of(rules.game),
        required=tournament.rosters == "required",
        kept=handed,
        draft=any(row.number == 0 for row in own.kept),
        deadline=own.deadline,
        locked=bool(state.stages) or state.places is not None or late,
        over=state.places is not None,
    )
