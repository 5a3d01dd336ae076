"""Decks for the demo: made up, three copies of each card, pasted and checked like anybody's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muster.app.common.access import Actor
from muster.app.rosters.checking import RosterVerdict, check_text
from muster.app.rosters.storage import save_draft, submit
from muster.core.tournament.refusals import Refusal
from muster.journal import store
from muster.people.models import Entry, Tournament

_COPIES: Final = 3


class BrokenDeckError(Exception):
    """A deck of the demo cannot be read or handed in: a fault of the demo."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: leader and base, and its cards as `Name` or `Name | Subtitle`."""

    leader: str
    base: str
    cards: tuple[str, ...]

    def text(self, copies: int = _COPIES) -> str:
        """The deck as players paste it, with so many copies of each card."""
        cards = "\n".join(f"{copies} | {card}" for card in self.cards)
        return f"Leaders\n1 | {self.leader}\n\nBase\n1 | {self.base}\n\nDeck\n{cards}\n"


_TEMPLE: Final = Deck(
    "Leia Organa | Of A Secret Bloodline",
    "Senate Rotunda",
    (
        "Point Rain Reclaimer", "Gungi | Finding Himself", "Jedi Consular", "Lor San Tekka | Secret Keeper",
        "Obi-Wan Kenobi | Protective Padawan", "Eeth Koth | Spiritual Warrior", "Leia Organa | Extraordinary",
        "Paladin Training Corvette", "Kelleran Beq | The Sabered Hand", "Yoda | My Ally is the Force",
        "Following the Path", "Luminous Beings", "Oppo Rancisis | Ancient Councilor", "Acclamator Assault Ship",
        "Village Tender", "Hive Defense Wing", "Jedi Temple Guards",
    ),
)  # fmt: skip
_INQUISITION: Final = Deck(
    "Dedra Meero | Not Wasting Time",
    "Imperial Prison Complex",
    (
        "Acolyte of the Beyond", "HK-47 | Exclamation: Die, Meatbag!", "Strikeship", "Purge Trooper",
        "Grand Inquisitor | You're Right to Be Afraid", "Heavy Missile Gunship",
        "Scythe | Intimidating Silhouette", "Thralls of the Coven", "Savage Opress | Imbued With Hate",
        "Sith Holocron", "Battle Fury", "Death Field", "Paz Vizsla | Unyielding Warrior", "Witch of the Mist",
        "DRK-1 Probe Droid", "Infused Brawler", "Hyena Bomber",
    ),
)  # fmt: skip
_PADAWANS: Final = Deck(
    "Padmé Amidala | What Do You Have to Hide?",
    "Republic City",
    (
        "Anakin Skywalker | Force Prodigy", "BD-1 | Beep Boo Boo Bweep", "N-1 Starfighter", "Youngling Padawan",
        "J-Type Nubian Starship", "Vernestra Rwoh | Precocious Knight", "Jedi Sentinel",
        "Stinger Mantis | Where Are We Going?", "Depa Billaba | A Higher Purpose", "Mind Trick", "Force Speed",
        "Qui-Gon Jinn | The Negotiations Will Be Short", "Babu Frik | Heyyy!", "Loth-Cat", "Mysterious Hermit",
        "Tusken Tracker", "Charging Phillak",
    ),
)  # fmt: skip

_HANDED_IN: Final = (_TEMPLE, _INQUISITION, _PADAWANS, _INQUISITION, _TEMPLE, _INQUISITION)
"""The decks of the first players."""

_SHORT: Final = 7
"""The player whose deck is one card short of what is asked; the desk took it at the door."""

_BEGUN: Final = 8
"""The player who has a draft."""


def add_rosters(tournament: Tournament, staff: Actor, now: datetime) -> None:
    """Give the first players decks: six in order, one with too few cards, one only begun; the others have none.

    Raises:
        BrokenDeckError: a deck cannot be read or handed in.
    """
    rows = Entry.objects.filter(tournament=tournament).select_related("tournament__event")
    entries = list(rows.order_by("player"))
    for entry, deck in zip(entries, _HANDED_IN, strict=False):
        own = Actor(f"entry:{entry.pk}", None)
        _accepted(submit(entry, _verdict(tournament, deck.text()), own, now))
    short, begun = _those(entries, (_SHORT, _BEGUN))
    lacking = _PADAWANS.text().replace("3 | Charging Phillak", "1 | Charging Phillak")
    _accepted(submit(short, _verdict(tournament, lacking), staff, now))
    _accepted(save_draft(begun, _verdict(tournament, _TEMPLE.text(2)), Actor(f"entry:{begun.pk}", None), now))


def _those(entries: Sequence[Entry], numbers: Sequence[int]) -> list[Entry]:
    return [entry for entry in entries if entry.player in numbers]


def _verdict(tournament: Tournament, text: str) -> RosterVerdict:
    found = check_text(tournament, store.load(tournament.pk).state, text)
    if not isinstance(found, RosterVerdict):
        raise BrokenDeckError(found.says)
    return found


def _accepted(answer: object) -> None:
    if isinstance(answer, Refusal):
        raise BrokenDeckError(answer.text())
