"""The featured match: the table that is filmed, or that the hall watches, and what its players must use there."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.topics import changed, table_topic, topic
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.core.tournament.state import State
from muster.people.models import Tournament
from muster.rules.setups import Advice, set_ups

LAST: Final = 9999
"""The highest table there can be."""


def feature(tournament: Tournament, actor: Actor, table: int | None) -> Problem | None:
    """Mark a table as that of the featured match until another is; None takes the mark away.

    The same again changes nothing.

    Returns:
        What is wrong with the table; None once it is marked.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    if table is not None and not 1 <= table <= LAST:
        return Problem("table", say("Type the number of a table, from 1 to {last}.", last=LAST))
    with transaction.atomic():
        row = Tournament.objects.select_for_update().get(pk=tournament.pk)
        before = row.featured
        if before != table:
            Tournament.objects.filter(pk=tournament.pk).update(featured=table)
            code, number = tournament.event.code, tournament.number
            seen = {table_topic(code, number, one) for one in (before, table) if one is not None}
            changed({*seen, topic(code, number, "round")})
    tournament.featured = table
    return None


def featured_advice(state: State) -> Advice | None:
    """What the regulations ask of both players of a featured match (`SWU-SLV-1`); None where they ask nothing."""
    found = set_ups().get(state.regulations.id)
    return next((one for one in found.bring if one.id == "featured"), None) if found else None
