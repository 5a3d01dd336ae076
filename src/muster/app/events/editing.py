"""Setting up events and their tournaments, changing them, and throwing away what was never used."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.topics import changed, event_topic
from muster.app.events.venues import VenueDetails, keep_venue
from muster.app.history.submitting import submit
from muster.app.organisations.history import note
from muster.app.organisations.standing import must_set_up
from muster.core.messages import say
from muster.core.scoring.scored import Problem
from muster.core.tournament import facts
from muster.core.tournament.commands import CreateTournament
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.journal.models import ClockAct, DrawSecret, FactRow
from muster.people.models import (
    Account,
    Event,
    Organisation,
    Person,
    RosterPlan,
    Staff,
    Tournament,
    Venue,
)
from muster.rules.schema import Regulations

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits of short codes: none that look like another (I, L, O, 0, 1)."""

CODE_LENGTH: Final = 6

SET_UP: Final = (facts.TournamentCreated, facts.RulesChanged, facts.StructureChanged, facts.TablesSet)
"""The facts that only set a tournament up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetails:
    """What an event is.

    Attributes:
        opens_at: when it begins, an instant.
        time_zone: an IANA name.
        venue: where; `new_venue`, if given, is kept and takes its place.
        organisation: whose event a new one is; that of an event which is there stays as it is.
        language, second_language, price, listed, on_front, frames: as `muster.people.models.Event` has them.
    """

    name: str
    opens_at: datetime
    time_zone: str
    description: str = ""
    venue: Venue | None = None
    new_venue: VenueDetails | None = None
    organisation: Organisation | None = None
    last_day: date | None = None
    language: str = ""
    second_language: str = ""
    price: str = ""
    listed: bool = False
    on_front: bool = False
    frames: str = ""
    practice: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentDetails:
    """What a tournament is besides its rules; `muster.people.models.Tournament` says what the parts mean.

    Attributes:
        construction: the way of building of a new tournament; the regulations' usual one if empty.
    """

    name: str
    kind: str = ""
    capacity: int | None = None
    registration_open: bool = False
    rosters: str = "none"
    names: str = "full"
    prizes: str = ""
    self_check_in: bool = True
    self_report: bool = True
    open_journal: bool = True
    construction: str = ""


def create_event(account: Account, details: EventDetails, *, copied_from: Event | None = None) -> Event:
    """A new event; whoever makes it is its organiser (`COM-ROLE-1`)."""
    with transaction.atomic():
        event = Event.objects.create(
            code=_new_code(),
            name=details.name,
            description=details.description,
            venue=_venue(account, details),
            organisation=details.organisation,
            time_zone=details.time_zone,
            opens_at=details.opens_at,
            last_day=details.last_day,
            language=details.language,
            second_language=details.second_language,
            price=details.price,
            listed=details.listed,
            on_front=details.on_front,
            frames=details.frames,
            practice=details.practice,
            copied_from=copied_from,
        )
        Staff.objects.create(event=event, account=account, role="organiser")
        if details.organisation is not None:
            note(details.organisation, "event-made", account, about=f"{event.name[:150]} ({event.code})")
    return event


def create_with_tournament(
    account: Account, details: EventDetails, first: TournamentDetails, setup: CreateTournament
) -> Event | Refusal:
    """A new event with its first tournament: both, or neither with the reason.

    Raises:
        NotOnThisSiteError: this account may not set up events on this site.
        NotInThisOrganisationError: nor in the organisation whose event it is to be.
    """
    must_set_up(account, details.organisation)
    with transaction.atomic():
        event = create_event(account, details)
        made = add_tournament(event, organiser(account), first, setup)
        if isinstance(made, Refusal):
            transaction.set_rollback(True)
            return made
    return event


def organiser(account: Account) -> Actor:
    """This account acting as the organiser of its own event."""
    return Actor(f"account:{account.pk}", "organiser")


def add_tournament(
    event: Event, actor: Actor, details: TournamentDetails, setup: CreateTournament
) -> Tournament | Refusal:
    """A further tournament of an event, set up by its regulations; nothing is kept if they refuse."""
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        last = event.tournaments.order_by("-number").first()
        tournament = Tournament.objects.create(
            event=event,
            number=1 + (last.number if last else 0),
            name=details.name,
            regulations=setup.regulations.id,
            kind=details.kind,
            capacity=details.capacity,
            registration_open=details.registration_open,
            rosters=details.rosters,
            names=details.names,
            prizes=details.prizes,
            self_check_in=details.self_check_in,
            self_report=details.self_report,
            open_journal=details.open_journal,
        )
        answer = submit(tournament.pk, setup, actor)
        if isinstance(answer, Refusal):
            transaction.set_rollback(True)
            return answer
        if details.construction:
            RosterPlan.objects.create(tournament=tournament, construction=details.construction)
        changed({event_topic(event.code, "event")})
    return tournament


def change_event(event: Event, actor: Actor, details: EventDetails) -> None:
    """Set an event's details anew; whether it is a practice event stays as it was made."""
    actor.must("manage-event")
    event.name, event.description = details.name, details.description
    event.opens_at, event.time_zone = details.opens_at, details.time_zone
    keeper = event.staff.select_related("account").get(role="organiser").account
    event.venue = _venue(keeper, details)
    event.last_day, event.price = details.last_day, details.price
    event.language, event.second_language = details.language, details.second_language
    event.listed, event.on_front, event.frames = details.listed, details.on_front, details.frames
    _keep(event, event)


def change_tournament(tournament: Tournament, actor: Actor, details: TournamentDetails) -> None:
    """Set anew what a tournament is besides its rules."""
    actor.must("manage-event")
    tournament.name, tournament.kind, tournament.capacity = details.name, details.kind, details.capacity
    tournament.registration_open, tournament.rosters = details.registration_open, details.rosters
    tournament.names, tournament.prizes = details.names, details.prizes
    tournament.self_check_in, tournament.self_report = details.self_check_in, details.self_report
    tournament.open_journal = details.open_journal
    _keep(tournament, tournament.event)


def keep_rules(tournament: Tournament, rules: Regulations) -> None:
    """Keep under which regulations a tournament is played, once its journal says so."""
    tournament.regulations = rules.id
    _keep(tournament, tournament.event)


def _keep(record: Event | Tournament, event: Event) -> None:
    """Save it and tell the pages that show it: all pages of the event."""
    with transaction.atomic():
        record.save()
        changed({event_topic(event.code, "event")})


def why_kept(event: Event) -> Problem | None:
    """Why an event cannot be deleted; None if nothing would be lost, or if it is for practice."""
    if event.practice:
        return None
    for tournament in event.tournaments.order_by("number"):
        if any(not isinstance(entry.fact, SET_UP) for entry in store.load(tournament.pk).entries):
            says = say("{name} has players or results on record, and records are kept.", name=tournament.name)
            return Problem("event", says)
        if tournament.entries.exclude(status="withdrawn").exists():
            says = say("People have registered for {name}: withdraw them first.", name=tournament.name)
            return Problem("event", says)
    return None


def delete_event(event: Event, actor: Actor) -> Problem | None:
    """Delete an event with nothing on record, or one for practice, and everybody whom only it knew."""
    actor.must("manage-event")
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        if problem := why_kept(event):
            return problem
        journals = list(event.tournaments.values_list("pk", flat=True))
        persons = list(Person.objects.filter(entries__tournament__event=event).values_list("pk", flat=True))
        changed({event_topic(event.code, "event")})
        event.delete()
        Person.objects.filter(pk__in=persons, entries=None).delete()
        FactRow.objects.filter(tournament__in=journals).delete()
        ClockAct.objects.filter(tournament__in=journals).delete()
        DrawSecret.objects.filter(tournament__in=journals).delete()
    for journal in journals:
        store.forget(journal)
    return None


def _venue(keeper: Account, details: EventDetails) -> Venue | None:
    return keep_venue(keeper, details.new_venue) if details.new_venue else details.venue


def _new_code() -> str:
    """A short code no event has."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for __ in range(CODE_LENGTH))
        if not Event.objects.filter(code=code).exists():
            return code
