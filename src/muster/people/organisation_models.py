"""Organisations: shops, clubs and circuits that own events and venues, and the people who work for them."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_ORGANISATION: Final = 100
"""Letters of an organisation's name; it stands beside an event's own."""


class Organisation(models.Model):
    """A shop, club or circuit.

    Attributes:
        slug: its address after `/o/`, in small letters; unique, and never changed.
        about: its own words, plain text of several lines.
        website: an address of `https` or `http`; empty for none.
        place: the town, or wherever people look for it.
        band: the colour of its band, `#rrggbb`; what is written on it is computed.
        accent: the colour of lines and edges on the band, told apart from it by WCAG.
        logo_mark: the first digits of its logo's digest, a part of the logo's address; empty without a logo.
        logo_width, logo_height: of the logo, in pixels.
        suspended_at: since when the administrators keep it out; its page is gone, and its members are only members.
    """

    KINDS: ClassVar = [("shop", _("Shop")), ("club", _("Club")), ("circuit", _("Circuit"))]

    kind = models.CharField(max_length=10, choices=KINDS)
    name = models.CharField(max_length=LONGEST_ORGANISATION)
    slug = models.CharField(max_length=40, unique=True)
    about = models.TextField(max_length=3000, blank=True)
    website = models.CharField(max_length=200, blank=True)
    place = models.CharField(max_length=120, blank=True)
    band = models.CharField(max_length=7, default="#15161a")
    accent = models.CharField(max_length=7, default="#ffc914")
    logo_mark = models.CharField(max_length=16, blank=True)
    logo_width = models.PositiveIntegerField(default=0)
    logo_height = models.PositiveIntegerField(default=0)
    suspended_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class OrganisationLogo(models.Model):
    """The bytes of an organisation's logo, beside it so that no list reads them.

    Attributes:
        type: `png`, `jpeg` or `webp`.
        data: the file, with nothing in it but the picture (`muster.exchange.pictures`).
    """

    organisation = models.OneToOneField(Organisation, models.CASCADE, related_name="logo")
    type = models.CharField(max_length=8)
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"logo of {self.organisation_id}"


class Membership(models.Model):
    """Who works for an organisation, and as what. There is always an owner."""

    ROLES: ClassVar = [("owner", _("Owner")), ("organiser", _("Organiser")), ("helper", _("Helper"))]

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="members")
    account = models.ForeignKey("people.Account", models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=ROLES)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "account"], name="membership_once")
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.organisation_id}"


class OrganisationInvitation(models.Model):
    """A link that makes one person a member, once. Only the token's digest is kept.

    Attributes:
        email: where the link was sent; empty if whoever invites sends it on.
        nonce: what the token is worked out of, with the site's secret key; worth nothing without that.
        declined_at: when somebody said no to it; it is used up then.
    """

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Membership.ROLES)
    digest = models.CharField(max_length=64, unique=True)
    nonce = models.CharField(max_length=64)
    note = models.CharField(max_length=200, blank=True)
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey("people.Account", models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, blank=True, related_name="+")
    declined_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation as {self.role}"


class OrganisationAct(models.Model):
    """What was done in an organisation, by whom and when; rows are only added.

    Attributes:
        act: what, as `muster.app.organisations.history` names it.
        by: who did it; None where the account is no more.
        account: whom it was about, where it was about somebody.
        about: what else it was about: an event's code, a venue, a role.
    """

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="acts")
    act = models.CharField(max_length=20)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    account = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    about = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["organisation", "-id"], name="organisation_act")]

    def __str__(self) -> str:
        return f"{self.act} in {self.organisation_id}"
