"""What changed between two versions of a roster, card by card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from muster.core.roster.roster import Checked, Roster, by_path


@dataclass(frozen=True, slots=True)
class CopiesDifference:
    """So many copies of a card more (or fewer, if negative); `on` is what carries an upgrade."""

    copies: int
    name: str
    on: str = ""

    @property
    def words(self) -> str:
        """As a line: `+1 Toryn Farr`, `−2 XI7 Turbolasers`."""
        sign = "+" if self.copies > 0 else "−"
        return f"{sign}{abs(self.copies)} {self.name}"


def differences(
    before: tuple[Roster, Checked], after: tuple[Roster, Checked]
) -> tuple[CopiesDifference, ...]:
    """What the later roster has less and more than the earlier one; an upgrade that moved is both."""
    old, new = _cards(*before), _cards(*after)
    # What went first, then what came; each in the order of its own list.
    gone = [CopiesDifference(-count, *card) for card, count in (old - new).items()]
    come = [CopiesDifference(count, *card) for card, count in (new - old).items()]
    return (*gone, *come)


def _cards(roster: Roster, checked: Checked) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    places = by_path(roster, checked)
    for path, each in places.items():
        copies = 1
        for depth in range(1, len(path) + 1):
            copies *= places[path[:depth]].item.count
        carrier = places[path[:1]].name if len(path) > 1 else ""
        found[each.name, carrier] += copies
    return found
