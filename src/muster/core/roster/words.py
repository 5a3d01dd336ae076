"""Bare words of catalogues as people are told them: factions, kinds of cards, aspects, kinds of upgrades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.core.messages import Message, say, say_in, verbatim

FACTIONS: Final[Mapping[str, Message]] = {
    "rebel": say("Rebel"),
    "empire": say("Empire"),
    "republic": say("Republic"),
    "separatist": say("Separatist"),
    "mercenary": say("Mercenary"),
    "fringe": say("Mercenary"),
    "daqan": say("Daqan Lords"),
    "latari": say("Latari Elves"),
    "uthuk": say("Uthuk Y’llan"),
    "waiqar": say("Waiqar the Undying"),
}

KINDS: Final[Mapping[str, Message]] = {
    "ship": say_in("card", "ship"),
    "squadron": say_in("card", "squadron"),
    "upgrade": say_in("card", "upgrade"),
    "objective": say_in("card", "objective"),
    "unit": say_in("card", "unit"),
    "command": say_in("card", "command"),
    "battle": say_in("card", "battle card"),
    "counterpart": say_in("card", "counterpart"),
    "terrain": say_in("card", "terrain"),
    "leader": say_in("card", "leader"),
    "base": say_in("card", "base"),
    "event": say_in("card", "event"),
    "token": say_in("card", "token"),
}
"""The kinds of cards as pages say them; files keep the bare words."""

_NAMES: Final[Mapping[str, Message]] = {
    "heroism": say_in("aspect", "Heroism"),
    "villainy": say_in("aspect", "Villainy"),
    "title": say_in("kind of upgrade", "title"),
    "modification": say_in("kind of upgrade", "modification"),
    "assault": say_in("category of objectives", "assault"),
    "defense": say_in("category of objectives", "defense"),
    "navigation": say_in("category of objectives", "navigation"),
}


def faction_words(faction: str) -> Message:
    """A faction in words; as it stands where it is none we know."""
    return FACTIONS.get(faction) or verbatim(faction)


def kind_words(kind: str, game: str) -> Message:
    """A kind of card in words, in this game; as it stands where it is none we know."""
    # A unit of figures and a unit among the cards of a deck have words of their own elsewhere.
    if (kind, game) == ("unit", "unlimited"):
        return say_in("card of Unlimited", "unit")
    return KINDS.get(kind) or verbatim(kind)


def name_words(name: str) -> Message:
    """A word that regulations or cards name: an aspect, a kind of upgrade, a category of objectives or a faction."""
    return _NAMES.get(name) or faction_words(name)
