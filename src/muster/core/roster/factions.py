"""What list builders call the factions, and how catalogues do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.core.roster.catalogue import plain
from muster.rules.rosters import Game

_GALAXY: Final[Mapping[str, str]] = {
    "rebel": "rebel",
    "rebels": "rebel",
    "rebelalliance": "rebel",
    "rebelfleet": "rebel",
    "alliance": "rebel",
    "empire": "empire",
    "imperial": "empire",
    "imperials": "empire",
    "galacticempire": "empire",
    "imperialnavy": "empire",
    "republic": "republic",
    "galacticrepublic": "republic",
    "gar": "republic",
    "separatist": "separatist",
    "separatists": "separatist",
    "separatistalliance": "separatist",
    "cis": "separatist",
    "mercenary": "mercenary",
    "mercenaries": "mercenary",
    "fringe": "mercenary",
    "shadowcollective": "mercenary",
    "mandalorian": "mandalorian",
    "mandalorians": "mandalorian",
}

_TERRINOTH: Final[Mapping[str, str]] = {
    "daqan": "daqan",
    "daqanlords": "daqan",
    "latari": "latari",
    "latarielves": "latari",
    "uthuk": "uthuk",
    "uthukyllan": "uthuk",
    "waiqar": "waiqar",
    "waiqartheundying": "waiqar",
}

_WORDS: Final[Mapping[Game, Mapping[str, str]]] = {
    "armada": _GALAXY,
    "legion": _GALAXY,
    "runewars": _TERRINOTH,
    "unlimited": {},
}


def faction_word(game: Game, stated: str) -> str:
    """A faction as catalogues call it, however a list does: `Galactic Empire` is `empire`; empty if unknown."""
    return _WORDS[game].get(plain(stated), "")
