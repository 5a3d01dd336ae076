"""Records of duties: which were settled by somebody's word, and disqualifications that leaders recommend."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class SettledDuty(models.Model):
    """That somebody used the organiser's discretion, or said that a duty is done.

    Attributes:
        kind: which kind of `muster.core.duties.KINDS`.
        about: which duty of that kind.
        role: the role they had then.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="settled_duties")
    kind = models.CharField(max_length=40)
    about = models.CharField(max_length=80, blank=True)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=12, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "kind", "about"], name="duty_settled_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about} of {self.tournament_id}"


class Recommendation(models.Model):
    """A leader recommends to disqualify a player, and the organiser decides (`COM-ROLE-3`).

    Attributes:
        why: what happened, for the staff alone.
        followed: whether the player was disqualified; none while it waits.
        key: the idempotency key of the form it came with.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="recommendations")
    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="recommendations")
    why = models.CharField(max_length=500)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    decided_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    followed = models.BooleanField(null=True, blank=True)
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="recommendation_key"),
            models.UniqueConstraint(
                fields=["entry"], condition=models.Q(decided_at=None), name="recommendation_once"
            ),
        ]

    def __str__(self) -> str:
        return f"recommendation for {self.entry_id}"
