"""Ordinary records around a tournament: who people are, where they meet, and who runs what."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from muster.people.duty_models import Recommendation, SettledDuty
from muster.people.floor_models import (
    Call,
    Change,
    Device,
    EventPicture,
    Message,
    Notice,
    Print,
    Reveal,
    Screen,
    SeatingSearch,
    SetupTick,
    Timer,
)
from muster.people.judge_models import CheckDraw, ComponentReport, Penalty, PenaltyTable, Proxy, Ruling
from muster.people.organisation_models import (
    LONGEST_ORGANISATION,
    Membership,
    Organisation,
    OrganisationAct,
    OrganisationInvitation,
    OrganisationLogo,
)
from muster.people.roster_models import (
    CatalogueVersion,
    PoolVersion,
    RosterInspection,
    RosterLine,
    RosterPlan,
    RosterVersion,
)
from muster.people.staff_models import Invitation, LoginLink, Staff
from muster.people.trust_models import AccountAct, Reason, SignOff

__all__ = [
    "LONGEST_NAME",
    "LONGEST_ORGANISATION",
    "Account",
    "AccountAct",
    "Call",
    "CatalogueVersion",
    "Change",
    "CheckDraw",
    "Club",
    "ComponentReport",
    "Device",
    "Entry",
    "Event",
    "EventPicture",
    "Invitation",
    "LoginLink",
    "Membership",
    "Message",
    "Notice",
    "Organisation",
    "OrganisationAct",
    "OrganisationInvitation",
    "OrganisationLogo",
    "Penalty",
    "PenaltyTable",
    "Person",
    "PoolVersion",
    "Print",
    "Proxy",
    "Reason",
    "Recommendation",
    "Reveal",
    "RosterInspection",
    "RosterLine",
    "RosterPlan",
    "RosterVersion",
    "Ruling",
    "Screen",
    "SeatingSearch",
    "SettledDuty",
    "SetupTick",
    "SignOff",
    "Staff",
    "Timer",
    "Tournament",
    "Venue",
]

LONGEST_NAME = 200


class Account(AbstractUser):
    """Somebody who can log in. `name` is how others see them; the username is made up and never shown.

    An account that is suspended is not active: it stays, with all it did, and nobody can log in to it.

    Attributes:
        organises: whether they were let set up events on this site.
        asked_at: since when they ask to be let.
        administers: whether they look after the site: accounts, events of others, jobs.
        session_no: how often all their sessions were ended; a higher number ends those begun before.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    organises = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True, blank=True)
    administers = models.BooleanField(default=False)
    session_no = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name or self.email or self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session must hold to be one of this account: Django's own, until all were ended once."""
        own: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc]
        return f"{own}.{self.session_no}" if self.session_no else own


class Club(models.Model):
    """A club; its number is the one facts carry.

    Attributes:
        key: what all writings of its name have in common; empty of a club that was one with an older one, but counted
            as another before names were compared so.
    """

    name = models.CharField(max_length=LONGEST_NAME)
    key = models.CharField(max_length=LONGEST_NAME, blank=True, default="")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], condition=~models.Q(key=""), name="club_key")
        ]

    def __str__(self) -> str:
        return self.name


class Venue(models.Model):
    """A place with numbered tables, as the account or the organisation that keeps it knows it.

    Attributes:
        keeper: whose it is; None of an organisation's.
        organisation: whose it is; None of an account's own.
        directions: how to get there, for everybody; several lines.
        room: where its tables stand, as `muster.app.floor.room` reads it; empty until somebody has moved them.
    """

    keeper = models.ForeignKey(Account, models.CASCADE, null=True, blank=True, related_name="venues")
    organisation = models.ForeignKey(
        Organisation, models.CASCADE, null=True, blank=True, related_name="venues"
    )
    name = models.CharField(max_length=LONGEST_NAME)
    address = models.CharField(max_length=500, blank=True)
    directions = models.TextField(max_length=1000, blank=True, default="")
    time_zone = models.CharField(max_length=64, default="UTC")
    tables = models.CharField(max_length=200, blank=True, help_text="such as 1-20,31-40")
    room = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["keeper", "name"], name="venue_name"),
            models.UniqueConstraint(fields=["organisation", "name"], name="organisation_venue_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """A gathering: date, venue, one or more tournaments.

    Attributes:
        code: the short code people type, in capitals; unique.
        organisation: whose event it is; its members have their roles there (`muster.app.staff.posts`).
        opens_at: when it begins, an instant; shown in `time_zone`.
        language: in which screens and paper are, and whoever asks for none and has chosen none reads, such as `pl`;
            empty for that of whoever looks or prints, and the site's own where nobody does.
        second_language: in which screens and result slips say the most important words besides; empty for none.
        price: what it costs to take part, as people are told, such as `40 zł`; empty where nothing is said.
        listed: whether the public page shows it to everybody; a draft is for the staff only.
        on_front: whether the site's own front page names it, too; of no effect on a draft.
        frames: the sites whose pages may show parts of it, an origin a line (`app.events.frames`).
        practice: a demo event that may be thrown away.
        cancelled_at: since when it is called off, with the reason players were told.
        picture_seconds: how long a sponsor's picture stays on the walls.
        picture_every: after how many other pages one comes.
    """

    code = models.CharField(max_length=12, unique=True)
    name = models.CharField(max_length=LONGEST_NAME)
    description = models.TextField(max_length=5000, blank=True)
    organisation = models.ForeignKey(
        Organisation, models.SET_NULL, null=True, blank=True, related_name="events"
    )
    venue = models.ForeignKey(Venue, models.SET_NULL, null=True, blank=True)
    time_zone = models.CharField(max_length=64)
    opens_at = models.DateTimeField()
    last_day = models.DateField(null=True, blank=True)
    language = models.CharField(max_length=12, blank=True, default="")
    second_language = models.CharField(max_length=12, blank=True, default="")
    price = models.CharField(max_length=60, blank=True, default="")
    listed = models.BooleanField(default=False)
    on_front = models.BooleanField(default=False)
    frames = models.TextField(max_length=1000, blank=True, default="")
    practice = models.BooleanField(default=False)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_because = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    copied_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True)
    picture_seconds = models.PositiveSmallIntegerField(default=8)
    picture_every = models.PositiveSmallIntegerField(default=4)

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """One competition of an event. Its primary key is the number of its journal; rules and results are there.

    Attributes:
        number: which of the event's tournaments, from 1 (the main one).
        regulations: the id of the regulations, for lists; the journal holds them in full.
        kind: the id of the kind of event, such as `prerelease` (`muster.rules.kinds`); empty for none.
        capacity: the most players that may enter; none for no limit.
        registration_open: whether players may enter themselves.
        rosters: whether a roster is asked for.
        names: how players are named in public: in full, given name and initial, or by alias.
        prizes: the list of prizes, a line each, for the last page of the day.
        self_check_in: whether players may check themselves in, on the day of play.
        self_report: whether players may report, confirm and dispute results themselves.
        featured: the table of the featured match; None without one.
        open_journal: whether everybody may have the journal as a file; reasons are in it by their digests only, but
            for those recorded before there were digests.
    """

    NAMES: ClassVar = [
        ("full", _("Full names")),
        ("short", _("First name and initial")),
        ("alias", _("Alias only")),
    ]
    ROSTERS: ClassVar = [
        ("none", _("Not asked for")),
        ("optional", _("Optional")),
        ("required", _("Required")),
    ]

    event = models.ForeignKey(Event, models.CASCADE, related_name="tournaments")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=LONGEST_NAME)
    regulations = models.CharField(max_length=60)
    kind = models.CharField(max_length=60, blank=True)
    capacity = models.PositiveIntegerField(null=True, blank=True)
    registration_open = models.BooleanField(default=False)
    rosters = models.CharField(max_length=10, choices=ROSTERS, default="none")
    names = models.CharField(max_length=10, choices=NAMES, default="full")
    prizes = models.TextField(max_length=5000, blank=True)
    self_check_in = models.BooleanField(default=True)
    self_report = models.BooleanField(default=True)
    featured = models.PositiveIntegerField(null=True, blank=True)
    open_journal = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="tournament_number")
        ]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays, as the keeper's events know them. An erased person keeps nothing but the row."""

    keeper = models.ForeignKey(Account, models.CASCADE, related_name="persons")
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="played_as")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    alias = models.CharField(max_length=60, blank=True)
    pronouns = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["keeper", "name"], name="person_name")]

    def __str__(self) -> str:
        return self.name or "erased"


class Entry(models.Model):
    """A person's registration for a tournament.

    Attributes:
        player: the entry number in the journal; none while waiting, or if they never came in.
        status: `waiting` (for a place), `entered` (in the journal), `withdrawn` (never entered the journal).
        shown_as: `""` for the tournament's own choice, else one of `Tournament.NAMES`.
        table_reason: why the table is fixed; for staff only.
        key: the idempotency key of a player's own registration.
        link_no: which private link is the valid one; a higher number revokes all earlier links.
        mail: whether they want messages about the event, where there is an e-mail address.
        mail_rounds: whether they want to be told by e-mail when a round is up.
        language: which language their player reads, such as `de`; empty for the event's.
        uid: the number the publisher knows them by (Unlimited ID), where the game has one.
        minor: they said that they are younger than the regulations let register alone.
        identity_checked_at: when the staff saw their identification; the document itself is never kept.
        guardian_checked_at: likewise of the guardian of somebody too young to register alone.
    """

    STATUSES: ClassVar = [("waiting", _("Waiting")), ("entered", _("Entered")), ("withdrawn", _("Withdrawn"))]

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    player = models.PositiveIntegerField(null=True, blank=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True)
    status = models.CharField(max_length=10, choices=STATUSES, default="entered")
    shown_as = models.CharField(max_length=10, blank=True)
    paid = models.BooleanField(default=False)
    table_reason = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)
    link_no = models.PositiveIntegerField(default=1)
    mail = models.BooleanField(default=True)
    mail_rounds = models.BooleanField(default=False)
    language = models.CharField(max_length=12, blank=True)
    uid = models.CharField(max_length=40, blank=True)
    minor = models.BooleanField(default=False)
    identity_checked_at = models.DateTimeField(null=True, blank=True)
    guardian_checked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_player"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entry_person"),
            models.UniqueConstraint(fields=["tournament", "key"], name="entry_key"),
        ]

    def __str__(self) -> str:
        return f"entry {self.player or 'without number'}"
