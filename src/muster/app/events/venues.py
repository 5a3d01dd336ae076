"""Venues: places with numbered tables, kept by the account that made them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from muster.app.common.topics import changed, event_topic
from muster.core.messages import Message, say
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.scored import Problem
from muster.people.models import Account, Venue


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueDetails:
    """A venue as typed; `tables` such as `1-20,31-40`, empty where tables are not numbered."""

    name: str
    address: str = ""
    time_zone: str = "UTC"
    tables: str = ""


def venues_of(account: Account) -> list[Venue]:
    """The venues an account keeps, by name."""
    return list(Venue.objects.filter(keeper=account).order_by("name"))


def keep_venue(account: Account, details: VenueDetails) -> Venue:
    """Keep a venue; one of the same name is brought up to date instead."""
    with transaction.atomic():
        venue, made = Venue.objects.update_or_create(
            keeper=account,
            name=details.name,
            defaults={
                "address": details.address,
                "time_zone": details.time_zone,
                "tables": details.tables,
            },
        )
        if not made:
            _tell(venue)
    return venue


def change_venue(venue: Venue, details: VenueDetails) -> Problem | None:
    """Set a venue's details anew; the problem if another of the keeper's has that name."""
    others = Venue.objects.filter(keeper=venue.keeper_id, name=details.name).exclude(pk=venue.pk)
    if others.exists():
        return Problem("name", say("There is another venue called {name}.", name=details.name))
    venue.name, venue.address = details.name, details.address
    venue.time_zone, venue.tables = details.time_zone, details.tables
    with transaction.atomic():
        venue.save()
        _tell(venue)
    return None


def delete_venue(venue: Venue) -> None:
    """Forget a venue; events that took place there stay, without a place."""
    with transaction.atomic():
        _tell(venue)
        venue.delete()


def table_problems(tables: str) -> list[Message]:
    """What is wrong with a written list of tables; nothing if it is empty."""
    return [problem.text for problem in parse_tables(tables).problems] if tables else []


def _tell(venue: Venue) -> None:
    """Tell the pages of the events that take place there."""
    codes = venue.event_set.values_list("code", flat=True)
    if topics := {event_topic(code, "event") for code in codes}:
        changed(topics)
