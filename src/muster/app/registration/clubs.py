"""Clubs by name: one club however people write its capitals and spaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import IntegrityError, transaction

from muster.exchange.alphabet import alphabetical
from muster.people.models import Club

MOST_OFFERED: Final = 300
"""More names than this are no help in finding one."""


def clubs_named(names: Iterable[str]) -> Mapping[str, Club]:
    """The clubs of these names, made where there are none yet; blank names have none."""
    wanted = {name: _clean(name) for name in sorted(names) if name.strip()}
    if not wanted:
        return {}
    # The database folds ASCII capitals only, so all clubs are compared here.
    known = {club.name.casefold(): club for club in Club.objects.order_by("-pk")}
    for clean in wanted.values():
        if clean.casefold() not in known:
            known[clean.casefold()] = _made(clean)
    return {name: known[clean.casefold()] for name, clean in wanted.items()}


def clubs_known_to(keeper: int) -> list[str]:
    """The clubs of those who ever registered with this organiser (an account's number), for finding one."""
    known = Club.objects.filter(entry__person__keeper=keeper).distinct()
    return sorted(known.values_list("name", flat=True), key=alphabetical())[:MOST_OFFERED]


def _clean(name: str) -> str:
    return " ".join(name.split())


def _made(name: str) -> Club:
    try:
        with transaction.atomic():
            return Club.objects.create(name=name)
    except IntegrityError:  # made by somebody else in this moment
        return Club.objects.get(name__iexact=name)
