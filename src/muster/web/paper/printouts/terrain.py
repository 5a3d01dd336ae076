"""The terrain of each table: what the regulations ask for, and room to note each piece with its effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from muster.core.messages import Message
from muster.rules.setups import TerrainRules, TerrainTable
from muster.web.paper.printouts.sizes import Leaf, Paper, Sheets, tables_counted

_ROW: Final = 6.6
"""A row to write in, in millimetres."""

_ABOVE: Final = 80.0
"""What stands above the first row to write in, at most, in millimetres."""


@dataclass(frozen=True, slots=True)
class TerrainLeaf:
    """The sheet of one table.

    Attributes:
        rules: what the regulations say.
        table: the size of table, where they count pieces by it.
        counts: each kind of piece by its name, with the least and the most of it.
        notes: what else to heed.
        blank: a number for each row to write in.
    """

    rules: TerrainRules
    table: TerrainTable | None
    counts: tuple[tuple[Message, int, int], ...]
    notes: tuple[Message, ...]
    blank: range

    @property
    def size(self) -> Message:
        """The name of the size of table."""
        return Message(self.table.name if self.table else "")


def terrain_sheets(rules: TerrainRules, size: str, tables: Iterable[int], paper: Paper) -> Sheets:
    """A sheet for each of these tables, all of one size."""
    table = rules.table(size)
    names = {kind.id: Message(kind.name) for kind in rules.kinds}
    counts = tuple((names[one.kind], one.least, one.most) for one in table.pieces) if table else ()
    blank = range(1, paper.rows(_ROW, heading=_ABOVE) + 1)
    body = TerrainLeaf(rules, table, counts, tuple(map(Message, rules.notes)), blank)
    numbers = list(tables)
    leaves = [
        Leaf("terrain", body, title=_("Terrain of table %(table)d") % {"table": number}) for number in numbers
    ]
    return Sheets(_("Terrain of each table"), tuple(leaves), "", tables_counted(len(numbers)))
