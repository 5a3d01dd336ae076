"""Records of the floor: what the desk tells everybody, what hangs on the wall, what players ask and are told."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult


class Change(models.Model):
    """That something outside the journals has changed, for the processes that show it; rows are only added.

    Attributes:
        topics: what has changed, as topics of `muster.app.common.topics` separated by spaces.
    """

    id = models.BigAutoField(primary_key=True)
    topics = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.topics


class Notice(models.Model):
    """Something the desk tells everybody: on the event's page, on players' pages and on the wall."""

    event = models.ForeignKey("people.Event", models.CASCADE, related_name="notices")
    text = models.CharField(max_length=500)
    urgent = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text


class Screen(models.Model):
    """A screen on the wall: what it shows, in turn. Without a row, screen 1 shows what fits the moment.

    Attributes:
        number: which screen of the event, from 1.
        tournament: whose pairings, clock and standings; none for the main tournament.
        shows: what it shows, separated by commas; empty for what fits the moment.
        seconds: how long each page stays.
        share: which third of the names it shows where you sit, from 1; 0 for all.
        plan: what it shows at moments of the day that are not as usual: by the moment, as `shows`.
        held: what somebody has put on it from the remote: `hold` for the page that was there; empty for the plan.
        turns: how often the remote has turned to the next page.
    """

    event = models.ForeignKey("people.Event", models.CASCADE, related_name="screens")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=60, blank=True)
    tournament = models.ForeignKey(
        "people.Tournament", models.CASCADE, null=True, blank=True, related_name="+"
    )
    shows = models.CharField(max_length=200, blank=True)
    seconds = models.PositiveSmallIntegerField(default=12)
    share = models.PositiveSmallIntegerField(default=0)
    plan = models.JSONField(default=dict, blank=True)
    held = models.CharField(max_length=20, blank=True)
    turns = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "number"], name="screen_number")]

    def __str__(self) -> str:
        return self.name or f"screen {self.number}"


class EventPicture(models.Model):
    """A picture the walls show: the event's logo, or a sponsor's between other pages.

    Attributes:
        kind: `logo` or `sponsor`.
        name: whose it is, for those who cannot see it.
        type: `png`, `jpeg` or `webp`.
        data: the file, with nothing in it but the picture (`muster.exchange.pictures`).
        digest: its SHA-256, a part of its address.
    """

    event = models.ForeignKey("people.Event", models.CASCADE, related_name="pictures")
    kind = models.CharField(max_length=10)
    name = models.CharField(max_length=60)
    type = models.CharField(max_length=8)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    data = models.BinaryField()
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "digest"], name="event_picture_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class Timer(models.Model):
    """A timer beside the round clock: deck building, list review, sideboarding, draft picks, tardiness.

    Attributes:
        kind: which of `muster.app.floor.timers`.
        seconds: how long it lasts; for draft picks, of the pick that runs.
        pick: which pick of the pack runs, from 1; 0 where there are no picks.
        picks: how many picks the pack has.
        table: for one table only; none for everybody.
        started_at: since when it runs, pauses left out of account; none while it stands still.
        used: milliseconds that passed before `started_at`.
        ended_at: when it was put away.
        touched: how often it was touched since it was started; forms send it back.
        key: the idempotency key of the form that started it.
        touch_key: that of the form it was last touched by.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="timers")
    kind = models.CharField(max_length=20)
    seconds = models.PositiveIntegerField()
    pick = models.PositiveSmallIntegerField(default=0)
    picks = models.PositiveSmallIntegerField(default=0)
    table = models.PositiveIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    used = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=40, blank=True)
    touched = models.PositiveIntegerField(default=0)
    key = models.CharField(max_length=64, null=True, blank=True)
    touch_key = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "key"], name="timer_key")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament_id}"


class Call(models.Model):
    """Something a player asks of the staff or tells them: a judge at the table, to be let in again, a concession.

    Attributes:
        kind: `judge` (come to the table), `rejoin`, or `conceded` (a table of three or four, where the others play on).
        round_no: the round it was asked in; 0 before the first.
        table: where the player sits, if they sit anywhere.
        claimed_by: who is on the way, as a token such as `account:7`.
        closed_at: when it was dealt with, or taken back.
        key: the idempotency key of the form it came with.
    """

    KINDS: ClassVar = [("judge", _("Judge")), ("rejoin", _("Rejoin")), ("conceded", _("Conceded"))]

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="calls")
    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=10, choices=KINDS)
    round_no = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    claimed_by = models.CharField(max_length=40, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tournament", "closed_at"], name="call_open")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "key"], name="call_key"),
            models.UniqueConstraint(
                fields=["entry", "kind"], condition=models.Q(closed_at=None), name="call_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.entry_id}"


class Reveal(models.Model):
    """That the walls show the final places one by one, from the last to the first; gone when they are nobody's secret.

    Attributes:
        hidden: how many of the best players are still to come.
    """

    tournament = models.OneToOneField("people.Tournament", models.CASCADE, related_name="reveal")
    hidden = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.hidden} still to come"


class SetupTick(models.Model):
    """That two players have done a step of setting up their game: help for the two of them, gone with the round.

    Attributes:
        round_no: the round.
        meeting: which match of it, as `muster.app.player.playing.meeting_of` has it.
        step: which step, by its id in `muster.rules.setups`.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="setup_ticks")
    round_no = models.PositiveIntegerField()
    meeting = models.CharField(max_length=16)
    step = models.CharField(max_length=60)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "meeting", "step"], name="setup_tick_once")
        ]

    def __str__(self) -> str:
        return f"{self.step} in {self.meeting}"


class Device(models.Model):
    """A browser of a player that wants to be told when a round is up (Web Push)."""

    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=500)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["entry", "endpoint"], name="device_once")]

    def __str__(self) -> str:
        return f"device of {self.entry_id}"


class Message(models.Model):
    """A message to one person about one thing, sent once.

    Attributes:
        kind: one of `muster.app.mail.messages.Kind`.
        about: what it is about, such as `3@57`; one person gets one message of a kind about one thing.
        sent_at: when it was handed over, or found to be needless by then; none while it waits.
        job: what is to send it, together with others; none once that is done.
    """

    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=12)
    about = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    job = models.ForeignKey(DBTaskResult, models.SET_NULL, null=True, related_name="messages")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["sent_at", "id"], name="message_waiting")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "kind", "about"], name="message_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.entry_id}"


class Print(models.Model):
    """Something being printed to a PDF in the background.

    Attributes:
        kind: which of `muster.web.paper.printing`.
        options: what was asked, as JSON (`round`, `paper`, ...).
        done: how many of `total` pages are finished.
        file: its name in the folder of prints; nobody can guess it.
        fault: why there is none: one of `muster.web.paper.printing.FAULTS`.
        job: what makes it; none once that is done.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="prints")
    kind = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=80, blank=True)
    fault = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)
    job = models.ForeignKey(DBTaskResult, models.SET_NULL, null=True, related_name="prints")

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament_id}"


class SeatingSearch(models.Model):
    """A draft of a round at tables of three and four that takes long, and so is made by a job.

    Attributes:
        who: who asked for it, as the record will have it; `role` what they acted as.
        key: the key of the form that asked.
        round_no: the round.
        percent: how far it is; `steps` how many counted steps that were.
        stop: somebody wants what was found so far.
        ended: the code of the refusal in which it ended; it is gone once its draft is on record.
        job: what makes it; none once that is done.
    """

    tournament = models.OneToOneField("people.Tournament", models.CASCADE, related_name="seating_search")
    who = models.CharField(max_length=64)
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=64, blank=True)
    round_no = models.PositiveIntegerField()
    percent = models.PositiveSmallIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    stop = models.BooleanField(default=False)
    ended = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    job = models.ForeignKey(DBTaskResult, models.SET_NULL, null=True, related_name="seatings")

    def __str__(self) -> str:
        return f"round {self.round_no} of {self.tournament_id}"
