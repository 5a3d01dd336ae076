"""The lines of the desk's standings as HTML.

They are made here and not in a template: a hundred lines of a template take longer than all else on the page.
Every text is escaped; what is not text is a number or comes from the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from muster.app.standings.read import RankRow, cells_of
from muster.core.ids import PlayerId
from muster.core.standings.values import Table
from muster.web.desk.standings.glance import Glance


@dataclass(frozen=True)
class StandingLines:
    """What the lines of a table have in common.

    Attributes:
        table: the standings.
        base: their address; a name leads to its player's arithmetic below it, a figure to its own.
        deciding: the columns that are shown without asking.
        width: how many columns there are.
        moves: there is a round before, so that they have moved.
        seeds: the seed numbers are shown.
        current: the player who was asked for.
        cut: after whose line the line of the cut is drawn, and its words.
    """

    table: Table
    base: str
    deciding: Sequence[str]
    width: int
    moves: bool
    seeds: bool
    current: int | None
    cut: tuple[PlayerId | None, str]

    def of(self, rows: Iterable[RankRow], seen: Mapping[PlayerId, Glance]) -> SafeString:
        """These lines, each with what is seen of it at a glance."""
        parts = list[str]()
        for row in rows:
            parts.append(self._line(row, seen[row.player]))
            if row.player == self.cut[0]:
                words = escape(self.cut[1])
                parts.append(f'<tr class="cut-line"><td colspan="{self.width:d}">{words}</td></tr>')
        return mark_safe("".join(parts))  # noqa: S308  (every text in it went through escape)

    def _line(self, row: RankRow, seen: Glance) -> str:
        address = f"{escape(self.base)}/{row.player:d}"
        current = ' class="current"' if row.player == self.current else ""
        moved = f'<td class="moved">{self._moved(row)}</td>' if self.moves else ""
        spark = f'<td class="spark">{seen.spark.drawn if seen.spark else ""}</td>' if self.moves else ""
        seed = f' <span class="badge">{escape(self._words["seed"] % {"seed": row.seed})}</span>'
        left = f' <span class="badge badge-dropped">{escape(self._words["dropped"])}</span>'
        figures = "".join(
            f'<td class="{self._classes[column]}"><a href="{address}?of={column}">{escape(text)}</a></td>'
            for column, text in cells_of(self.table, row)
        )
        return (
            f'<tr id="p{row.player:d}"{current}><td class="num place">{escape(row.rank_text)}</td>{moved}'
            f'<th scope="row"><a href="{address}"><bdi>{escape(row.name)}</bdi></a>'
            f"{seed if self.seeds and row.seed else ''}{left if row.left_after is not None else ''}</th>"
            f'<td class="record">{escape(seen.record)}</td>{figures}{spark}</tr>'
        )

    def _moved(self, row: RankRow) -> str:
        if row.moved is None:
            return ""
        if not row.moved:
            return '<span class="muted">–</span>'
        way, sign = ("down", "▼") if row.down else ("up", "▲")
        return (
            f'<span class="visually-hidden">{escape(self._words[way])}&#32;</span>'
            f'<span class="mv-{way}" aria-hidden="true">{sign}</span>{abs(row.moved):d}'
        )

    @cached_property
    def _words(self) -> Mapping[str, str]:
        """What is said in every line, in the reader's language."""
        return {"up": _("up"), "down": _("down"), "dropped": _("dropped"), "seed": _("seed %(seed)s")}

    @cached_property
    def _classes(self) -> Mapping[str, str]:
        """The classes of each column's cells."""
        ids = [column.id for column in self.table.criteria]
        more: dict[str, str] = {own: "num" if own in self.deciding else "num more" for own in ids}
        return {**more, "points": "num points"}
