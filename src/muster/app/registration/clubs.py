"""Clubs by name: one club however people write its capitals and spaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import IntegrityError, transaction

from muster.exchange.alphabet import alphabetical
from muster.exchange.folding import same_letters
from muster.people.models import LONGEST_NAME, Club

MOST_OFFERED: Final = 300
"""More names than this are no help in finding one."""


def clubs_named(names: Iterable[str]) -> Mapping[str, Club]:
    """The clubs of these names, made where there are none yet; blank names have none."""
    wanted = {name: _key(name) for name in sorted(names) if name.strip()}
    known = _known(wanted.values())
    for name, key in wanted.items():
        if key not in known:
            known[key] = _made(name, key)
    return {name: known[key] for name, key in wanted.items()}


def clubs_known_to(keeper: int) -> list[str]:
    """The clubs of those who ever registered with this organiser (an account's number), for finding one."""
    known = Club.objects.filter(entry__person__keeper=keeper).distinct()
    return sorted(known.values_list("name", flat=True), key=alphabetical())[:MOST_OFFERED]


def _key(name: str) -> str:
    return same_letters(name)[:LONGEST_NAME]


def _known(keys: Iterable[str]) -> dict[str, Club]:
    # Databases fold capitals by rules of their own: the key is made here.
    return {club.key: club for club in Club.objects.filter(key__in=set(keys))}


def _made(name: str, key: str) -> Club:
    try:
        with transaction.atomic():
            return Club.objects.create(name=" ".join(name.split()), key=key)
    except IntegrityError:  # made by somebody else in this moment
        return Club.objects.get(key=key)
