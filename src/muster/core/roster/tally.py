"""What was destroyed of a roster, counted as the regulations count it; and whose total is the lower one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from muster.core.ids import Seat
from muster.core.roster.roster import Item, Path, Resolved, Totals
from muster.rules.rosters import Tally
from muster.rules.scoring import WipedOut

Wiped = Literal["no", "yes", "open"]
"""Whether a force is destroyed to the last; `open` where what is left may or may not keep it in the game."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that is destroyed as a whole: an item with all it carries.

    Attributes:
        path: its place.
        item: as stated; `count` equal copies, each destroyed by itself.
        points: of one copy with its upgrades; None where a price is unknown.
        keeps: whether one copy left keeps its player in the game; None where the catalogue does not know the card.
    """

    path: Path
    item: Item
    points: int | None
    keeps: bool | None


@dataclass(frozen=True, slots=True)
class Tallied:
    """What one player destroyed of the opponent's roster.

    Attributes:
        added: points of what was destroyed, added up.
        destroyed: what they count: more, or exactly so many, for a force destroyed to the last.
        objective: points from objectives.
        wiped: whether it was destroyed to the last.
        unpriced: what was destroyed and has no known price; it is not in the figures.
        unsure: what is left and may be something that does not keep its player in the game.
    """

    added: int
    destroyed: int
    objective: int
    wiped: Wiped
    unpriced: tuple[Piece, ...] = ()
    unsure: tuple[Piece, ...] = ()

    @property
    def score(self) -> int:
        """The score: what was destroyed, and objectives (`ARM-SCORE-1`, `RUN-SCORE-1`)."""
        return self.destroyed + self.objective


def pieces(every: Iterable[Resolved], totals: Totals, rules: Tally) -> tuple[Piece, ...]:
    """What can be destroyed of a roster, in its order, at the prices of the total that counts.

    Args:
        every: all items and upgrades with their cards, depth first.
        totals: what the roster is worth.
        rules: what can be destroyed.
    """
    listed, worths = tuple(every), dict[int, int | None]()
    for found in listed:
        worth = _worth(found, at_event=totals.event is not None)
        worths[found.path[0]] = _sum(worths.get(found.path[0], 0), worth)
    return tuple(
        Piece(found.path, found.item, worths[found.path[0]], _keeps(found, rules))
        for found in listed
        if len(found.path) == 1 and found.item.section in rules.sections
    )


def tally(
    every: Iterable[Piece], destroyed: Mapping[Path, int], wiped_out: WipedOut, objective: int = 0
) -> Tallied:
    """Count what was destroyed.

    Args:
        every: all of the opponent's pieces.
        destroyed: copies destroyed, by path; more than there are counts as all, less than none as none.
        wiped_out: what a force destroyed to the last counts (`ARM-SCORE-2`, `RUN-SCORE-1`, `LEG-SCORE-1`).
        objective: points from objectives; they are added in any case.
    """
    gone = {piece: max(0, min(piece.item.count, destroyed.get(piece.path, 0))) for piece in every}
    added = sum((piece.points or 0) * copies for piece, copies in gone.items())
    left = [piece for piece, copies in gone.items() if copies < piece.item.count]
    wiped = _wiped(tuple(gone), left)
    return Tallied(
        added,
        _whole(added, wiped_out) if wiped == "yes" else added,
        objective,
        wiped,
        tuple(piece for piece, copies in gone.items() if copies and piece.points is None),
        tuple(piece for piece in left if piece.keeps is None) if wiped == "open" else (),
    )


def lower_total(one: int | None, two: int | None) -> Seat | Literal["random"] | None:
    """Who of two has the lower total and decides (`ARM-SET-1`, `RUN-SET-1`, `LEG-SET-1`).

    Equal totals are decided at random; None where one is unknown.
    """
    if one is None or two is None:
        return None
    if one == two:
        return "random"
    return 0 if one < two else 1


def _worth(found: Resolved, *, at_event: bool) -> int | None:
    """What one item adds to its piece: its own price, an upgrade's for each copy it is on.

    Where the sum at the event's prices is known, what has no price costs nothing.
    """
    points = (found.points or 0) if at_event else found.item.points
    return points if points is None or len(found.path) == 1 else points * found.item.count


def _sum(one: int | None, two: int | None) -> int | None:
    return None if one is None or two is None else one + two


def _keeps(found: Resolved, rules: Tally) -> bool | None:
    if found.item.section not in rules.wiped_sections:
        return False
    if rules.wiped_except is None:
        return True
    return None if found.card is None else rules.wiped_except not in found.card.flags


def _wiped(every: tuple[Piece, ...], left: list[Piece]) -> Wiped:
    if all(piece.keeps is False for piece in every) or any(piece.keeps for piece in left):
        return "no"
    return "open" if any(piece.keeps is None for piece in left) else "yes"


def _whole(added: int, rule: WipedOut) -> int:
    return max(added, rule.points) if rule.counts == "at-least" else rule.points
