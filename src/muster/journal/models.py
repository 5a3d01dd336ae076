"""The table of facts, the secret behind each tournament's dice, and the acts at its clock."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class FactRow(models.Model):
    """One fact of one tournament. Rows are only ever added.

    Attributes:
        tournament: whose journal it is (a number; the journal knows no more of a tournament).
        seq: the fact's number, from 1 without gaps; unique in the tournament, which is what keeps two
            writers apart.
        act: the number of the first fact of the same act.
        kind: the fact's kind, with `version`.
        data: its data as canonical JSON.
        head: the head of the hash chain after it.
        who: who did it, as a token such as `account:7`; no name. Not part of the chain.
        at: when it was recorded. Not part of the chain.
        key: the idempotency key of the act, on its first fact only.
    """

    id = models.BigAutoField(primary_key=True)
    tournament = models.BigIntegerField()
    seq = models.PositiveIntegerField()
    act = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    data = models.TextField()
    head = models.CharField(max_length=64)
    who = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="fact_seq"),
            models.UniqueConstraint(fields=["tournament", "key"], name="fact_key"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}/{self.seq} {self.kind}"


class DrawSecret(models.Model):
    """The start of a tournament's hash chain; nobody may see it before the tournament's last draw."""

    tournament = models.BigIntegerField(primary_key=True)
    secret = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"secret of {self.tournament}"


class ClockAct(models.Model):
    """One act at a round's clock, append-only like the facts; `muster.core.clock` says what they come to.

    Attributes:
        published: the number of the fact that published the round; one published again has a clock of its own.
        kind: `start`, `pause`, `resume`, `add` (minutes for all), `extend` (minutes for one table), `stop`.
        minutes: for `start` how long the round lasts; for `add` and `extend` how much more.
        table: for `extend`.
        key: the idempotency key of the form it came with.
    """

    id = models.BigAutoField(primary_key=True)
    tournament = models.BigIntegerField()
    round_no = models.PositiveIntegerField()
    published = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    at = models.DateTimeField()
    minutes = models.IntegerField(default=0)
    table = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    who = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64, null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tournament", "round_no", "id"], name="clock_round")]
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "key"], name="clock_key")]

    def __str__(self) -> str:
        return f"{self.tournament}/{self.round_no} {self.kind}"
