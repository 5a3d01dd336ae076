"""The kinds of what can be printed, what each is called and good for, and who may print it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from muster.app.common.access import Act
from muster.core.messages import Message, say

Kind = Literal[
    "names",
    "tables",
    "slips",
    "standings",
    "bracket",
    "signin",
    "links",
    "numbers",
    "poster",
    "blank",
    "rosters",
    "roster-copies",
    "roster-forms",
    "terrain",
    "templates",
    "pods",
    "groups",
    "seat-cards",
    "building",
    "building-cards",
    "pool-forms",
]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_FOR_ALL: Final[dict[Kind, Act]] = dict.fromkeys(KINDS, "look")
NEEDED: Final[Mapping[Kind, Act]] = {
    **_FOR_ALL,
    "signin": "people",
    "links": "people",
    "rosters": "rosters",
    "roster-copies": "rosters",
}
"""What one must be allowed: a link is worth as much as the player, the list to sign says who has paid, and what
players bring is for those who look after it."""

ROSTERS: Final[frozenset[Kind]] = frozenset({"rosters", "roster-copies"})
"""What is made of rosters that were handed in."""

PODS: Final[frozenset[Kind]] = frozenset({"pods", "seat-cards"})
"""What is for drafts in pods alone."""

BUILDING: Final[frozenset[Kind]] = frozenset({"building", "building-cards", "pool-forms"})
"""What is for decks built at the event alone."""


def titles() -> dict[Kind, Message]:
    """The names of the kinds."""
    return {
        "names": say("Pairings by name"),
        "tables": say("Pairings by table"),
        "slips": say("Result slips"),
        "standings": say("Standings"),
        "bracket": say("Bracket"),
        "signin": say("Sign-in sheet"),
        "links": say("Players’ links"),
        "numbers": say("Table numbers"),
        "poster": say("Poster"),
        "blank": say("Blank sheets"),
        "rosters": say("Rosters"),
        "roster-copies": say("Rosters for opponents"),
        "roster-forms": say("Blank list forms"),
        "terrain": say("Terrain of each table"),
        "templates": say("Templates to cut out"),
        "pods": say("Pod sheets"),
        "groups": say("Group sheets"),
        "seat-cards": say("Seat cards"),
        "building": say("Building tables by name"),
        "building-cards": say("Building table cards"),
        "pool-forms": say("Pool sheets"),
    }


def descriptions() -> dict[Kind, Message]:
    """What each is good for."""
    return {
        "names": say("For the notice board: everybody finds their table by their name."),
        "tables": say("For the desk and for judges: who sits at which table."),
        "slips": say("One for each match, with this game’s own fields and a code for the scorekeeper."),
        "standings": say("With every tiebreaker, after any round."),
        "bracket": say("The elimination as it stands, or an empty one to fill in by hand."),
        "signin": say("Everybody in alphabetical order, with room to sign."),
        "links": say("A slip for each player with the code of their own page. Hand each to its player only."),
        "numbers": say("Large numbers to stand on the tables."),
        "poster": say("For the door: the event’s code, and a QR code of its page."),
        "blank": say("For a day without power: pairings, standings and slips to fill in by hand."),
        "rosters": say("Everybody’s list as it counts now, with room to sign."),
        "roster-copies": say("The lists that opponents may look at, without what is hidden from them."),
        "roster-forms": say("This game’s list to be filled in by hand, for players who have brought none."),
        "terrain": say("What terrain a table needs, and room to note each piece with its effects."),
        "templates": say("Templates that the regulations have players use, to scale."),
        "pods": say(
            "One for each pod: who sits where, which way packs go, and room for counts, notes and drops."
        ),
        "groups": say("One for each group: who is in it, and who meets whom in which round, at which table."),
        "seat-cards": say("A card for each seat of a draft, with the names of both neighbours."),
        "building": say(
            "For the notice board: everybody finds where they build, and opposite whom, by their name."
        ),
        "pool-forms": say(
            "A sheet for each pool, on which the player opposite writes down every card and signs."
        ),
        "building-cards": say("A card to stand on each building table, with who sits there."),
    }


def kind_of(text: str) -> Kind | None:
    """The kind of this name."""
    return next((kind for kind in KINDS if kind == text), None)
