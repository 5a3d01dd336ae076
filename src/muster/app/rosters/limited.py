"""Whether decks are built at the event: sealed play, as the plan of rosters has it."""

from __future__ import annotations

from muster.app.rosters.terms import built_as, rules_under
from muster.core.tournament.acts.building import sealed_possible
from muster.core.tournament.state import State
from muster.people.models import RosterPlan


def sealed(tournament: int, state: State) -> bool:
    """Whether everybody builds a deck of their own packs before round 1, and no draft in pods comes first.

    It asks the database only where the regulations know such decks.
    """
    return state.setup is not None and sealed_possible(state) and built_at_event(plan_at(tournament), state)


def built_at_event(plan: RosterPlan, state: State) -> bool:
    """Whether a plan has decks built from pools that are opened at the event."""
    rules = rules_under(state, plan)
    return rules is not None and built_as(rules, state.created.tier, plan.construction).pool


def plan_at(tournament: int) -> RosterPlan:
    """How rosters are handled in the tournament of this number; all by the regulations where nothing is on record."""
    found = RosterPlan.objects.filter(tournament=tournament).first()
    return found or RosterPlan(tournament_id=tournament)
