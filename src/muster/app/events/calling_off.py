"""Calling an event off, and telling everybody who was to come; and taking that back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, event_topic, topics_in
from muster.app.mail import messages
from muster.core.ids import PlayerId
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.core.tournament.queries import present
from muster.journal import store
from muster.people.models import Entry, Event, Message

LONGEST_REASON = 500


def call_off(event: Event, actor: Actor, reason: str, now: datetime) -> Problem | None:
    """Call an event off: its public page says so with the reason, and whoever was to come is written to.

    Raises:
        DeniedError: the actor may not.
    """
    actor.must("manage-event")
    because = one_line(reason)
    if not because:
        return Problem("reason", say("Write why: players are told."))
    if len(because) > LONGEST_REASON:
        says = say(
            "This has {count} characters; {most} is the most.", count=len(because), most=LONGEST_REASON
        )
        return Problem("reason", says)
    with transaction.atomic():
        kept = Event.objects.select_for_update().get(pk=event.pk)
        if kept.cancelled_at is None:
            kept.cancelled_at, kept.cancelled_because = now, because
            kept.save(update_fields=["cancelled_at", "cancelled_because"])
            messages.write("cancelled", _expected(event), now.isoformat(timespec="seconds"))
            _announce(event)
    event.refresh_from_db()
    return None


def call_on(event: Event, actor: Actor) -> None:
    """Take it back: the event takes place after all. Whoever was told otherwise is told this, too.

    Raises:
        DeniedError: the actor may not.
    """
    actor.must("manage-event")
    with transaction.atomic():
        kept = Event.objects.select_for_update().get(pk=event.pk)
        if kept.cancelled_at is not None:
            about = kept.cancelled_at.isoformat(timespec="seconds")
            kept.cancelled_at, kept.cancelled_because = None, ""
            kept.save(update_fields=["cancelled_at", "cancelled_because"])
            sent = Message.objects.filter(entry__tournament__event=event, kind="cancelled", about=about)
            # What has not left is needless now; the sender sees that by itself.
            told = sent.exclude(sent_at=None).values_list("entry", flat=True)
            messages.write("on-again", list(told), about)
            _announce(event)
    event.refresh_from_db()


def _expected(event: Event) -> list[int]:
    """One registration of everybody who was to come or waited for a place, and wants messages."""
    found = dict[int, int]()
    for tournament in event.tournaments.order_by("number"):
        players = store.load(tournament.pk).state.players
        entries = Entry.objects.filter(tournament=tournament).exclude(status="withdrawn").order_by("pk")
        rows = messages.with_address(entries).values_list("pk", "person", "player")
        for pk, person, number in rows:
            own = players.get(PlayerId(number)) if number else None
            if number is None or (own is not None and present(own)):
                found.setdefault(person, pk)
    return sorted(found.values())


def _announce(event: Event) -> None:
    tournaments = event.tournaments.values_list("pk", flat=True)
    topics = {one for pk in tournaments for one in topics_in(pk, "people")}
    changed({event_topic(event.code, "event"), event_topic(event.code, "news"), *topics})
