"""Which table of penalties a tournament uses: the one that comes along, or the organiser's own."""

from __future__ import annotations

import json

from django.utils import timezone

from muster.app.access import Actor
from muster.app.judging.common import account_of, tell
from muster.core.tournament.state import State
from muster.people.models import PenaltyTable as Row
from muster.rules import penalty_files
from muster.rules.load import MAX_BYTES
from muster.rules.mistakes import Mistake, Mistakes
from muster.rules.penalties import PenaltyTable


def table_of(tournament: int, state: State) -> PenaltyTable:
    """The penalties of a tournament; its own if it has one that can be read, else those of its regulations."""
    row = Row.objects.filter(tournament=tournament).first()
    own = penalty_files.from_json_value(row.table) if row else None
    return own if isinstance(own, PenaltyTable) else penalty_files.table_for(state.regulations)


def read_table(text: bytes, name: str) -> PenaltyTable | Mistakes:
    """Read an organiser's file: TOML, or JSON where it begins with a brace; every mistake is told."""
    part = text[: MAX_BYTES + 1]
    if not part.lstrip().startswith(b"{"):
        return penalty_files.parse(part, name[:100])
    try:
        value = json.loads(part.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        return (Mistake(name[:100], "", f"is not JSON: {error}"),)
    return penalty_files.from_json_value(value, name[:100])


def set_table(tournament: int, actor: Actor, table: PenaltyTable) -> None:
    """Use this table from now on; penalties given so far stay as they are.

    Raises:
        DeniedError: the actor may not plan the tournament.
    """
    actor.must("plan")
    fields = {
        "table": penalty_files.to_json_value(table),
        "by_id": account_of(actor),
        "at": timezone.now(),
    }
    Row.objects.update_or_create(tournament_id=tournament, defaults=fields)
    tell(tournament)


def reset_table(tournament: int, actor: Actor) -> None:
    """Go back to the table that comes along.

    Raises:
        DeniedError: the actor may not plan the tournament.
    """
    actor.must("plan")
    Row.objects.filter(tournament=tournament).delete()
    tell(tournament)
