"""Ranks and numbers as they are told, against the results on record, reckoned round by round by other code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import ClassVar

from muster.app.standings.breakdown import Apart, rank_breakdown
from muster.core.ids import PlayerId
from muster.core.outcomes import SideOutcome
from muster.core.tournament.state import State


def named(player: PlayerId) -> str:
    return f"<{player}>"


def players_in(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"<(\d+)>", words)]


@dataclass(frozen=True)
class Line:
    """What one round was for a player."""

    round_no: int
    kind: str
    opponent: int | None
    side: SideOutcome


class Reckoning:
    """The Swiss results after a round, straight from the record."""

    def __init__(self, state: State, after: int) -> None:
        self.state, self.after = state, after
        swiss = state.stages and state.stages[0].format == "swiss"
        self.rounds = [one for one in state.rounds if one.stage == 0 and swiss][:after]

    @cached_property
    def lines(self) -> dict[int, list[Line]]:
        found: dict[int, dict[int, Line]] = {int(player): {} for player in self.state.players}
        for player in self.state.players.values():
            for missed in player.missed:
                for number in missed.rounds:
                    if number <= self.after:
                        found[player.player][number] = Line(number, "loss", None, missed.outcome)
        for round_ in self.rounds:
            for bye in round_.byes:
                found[bye.player][round_.number] = Line(round_.number, "bye", None, bye.outcome)
            for match in round_.matches.values():
                one, two = match.pairing.players
                assert match.outcome is not None
                for mine, theirs, side in (
                    (one, two, match.outcome.sides[0]),
                    (two, one, match.outcome.sides[1]),
                ):
                    found[mine][round_.number] = Line(round_.number, "match", theirs, side)
        return {player: [own[number] for number in sorted(own)] for player, own in found.items()}

    def points(self, player: int) -> int:
        return sum(line.side.points for line in self.lines[player])

    def wins(self, player: int) -> int:
        return sum(line.side.verdict == "win" for line in self.lines[player])

    def paired_by(self, player: int) -> int:
        return self.wins(player) if self.state.variants.rank_by == "match-wins" else self.points(player)

    def byes(self, player: int) -> int:
        return sum(line.kind == "bye" for line in self.lines[player])

    def share(self, player: int, line: Line) -> Fraction:
        if not line.side.averaged:
            return line.side.share or Fraction(0)
        played = [
            one.side.share
            for one in self.lines[player]
            if one.side.share is not None and not one.side.averaged
        ]
        return sum(played, Fraction(0)) / len(played) if played else Fraction(1, 2)

    def parts(self, figure: str, player: int) -> list[Fraction | None]:
        """What each round adds to a number; None for a round left out."""
        own: Callable[[Line], Fraction | int | None] = {
            "points": lambda line: line.side.points,
            "margin": lambda line: line.side.margin,
            "match-wins": lambda line: int(line.side.verdict == "win"),
            "average-share": lambda line: self.share(player, line),
            "per-round": lambda line: line.side.points,
            "match-rate": lambda line: (
                None
                if line.kind == "bye" and self.state.variants.bye_in_match_rate == "left-out"
                else line.side.points
            ),
            "game-wins": lambda line: 3 * line.side.games[0] + line.side.games[2],
        }.get(figure, lambda line: self.of_opponent(figure, line))
        return [None if value is None else Fraction(value) for value in map(own, self.lines[player])]

    OF: ClassVar = {
        "strength-of-schedule": "per-round",
        "extended-strength-of-schedule": "strength-of-schedule",
        "extended-average-share": "average-share",
        "opponents-match-wins": "match-rate",
        "opponents-game-wins": "game-wins",
    }

    def of_opponent(self, figure: str, line: Line) -> Fraction | None:
        if line.opponent is not None:
            return self.value(self.OF[figure], line.opponent)
        counts = (
            self.state.variants.bye_is_opponent and line.kind == "bye" and not figure.startswith("opponents")
        )
        return Fraction(0) if counts else None

    def divisor(self, figure: str, player: int) -> int:
        own, parts = self.lines[player], self.parts(figure, player)
        return {
            "points": 1,
            "margin": 1,
            "match-wins": 1,
            "average-share": max(1, self.after),
            "per-round": {
                "active": len(own),
                "games": sum(line.opponent is not None for line in own),
                "scheduled": max(1, self.after),
            }[self.state.variants.schedule_rounds],
            "match-rate": 3 * sum(part is not None for part in parts),
            "game-wins": 3 * sum(sum(line.side.games) for line in own),
        }.get(figure, sum(part is not None for part in parts))

    def floor(self, figure: str) -> Fraction | None:
        return self.state.variants.rate_floor if figure in ("match-rate", "game-wins") else None

    def value(self, figure: str, player: int) -> Fraction:
        total = sum((part for part in self.parts(figure, player) if part is not None), Fraction(0))
        by, floor = self.divisor(figure, player), self.floor(figure)
        if not by:
            rate = floor is not None or figure.startswith("opponents")
            return self.state.variants.rate_floor if rate else Fraction(0)
        return total / by if floor is None else max(total / by, floor)


def criteria_of(state: State) -> list[str]:
    found = ["points", *(one.id for one in state.regulations.standings.tiebreakers)]
    return ["match-wins", *found] if state.variants.rank_by == "match-wins" else found


def key_of(state: State, player: int) -> str:
    return sha256(f"{state.draws.key_seed}|tiebreak|{player}".encode()).hexdigest()


def ranked(state: State, past: Reckoning) -> list[int]:
    """Everybody who is ranked, best first; not the disqualified, nor whoever left before they had come."""
    seated = {
        player
        for round_ in state.rounds
        for match in round_.matches.values()
        for player in match.pairing.players
    }
    came = seated | {bye.player for round_ in state.rounds for bye in round_.byes}
    who = [
        int(one.player)
        for one in state.players.values()
        if one.status != "disqualified" and (one.status != "dropped" or one.missed or one.player in came)
    ]
    ids = criteria_of(state)
    return sorted(
        who,
        key=lambda one: (*(-past.value(each, one) for each in ids), key_of(state, one)),
    )


def check_standing(state: State, after: int, player: int, kinds: set[str]) -> None:
    """A rank, both neighbours, and the arithmetic of every number."""
    past = Reckoning(state, after)
    order = ranked(state, past)
    found = rank_breakdown(state, after, PlayerId(player), named)
    assert found is not None
    place = order.index(player)
    for apart, pair in ((found.above, order[place - 1 : place + 1]), (found.below, order[place : place + 2])):
        assert (apart is not None) == (len(pair) == 2)
        if apart is not None:
            check_apart(state, past, apart, pair, kinds)
    assert [one.column.id for one in found.numbers] == criteria_of(state)
    for number in found.numbers:
        check_lines(past, number.column.id, player, [str(line) for line in number.words], kinds)


def check_apart(state: State, past: Reckoning, apart: Apart, pair: list[int], kinds: set[str]) -> None:
    upper, lower = pair
    names: dict[str, str] = {one.id: one.name for one in state.regulations.standings.tiebreakers}
    names |= {"points": state.regulations.standings.points_name, "match-wins": "match wins"}
    differ = [one for one in criteria_of(state) if past.value(one, upper) != past.value(one, lower)]
    assert players_in(str(apart.says))[:2] == pair
    if not differ:
        kinds.add("apart by the key")
        assert "equal in everything" in str(apart.says)
        assert key_of(state, upper) < key_of(state, lower)
        assert apart.key_seed == state.draws.key_seed
        last = apart.compared[-1]
        shown = (f"#{upper} {key_of(state, upper)[:8]}", f"#{lower} {key_of(state, lower)[:8]}")
        assert (str(last.upper), str(last.lower)) == shown
    else:
        kinds.add(f"apart by {differ[0]}")
        one, two = re.search(
            rf" by {re.escape(names[differ[0]])}: (.*) against (.*)\.$", str(apart.says)
        ).groups()  # type: ignore[union-attr]
        assert told(one, past.value(differ[0], upper))
        assert told(two, past.value(differ[0], lower))
        assert one != two
        assert past.value(differ[0], upper) > past.value(differ[0], lower)
    decided = criteria_of(state)[: criteria_of(state).index(differ[0]) + 1] if differ else criteria_of(state)
    assert [line.decides for line in apart.compared] == [False] * (len(apart.compared) - 1) + [True]
    assert len(apart.compared) == len(decided) + (not differ)
    for identity, line in zip(decided, apart.compared, strict=False):
        assert str(line.name) == names[identity]
        assert told(str(line.upper), past.value(identity, upper))
        assert told(str(line.lower), past.value(identity, lower))
        assert (line.upper == line.lower) == (not line.decides)


def told(words: str, value: Fraction) -> bool:
    """Whether words such as `5.67`, `66.67 %` or `0.33 (1/3)` are this value, rounded half up."""
    if exact := re.search(r"\((.+)\)$", words):
        return Fraction(exact[1]) == value
    if words.endswith("%"):
        return abs(Fraction(words.removesuffix(" %")) - 100 * value) <= Fraction(1, 200)
    return abs(Fraction(words) - value) <= (Fraction(1, 200) if "." in words else 0)


AMOUNT = re.compile(r"(-?\d+(?:/\d+)?)(?: \((-?\d+\.\d{4})\))?")


def amount(words: str) -> Fraction:
    """A number of the arithmetic; its decimals, where it has some, are those of the fraction."""
    found = AMOUNT.fullmatch(words)
    assert found is not None, words
    value = Fraction(found[1])
    assert (found[2] is None) == (value.denominator == 1)
    if found[2] is not None:
        assert abs(Fraction(found[2]) - value) <= Fraction(1, 20000)
    return value


def check_quotient(past: Reckoning, figure: str, player: int, words: str, kinds: set[str]) -> None:
    value, by = past.value(figure, player), past.divisor(figure, player)
    total = sum((part for part in past.parts(figure, player) if part is not None), Fraction(0))
    if bare := re.fullmatch(r"(.*), for there is nothing to divide by", words):
        kinds.add("nothing to divide by")
        assert (amount(bare[1]), by) == (value, 0)
    elif floored := re.fullmatch(r"(.*) / (\d+), raised to the floor (.*)", words):
        kinds.add("floored")
        assert (amount(floored[1]), int(floored[2]), amount(floored[3])) == (total, by, value)
        assert total / by < past.state.variants.rate_floor == value
    elif divided := re.fullmatch(r"(.*) / (\d+) = (.*)", words):
        kinds.add("divided")
        assert (amount(divided[1]), int(divided[2]), amount(divided[3])) == (total, by, value)
    else:
        assert (amount(words), by) == (value, 1)


def check_lines(past: Reckoning, figure: str, player: int, lines: list[str], kinds: set[str]) -> None:
    *rounds, result = lines
    own, parts = past.lines[player], past.parts(figure, player)
    assert len(rounds) == len(own)
    for words, line, part in zip(rounds, own, parts, strict=True):
        start, rest = words.split(": ", 1)
        assert start == f"Round {line.round_no}"
        check_part(past, figure, line, part, rest, kinds)
    check_quotient(past, figure, player, result.split(": ", 1)[1], kinds)
    kinds.add(f"number {figure}")


def check_part(
    past: Reckoning, figure: str, line: Line, part: Fraction | None, rest: str, kinds: set[str]
) -> None:
    """What one round adds, by its words."""
    if part is None:
        kinds.add("left out")
        assert rest == ("a bye is left out" if line.kind == "bye" else "no opponent, left out")
    elif has := re.fullmatch(r"<(\d+)> has (.*)", rest):
        kinds.add("of an opponent")
        assert int(has[1]) == line.opponent
        check_quotient(past, past.OF[figure], int(has[1]), has[2], kinds)
    elif average := re.fullmatch(
        r"(the average of the other games|no other game to average yet), (?:so )?(.*)", rest
    ):
        kinds.add("averaged" if average[1].startswith("the") else "nothing to average")
        assert line.side.averaged
        assert amount(average[2]) == part
    elif without := re.fullmatch(r"(bye|loss without an opponent), (.*)", rest):
        kinds.add(without[1])
        assert line.kind == ("bye" if without[1] == "bye" else "loss")
        assert amount(without[2]) == part
    elif figure == "points":
        verdict = {"win": "won", "loss": "lost", "draw": "drawn"}[line.side.verdict]
        assert rest == f"{verdict} against <{line.opponent}>, {part}"
    else:
        met = re.fullmatch(r"(.*) against <(\d+)>", rest)
        assert met is not None, rest
        assert (amount(met[1]), int(met[2])) == (part, line.opponent)
