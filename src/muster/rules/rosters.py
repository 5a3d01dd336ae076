"""What the regulations say of rosters: what a player may bring, how it is written down, and who may see it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from muster.rules.basis import MOST, Cited, ClauseId, Key, NonNegativeInt, Part, PositiveInt, Words

Game = Literal["armada", "legion", "runewars", "unlimited"]
"""Whose cards a roster is made of: the part of a catalogue's name that says so."""


class RosterSection(Part):
    """A part of a roster, such as ships or the sideboard.

    Attributes:
        id: what items carry.
        name: its heading.
        kinds: the kinds of catalogue cards that may stand in it.
        hidden: opponents do not see it where they have a copy (`LEG-LIST-2`).
        upgraded: its items carry upgrades.
    """

    id: Key
    name: Words
    kinds: Annotated[tuple[Key, ...], Field(min_length=1, max_length=MOST)]
    hidden: bool = False
    upgraded: bool = False


class RosterPoints(Cited):
    """The most points a roster may be worth."""

    most: PositiveInt


class RosterLimit(Cited):
    """How much of one thing a roster holds. What is counted is every item that fits all that is given.

    Attributes:
        id: what the problem is called: `squadron-points`.
        what: what is counted, as a sentence names it: `squadrons`, `flotillas`, `1-pip command cards`.
        sections: the sections counted; upgrades count where `upgrades` is among them. All if empty.
        slot: only cards of this slot: an upgrade's type, a unit's rank, a command card's pips.
        flag: only cards with this flag of the catalogue.
        kinds: only cards of these kinds; any if empty, and cards whose kind is unknown.
        unique: only unique cards.
        measure: `copies` of cards, their `points`, or how many `different` cards.
        least, most: the bounds; None for no upper one.
        starts, ends: the first and the last date of the event at which it holds.
        weight: why it is a mistake: `illegal`, or merely a `doubt` to be looked at.
    """

    id: Key
    what: Words
    sections: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    slot: Key | None = None
    flag: Key | None = None
    kinds: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    unique: bool = False
    measure: Literal["copies", "points", "different"] = "copies"
    least: NonNegativeInt = 0
    most: NonNegativeInt | None = None
    starts: date | None = None
    ends: date | None = None
    weight: Literal["illegal", "doubt"] = "illegal"


class RosterCopies(Cited):
    """The most copies of one card (same name and subtitle) over these sections together; all if empty."""

    sections: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    most: PositiveInt


CheckId = Literal[
    "one-faction",
    "unique-once",
    "one-per-item",
    "pair-capacity",
    "character-cards",
    "shared-aspect",
    "legal-sets",
    "suspended",
    "released",
    "told-apart",
    "campaign-cards",
    "right-section",
]
"""A rule that is more than counting; each is one function of `muster.core.roster`."""


class RosterCheck(Cited):
    """A rule that is more than counting.

    Attributes:
        check: which.
        sections: where it looks; everywhere if empty.
        most: the figure it needs: capacity of a pair, one title a ship.
        names: the words it needs: factions, aspects, slots.
        weight: how bad it is to break it.
    """

    check: CheckId
    sections: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    most: NonNegativeInt | None = None
    names: Annotated[tuple[Words, ...], Field(max_length=MOST)] = ()
    weight: Literal["illegal", "doubt", "note"] = "illegal"


class RosterAsked(Cited):
    """A section a list may not leave out altogether; where it does, that is the one problem about it.

    Attributes:
        section: the id of the section.
        what: what is left out, as a sentence names it: `the command hand`.
        weight: how bad its absence is; a `note` where the regulations do not ask for it on the list.
    """

    section: Key
    what: Words
    weight: Literal["illegal", "doubt", "note"] = "illegal"


class Construction(Cited):
    """One way of building a roster under these regulations: standard, Premier, Twin Suns, Limited.

    Attributes:
        pool: a roster is made again between games from a fixed pool (`SWU-LIM-1`).
        sideboarded: items move between deck and sideboard between games (`SWU-SIDE-1`).
        tiers: the tiers it is meant for; any if empty.
    """

    id: Key
    name: Words
    points: RosterPoints | None = None
    asked: Annotated[tuple[RosterAsked, ...], Field(max_length=MOST)] = ()
    limits: Annotated[tuple[RosterLimit, ...], Field(max_length=MOST)] = ()
    copies: Annotated[tuple[RosterCopies, ...], Field(max_length=MOST)] = ()
    checks: Annotated[tuple[RosterCheck, ...], Field(max_length=MOST)] = ()
    pool: bool = False
    sideboarded: bool = False
    tiers: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()


class CardException(Cited):
    """A card whose own text changes a rule, in these constructions (all if empty).

    Attributes:
        changes: the `least` cards of a section, how many `copies` of itself there may be, or an `ally`: it lets
            cards of another faction in.
        section: whose least it changes; the section of the allies.
        to: the new figure; for an ally how many of them.
        faction: of allies, as catalogues call it.
        slot: of allies: their slot or kind of unit; any if absent.
    """

    name: Words
    subtitle: str = ""
    changes: Literal["least", "copies", "ally"]
    section: Key | None = None
    to: PositiveInt
    faction: Key | None = None
    slot: Key | None = None
    constructions: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()


class Suspension(Cited):
    """A card that may not be used from a date on, in these constructions (all if empty)."""

    name: Words
    subtitle: str = ""
    starts: date
    ends: date | None = None
    constructions: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()


class CardSet(Cited):
    """A set of cards: when it came out, and since when it is no longer legal in some constructions."""

    code: Annotated[str, Field(min_length=2, max_length=10)]
    name: Words
    released: date
    leaves: date | None = None
    constructions: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    """Where it is legal at all; everywhere if empty."""
    leaves_from: Annotated[tuple[Key, ...], Field(max_length=MOST)] = ()
    """The constructions it leaves; all if empty."""


class ReleaseWindow(Cited):
    """How many days after its release a product becomes legal at these tiers (`COM-LEGAL-2`)."""

    tiers: Annotated[tuple[Key, ...], Field(min_length=1, max_length=MOST)]
    days: NonNegativeInt


class ToldApart(Cited):
    """When a card must be named more exactly: another has its name, or its name and its points (`PLA-LIST-2`).

    Attributes:
        by: what two cards must share to be confused.
        within_faction: only cards of the roster's own faction count as confusable.
    """

    by: Literal["name", "name-and-points"]
    within_faction: bool = False


class Tally(Cited):
    """How a score is counted from what was destroyed.

    Attributes:
        sections: what can be destroyed.
        wiped_sections: a player with none of these left is wiped out.
        wiped_except: items with this flag do not keep a player in the game.
    """

    sections: Annotated[tuple[Key, ...], Field(min_length=1, max_length=MOST)]
    wiped_sections: Annotated[tuple[Key, ...], Field(min_length=1, max_length=MOST)]
    wiped_except: Key | None = None


class TotalsDecide(Cited):
    """The lower total decides about the parts of the game: what it decides, in words."""

    what: Words


Seen = Literal["staff", "opponents", "cut"]
"""Who sees a roster besides its player and the staff: nobody, the opponent of the running round, the opponents
of a match after the cut."""


class RosterRules(Part):
    """Everything about rosters under one set of regulations.

    Attributes:
        game: whose cards.
        sections: the parts of a roster, in the order they are listed.
        constructions: the ways of building; the first is the usual one.
        list_clause, lock_clause, amend_clause: handing in, one force for the whole event, a leader's amendment.
        seen: who sees what by default, and its clause.
    """

    game: Game
    sections: Annotated[tuple[RosterSection, ...], Field(min_length=1, max_length=MOST)]
    constructions: Annotated[tuple[Construction, ...], Field(min_length=1, max_length=MOST)]
    list_clause: ClauseId
    lock_clause: ClauseId
    amend_clause: ClauseId
    seen: Seen = "staff"
    seen_clause: ClauseId
    second_list: bool = False
    """A second, identical list is brought for opponents (`SWU-LIST-1`)."""
    told_apart: ToldApart | None = None
    tally: Tally | None = None
    totals_decide: TotalsDecide | None = None
    windows: Annotated[tuple[ReleaseWindow, ...], Field(max_length=MOST)] = ()
    sets: Annotated[tuple[CardSet, ...], Field(max_length=MOST)] = ()
    suspensions: Annotated[tuple[Suspension, ...], Field(max_length=MOST)] = ()
    exceptions: Annotated[tuple[CardException, ...], Field(max_length=MOST)] = ()
