"""The lines of the desk's standings as HTML: figures, and what is seen at a glance, the record and the places so far.

They are made here and not in a template: a hundred lines of a template take longer than all else on the page.
Every text is escaped; what is not text is a number or comes from the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from muster.app.standings.read import OfRounds, RankRow, cells_of, standings_after
from muster.core.ids import PlayerId
from muster.core.messages import Message, say
from muster.core.outcomes import RoundRecord
from muster.core.standings.values import Table
from muster.core.tournament import queries
from muster.core.tournament.state import State

WIDE: Final = 64
HIGH: Final = 18
"""The field of a small line, in pixels; the first place is at its upper edge."""


@dataclass(frozen=True, slots=True)
class Spark:
    """A player's places as a small line.

    Attributes:
        points: where it goes, as SVG has it; none for a single place.
        end: where it ends.
        says: the places in words.
    """

    points: str
    end: tuple[int, int]
    says: Message


@dataclass(frozen=True, slots=True)
class Glance:
    """What stands beside a player's figures.

    Attributes:
        record: rounds won, drawn and lost, a bye counted as won: `3-0-2`.
        spark: the places so far; None before the second round.
    """

    record: str
    spark: Spark | None


def glances(state: State, after: int) -> Mapping[PlayerId, Glance]:
    """What stands beside everybody's figures after a round."""
    return _kept.of(state, after)


def _glances(state: State, after: int) -> Mapping[PlayerId, Glance]:
    orders = [_places(state, number) for number in range(1, after + 1)]
    return {
        player: Glance(_record(own), _spark([one.get(player) for one in orders], len(orders[-1])))
        for player, own in queries.records(state, after).items()
    }


_kept: Final = OfRounds(16, _glances)


def _places(state: State, number: int) -> Mapping[PlayerId, int]:
    return {player: at for at, player in enumerate(standings_after(state, number).order, 1)}


def _record(rounds: Sequence[RoundRecord]) -> str:
    verdicts = [one.side.verdict for one in rounds]
    return "-".join(str(verdicts.count(one)) for one in ("win", "draw", "loss"))


def _spark(places: Sequence[int | None], players: int) -> Spark | None:
    known = [(at, place) for at, place in enumerate(places) if place is not None]
    if len(known) < 2:
        return None
    across, down = WIDE - 6, HIGH - 6
    spots = [
        (3 + across * at // (len(places) - 1), 3 + down * (place - 1) // max(1, players - 1))
        for at, place in known
    ]
    listed = ", ".join(str(place) for _at, place in known)
    says = say("Places so far: {places}", places=listed)
    return Spark(" ".join(f"{x},{y}" for x, y in spots), spots[-1], says)


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
        spark = f'<td class="spark">{_drawn(seen.spark)}</td>' if self.moves else ""
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
        return {own: f"num {own}" if own in self.deciding else f"num {own} more" for own in ids}


def _drawn(spark: Spark | None) -> str:
    """A small line as SVG."""
    if spark is None:
        return ""
    x, y = spark.end
    return (
        f'<svg width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(spark.says)}">'
        f'<polyline points="{escape(spark.points)}" /><circle cx="{x:d}" cy="{y:d}" r="2.5" /></svg>'
    )
