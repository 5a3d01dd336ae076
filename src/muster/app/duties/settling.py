"""Settling a duty by one's word: it is done, or the organiser's discretion was used. Who and when stay on record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from muster.app.common.access import Act, Actor, DeniedError
from muster.app.common.topics import changed, topics_in
from muster.app.staff.records import account_of
from muster.core.duties import KINDS, Kind, Situation, duties
from muster.core.duties.before import PREPARE, preparations
from muster.core.messages import NOTHING, Message, say, verbatim
from muster.core.tournament.refusals import Refusal
from muster.people.models import SettledDuty


@dataclass(frozen=True, slots=True)
class WordGiven:
    """A duty that was settled by somebody's word.

    Attributes:
        kind: which kind of duty.
        about: which of that kind.
        who: who settled it; nothing where the account is gone.
        role: the role they had then.
        at: when.
    """

    kind: Kind
    about: str
    who: Message
    role: str
    at: datetime


def settle(now: Situation, tournament: int, actor: Actor, kind: str, about: str = "") -> Refusal | None:
    """Settle an open duty by one's word; again changes nothing.

    Args:
        now: how things stand.
        tournament: whose duty.
        actor: whose word.
        kind: which kind of duty.
        about: which of that kind.

    Raises:
        DeniedError: it does not bind somebody in this role, or no word settles it.
    """
    found = KINDS.get(kind)
    if found is None or not found.settled_by(actor.role):
        raise DeniedError(_act(found), actor.role)
    open_ = [duty for duty in duties(now, actor.role) if duty.name == (kind, about)]
    if not open_:
        return Refusal("nothing-recorded", say("This is settled already."))
    abouts = _ticks(now) if kind == PREPARE else open_[0].found.covers or (about,)
    _record(tournament, actor, kind, abouts)
    return None


def tick(now: Situation, tournament: int, actor: Actor, item: str, *, done: bool) -> Refusal | None:
    """Note that one thing before play is seen to, or is not after all.

    Raises:
        DeniedError: the actor may not plan the tournament.
    """
    actor.must("plan")
    if item not in {one.id for one, _ in preparations(now)}:
        return Refusal("nothing-recorded", say("This is not on the list."))
    if done:
        _record(tournament, actor, PREPARE, (item,))
    else:
        withdraw(tournament, actor, PREPARE, item)
    return None


def withdraw(tournament: int, actor: Actor, kind: str, about: str) -> None:
    """Take one's word back: the duty is open again.

    Raises:
        DeniedError: it does not bind somebody in this role.
    """
    found = KINDS.get(kind)
    if found is None or not found.settled_by(actor.role):
        raise DeniedError(_act(found), actor.role)
    with transaction.atomic():
        SettledDuty.objects.filter(tournament=tournament, kind=kind, about=about).delete()
        changed(topics_in(tournament, "calls"))


def words_given(tournament: int) -> list[WordGiven]:
    """Every duty that was settled by somebody's word, the latest first: who used the organiser's discretion."""
    rows = SettledDuty.objects.filter(tournament=tournament).select_related("by").order_by("-at", "-pk")
    return [
        WordGiven(KINDS[row.kind], row.about, verbatim(str(row.by)) if row.by else NOTHING, row.role, row.at)
        for row in rows
        if row.kind in KINDS
    ]


def _ticks(now: Situation) -> tuple[str, ...]:
    return tuple(one.id for one, _ in preparations(now))


def _act(kind: Kind | None) -> Act:
    return "plan" if kind is None or "organiser" in kind.who else "rule"


def _record(tournament: int, actor: Actor, kind: str, abouts: tuple[str, ...]) -> None:
    rows = [
        SettledDuty(
            tournament_id=tournament,
            kind=kind,
            about=about,
            by_id=account_of(actor),
            role=actor.role or "",
            at=timezone.now(),
        )
        for about in abouts
    ]
    with transaction.atomic():
        SettledDuty.objects.bulk_create(rows, ignore_conflicts=True)
        changed(topics_in(tournament, "calls"))
