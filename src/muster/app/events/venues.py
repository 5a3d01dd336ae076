"""Venues: places with numbered tables, kept by the account or the organisation that made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction

from muster.app.common.topics import changed, event_topic, organisation_topic
from muster.app.organisations.history import note
from muster.app.organisations.standing import Member, organisations_to_set_up_in
from muster.core.messages import Message, say
from muster.core.pairing.tables import parse_tables
from muster.core.scoring.scored import Problem
from muster.exchange.alphabet import alphabetical
from muster.people.models import Account, Organisation, Venue

MOST_VENUES: Final = 50
"""More places than this no organisation plays at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueDetails:
    """A venue as typed; `tables` such as `1-20,31-40`, empty where tables are not numbered."""

    name: str
    address: str = ""
    time_zone: str = "UTC"
    tables: str = ""
    directions: str = ""


def venues_to_choose(account: Account) -> list[Venue]:
    """The venues an account can choose for an event: its own, then those of its organisations, by name."""
    theirs = Venue.objects.filter(organisation__in=organisations_to_set_up_in(account))
    return [
        *venues_of(account),
        *sorted(theirs.select_related("organisation"), key=_by_organisation),
    ]


def _by_organisation(venue: Venue) -> tuple[str, str]:
    in_order = alphabetical()
    return in_order(venue.organisation.name if venue.organisation else ""), in_order(venue.name)


def venues_of(account: Account) -> list[Venue]:
    """The venues an account keeps, by name."""
    in_order = alphabetical()
    return sorted(Venue.objects.filter(keeper=account), key=lambda one: in_order(one.name))


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


def add_venue_to(member: Member, details: VenueDetails) -> Venue | Problem:
    """A new venue of an organisation; the problem if it has one of that name, or very many."""
    member.must("venues")
    with transaction.atomic():
        Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        theirs = Venue.objects.filter(organisation=member.organisation)
        if theirs.filter(name=details.name).exists():
            return Problem("name", say("There is another venue called {name}.", name=details.name))
        if theirs.count() >= MOST_VENUES:
            return Problem("name", say("There are {most} venues: delete one first.", most=MOST_VENUES))
        venue = Venue(organisation=member.organisation)
        _write(venue, details)
        venue.save(force_insert=True)
        note(member.organisation, "venue", member.account, about=venue.name)
        changed({organisation_topic(member.organisation.slug)})
    return venue


def change_venue_of(member: Member, venue: Venue, details: VenueDetails) -> Problem | None:
    """Set the details of an organisation's venue; the problem if another of its venues has that name."""
    member.must("venues")
    with transaction.atomic():
        Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        if problem := change_venue(venue, details):
            return problem
        note(member.organisation, "venue-changed", member.account, about=venue.name)
        changed({organisation_topic(member.organisation.slug)})
    return None


def forget_venue_of(member: Member, venue: Venue) -> None:
    """Delete an organisation's venue; events that took place there stay, without a place."""
    member.must("venues")
    with transaction.atomic():
        note(member.organisation, "venue-forgotten", member.account, about=venue.name)
        changed({organisation_topic(member.organisation.slug)})
        delete_venue(venue)


def change_venue(venue: Venue, details: VenueDetails) -> Problem | None:
    """Set a venue's details; the problem if whoever keeps it has another of that name."""
    others = Venue.objects.filter(
        keeper=venue.keeper_id, organisation=venue.organisation_id, name=details.name
    ).exclude(pk=venue.pk)
    if others.exists():
        return Problem("name", say("There is another venue called {name}.", name=details.name))
    _write(venue, details)
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


def _write(venue: Venue, details: VenueDetails) -> None:
    venue.name, venue.address, venue.directions = details.name, details.address, details.directions
    venue.time_zone, venue.tables = details.time_zone, details.tables


def _tell(venue: Venue) -> None:
    """Tell the pages of the events that take place there."""
    codes = venue.event_set.values_list("code", flat=True)
    if topics := {event_topic(code, "event") for code in codes}:
        changed(topics)
