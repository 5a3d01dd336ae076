"""Records of judges: rulings and appeals, penalties, proxies, faulty components, and draws of tables to check.

None of them is a fact of the tournament: what a ruling does to a result goes through the tournament's own commands.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PenaltyTable(models.Model):
    """An organiser's own table of penalties for one tournament; without a row the one that comes along holds.

    Attributes:
        table: as `muster.rules.penalty_files.to_json_value` writes it.
    """

    tournament = models.OneToOneField(
        "people.Tournament", models.CASCADE, primary_key=True, related_name="penalty_table"
    )
    table = models.JSONField()
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"penalties of {self.tournament_id}"


class Ruling(models.Model):
    """What a judge ruled, whether somebody appealed, and what was decided then (`COM-ROLE-3`).

    Attributes:
        round_no: the running round; 0 before the first.
        table: where, if at a table.
        call: the call it answers.
        entries: the primary keys of the entries it was about, so that its words can be erased with them.
        clause: the clause it rests on, as the regulations or their own document call it.
        appeal_by: who appealed, as a token such as `entry:12` or `account:7`.
        upheld: whether the ruling stood; none while an appeal waits, or where nobody appealed.
        final: the last word, where there was an appeal.
        key: the idempotency key of the form it came with; likewise in the other records.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="rulings")
    round_no = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(null=True, blank=True)
    call = models.ForeignKey("people.Call", models.SET_NULL, null=True, blank=True, related_name="rulings")
    entries = models.JSONField(default=list)
    question = models.CharField(max_length=500, blank=True)
    ruling = models.CharField(max_length=1000, blank=True)
    clause = models.CharField(max_length=60, blank=True)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    appealed_at = models.DateTimeField(null=True, blank=True)
    appeal_by = models.CharField(max_length=40, blank=True)
    decided_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    upheld = models.BooleanField(null=True, blank=True)
    final = models.CharField(max_length=1000, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tournament", "round_no", "table"], name="ruling_table")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="ruling_key"),
        ]

    def __str__(self) -> str:
        return f"ruling {self.pk} of {self.tournament_id}"


class Penalty(models.Model):
    """A penalty given to a player; what it does to a result is a fact of the journal.

    Attributes:
        kind: one of `muster.rules.penalties.PenaltyKindId`.
        category: the id of the offence in the table of penalties.
        what: what happened.
        clause: the clause it rests on, if one is named.
        extension_minutes: the time extension that was given with it; 0 for none.
        withdrawn_because: why it was taken back, where it was.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="penalties")
    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="penalties")
    round_no = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=20)
    category = models.CharField(max_length=60)
    what = models.CharField(max_length=500, blank=True)
    clause = models.CharField(max_length=60, blank=True)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    extension_minutes = models.PositiveSmallIntegerField(default=0)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        "people.Account", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn_because = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tournament", "entry"], name="penalty_entry")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="penalty_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.entry_id}"


class Proxy(models.Model):
    """A proxy that stands for a damaged card in this tournament (`COM-LOST-2`).

    Attributes:
        card: the card's name, as the proxy bears it.
        reason: `damaged`, or `defect` from the maker.
        unreadable: the text that cannot be read on the card any more.
        by: who made it; their name and the date stand on it.
        approved_by: the leader who approved it; none while it waits.
    """

    REASONS: ClassVar = [("damaged", _("Damaged")), ("defect", _("Defect from the maker"))]

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="proxies")
    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="proxies")
    card = models.CharField(max_length=200)
    reason = models.CharField(max_length=10, choices=REASONS, default="damaged")
    unreadable = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    approved_by = models.ForeignKey(
        "people.Account", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="proxy_key"),
        ]

    def __str__(self) -> str:
        return f"proxy for {self.entry_id}"


class ComponentReport(models.Model):
    """A component that is lost, damaged or ruled illegal, and what came of it (`COM-LOST-1`, `COM-MOD-1`)."""

    FAULTS: ClassVar = [("lost", _("Lost")), ("damaged", _("Damaged")), ("illegal", _("Ruled illegal"))]
    OUTCOMES: ClassVar = [
        ("open", pgettext_lazy("a report", "Open")),
        ("replaced", _("Found or replaced")),
        ("shared", _("Shared with the opponent")),
        ("conceded", _("Conceded")),
        ("dropped", _("Dropped")),
    ]

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="component_reports")
    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="component_reports")
    round_no = models.PositiveIntegerField(default=0)
    table = models.PositiveIntegerField(null=True, blank=True)
    component = models.CharField(max_length=200, blank=True)
    essential = models.BooleanField(default=True)
    fault = models.CharField(max_length=10, choices=FAULTS)
    outcome = models.CharField(max_length=10, choices=OUTCOMES, default="open")
    extension_minutes = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    note = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="component_key"),
        ]

    def __str__(self) -> str:
        return f"{self.fault} component of {self.entry_id}"


class CheckDraw(models.Model):
    """Tables drawn at random to be checked, so that anybody can draw them again.

    Attributes:
        number: which draw of the round, from 1.
        head: the head of the journal it was drawn from.
        secret: SHA-256 of `deck-check|link`, where `link` is that of the round after: nobody can know it before that
            round is drawn. Empty in draws recorded without one, whose seed rests on the head alone.
        seed: SHA-256 of `secret|head|deck-check|round|number`; without a secret of `head|deck-check|round|number`.
        among: the tables it was drawn among, by number.
        tables: the tables drawn, in the order of the draw.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="check_draws")
    round_no = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    head = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64)
    among = models.JSONField(default=list)
    tables = models.JSONField()
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "round_no", "number"], name="check_draw_number"),
            models.UniqueConstraint(fields=["tournament", "key"], name="check_draw_key"),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of round {self.round_no}"
