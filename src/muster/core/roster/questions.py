"""Names that could be several cards, as questions: asked where a list is handed in, and answered with one card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from muster.core.roster.catalogue import Card, Catalogue
from muster.core.roster.editing import at
from muster.core.roster.naming import mark_of
from muster.core.roster.roster import Checked, Item, Path, Roster

_BY_SUBTITLE = ("unlimited", "legion")
"""Games whose lists tell cards apart by a second line of the name."""


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """Which card a name means.

    Attributes:
        name: as the list has it.
        paths: the items that are called so.
        choices: the cards it could be, at most `MOST_CHOICES` of `core.roster.naming`.
        line: where the first of them stands in the text; 0 if unknown.
        chosen: the key of the card that was chosen; empty while it is open.
    """

    name: str
    paths: tuple[Path, ...]
    choices: tuple[Card, ...]
    line: int = 0
    chosen: str = ""

    @property
    def id(self) -> str:
        """What forms call it: the place of its first item, such as `3.1`."""
        return ".".join(map(str, self.paths[0]))


def questions(roster: Roster, checked: Checked) -> tuple[NameQuestion, ...]:
    """What a check leaves open: every name that could be several cards, in the order of the list."""
    return tuple(
        NameQuestion(at(roster, each.items[0]).name, each.items, each.choices, each.line)
        for each in checked.problems
        if each.choices and each.items
    )


def answered(
    roster: Roster, asked: tuple[NameQuestion, ...], answers: Mapping[str, str], catalogue: Catalogue
) -> tuple[Roster, tuple[NameQuestion, ...]]:
    """The roster with the cards that were chosen, and the questions that were answered.

    What the list states besides (points, totals) stays; an answer that is none of the choices is passed over.

    Args:
        roster: as stated.
        asked: what was asked of it.
        answers: by the id of the question, the key of a card.
        catalogue: the cards.
    """
    done: list[NameQuestion] = []
    for each in asked:
        card = next((card for card in each.choices if card.key == answers.get(each.id)), None)
        if card is not None:
            done.append(replace(each, chosen=card.key))
            for path in each.paths:
                roster = _named(roster, path, _as(card, at(roster, path), catalogue))
    return roster, tuple(done)


def _as(card: Card, item: Item, catalogue: Catalogue) -> Item:
    """The item as if it had been written so that only this card is meant."""
    subtitle = card.subtitle if catalogue.game in _BY_SUBTITLE else item.subtitle
    return replace(item, name=card.name, subtitle=subtitle, key=card.key, version=mark_of(card, catalogue))


def _named(roster: Roster, path: Path, item: Item) -> Roster:
    return replace(roster, items=_put(roster.items, path, item))


def _put(items: tuple[Item, ...], path: Path, item: Item) -> tuple[Item, ...]:
    place = path[0]
    if len(path) > 1:
        item = replace(items[place], upgrades=_put(items[place].upgrades, path[1:], item))
    return (*items[:place], item, *items[place + 1 :])
