"""Which card a name means, asked on the phone and at the desk: the choices in words, and the answers that were sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from muster.core.messages import Listing, Message, listing, say, say_n, verbatim
from muster.core.roster.catalogue import Card
from muster.core.roster.questions import NameQuestion

_PREFIX: Final = "which-"
_LONGEST: Final = 130
"""Characters of a field's name or answer that are looked at; a key has 120."""


@dataclass(frozen=True, slots=True)
class MeantCard:
    """One card that may be meant.

    Attributes:
        key: its key, which is sent.
        says: its full name, with what tells it apart.
        chosen: whether it is the answer.
    """

    key: str
    says: Message
    chosen: bool


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """A name that could be several cards, as a form asks it.

    Attributes:
        field: the name of its field.
        name: as the list has it.
        line: where it stands in the text; 0 if unknown.
        choices: the cards it could be.
        open: whether it waits for an answer.
    """

    field: str
    name: str
    line: int
    choices: tuple[MeantCard, ...]
    open: bool


def asked(found: Iterable[NameQuestion], on: date, prefix: str = "") -> list[CardQuestion]:
    """Questions as a form asks them, the open ones first.

    Args:
        found: the questions of one list.
        on: the day of the event, whose prices are shown.
        prefix: what the fields of this list begin with, where a page has several lists.
    """
    made = [
        CardQuestion(
            f"{prefix}{_PREFIX}{each.id}",
            each.name,
            each.line,
            tuple(MeantCard(card.key, _words(card, on), card.key == each.chosen) for card in each.choices),
            not each.chosen,
        )
        for each in found
    ]
    return sorted(made, key=lambda each: not each.open)


def answers_in(sent: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """The answers that were sent, by the ids of questions; empty ones are none."""
    begins = f"{prefix}{_PREFIX}"
    return {
        name.removeprefix(begins): sent[name]
        for name in sent
        if name.startswith(begins) and len(name) < _LONGEST and 0 < len(sent[name]) < _LONGEST
    }


def _words(card: Card, on: date) -> Message:
    """A card with what it is: type, factions and points."""
    slot = card.slot.replace("-", " ")
    told: list[Message | str] = [*dict.fromkeys(filter(None, (card.kind, slot))), *card.factions]
    if (points := card.points(on)) is not None:
        told.append(say_n("{count} point", "{count} points", points))
    about: Listing = listing(told, "plain")
    return say("{card} ({about})", card=verbatim(card.full_name), about=about)
