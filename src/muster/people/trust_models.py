"""What stands beside the journal for those who check it: words of reasons, and rounds that staff signed off."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Reason(models.Model):
    """The words of a reason that a fact names only by its digest.

    A fact is for everybody and for ever; what was typed at the desk is for staff and can be erased. So a fact holds
    `sha256:` and the digest of `salt|text`, from which the words cannot be guessed without the salt.

    Attributes:
        digest: 64 hexadecimal digits, as in the fact, without its prefix.
        salt: 64 random hexadecimal digits.
        text: the words; empty once they are erased, and then the salt is too.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="reasons")
    digest = models.CharField(max_length=64)
    salt = models.CharField(max_length=64, blank=True)
    text = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "digest"], name="reason_digest"),
        ]

    def __str__(self) -> str:
        return f"reason {self.digest[:8]} of {self.tournament_id}"


class SignOff(models.Model):
    """One of the staff looked at every result of a complete round and found it right.

    Signing again adds a row; the latest of each person counts, and only as long as `results` is still the digest of
    the round's results.

    Attributes:
        role: the role they signed in, as it was then.
        head: the head of the journal at that moment.
        results: the digest of the round's results (`muster.core.tournament.seal.results_digest`).
        key: the idempotency key of the form it came with.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="sign_offs")
    round_no = models.PositiveIntegerField()
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=12)
    head = models.CharField(max_length=64)
    results = models.CharField(max_length=64)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tournament", "round_no"], name="sign_off_round")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "key"], name="sign_off_key"),
        ]

    def __str__(self) -> str:
        return f"round {self.round_no} of {self.tournament_id} signed off"


class AccountAct(models.Model):
    """What an administrator did to an account or with an event of the site; rows are only added.

    Attributes:
        account: whom it was about.
        by: who did it.
        act: what, as `muster.app.accounts.managing` names it.
        about: the code of the event or the address of the organisation, where it was about one.
    """

    account = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="acts_upon")
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    act = models.CharField(max_length=20)
    about = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.act} {self.account_id}"
