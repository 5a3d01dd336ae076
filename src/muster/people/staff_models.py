"""Records of who runs what: staff and their roles, invitations, and links that log somebody in."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Staff(models.Model):
    """Who has which role at an event. There is exactly one organiser (`COM-ROLE-1`), with co-organisers beside them."""

    ROLES: ClassVar = [
        ("organiser", _("Organiser")),
        ("co-organiser", _("Co-organiser")),
        ("marshal", _("Marshal (head judge)")),
        ("judge", _("Judge")),
        ("scorekeeper", _("Scorekeeper")),
    ]

    event = models.ForeignKey("people.Event", models.CASCADE, related_name="staff")
    account = models.ForeignKey("people.Account", models.CASCADE, related_name="posts")
    role = models.CharField(max_length=12, choices=ROLES)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "account"], name="staff_once"),
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(role="organiser"), name="staff_one_organiser"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.event_id}"


class Invitation(models.Model):
    """A link that makes whoever opens it staff of an event, once. Only the token's digest is kept."""

    event = models.ForeignKey("people.Event", models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=Staff.ROLES)
    digest = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=200, blank=True)
    created_by = models.ForeignKey("people.Account", models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return f"invitation as {self.role}"


class LoginLink(models.Model):
    """A link that logs an account in, once; `muster serve` prints one. Only the token's digest is kept."""

    account = models.ForeignKey("people.Account", models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link for {self.account_id}"
