"""Every format a roster can be read from or written in, and how a text is recognised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from muster.core.roster.catalogue import Catalogue
from muster.core.roster.roster import Roster
from muster.exchange.rosters.reading import Reading, Unreadable
from muster.rules.rosters import Game

Reader = Callable[[str], Reading | Unreadable]
"""Reads a cleaned text (see `cleaning.cleaned`); of any content, in time proportional to its length."""

Writer = Callable[[Roster, Catalogue | None], str]
"""Writes a roster; the catalogue supplies names or ids the roster itself does not state."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes:
        id: such as `kingston`.
        name: as players know it: `Kingston (Ryan Kingston's Fleet Builder)`.
        games: whose rosters it holds.
        likeness: how much a cleaned text looks like it, from 0 (not at all) to 100 (cannot be anything else).
        read: its reader; None for a format that is only written.
        write: its writer; None for a format that is only read.
    """

    id: str
    name: str
    games: tuple[Game, ...]
    likeness: Callable[[str], int]
    read: Reader | None = None
    write: Writer | None = None


FORMATS: Final[tuple[Format, ...]] = ()


def by_id() -> Mapping[str, Format]:
    """The formats by id."""
    return {one.id: one for one in FORMATS}
