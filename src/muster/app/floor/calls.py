"""What a player asks of the staff: a judge at the table, or to be let in again. Calls wait in line for the desk.

Who has conceded at a table of three or four stands among them, so that desk and judges know (`left_tables`).

A call is no fact of the tournament: nothing is decided by it. Whoever deals with it does so by the desk's own acts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.names import nameless, names_of_staff
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, named, player_topic, topics_in
from muster.core.messages import NOTHING, Message, say
from muster.core.tournament.refusals import Refusal
from muster.people.models import Call, Entry

CallKind = Literal["judge", "rejoin", "conceded"]

LONGEST: Final = 300
"""The most characters of what a player adds to a call."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that is open, as the desk shows it.

    Attributes:
        pk: by which it is claimed and closed.
        kind: `judge`, `rejoin` or `conceded`.
        player: the entry number of who called.
        name: who called, as the staff knows them.
        table: where they sit, if they sit anywhere.
        round_no: the round it was made in; 0 before the first.
        note: what they added.
        at: when.
        claimed_by: who is on the way, by name; empty while nobody is.
        claimed_at: since when.
        by: who is on the way, as a token such as `account:7`.
    """

    pk: int
    kind: CallKind
    player: int | None
    name: str
    table: int | None
    round_no: int
    note: str
    at: datetime
    claimed_by: Message
    claimed_at: datetime | None
    by: str = ""


def make(
    entry: Entry,
    kind: CallKind,
    *,
    round_no: int = 0,
    table: int | None = None,
    note: str = "",
    key: str | None = None,
) -> Call:
    """Put a call of this player in line; the one that is open already, if there is one of the kind.

    Args:
        entry: whose call, with its tournament.
        kind: what is asked for.
        round_no: the round that is played; 0 before the first.
        table: where the player sits.
        note: what they want to add, as typed; of more than `LONGEST` characters the first are kept.
        key: the idempotency key of the form: the same again is answered with the call made the first time.
    """
    known = _same(entry, kind, key)
    if known is not None:
        return known
    words = one_line(note)[:LONGEST]
    try:
        with transaction.atomic():
            call = Call.objects.create(
                tournament_id=entry.tournament_id,
                entry=entry,
                kind=kind,
                round_no=round_no,
                table=table,
                note=words,
                key=key,
            )
            _tell(entry)
    except IntegrityError:  # a second tap got in between: there is one
        found = _same(entry, kind, key)
        if found is None:
            raise
        return found
    return call


def take_back(entry: Entry, kind: CallKind) -> bool:
    """Take an open call of this player back; whether there was one."""
    with transaction.atomic():
        done = _open(entry, kind).update(closed_at=timezone.now(), closed_by=f"entry:{entry.pk}")
        if done:
            _tell(entry)
    return bool(done)


def waiting(tournament: int) -> list[Waiting]:
    """The open calls of a tournament, the longest waiting first."""
    rows = list(
        Call.objects.filter(tournament=tournament, closed_at=None)
        .select_related("entry__person")
        .order_by("pk")
    )
    staff = names_of_staff({row.claimed_by for row in rows})
    return [
        Waiting(
            row.pk,
            row.kind,  # type: ignore[arg-type]  # the column holds nothing else
            row.entry.player,
            row.entry.person.name or row.entry.person.alias or str(nameless(row.entry.player)),
            row.table,
            row.round_no,
            row.note,
            row.at,
            staff.get(row.claimed_by, NOTHING),
            row.claimed_at,
            row.claimed_by,
        )
        for row in rows
    ]


def claim(tournament: int, call: int, actor: Actor) -> Refusal | None:
    """Say that one is on the way; refused if somebody else is, or if it is dealt with.

    Raises:
        DeniedError: somebody who is not on the staff.
    """

    def free(row: Call) -> Refusal | None:
        if row.claimed_by and row.claimed_by != actor.who:
            who = names_of_staff([row.claimed_by]).get(row.claimed_by) or say("Somebody else")
            return Refusal("already-recorded", say("{who} is on the way already.", who=who))
        row.claimed_by, row.claimed_at = actor.who, row.claimed_at or timezone.now()
        return None

    return _at(tournament, call, actor, free)


def release(tournament: int, call: int, actor: Actor) -> Refusal | None:
    """Say that nobody is on the way after all.

    Raises:
        DeniedError: as for `claim`.
    """

    def let_go(row: Call) -> None:
        row.claimed_by, row.claimed_at = "", None

    return _at(tournament, call, actor, let_go)


def hand_over(tournament: int, call: int, actor: Actor, to: str) -> Refusal | None:
    """Put a call into somebody else's hands, such as the marshal's (`COM-ROLE-3`), whoever had it before.

    Args:
        tournament: the journal's number.
        call: which call.
        actor: who hands it over.
        to: to whom, as a token such as `account:7`.

    Raises:
        DeniedError: as for `claim`.
    """

    def theirs(row: Call) -> None:
        row.claimed_by, row.claimed_at = to, timezone.now()

    return _at(tournament, call, actor, theirs)


def close(tournament: int, call: int, actor: Actor) -> Refusal | None:
    """Say that a call is dealt with.

    Raises:
        DeniedError: as for `claim`.
    """

    def dealt_with(row: Call) -> None:
        row.closed_at, row.closed_by = timezone.now(), actor.who

    return _at(tournament, call, actor, dealt_with)


def _at(tournament: int, call: int, actor: Actor, change: Callable[[Call], Refusal | None]) -> Refusal | None:
    """Change an open call, one at a time, and tell who shows it."""
    actor.must("look")
    with transaction.atomic():
        rows = Call.objects.select_for_update(of=("self",)).select_related("entry")
        row = rows.filter(tournament=tournament, pk=call, closed_at=None).first()
        if row is None:
            return Refusal("nothing-recorded", say("This call is dealt with already, or was taken back."))
        refusal = change(row)
        if refusal is None:
            row.save()
            _tell(row.entry)
        return refusal


def _open(entry: Entry, kind: CallKind) -> QuerySet[Call]:
    return Call.objects.filter(entry=entry, kind=kind, closed_at=None)


def _same(entry: Entry, kind: CallKind, key: str | None) -> Call | None:
    """The call that was made under this key, else the one of the kind that is open."""
    known = Call.objects.filter(entry=entry, key=key).first() if key else None
    return known or _open(entry, kind).first()


def _tell(entry: Entry) -> None:
    topics = topics_in(entry.tournament_id, "calls")
    if entry.player is not None:
        code, number = named(entry.tournament_id)
        topics |= {player_topic(code, number, entry.player)}
    changed(topics)
