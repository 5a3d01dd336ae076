"""Parts of a player's page that are made once for all who read the same words, with gaps for what is each one's own.

A template is made with gaps in place of names, numbers and links, and kept under what decides which words are there at
all. For each player the gaps are filled in a few microseconds. `tests/web/test_player_heads.py` holds what comes of it
to what the template makes, byte for byte.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from muster.app.common.cache import BoundedCache
from muster.app.player.playing import Playing

ROOM: Final = 1024
"""Pieces kept, of some 3 kB each."""

_SECRET: Final = secrets.token_hex(12)
"""Made anew with each start of the process, so that nobody can write a gap into a name."""

_NUMBER: Final = str(10**11 + secrets.randbelow(9 * 10**11))
"""Likewise the beginning of numbers that are gaps, where an address takes nothing but numbers."""

_GAP: Final = re.compile(rf"{_SECRET}([a-z0-9-]+)Z|{_NUMBER}(\d\d\d)")


def gap(name: str) -> str:
    """A gap that is filled with the value of this name."""
    return f"{_SECRET}{name}Z"


def number_gap(number: int) -> int:
    """A gap in the form of a number, filled with the value named `n` and this number, below 1,000."""
    return int(f"{_NUMBER}{number:03}")


@dataclass(frozen=True)
class SharedPiece:
    """A template in pieces.

    Attributes:
        words: what stands between the gaps, one more than there are.
        gaps: the name of each, in order.
    """

    words: tuple[str, ...]
    gaps: tuple[str, ...]

    @cached_property
    def spaced(self) -> tuple[str, ...]:
        """The words with room for what comes between them."""
        found = [""] * (2 * len(self.words) - 1)
        found[::2] = self.words
        return tuple(found)

    def filled(self, values: Mapping[str, object]) -> SafeString:
        """The template with these values; what is markup already stays so."""
        found = list(self.spaced)
        shown = {name: markup_of(value) for name, value in values.items()}
        found[1::2] = [shown[name] for name in self.gaps]
        return SafeString("".join(found))


def markup_of(value: object) -> str:
    """A value as it stands in a page; what is markup already stays so."""
    if isinstance(value, SafeString):
        return value
    text = str(value)
    return text if text.isalnum() else escape(text)


_pieces: Final = BoundedCache[SharedPiece](ROOM)


def piece(template: str, key: Hashable, names: Callable[[], Mapping[str, object]]) -> SharedPiece:
    """The piece of this template in the reader's language, from memory if there is one.

    Args:
        template: its name.
        key: stands for everything that decides what the template says, but for what is in the gaps.
        names: what the template knows, with gaps.
    """
    return _pieces.of((template, get_language(), key), lambda: _cut(template, names()))


def _cut(template: str, names: Mapping[str, object]) -> SharedPiece:
    found = _GAP.split(render_to_string(template, dict(names)))
    named = (
        name if name is not None else f"n{int(number)}"
        for name, number in zip(found[1::3], found[2::3], strict=True)
    )
    return SharedPiece(tuple(found[::3]), tuple(named))


class WithGaps:
    """Something with gaps: what is named here in place of its own, all else as it is."""

    def __init__(self, own: object, /, **gaps: object) -> None:
        self._own = own
        self.__dict__.update(gaps)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


class Same:
    """A part of a tournament as part of a key: the same only if it is the same object, which stays as long as this."""

    __slots__ = ("_one",)

    def __init__(self, one: object) -> None:
        self._one = one

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self._one is other._one

    def __hash__(self) -> int:
        return id(self._one)


class KeyPart:
    """Part of many keys, whose hash is worked out once."""

    __slots__ = ("_hash", "_parts")

    def __init__(self, parts: tuple[Hashable, ...]) -> None:
        self._parts, self._hash = parts, hash(parts)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, KeyPart) and self._parts == other._parts)

    def __hash__(self) -> int:
        return self._hash


def standing_of(me: Playing) -> tuple[Hashable, ...]:
    """How a tournament stands as far as it decides the words on players' pages, whatever the players' results are."""
    state, round_ = me.state, me.round
    return (
        Same(state.setup), Same(state.plan), Same(state.stages), len(state.rounds), Same(state.seeds),
        Same(state.places), Same(state.recorded), Same(state.pods), Same(state.going_on), Same(state.building),
        state.building_draft is None,
        round_ and (round_.stage, round_.cards, round_.begun, round_.complete),
    )  # fmt: skip


def frame_of(me: Playing) -> KeyPart:
    """How a tournament stands, where and what is played, as far as it decides the words of heads and forms."""
    tournament = me.entry.tournament
    event = tournament.event
    return KeyPart((
        *standing_of(me), tournament.pk, tournament.number, tournament.self_check_in, event.code, event.listed,
        event.time_zone, event.opens_at, event.cancelled_at,
    ))  # fmt: skip


def ground_of(me: Playing) -> KeyPart:
    """Where and what is played: everything on record of tournament, event and venue that a page can show."""
    tournament = me.entry.tournament
    event = tournament.event
    venue = event.venue
    return KeyPart((
        tournament.pk, tournament.number, tournament.name, tournament.names, tournament.rosters, tournament.self_report,
        tournament.self_check_in, tournament.featured, event.code, event.name, event.listed, event.opens_at,
        event.last_day, event.time_zone, event.cancelled_at, event.cancelled_because,
        venue and (venue.name, venue.address),
    ))  # fmt: skip
