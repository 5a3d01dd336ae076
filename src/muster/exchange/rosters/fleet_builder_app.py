"""The lists of Armada Fleet Builder, the app for phones: the common grammar with a head and a heading of its own."""

from __future__ import annotations

import re
from typing import Final

from muster.core.messages import say, verbatim
from muster.exchange.rosters.fleet import NumberedLine, bracketed, keyed, lines
from muster.exchange.rosters.fleet_text import Dialect, FleetReader
from muster.exchange.rosters.reading import Format, Reading, Unreadable

ID: Final = "fleet-builder-app"

_HEADING: Final = re.compile(
    r"^[ \t]{0,9}squadrons[ \t]{0,9}\([ \t]{0,3}\d{1,6}[ \t]{0,3}/", re.IGNORECASE | re.MULTILINE
)
_SUM: Final = re.compile(r"^[ \t]{0,9}=[ \t]{0,9}\d{1,6}[ \t]{1,9}total points", re.IGNORECASE | re.MULTILINE)
_AUTHOR: Final = re.compile(r"([^:()]{1,60}?)\s{1,9}-\s{0,9}author:\s{0,9}(.{0,200})", re.IGNORECASE)


def likeness(text: str) -> int:
    """How much a text looks like a list of this app: its heading of squadrons, its sums, its line of the author."""
    head = any(map(_AUTHOR.fullmatch, (line.strip() for line in text.split("\n")[:10])))
    marks = (bool(_HEADING.search(text)), bool(_SUM.search(text)), head)
    return (0, 60, 98, 98)[sum(marks)]


def read(text: str) -> Reading | Unreadable:
    """Read a list of the app. The heading of squadrons says what all of them cost: `Squadrons (84/134):`."""
    return _Reader(lines(text), Dialect(ID)).read()


class _Reader(FleetReader):
    """The common grammar; above it a title and a line of the faction and who made the list."""

    def _key(self, line: NumberedLine) -> bool:
        found = _AUTHOR.fullmatch(line.text)
        if found is None or self.fleet.begun or self.fleet.faction:
            return self._titled(line) or super()._key(line)
        self.fleet.faction = found[1].strip()
        self.seen.add("faction")
        if found[2]:
            self.fleet.remark(say("The list also says: {text}", text=line.text[:200]))
        return True

    def _titled(self, line: NumberedLine) -> bool:
        """A first line with the total in brackets: `Food (398/400)`."""
        name, inner = bracketed(line.text)
        first = not (self.fleet.begun or self.fleet.name or self.in_squadrons or keyed(line.text)[0])
        if not first or "/" not in inner or not self.fleet.points(inner, line):
            return False
        self.fleet.name = name
        return True


FORMAT: Final = Format(
    ID,
    verbatim("Armada Fleet Builder"),
    ("armada",),
    likeness,
    read,
    full=say("Armada Fleet Builder (the app for phones)"),
    json=False,
)
