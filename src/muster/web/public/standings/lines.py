"""The lines of long standings as HTML.

They are made here and not in a template: a thousand lines of a template take longer than all else on the page.
Every text is escaped; what is not text is a number or comes from the catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from muster.app.standings.read import RankRow, cells_of
from muster.core.ids import PlayerId
from muster.core.standings.values import Table


def ranked_lines(
    table: Table, rows: Sequence[RankRow], players: str, *, seeds: bool, cut_after: PlayerId | None, cut: str
) -> SafeString:
    """The lines of a table.

    Args:
        table: the standings.
        rows: which lines of it.
        players: the address of the list of players; each name leads to its player's page below it.
        seeds: whether to show seed numbers.
        cut_after: after whose line the line of the cut is drawn.
        cut: the words of that line.
    """
    width = len(table.columns) + 3
    line = f'<tr class="cut-line"><td colspan="{width:d}">{escape(cut)}</td></tr>\n'
    words = {"dropped": escape(_("dropped")), "seed": escape(_("seed"))}
    start = conditional_escape(players)
    parts = list[str]()
    for row in rows:
        parts.append(_line(table, row, start, words, seeds=seeds))
        if row.player == cut_after:
            parts.append(line)
    return mark_safe("".join(parts))  # noqa: S308  (every text in it went through escape)


def _line(table: Table, row: RankRow, players: str, words: dict[str, SafeString], *, seeds: bool) -> str:
    seed = f" <small>{words['seed']} {row.seed:d}</small>" if seeds and row.seed else ""
    left = f" <small>{words['dropped']}</small>" if row.left_after is not None else ""
    figures = "".join(f'<td class="num">{escape(text)}</td>' for _column, text in cells_of(table, row))
    name = f'<a href="{players}/{row.player:d}"><bdi>{escape(row.name)}</bdi></a>'
    return (
        f'<tr id="p{row.player:d}"><td class="num">{escape(row.rank_text)}</td>'
        f'<th scope="row">{name}{seed}{left}</th>{figures}</tr>\n'
    )
