"""Cards of the tables at which decks are built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.app.rounds.building import building_shown
from muster.core.ids import Naming
from muster.core.tournament.state import State
from muster.web.paper.printouts.sizes import Leaf, NameBox, Sheets, parts, tables_counted

CARDS: Final = 10
"""Cards on a page."""

_NAME: Final = NameBox(84, 9, 15)


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a building table: its number, and who sits there, each with the class that makes it fit."""

    table: int
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableCards:
    """A page of cards."""

    cards: tuple[TableCard, ...]


def building_cards(state: State, name: Naming) -> Sheets:
    """A card for each building table with those who have not left."""
    tables = building_shown(state, state.building or (), name)
    cards = [
        TableCard(
            table.number, tuple((seat.name, _NAME.fit(seat.name)) for seat in table.seats if not seat.gone)
        )
        for table in tables
        if table.here
    ]
    leaves = [Leaf("buildcards", TableCards(tuple(page)), bare=True) for page in parts(cards, CARDS)]
    return Sheets(_("Building table cards"), tuple(leaves), "", tables_counted(len(cards)))
