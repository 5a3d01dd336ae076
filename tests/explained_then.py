"""A Swiss round at the moment it was proposed, with every way to pair it: what its reasons are checked against."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from explained_numbers import Reckoning
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.state import State

Pairs = tuple[tuple[int, int], ...]


def every_pairing(players: tuple[int, ...]) -> Iterator[Pairs]:
    if not players:
        yield ()
    for i in range(1, len(players)):
        for rest in every_pairing(players[1:i] + players[i + 1 :]):
            yield ((players[0], players[i]), *rest)


class PairedThen:
    """A Swiss round at the moment it was proposed, with every way to pair it where these are few."""

    def __init__(self, before: State, fact: RoundProposed) -> None:
        self.before, self.fact = before, fact
        self.pairs: Pairs = tuple(one.pair for one in fact.sheet.pairings)
        self.players = sorted(player for pair in self.pairs for player in pair)
        self.past = Reckoning(before, len(before.rounds))
        self.points = {player: self.past.paired_by(player) for player in self.players}
        self.number = len(before.rounds) + 1
        resting = [int(bye.player) for bye in fact.sheet.byes if not bye.awarded]
        self.resting = resting[0] if resting else None
        self.met: dict[int, set[int]] = {int(player): set() for player in before.players}
        for round_ in before.rounds:
            for match in round_.matches.values():
                one, two = match.pairing.players
                self.met[one].add(two)
                self.met[two].add(one)
        self.barred = {frozenset(map(int, pair)) for pair in before.forbidden}
        self.left = before.announced.rounds - self.number
        self.everybody = sorted(self.players + resting)

    @property
    def worths(self) -> list[int]:
        return sorted(set(self.points.values()), reverse=True)

    @property
    def ahead(self) -> bool:
        """Whether rounds to come may count: then only rematches of this round can be compared without them."""
        return len(self.everybody) <= 8 and self.left > 0

    @property
    def tried(self) -> bool:
        """Whether every pairing is tried, with all that counts."""
        return len(self.players) <= 10 and (not self.ahead or len(self.everybody) <= 6)

    @cached_property
    def allowed(self) -> list[tuple[Pairs, dict[str, int], tuple[int, ...]]]:
        found = []
        for pairs in every_pairing(tuple(self.players)):
            if self.barred.isdisjoint(map(frozenset, pairs)):
                costs = self.costs(pairs)
                found.append((pairs, costs, tuple(costs.values())))
        return found

    def costs(self, pairs: Pairs) -> dict[str, int]:
        """What counts against a pairing, by the words of the sentences, the most important first."""
        points, unit = self.points, self.unit
        counts = {
            "rematches": sum(b in self.met[a] for a, b in pairs),
            "rematches forced in the rounds after this": self.forced_after(pairs) if self.ahead else 0,
            "pairs of one club": self.clubmates(pairs),
        }
        for k, worth in enumerate(self.worths[:-1]):
            above = [
                (max(points[a], points[b]), min(points[a], points[b]))
                for a, b in pairs
                if max(points[a], points[b]) >= worth > min(points[a], points[b])
            ]
            counts[f"players on {said(worth, unit)} or more who play someone with fewer points"] = len(above)
            if k:
                over = sum(high > worth for high, _low in above)
                counts[f"pairs that jump over the group of {said(worth, unit)}"] = over
        tired = self.tired()
        counts["players who play someone with fewer points again"] = sum(
            points[a] != points[b] and max((a, b), key=points.__getitem__) in tired for a, b in pairs
        )
        return counts

    @property
    def unit(self) -> str:
        if self.before.variants.rank_by == "match-wins":
            return "match wins"
        return self.before.regulations.standings.points_name

    def clubmates(self, pairs: Pairs) -> int:
        if self.before.variants.first_round != "clubs-apart" or self.before.rounds:
            return 0
        clubs = {int(one.player): one.club for one in self.before.players.values()}
        return sum(clubs[a] is not None and clubs[a] == clubs[b] for a, b in pairs)

    def tired(self) -> set[int]:
        if self.before.variants.pair_down_again == "allowed":
            return set()
        found = set()
        for round_ in self.before.rounds:
            then = Reckoning(self.before, round_.number - 1)
            for match in round_.matches.values():
                one, two = match.pairing.players
                if then.paired_by(one) != then.paired_by(two):
                    found.add(max(int(one), int(two), key=then.paired_by))
        return found

    def forced_after(self, pairs: Pairs) -> int:
        if len(self.everybody) > 6:
            return 0
        met = frozenset(
            frozenset((a, b)) for a in self.everybody for b in self.met[a] if b in self.everybody
        ) | frozenset(map(frozenset, pairs))
        byes = {player: self.past.byes(player) + (player == self.resting) for player in self.everybody}
        return self.forced(met, tuple(byes.items()), self.left)

    @cached_property
    def _known(self) -> dict[tuple[object, ...], int]:
        return {}

    def forced(self, met: frozenset[frozenset[int]], byes: tuple[tuple[int, int], ...], left: int) -> int:
        key = (met, byes, left)
        if not left:
            return 0
        if key not in self._known:
            had = dict(byes)
            if len(self.everybody) % 2:
                least = min(had.values())
                rests = [player for player in self.everybody if had[player] == least]
                found = max(
                    self.next_round(met, tuple({**had, one: least + 1}.items()), left, one) for one in rests
                )
            else:
                found = self.next_round(met, byes, left, None)
            self._known[key] = found
        return self._known[key]

    def next_round(
        self,
        met: frozenset[frozenset[int]],
        byes: tuple[tuple[int, int], ...],
        left: int,
        rests: int | None,
    ) -> int:
        playing = tuple(player for player in self.everybody if player != rests)
        ways = []
        for pairs in every_pairing(playing):
            made = set(map(frozenset, pairs))
            if self.barred.isdisjoint(made):
                ways.append((len(made & met), self.forced(met | made, byes, left - 1)))
        return sum(min(ways)) if ways else 100


def said(number: int, unit: str) -> str:
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"


def mate(pairs: Pairs, player: int) -> int:
    """Whom the player meets."""
    return next(b if a == player else a for a, b in pairs if player in (a, b))
