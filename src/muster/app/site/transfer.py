"""The events of the site with their owners and size, and giving one to another organiser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from muster.app.accounts.standing import may, must
from muster.app.common.search import Texts
from muster.app.staff.staff import put_in_charge
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.journal.models import FactRow
from muster.people.models import Account, AccountAct, Entry, Event, Staff, Tournament


@dataclass(frozen=True, slots=True)
class SizedEvent:
    """An event of the site.

    Attributes:
        event: the event.
        owner: its organiser.
        players: how many are entered in its tournaments.
        facts: how many facts its journals hold.
    """

    event: Event
    owner: Account
    players: int
    facts: int


def events_found(asker: Account, q: str = "") -> QuerySet[Event]:
    """All events, the latest first, by parts of a name, code, or the organiser's name or e-mail address."""
    must(asker, "transfer-events")
    found = Event.objects.all()
    if q.strip():
        owners = Staff.objects.filter(role="organiser")
        texts = Texts(
            found.values_list("pk", "name"), owners.values_list("event", "account__name", "account__email")
        )
        for word in q.split():
            found = found.filter(Q(pk__in=texts.having(word)) | Q(code__iexact=word))
    return found.order_by("-opens_at", "-pk")


def sized(events: Sequence[Event]) -> list[SizedEvent]:
    """These events with owners and sizes, in a few queries however many they are."""
    posts = Staff.objects.filter(event__in=events, role="organiser").select_related("account")
    owners = {post.event_id: post.account for post in posts}
    entered = Entry.objects.filter(tournament__event__in=events, status="entered")
    players = dict(entered.values_list("tournament__event").annotate(count=Count("pk")))
    journals = dict(Tournament.objects.filter(event__in=events).values_list("pk", "event"))
    rows = FactRow.objects.filter(tournament__in=journals)
    facts: dict[int, int] = {}
    for journal, count in rows.values_list("tournament").annotate(count=Count("pk")):
        facts[journals[journal]] = facts.get(journals[journal], 0) + count
    return [
        SizedEvent(one, owners[one.pk], players.get(one.pk, 0), facts.get(one.pk, 0))
        for one in events
        if one.pk in owners
    ]


def heirs(asker: Account, event: Event, q: str) -> QuerySet[Account]:
    """Who could be given an event: organisers of the site and its own staff, by parts of name or e-mail address."""
    must(asker, "transfer-events")
    found = Account.objects.filter(is_active=True).filter(Q(organises=True) | Q(posts__event=event))
    if q.strip():
        found = found.filter(pk__in=Texts(found.values_list("pk", "name", "email")).fitting(q))
    return found.exclude(posts__in=event.staff.filter(role="organiser")).distinct()


def transfer(asker: Account, event: Event, to: int) -> Account | Problem:
    """Make another account the organiser of an event; who was it, is off its staff. Its journals stay as they are."""
    must(asker, "transfer-events")
    with transaction.atomic():
        heir = Account.objects.filter(pk=to, is_active=True).first()
        if heir is None or not (may(heir, "create-events") or event.staff.filter(account=heir).exists()):
            return Problem("to", say("Choose somebody from the list."))
        if event.staff.filter(account=heir, role="organiser").exists():
            return Problem("to", say("{name} is the organiser of this event already.", name=heir.name))
        answer = put_in_charge(event, heir)
        if isinstance(answer, Problem):
            transaction.set_rollback(True)
            return answer
        AccountAct.objects.create(account=heir, by=asker, act="transfer", about=event.code)
    return heir
