"""A leader recommends to disqualify a player, and the organiser decides (`COM-ROLE-3`)."""

from __future__ import annotations

from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.history.reasons import typed
from muster.app.history.submitting import submit
from muster.app.staff.records import account_of, entry_of, kept, known_under, tell
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.tournament.commands import DisqualifyPlayer
from muster.core.tournament.refusals import Refusal
from muster.people.models import Recommendation

LONGEST: Final = 500
"""The most characters of what happened."""


def recommend(
    tournament: int, actor: Actor, player: int, why: str, *, key: str | None = None
) -> Recommendation | Refusal:
    """Recommend to disqualify a player; the one that waits already, if there is one.

    Args:
        tournament: the journal's number.
        actor: who recommends it.
        player: the entry number.
        why: what happened; the organiser decides by it.
        key: the idempotency key of the form.

    Raises:
        DeniedError: the actor may not rule.
    """
    actor.must("rule")
    entry, words = entry_of(tournament, player), kept(why, LONGEST)
    if isinstance(entry, Refusal):
        return entry
    if not words:
        return Refusal("reason-missing", say("Say what happened: the organiser decides by it."))
    try:
        with transaction.atomic():
            made = Recommendation.objects.create(
                tournament_id=tournament,
                entry=entry,
                why=words,
                by_id=account_of(actor),
                at=timezone.now(),
                key=key,
            )
            tell(tournament)
    except IntegrityError:  # sent twice, or one waits already
        known = (
            known_under(Recommendation, tournament, key) or waiting(tournament).filter(entry=entry).first()
        )
        if known is None:
            raise
        return known
    return made


def decide(
    tournament: int, actor: Actor, recommendation: int, *, follow: bool, key: str | None = None
) -> Recommendation | Refusal:
    """Follow a recommendation, and disqualify the player, or decline it.

    Raises:
        DeniedError: the actor may not disqualify.
    """
    actor.must("disqualify")
    with transaction.atomic():
        rows = Recommendation.objects.select_for_update(of=("self",)).select_related("entry")
        row = rows.filter(tournament=tournament, pk=recommendation, decided_at=None).first()
        if row is None:
            return Refusal("nothing-recorded", say("This is decided already."))
        if follow:
            command = DisqualifyPlayer(PlayerId(row.entry.player or 0), reason=typed(row.why))
            answer = submit(tournament, command, actor, key=key)
            if isinstance(answer, Refusal):
                return answer
        row.decided_at, row.decided_by_id, row.followed = timezone.now(), account_of(actor), follow
        row.save()
        tell(tournament)
    return row


def waiting(tournament: int) -> QuerySet[Recommendation]:
    """The recommendations that wait for the organiser, the longest waiting first."""
    rows = Recommendation.objects.filter(tournament=tournament, decided_at=None)
    return rows.select_related("entry__person", "by").order_by("at", "pk")
