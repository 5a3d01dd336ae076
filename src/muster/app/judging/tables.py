"""Which table of penalties a tournament uses: the one that comes along, or the organiser's own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.events.own_rules import FileMistake, placed
from muster.app.staff.records import account_of, tell
from muster.core.messages import say
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.journal import store
from muster.people.models import PenaltyTable as Row
from muster.people.models import Tournament
from muster.rules import penalty_files
from muster.rules.penalties import PenaltyTable


@dataclass(frozen=True, slots=True)
class InForce:
    """The table a tournament uses now.

    Attributes:
        table: the table.
        own: whether it is the organiser's own.
        by: who changed it last; empty for the one that comes along, or where the account is gone.
        at: when; None for the one that comes along.
    """

    table: PenaltyTable
    own: bool = False
    by: str = ""
    at: datetime | None = None

    @property
    def digest(self) -> str:
        """Stands for the table as it is; a form carries it, so that two who change it do not undo each other."""
        return digest_of(penalty_files.to_json_value(self.table))


def digest_of(value: object) -> str:
    """A short text that is the same only for the same table, or the same part of one."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def in_force(tournament: int, state: State) -> InForce:
    """The penalties of a tournament; its own if it has one that can be read, else those of its regulations."""
    row = Row.objects.filter(tournament=tournament).select_related("by").first()
    own = penalty_files.from_json_value(row.table) if row else None
    if row is None or not isinstance(own, PenaltyTable):
        return InForce(penalty_files.table_for(state.regulations))
    return InForce(own, own=True, by=str(row.by or ""), at=row.at)


def table_of(tournament: int, state: State) -> PenaltyTable:
    """The table of `in_force` alone."""
    return in_force(tournament, state).table


def read_table(text: bytes, name: str) -> PenaltyTable | tuple[FileMistake, ...]:
    """Read an organiser's file, TOML or JSON; every mistake is told at once, with the line where that can be told."""
    found = penalty_files.read(text[: penalty_files.MOST_BYTES + 1], name[:100])
    if isinstance(found, PenaltyTable):
        return found
    lines = text[: penalty_files.MOST_BYTES].decode("utf-8-sig", "replace").splitlines()
    return tuple(placed(mistake, lines) for mistake in found)


def set_table(
    tournament: int, actor: Actor, table: PenaltyTable, *, seen: str | None = None
) -> Refusal | None:
    """Use this table from now on; penalties given so far stay as they are.

    Args:
        tournament: the journal's number.
        actor: who asks.
        table: the new table.
        seen: the digest of the table it was made from; refused if that is another by now.

    Raises:
        DeniedError: the actor may not plan the tournament.
    """
    actor.must("plan")
    with transaction.atomic():
        if refusal := _moved_on(tournament, seen):
            return refusal
        fields = {
            "table": penalty_files.to_json_value(table),
            "by_id": account_of(actor),
            "at": timezone.now(),
        }
        Row.objects.update_or_create(tournament_id=tournament, defaults=fields)
        tell(tournament)
    return None


def reset_table(tournament: int, actor: Actor, *, seen: str | None = None) -> Refusal | None:
    """Go back to the table that comes along; refused if the own one is another by now than was `seen`.

    Raises:
        DeniedError: the actor may not plan the tournament.
    """
    actor.must("plan")
    with transaction.atomic():
        if refusal := _moved_on(tournament, seen):
            return refusal
        Row.objects.filter(tournament=tournament).delete()
        tell(tournament)
    return None


def copy_table(earlier: int, made: int) -> None:
    """Give a tournament the own table of an earlier one, if that has any."""
    row = Row.objects.filter(tournament=earlier).first()
    if row is not None:
        Row.objects.create(tournament_id=made, table=row.table, by_id=row.by_id, at=row.at)


def stale(now: InForce) -> Refusal:
    """That somebody else has changed the table since a page was made."""
    who = now.by or say("Somebody")
    says = say(
        "{who} has changed the table since this page was opened. Nothing you typed is lost: save it again.",
        who=who,
    )
    return Refusal("stale", says)


def _moved_on(tournament: int, seen: str | None) -> Refusal | None:
    if seen is None:
        return None
    Tournament.objects.select_for_update().get(pk=tournament)
    now = in_force(tournament, store.load(tournament).state)
    return None if seen == now.digest else stale(now)
