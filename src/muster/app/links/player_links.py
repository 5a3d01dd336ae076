"""A player's private link: worth as much as the person who holds it, so nobody can guess one.

Nothing is kept of a link but its number: it is computed anew from the site's secret key, so that slips can be
printed at any time and a copied database opens nothing. Counting the number up revokes every earlier link.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare
from django.utils.encoding import force_bytes

from muster.app.common.topics import changed, named, player_topic
from muster.app.links.entry_rows import entries_beside, entry_numbered
from muster.people.models import Device, Entry

_SALT: Final = "muster.player-link"
_BYTES: Final = 16
"""128 bits that nobody knows."""

_MOST: Final = 64


def token_of(entry: Entry) -> str:
    """The last part of the entry's private link, `/p/<token>`: its number and 128 secret bits."""
    return f"{_short(entry.pk)}-{_proof(entry.pk, entry.link_no)}"


def entry_of(token: str) -> Entry | None:
    """Whose link this is, with person, tournament, event and venue at hand; None unless it is the valid one."""
    number = _numbered(token)
    entry = entry_numbered(number) if number is not None else None
    return entry if entry is not None and _opens(token, entry) else None


def entries_of(tokens: Iterable[str], entry: Entry) -> dict[str, Entry]:
    """Whose links these are, as far as they are valid and of somebody in the tournament of this entry."""
    numbers = {token: number for token in tokens if (number := _numbered(token)) is not None}
    found = entries_beside(entry, numbers.values())
    return {
        token: found[number]
        for token, number in numbers.items()
        if number in found and _opens(token, found[number])
    }


def _numbered(token: str) -> int | None:
    """The number of the entry in a link; None if it is none of ours."""
    return _number(token.partition("-")[0]) if len(token) <= _MOST else None


def _opens(token: str, entry: Entry) -> bool:
    """Whether this is the valid link of this entry."""
    return constant_time_compare(token.encode(), token_of(entry).encode())


def renew(entry: Entry) -> str:
    """Revoke the entry's link and every copy of it; the token of the new one.

    Devices that asked by the old link to be told of rounds are forgotten: what they are told leads to the new one.
    """
    with transaction.atomic():
        Entry.objects.filter(pk=entry.pk).update(link_no=F("link_no") + 1)
        Device.objects.filter(entry=entry).delete()
        entry.refresh_from_db(fields=["link_no"])
        if entry.player is not None:
            code, number = named(entry.tournament_id)
            changed({player_topic(code, number, entry.player)})
    return token_of(entry)


def _proof(pk: int, link_no: int) -> str:
    mac = hmac.digest(_key(settings.SECRET_KEY), f"{pk}.{link_no}".encode(), "sha256")[:_BYTES]
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()


@lru_cache(4)
def _key(secret: str | bytes) -> bytes:
    """The key of the proofs, as Django's `salted_hmac` makes it, worked out once."""
    return sha256(_SALT.encode() + force_bytes(secret)).digest()


_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def _short(number: int) -> str:
    found = ""
    while number:
        number, rest = divmod(number, len(_LETTERS))
        found = _LETTERS[rest] + found
    return found or "0"


def _number(text: str) -> int | None:
    """The number written so; None if it is not one of ours."""
    if not 0 < len(text) <= 12 or any(letter not in _LETTERS for letter in text):
        return None
    return int(text, len(_LETTERS))
