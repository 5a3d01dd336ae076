"""Erasing a person: everything that says who they are goes; what they played stays, by entry number."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from muster.app.common.access import Actor
from muster.app.common.forgetting import forget_judged
from muster.app.common.topics import changed, topics_in
from muster.app.history.reasons import forget_reasons
from muster.app.rosters.storage import forget_texts
from muster.people.models import Call, Device, Entry, Message, Person


def erase(person: Person, actor: Actor) -> None:
    """Erase who somebody is, in every event that knows them as this person.

    Name, alias, pronouns, e-mail address and account go, and with them club, reasons for a fixed table, how the
    name was to be shown, the publisher's number, the devices that were told of rounds, messages, the words of calls,
    what judges wrote of them, the words of reasons, and of rosters all that was written freely; the private link opens
    nothing any more.
    Facts hold entry numbers only and are not touched: results, pairings and draws can still be checked, with
    `Player 7` in the place of the name. Whoever still waited for a place waits no longer. There is no way back;
    erasing twice changes nothing.

    Raises:
        DeniedError: the actor may not erase.
    """
    actor.must("erase")
    with transaction.atomic():
        kept = Person.objects.select_for_update().get(pk=person.pk)
        if kept.erased_at is None:
            called = (kept.name, kept.alias)
            kept.name = kept.alias = kept.pronouns = kept.email = ""
            kept.account = None
            kept.erased_at = timezone.now()
            kept.save()
            kept.entries.filter(status="waiting").update(status="withdrawn")
            entries = list(kept.entries.all())
            _erase_entries(entries)
            forget_judged(entries, called)
            forget_reasons(entries, called)
    person.refresh_from_db()


def _erase_entries(entries: list[Entry]) -> None:
    numbers = [entry.pk for entry in entries]
    Entry.objects.filter(pk__in=numbers).update(
        club=None,
        table_reason="",
        shown_as="",
        uid="",
        minor=False,
        identity_checked_at=None,
        guardian_checked_at=None,
        mail=False,
        mail_rounds=False,
        link_no=F("link_no") + 1,
    )
    Device.objects.filter(entry__in=numbers).delete()
    Message.objects.filter(entry__in=numbers).delete()
    Call.objects.filter(entry__in=numbers).update(note="")
    forget_texts(numbers)
    changed(topic for entry in entries for topic in topics_in(entry.tournament_id, "people"))
