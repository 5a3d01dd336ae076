"""The headings of a roster in Muster's own text: what they open, in the words people use for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.rules.rosters import Game

Place = tuple[str, str]
"""A section, and the slot its items have unless they state another."""

TITLES: Final[Mapping[Game, Mapping[str, str]]] = {
    "armada": {"ship": "Ships", "squadron": "Squadrons", "objective": "Objectives"},
    "legion": {
        "unit": "Units",
        "command": "Command hand",
        "battle": "Battle deck",
        "contingency": "Contingencies",
    },
    "runewars": {"unit": "Units", "terrain": "Terrain"},
    "unlimited": {
        "leader": "Leader",
        "base": "Base",
        "deck": "Deck",
        "sideboard": "Sideboard",
        "pool": "Pool",
    },
}
"""How sections are headed when a roster is written."""

USUAL: Final[Mapping[Game, str]] = {
    "armada": "ship",
    "legion": "unit",
    "runewars": "unit",
    "unlimited": "deck",
}
"""Where items stand that no heading precedes."""

_WORDS: Final[Mapping[Game, Mapping[Place, str]]] = {
    "armada": {
        ("ship", ""): "ships|ship|fleet",
        ("squadron", ""): "squadrons|squadron|fighters",
        ("objective", ""): "objectives|objective",
        ("objective", "assault"): "assault|assault objective",
        ("objective", "defense"): "defense|defence|defense objective|defence objective",
        ("objective", "navigation"): "navigation|navigation objective",
    },
    "legion": {
        ("unit", ""): "units|unit|army",
        ("unit", "commander"): "commander|commanders",
        ("unit", "operative"): "operative|operatives",
        ("unit", "corps"): "corps",
        ("unit", "special"): "special|special forces",
        ("unit", "support"): "support|supports",
        ("unit", "heavy"): "heavy|heavies",
        ("command", ""): "command hand|commands|command|command cards|command card",
        ("battle", ""): "battle deck|battle cards|battlefield deck|battle",
        ("battle", "objective"): "objectives|objective",
        ("battle", "deployment"): "deployments|deployment",
        ("battle", "condition"): "conditions|condition",
        ("contingency", ""): "contingencies|contingency",
    },
    "runewars": {("unit", ""): "units|unit|army", ("terrain", ""): "terrain|terrain cards|terrain deck"},
    "unlimited": {
        ("leader", ""): "leader|leaders",
        ("base", ""): "base|bases",
        ("deck", ""): "deck|main deck|maindeck|mainboard|main",
        ("sideboard", ""): "sideboard|side board|side|side deck",
        ("pool", ""): "pool|card pool",
    },
}
PLACES: Final[Mapping[Game, Mapping[str, Place]]] = {
    game: {word: place for place, words in table.items() for word in words.split("|")}
    for game, table in _WORDS.items()
}
"""What a heading opens, by its words in lower case."""
