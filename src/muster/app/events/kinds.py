"""Kinds of event: those there are to choose from, and where a tournament's plan departs from what its kind asks."""

from __future__ import annotations

from muster.app.rosters.terms import construction_of
from muster.core.kinds import Departure, departures, planned_of
from muster.core.messages import NOTHING, Message
from muster.core.tournament.state import State
from muster.people.models import RosterPlan, Tournament
from muster.rules.kinds import event_kinds


def departures_of(
    tournament: Tournament, state: State, plan: RosterPlan, *, judge: bool
) -> tuple[Departure, ...]:
    """Where this tournament departs from the regulations; nothing before it is set up.

    Args:
        tournament: its record.
        state: how it stands.
        plan: how rosters are handled.
        judge: whether somebody on the staff judges.
    """
    if state.setup is None:
        return ()
    construction = construction_of(tournament, state, plan)
    planned = planned_of(state, tournament.rosters, construction.id if construction else "", judge=judge)
    return departures(state.regulations, tournament.kind, planned)


def kind_of(tournament: Tournament, regulations: str) -> Message:
    """What the kind of event is called; nothing where none is chosen or these regulations do not know it."""
    found = event_kinds(regulations).kind(tournament.kind)
    return found.message if found else NOTHING
