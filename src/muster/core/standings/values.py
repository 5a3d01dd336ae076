"""The ranked table that pages, pairing and checks read. Values only: no rule is computed here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Literal

from muster.core.ids import PlayerId
from muster.core.messages import Message
from muster.rules.basis import ClauseId
from muster.rules.tiebreakers import TiebreakerId

CriterionId = TiebreakerId | Literal["points", "random", "part", "play-off"]
"""A tiebreaker, or what stands before all of them (points) and after them (the random key); or that somebody came into
a part in which points begin anew or are halved; or that equal players played for the place."""


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion of the order, as a column of the table.

    Attributes:
        id: what is compared.
        name: its name in the regulations.
        short: the heading of its column.
        clause: where it stands.
        reading: the reading it rests on, where the text is silent.
        halves: its values are of points that are shown in halves: as they are shown, each is half of it.
    """

    id: CriterionId
    name: Message
    short: Message
    clause: ClauseId
    reading: str | None = None
    halves: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line in the standings.

    Attributes:
        player: whose line it is.
        rank: 1 to n, all ties broken.
        shared_rank: the rank before the random key: players equal in everything keep the same number, unless they
            played for their places.
        points: tournament or match points.
        values: one exact value per column of the table.
        tied_by_key: somebody else has the same points and values, so only the random key (or, before the
            first draw, the player number) orders them.
    """

    player: PlayerId
    rank: int
    shared_rank: int
    points: int
    values: tuple[Fraction, ...]
    tied_by_key: bool


@dataclass(frozen=True)
class Table:
    """The standings, best player first.

    The values are kept as whole numbers over one denominator per column, which is how they were compared;
    `rows` makes exact fractions of them when it is first asked for.

    Attributes:
        columns: the tiebreakers in order. Under the variant `rank_by = "match-wins"` match wins stand first.
        criteria: everything compared, in order: the columns, the points among them, the random key last.
        order: the players, best first.
        shared_ranks: as in `Row.shared_rank`, in that order.
        points: tournament or match points, in that order.
        numerators: per column, the numerators in that order.
        denominators: per column, what they are over.
        ends: where a part has begun that does not count all that was won before it, how many stand above those who
            did not come into it (`F29`); of the latest such part first. The two cannot be compared.
        played: who played for their places instead of leaving them to the random key, each play-off best first.
    """

    columns: tuple[Column, ...]
    criteria: tuple[Column, ...]
    order: tuple[PlayerId, ...]
    shared_ranks: tuple[int, ...]
    points: tuple[int, ...]
    numerators: tuple[tuple[int, ...], ...]
    denominators: tuple[int, ...]
    ends: tuple[int, ...] = ()
    played: tuple[tuple[PlayerId, ...], ...] = ()

    def after_play_offs(self, play_offs: Iterable[Sequence[PlayerId]]) -> Table:
        """The same table once equal players have played for their places: it stands instead of their random keys.

        A play-off orders its players among the places that the key gave them, and nobody else. One whose players are
        not all equal in everything else counts for nothing. Where all who are equal played, they share no rank.

        Args:
            play_offs: the players of each, best first; whoever is not ranked here is passed over.
        """
        order, counted = list(self.order), list(self.played)
        for play_off in play_offs:
            players = tuple(player for player in play_off if player in self.places)
            at = sorted(self.places[player] for player in players)
            if len(players) > 1 and len({self.shared_ranks[place] for place in at}) == 1:
                for place, player in zip(at, players, strict=True):
                    order[place] = player
                counted.append(players)
        ranks = _ranks_after(counted, order, self.shared_ranks)
        return replace(self, order=tuple(order), shared_ranks=ranks, played=tuple(counted))

    def only(self, players: Collection[PlayerId]) -> Table:
        """The same order of some of the players; equal ones share the rank among them."""
        return self.split([players])[0]

    def split(self, groups: Sequence[Collection[PlayerId]]) -> tuple[Table, ...]:
        """The same order inside each of some groups, of which nobody is in two, as `only` has it of one."""
        group_of = {player: number for number, group in enumerate(groups) for player in group}
        kept: list[list[int]] = [[] for _group in groups]
        for place, player in enumerate(self.order):
            if player in group_of:
                kept[group_of[player]].append(place)
        played: list[list[tuple[PlayerId, ...]]] = [[] for _group in groups]
        for one in self.played:
            among: dict[int, list[PlayerId]] = {}
            for player in one:
                if player in group_of:
                    among.setdefault(group_of[player], []).append(player)
            for number, players in among.items():
                if len(players) > 1:
                    played[number].append(tuple(players))
        return tuple(map(self._at, kept, played))

    def _at(self, kept: Sequence[int], played: Sequence[tuple[PlayerId, ...]]) -> Table:
        """Those at some places, in their order, with the play-offs among them."""
        ranks, last = list[int](), 0
        for place, at in enumerate(kept, 1):
            ranks.append(ranks[-1] if self.shared_ranks[at] == last else place)
            last = self.shared_ranks[at]
        order = tuple(self.order[at] for at in kept)
        return replace(
            self,
            order=order,
            shared_ranks=_ranks_after(played, order, ranks),
            points=tuple(self.points[at] for at in kept),
            numerators=tuple(tuple(numbers[at] for at in kept) for numbers in self.numerators),
            ends=tuple(sum(at < end for at in kept) for end in self.ends),
            played=tuple(played),
        )

    def above(self, below: Table) -> Table:
        """These players, and behind them those of another table of the same columns."""
        past = len(self.order)
        overs = tuple(map(lcm, self.denominators, below.denominators))
        return replace(
            self,
            order=(*self.order, *below.order),
            shared_ranks=(*self.shared_ranks, *(past + rank for rank in below.shared_ranks)),
            points=(*self.points, *below.points),
            numerators=tuple(
                (*(over // one * number for number in mine), *(over // two * number for number in theirs))
                for mine, theirs, one, two, over in zip(
                    self.numerators,
                    below.numerators,
                    self.denominators,
                    below.denominators,
                    overs,
                    strict=True,
                )
            ),
            denominators=overs,
            ends=(past, *(past + end for end in below.ends)),
            played=(*self.played, *below.played),
        )

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The lines, best first."""
        columns = [
            [Fraction(number, over) for number in numbers]
            for numbers, over in zip(self.numerators, self.denominators, strict=True)
        ]
        values = list(zip(*columns, strict=True)) or [()] * len(self.order)
        shared = self.shared_ranks
        tied = [
            here in (before, after)
            for here, before, after in zip(shared, (0, *shared), (*shared[1:], 0), strict=False)
        ]
        lines = zip(self.order, shared, self.points, values, tied, strict=True)
        return tuple(
            Row(player, rank, shared_rank, points, numbers, by_key)
            for rank, (player, shared_rank, points, numbers, by_key) in enumerate(lines, 1)
        )

    @cached_property
    def places(self) -> dict[PlayerId, int]:
        """Where each player stands in `rows`, from 0."""
        return {player: place for place, player in enumerate(self.order)}

    def section(self, player: PlayerId) -> int:
        """Behind how many of the `ends` a player stands; 0 for those who came into all parts.

        Raises:
            KeyError: the player is not ranked here.
        """
        return sum(end <= self.places[player] for end in self.ends)

    def row(self, player: PlayerId) -> Row:
        """The player's line.

        Raises:
            KeyError: the player is not ranked here.
        """
        return self.rows[self.places[player]]


def _ranks_after(
    played: Iterable[Collection[PlayerId]], order: Sequence[PlayerId], shared_ranks: Iterable[int]
) -> tuple[int, ...]:
    """The shared ranks, apart where everybody who shares one was in the same play-off."""
    ranks = list(shared_ranks)
    for players in played:
        at = [place for place, player in enumerate(order) if player in players]
        if ranks.count(ranks[at[0]]) == len(at):
            ranks[at[0] : at[-1] + 1] = [place + 1 for place in at]
    return tuple(ranks)
