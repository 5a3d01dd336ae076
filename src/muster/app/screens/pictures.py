"""The pictures on an event's walls: its logo, and those of sponsors between other pages."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, cast

from django.db import transaction

from muster.app.common.access import Actor
from muster.app.common.safe_text import one_line
from muster.app.common.topics import changed, event_topic
from muster.core.messages import Message, say
from muster.core.scoring.scored import Problem
from muster.exchange.pictures import PictureType, read_picture
from muster.people.models import Event, EventPicture

PictureKind = Literal["logo", "sponsor"]

MOST: Final = 12
"""The most pictures of sponsors of one event."""

SECONDS: Final = range(3, 61)
"""How long a sponsor's picture can stay."""

EVERY: Final = range(1, 51)
"""After how many other pages one can come."""

_SHORT: Final = 16
"""Letters of the digest in a picture's address."""


@dataclass(frozen=True, slots=True)
class WallPicture:
    """A picture that hangs on the walls, without its bytes.

    Attributes:
        mark: what its address ends in; another picture has another.
    """

    pk: int
    kind: PictureKind
    name: str
    width: int
    height: int
    mark: str


@dataclass(frozen=True, slots=True)
class PictureFile:
    """The bytes of a picture, and what they are."""

    type: PictureType
    data: bytes


def pictures_of(event: Event) -> tuple[WallPicture, ...]:
    """All pictures of an event, its logo first, without reading their bytes."""
    rows = event.pictures.order_by("kind", "pk").values_list(
        "pk", "kind", "name", "width", "height", "digest"
    )
    return tuple(
        WallPicture(pk, cast("PictureKind", kind), name, width, height, digest[:_SHORT])
        for pk, kind, name, width, height, digest in rows
    )


def picture_file(event: Event, mark: str) -> PictureFile | None:
    """The picture at an address; None where there is none."""
    row = event.pictures.filter(digest__startswith=mark).first() if len(mark) == _SHORT else None
    return PictureFile(cast("PictureType", row.type), bytes(row.data)) if row else None


def keep_picture(event: Event, actor: Actor, kind: str, name: str, data: bytes) -> EventPicture | Problem:
    """Hang a picture up; a new logo takes the place of the old one. The same picture twice is one.

    Args:
        event: whose walls.
        actor: who does it.
        kind: `logo` or `sponsor`.
        name: whose it is, for those who cannot see it.
        data: the file as it was sent.

    Returns:
        The picture, or what is wrong with it and the field that is about.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    clean, found = one_line(name), read_picture(data)
    if kind not in ("logo", "sponsor"):
        return Problem("kind", say("Choose what the picture is."))
    if isinstance(found, Message):
        return Problem("picture", found)
    if not clean or len(clean) > 60:
        return Problem("picture_name", say("Say whose picture it is, in at most {most} letters.", most=60))
    digest = sha256(found.data).hexdigest()
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        if kind == "logo":
            event.pictures.filter(kind="logo").exclude(digest=digest).delete()
        elif event.pictures.filter(kind="sponsor").exclude(digest=digest).count() >= MOST:
            return Problem("picture", say("There are {most} pictures. Take one away first.", most=MOST))
        made, _new = EventPicture.objects.update_or_create(
            event=event,
            digest=digest,
            defaults={
                "kind": kind,
                "name": clean,
                "type": found.type,
                "width": found.width,
                "height": found.height,
                "data": found.data,
            },
        )
        changed({event_topic(event.code, "screens")})
    return made


def remove_picture(event: Event, actor: Actor, pk: int) -> bool:
    """Take a picture down; its bytes are gone. False where there is no such picture.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    with transaction.atomic():
        gone = event.pictures.filter(pk=pk).delete()[0]
        if gone:
            changed({event_topic(event.code, "screens")})
    return bool(gone)


def time_pictures(event: Event, actor: Actor, seconds: int, every: int) -> tuple[Problem, ...]:
    """Say for how long a sponsor's picture stays, and after how many other pages one comes.

    Raises:
        DeniedError: they may not touch what hangs in the hall.
    """
    actor.must("clock")
    problems = [
        Problem(field, say("Enter a number from {least} to {most}.", least=fits[0], most=fits[-1]))
        for field, value, fits in (("picture_seconds", seconds, SECONDS), ("picture_every", every, EVERY))
        if value not in fits
    ]
    if not problems:
        with transaction.atomic():
            Event.objects.filter(pk=event.pk).update(picture_seconds=seconds, picture_every=every)
            changed({event_topic(event.code, "screens")})
    return tuple(problems)
