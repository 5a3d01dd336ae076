"""What is wrong with a roster, and what it adds up to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from muster.core.roster.catalogue import Card
from muster.core.roster.roster import Item

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
    """

    severity: Severity
    kind: str
    says: str
    mend: str = ""
    clause: str = ""
    items: tuple[tuple[int, ...], ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """A stated item and the card it was found to be.

    Attributes:
        path: places in `Roster.items` and `upgrades`.
        item: as stated.
        card: the card; None where the catalogue lacks it or several fit.
        candidates: the cards it could be, where several fit.
        points: the price of one copy at the event; None where unknown.
    """

    path: tuple[int, ...]
    item: Item
    card: Card | None = None
    candidates: tuple[Card, ...] = ()
    points: int | None = None


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
    """

    construction: str
    on: date
    tier: str = ""
    most: int | None = None
    later: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked roster.

    Attributes:
        problems: everything found, in the order of the regulations; empty for a roster in order.
        totals: what it is worth.
        found: every item with its card, depth first as in `Roster.every`.
        unmade: checks that could not be made, and why: one sentence each.
        faction: the faction it was taken for; empty if unknown.
    """

    problems: tuple[Problem, ...]
    totals: Totals
    found: tuple[Found, ...] = ()
    unmade: tuple[str, ...] = ()
    faction: str = ""

    @property
    def legal(self) -> bool:
        """Whether nothing found forbids to play it."""
        return all(problem.severity != "illegal" for problem in self.problems)
