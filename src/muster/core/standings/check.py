"""An independent checker of standings: every value once more, straight from the clauses.

It shares no code with what made the table. Each value is computed for one player at a time, from fractions,
the way a person with a pencil would, and each row is compared with its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Literal, assert_never

from muster.core.ids import PlayerId, RoundNo
from muster.core.messages import Message, say
from muster.core.outcomes import RoundRecord
from muster.rules.basis import ClauseId
from muster.rules.schema import Standings
from muster.rules.tiebreakers import OfPoints, OfScores, TiebreakerId
from muster.rules.variants import Variants

if TYPE_CHECKING:
    from muster.core.standings.values import Row, Table


@dataclass(frozen=True, slots=True)
class TableFinding:
    """Something in a table that the regulations do not give.

    Attributes:
        player: whose row it is; None if it concerns the whole table.
        what: the tiebreaker, `points`, `rank`, `shared-rank`, `tied-by-key`, `order` or `players`.
        words: what was found and what should be there.
        clause: the clause it follows from.
    """

    player: PlayerId | None
    what: str
    words: Message
    clause: ClauseId


@dataclass(frozen=True, slots=True)
class CheckInput:
    """What a table was made from; the fields mean what they mean to the table's maker.

    Attributes:
        records: the rounds of every player.
        rules: the criteria.
        variants: the readings in force.
        rounds_completed: rounds of the stage completed.
        keys: the random keys.
        without: players who are not ranked.
        win: points of a win.
        draw: points of a draw.
        no_games: the share counted where a player has played no game.
        first_place: points of the first place at a table of three or four; None where matches are of two.
        scores: what a side has won of games is what it scored.
        played: who played for their places instead of leaving them to the keys, each play-off best first.
        breaks: after which rounds what was won so far was halved (`half`) or forgotten (`none`), in their order.
    """

    records: Mapping[PlayerId, Sequence[RoundRecord]]
    rules: Standings
    variants: Variants
    rounds_completed: int
    keys: Mapping[PlayerId, bytes] = field(default_factory=dict)
    without: frozenset[PlayerId] = frozenset()
    win: int = 3
    draw: int = 1
    no_games: Fraction = Fraction(1, 2)
    first_place: int | None = None
    scores: bool = False
    breaks: tuple[tuple[int, Literal["half", "none"]], ...] = ()
    played: Sequence[Sequence[PlayerId]] = ()


def check(table: Table, given: CheckInput) -> list[TableFinding]:
    """Everything in the table that differs from an independent recomputation; empty if it is right."""
    pencil = _Pencil(given)
    expected = {player for player in given.records if player not in given.without}
    if len(table.rows) != len(expected) or {row.player for row in table.rows} != expected:
        words = say(
            "the table ranks {rows} players, not exactly the {players} to be ranked",
            rows=len(table.rows),
            players=len(expected),
        )
        return [TableFinding(None, "players", words, given.rules.clause)]
    return [*_value_findings(table, pencil), *_order_findings(table, pencil)]


def _value_findings(table: Table, pencil: _Pencil) -> Iterator[TableFinding]:
    rules = pencil.given.rules
    for row in table.rows:
        points = pencil.points(row.player)
        if row.points != points:
            yield _differs(row, "points", row.points, points, rules.clause)
        for (identity, clause), value in zip(pencil.criteria(), row.values, strict=True):
            exact = pencil.value(identity, row.player)
            if value != exact:
                yield _differs(row, identity, value, exact, clause)


def _differs(row: Row, what: str, found: object, expected: object, clause: ClauseId) -> TableFinding:
    words = say(
        "player {player} has {value}, not {right}", player=row.player, value=str(found), right=str(expected)
    )
    return TableFinding(row.player, what, words, clause)


def _order_findings(table: Table, pencil: _Pencil) -> Iterator[TableFinding]:
    rules, shared = pencil.given.rules, 0
    lines = [(pencil.line(row.player), pencil.placed(row.player)) for row in table.rows]
    for place, row in enumerate(table.rows):
        new = place == 0 or lines[place] != lines[place - 1]
        shared = place + 1 if new else shared
        tied = not new or (place + 1 < len(lines) and lines[place] == lines[place + 1])
        if row.rank != place + 1:
            yield _differs(row, "rank", row.rank, place + 1, rules.clause)
        if row.shared_rank != shared:
            yield _differs(row, "shared-rank", row.shared_rank, shared, rules.clause)
        if row.tied_by_key != tied:
            yield _differs(row, "tied-by-key", row.tied_by_key, tied, rules.random_clause)
    for above, below in pairwise(table.rows):
        upper, lower = pencil.line(above.player), pencil.line(below.player)
        if upper < lower:
            words = say("player {one} belongs above player {two}", one=below.player, two=above.player)
            yield TableFinding(below.player, "order", words, rules.clause)
        elif upper == lower and pencil.lot(above.player) > pencil.lot(below.player):
            words = say(
                "the random key puts player {one} above player {two}", one=below.player, two=above.player
            )
            yield TableFinding(below.player, "order", words, rules.random_clause)


def _stayed_away(record: RoundRecord | None) -> bool:
    """A round missed at one's own wish: neither a match nor a bye that counts as won."""
    return record is None or (not record.opponents and (record.kind, record.side.verdict) != ("bye", "win"))


def _without_lowest(added: list[tuple[Fraction, bool]]) -> list[Fraction]:
    """All but the lowest; of the rounds that are cut first, the lowest of these."""
    if not added:
        return []
    first = [value for value, cut_first in added if cut_first]
    values = [value for value, _ in added]
    values.remove(min(first or values))
    return values


class _Pencil:
    """Computes single values from the clauses; remembers those already worked out."""

    def __init__(self, given: CheckInput) -> None:
        self.given = given
        self._known: dict[tuple[TiebreakerId, PlayerId], Fraction] = {}
        self._anew = max((after for after, carry in given.breaks if carry == "none"), default=0)
        self._completed = given.rounds_completed - self._anew

    def criteria(self) -> list[tuple[TiebreakerId, ClauseId]]:
        own: list[tuple[TiebreakerId, ClauseId]] = [
            (tiebreaker.id, tiebreaker.clause) for tiebreaker in self.given.rules.tiebreakers
        ]
        if self.given.variants.rank_by == "match-wins":
            return [("match-wins", self.given.rules.clause), *own]
        return own

    def line(self, player: PlayerId) -> list[Fraction]:
        values = [self.value(identity, player) for identity, _ in self.criteria()]
        at = 1 if self.given.variants.rank_by == "match-wins" else 0
        return [*values[:at], Fraction(self.points(player)), *values[at:]]

    def lot(self, player: PlayerId) -> tuple[bool, bytes, PlayerId]:
        """What orders equal players: their key, or that which a play-off won them of the keys of all in it."""
        played = self._played(player)
        if not played:
            return self._drawn(player)
        return sorted(map(self._drawn, played))[played.index(player)]

    def placed(self, player: PlayerId) -> int:
        """The place in a play-off of everybody who is equal; 0 where the key has a say."""
        played = self._played(player)
        if not played:
            return 0
        ranked = filter(self._ranked, self.given.records)
        equal = sum(self.line(other) == self.line(player) for other in ranked)
        return 1 + played.index(player) if len(played) == equal else 0

    def _drawn(self, player: PlayerId) -> tuple[bool, bytes, PlayerId]:
        key = self.given.keys.get(player)
        return key is None, key or b"", player

    def _ranked(self, player: PlayerId) -> bool:
        return player in self.given.records and player not in self.given.without

    def _played(self, player: PlayerId) -> list[PlayerId]:
        """The players of the play-off that somebody was in, best first; none where it does not count."""
        for players in self.given.played:
            there = [*filter(self._ranked, players)]
            if player in there and len(there) > 1:
                return there if all(self.line(one) == self.line(player) for one in there) else []
        return []

    def value(self, identity: TiebreakerId, player: PlayerId) -> Fraction:
        if (identity, player) not in self._known:
            self._known[identity, player] = self._work_out(identity, player)
        return self._known[identity, player]

    def _work_out(self, identity: TiebreakerId, player: PlayerId) -> Fraction:
        match identity:
            case "margin":
                return Fraction(sum(record.side.margin for record in self._own(player)))
            case "match-wins":
                return Fraction(self._standing_at(player, None, lambda one: one.side.verdict == "win"))
            case "average-share":
                return self._average_share(player)
            case "extended-average-share":
                return self._schedule([self.value("average-share", foe) for foe in self._met(player)], player)
            case "strength-of-schedule":
                return self._schedule([self._points_a_round(foe) for foe in self._met(player)], player)
            case "extended-strength-of-schedule":
                foes = [self.value("strength-of-schedule", foe) for foe in self._met(player)]
                return self._schedule(foes, player)
            case "opponents-match-wins":
                return self._mean_or_floor([self._match_rate(foe) for foe in self._met(player)])
            case "game-wins":
                return self._game_rate(player)
            case "opponents-game-wins":
                return self._mean_or_floor([self._game_rate(foe) for foe in self._met(player)])
            case _:
                return self._work_out_sum(identity, player)

    def _work_out_sum(self, identity: OfPoints | OfScores, player: PlayerId) -> Fraction:
        match identity:
            case "buchholz":
                return sum((value for value, _ in self._added(player)), Fraction(0))
            case "buchholz-cut-1":
                return sum(_without_lowest(self._added(player)), Fraction(0))
            case "median-buchholz":
                return sum(sorted(_without_lowest(self._added(player)))[:-1], Fraction(0))
            case "sonneborn-berger":
                return self._sonneborn_berger(player)
            case "head-to-head":
                return self._head_to_head(player)
            case "total-score":
                return Fraction(self._score(player))
            case "opponents-score":
                return Fraction(sum(self._score(foe) for foe in self._met(player)))
            case never:
                assert_never(never)

    def points(self, player: PlayerId) -> int:
        return self._standing_at(player, None, lambda one: one.side.points)

    def _standing_at(self, player: PlayerId, upto: int | None, worth: Callable[[RoundRecord], int]) -> int:
        """What counts after a round: half of what stood at the last break before it, or nothing, and all since."""
        past = [(after, carry) for after, carry in self.given.breaks if upto is None or after < upto]
        after, carry = past[-1] if past else (0, "none")
        before = self._standing_at(player, after, worth) if carry == "half" else 0
        since = (one for one in self.given.records[player] if one.round_no > after)
        return ceil(Fraction(before, 2)) + sum(
            worth(one) for one in since if upto is None or one.round_no <= upto
        )

    def _won(self, player: PlayerId) -> int:
        """The points of all rounds that count, as they were won."""
        return sum(record.side.points for record in self._own(player))

    def _own(self, player: PlayerId) -> Sequence[RoundRecord]:
        own = self.given.records[player]
        return [one for one in own if one.round_no > self._anew] if self._anew else own

    def _met(self, player: PlayerId) -> list[PlayerId]:
        return [other for record in self._own(player) for other in record.opponents]

    def _byes(self, player: PlayerId) -> list[RoundRecord]:
        return [record for record in self._own(player) if record.kind == "bye"]

    def _schedule(self, values: list[Fraction], player: PlayerId) -> Fraction:
        """Mean over opponents; a bye is one with nothing only by variant; without any, nothing."""
        if self.given.variants.bye_is_opponent:
            values = values + [Fraction(0)] * len(self._byes(player))
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    def _mean_or_floor(self, values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else self.given.variants.rate_floor

    def _points_a_round(self, player: PlayerId) -> Fraction:
        rounds = {
            "active": len(self._own(player)),
            "games": sum(bool(record.opponents) for record in self._own(player)),
            "scheduled": self._completed or 1,
        }[self.given.variants.schedule_rounds]
        return Fraction(self._won(player), rounds)

    def _match_rate(self, player: PlayerId) -> Fraction:
        counted = list(self._own(player))
        if self.given.variants.bye_in_match_rate == "left-out":
            counted = [record for record in counted if record.kind != "bye"]
        points = sum(record.side.points for record in counted)
        return max(
            self.given.variants.rate_floor,
            Fraction(points, (self.given.first_place or self.given.win) * len(counted)),
        )

    def _game_rate(self, player: PlayerId) -> Fraction:
        won, lost, drawn = (sum(record.side.games[kind] for record in self._own(player)) for kind in range(3))
        if won + lost + drawn == 0:
            return self.given.variants.rate_floor
        points = self.given.win * won + self.given.draw * drawn
        rate = Fraction(points, self.given.win * (won + lost + drawn))
        return max(self.given.variants.rate_floor, rate)

    def _score(self, player: PlayerId) -> int:
        games = [record.side.games for record in self._own(player)]
        if self.given.scores:
            return sum(scored for scored, _, _ in games)
        return sum(self.given.win * won + self.given.draw * drawn for won, _, drawn in games)

    def _rounds(self, player: PlayerId) -> list[RoundRecord | None]:
        """Every round of the stage, None where the player has no record."""
        everything = [record for one in self.given.records for record in self._own(one)]
        start = min((record.round_no for record in everything), default=1)
        numbers = {record.round_no for record in everything}
        numbers |= {RoundNo(start + past) for past in range(self._completed)}
        return [
            next((record for record in self._own(player) if record.round_no == number), None)
            for number in sorted(numbers)
        ]

    def _added(self, player: PlayerId) -> list[tuple[Fraction, bool]]:
        """Per round the points of the opponent, or what stands for them, and whether FIDE cuts it first."""
        fide = self.given.variants.unplayed_rounds == "fide-2023"
        mine = Fraction(self._won(player) if fide else 0)
        return [
            (mine, fide and _stayed_away(record))
            if record is None or not record.opponents
            else (sum(map(self._counted, record.opponents), Fraction(0)), False)
            for record in self._rounds(player)
        ]

    def _counted(self, player: PlayerId) -> Fraction:
        """A player's points as opponents count them: by FIDE the rounds missed at the end are drawn."""
        if self.given.variants.unplayed_rounds == "left-out":
            return Fraction(self._won(player))
        rounds = self._rounds(player)
        drawn = 0
        while rounds and _stayed_away(rounds[-1]):
            rounds.pop()
            drawn += 1
        points = sum(record.side.points for record in rounds if record is not None)
        return Fraction(points + drawn * self.given.draw)

    def _sonneborn_berger(self, player: PlayerId) -> Fraction:
        parts = {
            "win": Fraction(1),
            "draw": Fraction(self.given.draw, self.given.win or 1),
            "loss": Fraction(0),
        }
        added = zip(self._rounds(player), self._added(player), strict=True)
        return sum(
            (parts[record.side.verdict] * value for record, (value, _) in added if record is not None),
            Fraction(0),
        )

    def _head_to_head(self, player: PlayerId) -> Fraction:
        """Points against all equals, if everybody among them has met everybody."""
        mine = self._before(player)
        equals = {
            other
            for other in self.given.records
            if self._own(other) and other not in self.given.without and self._before(other) == mine
        }
        if not all(equals - {one} <= set(self._met(one)) for one in equals):
            return Fraction(0)
        against = equals - {player}
        return Fraction(sum(one.side.points for one in self._own(player) if against & {*one.opponents}))

    def _before(self, player: PlayerId) -> list[Fraction]:
        """What is compared before head-to-head, in order."""
        ids: list[TiebreakerId | None] = [identity for identity, _ in self.criteria()]
        ids.insert(1 if self.given.variants.rank_by == "match-wins" else 0, None)
        before = ids[: ids.index("head-to-head")]
        return [
            Fraction(self.points(player)) if each is None else self.value(each, player) for each in before
        ]

    def _average_share(self, player: PlayerId) -> Fraction:
        """Own shares as played; averaged rounds at their mean; all over the rounds completed."""
        real = [
            record.side.share
            for record in self._own(player)
            if record.side.share is not None and not record.side.averaged
        ]
        stand_in = sum(real, Fraction(0)) / len(real) if real else self.given.no_games
        total = sum(real, Fraction(0)) + stand_in * sum(record.side.averaged for record in self._own(player))
        return total / (self._completed or 1)
