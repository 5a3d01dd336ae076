"""What a player brings, exactly as they state it; and what a check answers: the cards, the totals, the problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from muster.core.messages import NOTHING, Message
from muster.core.roster.catalogue import Card
from muster.rules.figures import OwnFigure
from muster.rules.rosters import Game
from muster.rules.seasons import RosterSeason

Path = tuple[int, ...]
"""Where an item stands: its place in `Roster.items`, then in `upgrades`."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a roster: so many equal copies of a card, with the upgrades each copy carries.

    Attributes:
        section: where it stands: the id of a section of the regulations; `upgrades` for an upgrade.
        name: as stated, cleaned of marks and prices only.
        subtitle: the second line of a name, where it is told apart by one: `Audacious Smuggler`.
        count: copies, from 1.
        points: the stated price of one copy without upgrades; None where the list does not say.
        slot: as stated: `commander`, `corps`, `1` (pips), `assault`; empty where the list does not say.
        form: the formation of a Runewars unit, such as `4x3`; the craft of an Armada ace.
        key: the key of a card as stated: `SOR_017`, or the id of a list builder.
        version: what stands in parentheses to tell the card apart: `Squadron`, `Operative`.
        upgrades: what each copy carries.
        line: where it stood in the text, from 1; 0 if it came from no text.
        outdated: the list itself marks the price as no longer current.
    """

    section: str
    name: str
    subtitle: str = ""
    count: int = 1
    points: int | None = None
    slot: str = ""
    form: str = ""
    key: str = ""
    version: str = ""
    upgrades: tuple[Item, ...] = ()
    line: int = field(default=0, compare=False)
    outdated: bool = field(default=False, compare=False)

    @property
    def worth(self) -> int | None:
        """Points of all copies with their upgrades by the list's own prices; None where one is missing."""
        parts = [self.points, *(each.worth for each in self.upgrades)]
        if any(part is None for part in parts):
            return None
        return self.count * sum(part for part in parts if part is not None)


@dataclass(frozen=True, slots=True)
class Roster:
    """What a player brings.

    Attributes:
        game: whose cards.
        items: in the builder's order.
        name: what the player calls it.
        faction: as stated; empty where the list does not say.
        commander: the commander named in the head of a list; empty where it does not say.
        total: the stated total; None where the list does not say.
        activations: the stated number of activations (Legion).
        limit: the stated limit, as in `398/400`.
    """

    game: Game
    items: tuple[Item, ...] = ()
    name: str = ""
    faction: str = ""
    commander: str = ""
    total: int | None = None
    activations: int | None = None
    limit: int | None = None

    def section(self, name: str) -> tuple[Item, ...]:
        """The items of one section, in order."""
        return tuple(item for item in self.items if item.section == name)

    def every(self) -> Iterator[Item]:
        """Every item and every upgrade, depth first, in the order of the list."""
        for item in self.items:
            yield item
            yield from _below(item)

    @property
    def sum(self) -> int | None:
        """The sum of the list's own prices; None where no item has one, or an item with priced upgrades lacks its own.

        Items that cost nothing by nature (objectives, command cards) have no price and are passed over; an item
        without a price beside priced ones of its section makes the sum unknown.
        """
        priced = {item.section for item in self.items if item.points is not None}
        worths = [item.worth for item in self.items if item.section in priced]
        return None if not worths or None in worths else sum(each for each in worths if each is not None)


def _below(item: Item) -> Iterator[Item]:
    for each in item.upgrades:
        yield each
        yield from _below(each)


Severity = Literal["illegal", "doubt", "note"]
"""`illegal`: the roster may not be played. `doubt`: somebody should look at it. `note`: worth knowing."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing about a roster.

    Attributes:
        severity: how bad.
        kind: the rule, for tests and tables: `points`, `squadron-points`, `unique-once`, `unknown-card` ...
        says: what is wrong, in words a player understands, with the figures.
        mend: what would put it right; empty where nothing can be suggested.
        clause: the clause it rests on; empty for what no clause says (a card the catalogue lacks).
        items: the items it is about, as their paths: places in `Roster.items`, then in `upgrades`.
        line: the line of the first of them; 0 if none.
        choices: the cards one of which is meant, where several could be; asked of whoever hands the list in.
    """

    severity: Severity
    kind: str
    says: Message
    mend: Message = NOTHING
    clause: str = ""
    items: tuple[tuple[int, ...], ...] = ()
    line: int = 0
    choices: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """A stated item and the card it was found to be.

    Attributes:
        path: places in `Roster.items` and `upgrades`.
        item: as stated.
        card: the card; None where the catalogue lacks it or several fit.
        candidates: the cards it could be, where several fit.
        points: the price of one copy at the event; None where unknown.
    """

    path: Path
    item: Item
    card: Card | None = None
    candidates: tuple[Card, ...] = ()
    points: int | None = None

    @property
    def name(self) -> str:
        """What it is called: by its card's full name, else as it was stated."""
        if self.card is not None:
            return self.card.full_name
        stated = f"{self.item.name}, {self.item.subtitle}" if self.item.subtitle else self.item.name
        return stated or self.item.key


@dataclass(frozen=True, slots=True)
class Totals:
    """What a roster is worth: three numbers that may differ, and the one that counts.

    Attributes:
        stated: what the list says.
        own: the sum of its own prices.
        event: the sum at the event's prices; None where a card or price is unknown.
    """

    stated: int | None = None
    own: int | None = None
    event: int | None = None

    @property
    def counts(self) -> int | None:
        """The one that counts: at the event's prices if known, else the list's own sum, else what it says."""
        return next((each for each in (self.event, self.own, self.stated) if each is not None), None)


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms a roster is checked.

    Attributes:
        construction: the id of the way of building.
        on: the date of the event.
        tier: the id of its tier; empty if unknown.
        most: the limit of points of this event, in place of the regulations' own (`LEG-ARMY-1`).
        later: days by which products come out later in the event's region.
        season: what stands in for clauses of the printed text; None where the text alone holds.
        figures: what this event asks of single limits in place of text and season.
        pool: the player's registered pool, which the roster has to come out of; None where none is asked for.
        promo: a leader may be a promo of the player's own box instead (prereleases, `SWU-LIM-2`).
    """

    construction: str
    on: date
    tier: str = ""
    most: int | None = None
    later: int = 0
    season: RosterSeason | None = None
    figures: tuple[OwnFigure, ...] = ()
    pool: Roster | None = None
    promo: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked roster.

    Attributes:
        problems: everything found, in the order of the regulations; empty for a roster in order.
        totals: what it is worth.
        resolved: every item with its card, depth first as in `Roster.every`.
        unmade: checks that could not be made, and why: one sentence each.
        faction: the faction it was taken for; empty if unknown.
    """

    problems: tuple[Problem, ...]
    totals: Totals
    resolved: tuple[Resolved, ...] = ()
    unmade: tuple[Message, ...] = ()
    faction: str = ""

    @property
    def legal(self) -> bool:
        """Whether nothing found forbids to play it."""
        return all(problem.severity != "illegal" for problem in self.problems)

    @property
    def whole(self) -> bool:
        """Whether everything could be checked, and nothing is in doubt: only then is a legal roster in order."""
        return not self.unmade and all(problem.severity != "doubt" for problem in self.problems)


def by_path(roster: Roster, checked: Checked) -> Mapping[Path, Resolved]:
    """Every item and upgrade by its path, depth first, with the card it was found to be."""
    known = {found.path: found for found in checked.resolved}
    return {
        path: known.get(path) or Resolved(path, item, points=item.points)
        for path, item in _walk(roster.items)
    }


def _walk(items: tuple[Item, ...], above: Path = ()) -> Iterator[tuple[Path, Item]]:
    for place, item in enumerate(items):
        path = (*above, place)
        yield path, item
        yield from _walk(item.upgrades, path)
