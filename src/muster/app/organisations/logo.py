"""An organisation's logo: a picture of PNG, JPEG or WebP, taken apart and put together again, and small."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, cast

from django.db import transaction

from muster.app.common.topics import changed, organisation_topic
from muster.app.organisations.history import note
from muster.app.organisations.standing import Member
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.exchange.pictures import PictureType, read_picture
from muster.people.models import Organisation, OrganisationLogo

LARGEST_LOGO: Final = 200_000
"""The most bytes of a logo: it is on every page of every event."""

SIDES: Final = range(32, 2001)
"""The pixels a side of a logo can have: fewer are a smudge, more are for a poster."""

LONGEST_SIDE: Final = 8
"""So many times as wide as it is high, or the other way round, a logo can be at most."""

_SHORT: Final = 16
"""Letters of the digest in a logo's address."""


@dataclass(frozen=True, slots=True)
class LogoFile:
    """The bytes of a logo, and what they are."""

    type: PictureType
    data: bytes


def keep_logo(member: Member, data: bytes) -> Problem | None:
    """Take a logo in the place of the one there is; what is wrong with it, in which case that one stays."""
    member.must("look")
    found = _looked_at(data)
    if isinstance(found, Problem):
        return found
    type_, width, height, kept = found
    with transaction.atomic():
        held = Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        OrganisationLogo.objects.update_or_create(organisation=held, defaults={"type": type_, "data": kept})
        held.logo_mark = sha256(kept).hexdigest()[:_SHORT]
        held.logo_width, held.logo_height = width, height
        held.save(update_fields=["logo_mark", "logo_width", "logo_height"])
        note(held, "logo", member.account)
        changed({organisation_topic(held.slug)})
    return None


def remove_logo(member: Member) -> bool:
    """Take the logo away; its bytes are gone. False where there is none."""
    member.must("look")
    with transaction.atomic():
        held = Organisation.objects.select_for_update().get(pk=member.organisation.pk)
        if not held.logo_mark:
            return False
        OrganisationLogo.objects.filter(organisation=held).delete()
        held.logo_mark, held.logo_width, held.logo_height = "", 0, 0
        held.save(update_fields=["logo_mark", "logo_width", "logo_height"])
        note(held, "no-logo", member.account)
        changed({organisation_topic(held.slug)})
    return True


def logo_file(slug: str, mark: str) -> LogoFile | None:
    """The logo at an address; None where there is none, or where the organisation is suspended."""
    rows = OrganisationLogo.objects.filter(organisation__slug=slug, organisation__suspended_at=None)
    row = rows.filter(organisation__logo_mark=mark).first() if len(mark) == _SHORT else None
    return LogoFile(cast("PictureType", row.type), bytes(row.data)) if row else None


def _looked_at(data: bytes) -> tuple[PictureType, int, int, bytes] | Problem:
    if not data:
        return Problem("logo", say("Choose a picture."))
    if len(data) > LARGEST_LOGO:
        return Problem("logo", say("A logo may have at most {most} kB.", most=LARGEST_LOGO // 1000))
    found = read_picture(data)
    if isinstance(found, Message):
        return Problem("logo", found)
    if found.width not in SIDES or found.height not in SIDES:
        says = say("A logo has from {least} to {most} pixels each way.", least=SIDES[0], most=SIDES[-1])
        return Problem("logo", says)
    if max(found.width, found.height) > LONGEST_SIDE * min(found.width, found.height):
        return Problem("logo", say("This picture is too long and narrow for a logo: crop it."))
    return found.type, found.width, found.height, found.data
