"""The sentences about pairings, byes and brackets: their claims are read out of the words and worked out anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256

from explained_numbers import named, players_in, ranked
from explained_then import PairedThen, Pairs, mate, said
from muster.core.ids import PlayerId, RoundNo
from muster.core.tournament.facts import RoundProposed, RoundPublished
from muster.core.tournament.journal import Entry, at
from muster.core.tournament.reasons import Why
from muster.core.tournament.state import Round, Sheet, State
from muster.core.tournament.why import why_paired


def drawn_order(seed: str, purpose: str, players: list[int]) -> list[int]:
    return sorted(players, key=lambda player: sha256(f"{seed}|{purpose}|{player}".encode()).hexdigest())


class Claims:
    """The sentences about one pairing or bye, checked; `kinds` gathers which were seen."""

    def __init__(self, kinds: set[str]) -> None:
        self.kinds = kinds

    def swiss(self, then: PairedThen, pair: tuple[int, int], why: Why) -> None:
        rest = str(why.message)
        if not then.before.rounds:
            self.kinds.add("first round")
            assert rest.startswith("Nobody has points yet: the first round is drawn at random.")
            assert not any(then.points.values())
        elif "by their places" in rest:
            self.kinds.add("by places")
            assert (then.before.variants.last_round, then.left) == ("power", 0)
        elif " plays someone with fewer points, " in rest:
            self.paired_down(then, pair, rest)
        else:
            one, two, points = re.match(r"<(\d+)> and <(\d+)> both have (\d+ [a-z ]+)\.", rest).groups()  # type: ignore[union-attr]
            assert {int(one), int(two)} == set(pair)
            assert points == said(then.points[pair[0]], then.unit) == said(then.points[pair[1]], then.unit)
            self.kinds.add("same group")
        self.without(then, pair, rest)
        self.rematch(then, pair, rest)
        for line in map(str, why.more):
            self.possible(then, pair, line)
        self.dice(then, pair, why)

    def paired_down(self, then: PairedThen, pair: tuple[int, int], says: str) -> None:
        found = re.match(
            r"<(\d+)> \((\d+) [a-z ]+\) plays someone with fewer points, <(\d+)> \((\d+) [a-z ]+\): ", says
        )
        assert found is not None, says
        upper, more, lower, fewer = map(int, found.groups())
        assert {upper, lower} == set(pair)
        assert (then.points[upper], then.points[lower]) == (more, fewer)
        assert more > fewer
        above = sum(points >= more for points in then.points.values())
        crossing = sum(
            max(then.points[a], then.points[b]) >= more > min(then.points[a], then.points[b])
            for a, b in then.pairs
        )
        if odd := re.search(r"an odd number of players \((\d+)\) has (.+?) or more", says):
            self.kinds.add("odd")
            assert (int(odd[1]), above % 2, crossing) == (above, 1, 1)
            assert odd[2] == said(more, then.unit)
        else:
            many = re.search(r"of the (\d+) players on (.+?) or more not fewer than (\d+) could", says)
            assert many is not None, says
            self.kinds.add("crowded")
            assert (int(many[1]), many[2], int(many[3])) == (above, said(more, then.unit), crossing)
        nearer = [p for p, points in then.points.items() if points > fewer and p != upper]
        if "Nobody is nearer." in says:
            self.kinds.add("nobody nearer")
            assert not nearer
        elif "with somebody nearer, were as good" in says:
            self.compare(then, says, "", lambda pairs: mate(pairs, upper) in nearer, "nearer drawn")
        elif "Forbidden pairs rule out" in says:
            self.compare(then, says, "", lambda pairs: mate(pairs, upper) in nearer, "nearer impossible")
        else:
            start = "An opponent with more points"
            self.compare(then, says, start, lambda pairs: mate(pairs, upper) in nearer, "nearer worse")

    def without(self, then: PairedThen, pair: tuple[int, int], says: str) -> None:
        kind = {
            "were as good; the draw put them together": "apart drawn",
            "There is no way to pair everybody without": "apart impossible",
            "Any round without these two together would": "apart worse",
        }
        for words, name in kind.items():
            if words in says:
                start = "Any round without these two together"
                self.compare(then, says, start, lambda pairs: mate(pairs, pair[0]) != pair[1], name)

    def compare(
        self, then: PairedThen, says: str, start: str, keep: Callable[[Pairs], bool], kind: str
    ) -> None:
        """Against every pairing that is kept: none, one as good, or what the best of them has more of."""
        self.kinds.add(kind)
        if not then.tried:
            return
        kept = [(prices, costs) for pairs, costs, prices in then.allowed if keep(pairs)]
        actual = tuple(then.costs(then.pairs).values())
        assert actual == min(prices for _pairs, _costs, prices in then.allowed)
        if kind.endswith("impossible"):
            assert not kept, says
            return
        least, costs = min(kept, key=lambda one: one[0])
        if kind.endswith("drawn"):
            assert least == actual, says
            return
        found = re.search(start + r" would have meant more ([a-z0-9 ]+): (\d+) instead of (\d+)\.", says)
        assert found is not None, says
        place = next(i for i, (a, b) in enumerate(zip(actual, least, strict=True)) if a != b)
        assert [*costs][place] == found[1], says
        assert (least[place], actual[place]) == (int(found[2]), int(found[3]))
        assert least > actual
        self.kinds.add(f"worse: {re.sub(r' [0-9].*', '', found[1])}")

    def rematch(self, then: PairedThen, pair: tuple[int, int], says: str) -> None:
        assert ("They have met before" in says) == (pair[1] in then.met[pair[0]])
        if "They have met before" not in says:
            return
        self.kinds.add("rematch")
        least = int(re.search(r"at least (\d+) of this round's pairs had to be rematches", says)[1])  # type: ignore[index]
        assert least > 0
        if len(then.players) <= 10:
            best = min(sum(b in then.met[a] for a, b in pairs) for pairs, _costs, _prices in then.allowed)
            assert least <= best == sum(b in then.met[a] for a, b in then.pairs)
        groups = re.search(
            r"Each of these (\d+) groups is odd.*from outside: (.*?)\. Outside.*only: (.*?)\.$", says
        )
        assert groups is not None, says
        circles = [players_in(group) for group in groups[2].split(";")]
        bridge = set(players_in(groups[3]))
        assert int(groups[1]) == len(circles) == len(bridge) + 2 * least
        for circle in circles:
            assert len(circle) % 2
            for player in circle:
                may = {
                    other
                    for other in then.players
                    if other not in {player, *then.met[player]}
                    and frozenset((player, other)) not in then.barred
                }
                assert may <= {*circle, *bridge}

    def possible(self, then: PairedThen, pair: tuple[int, int], line: str) -> None:
        found = re.match(
            r"(\d+) players? (?:was|were) on (\d+) [a-z ]+\. Of these <(\d+)> had still to meet: (.*)\.$",
            line,
        )
        assert found is not None, line
        size, worth, player = map(int, found.groups()[:3])
        group = [one for one in then.players if then.points[one] == worth]
        assert player in pair
        assert size == len(group)
        may = [
            one
            for one in group
            if one not in {player, *then.met[player]} and frozenset((player, one)) not in then.barred
        ]
        self.kinds.add("possible")
        listed = players_in(found[4])
        assert found[4] == ("nobody" if not may else f"{len(may)} of them") or listed == may, line

    def dice(self, then: PairedThen, pair: tuple[int, int], why: Why) -> None:
        assert why.dice is not None
        assert (why.dice.seed, why.dice.attempt) == (then.fact.seed, then.fact.attempt)
        assert (
            why.dice.seed
            == sha256(
                f"{then.fact.link}|{then.before.head}|{then.fact.round_no}|{then.fact.attempt}".encode()
            ).hexdigest()
        )
        for line in map(str, why.dice.lines):
            if place := re.match(r"<(\d+)> was drawn as number (\d+) of (\d+) .*purpose (pairs/\d+)\)", line):
                self.kinds.add("shuffled")
                player = int(place[1])
                group = [one for one in then.players if then.points[one] == then.points[player]]
                assert len(group) == int(place[3])
                assert drawn_order(then.fact.seed, place[4], group).index(player) == int(place[2]) - 1
            elif listed := re.match(r"(\d+) pairings of the round are equally good; number (\d+)", line):
                self.kinds.add("listed")
                if then.tried:
                    best = min(prices for _p, _c, prices in then.allowed)
                    same = [pairs for pairs, _c, prices in then.allowed if prices == best]
                    assert len(same) == int(listed[1])
                    drawn = {frozenset(one) for one in same[int(listed[2])]}
                    assert drawn == {frozenset(one) for one in then.pairs}
            elif line.startswith("There was one best pairing"):
                self.kinds.add("one best")
                if then.tried:
                    prices = [price for _p, _c, price in then.allowed]
                    assert prices.count(min(prices)) == 1
            elif line.startswith("Part of this round"):
                self.kinds.add("counted")
            else:
                assert line.startswith(("Neighbours in the order", "Nothing was drawn"))

    def bye(self, then: PairedThen, player: int, why: Why) -> None:
        if "awarded a first-round bye" in str(why.message):
            self.kinds.add("awarded bye")
            assert then.before.players[PlayerId(player)].first_round_bye
            return
        pool, past = then.everybody, then.past
        assert len(pool) % 2
        assert player == then.resting
        if "drawn at random" in str(why.message):
            self.kinds.add("drawn bye")
            assert not then.before.rounds
            assert drawn_order(then.fact.seed, "first-round-bye", pool)[0] == player
            assert why.dice is not None
            assert re.match(rf"Of {len(pool)} players", str(why.dice.lines[0]))
            return
        rank = {one: place for place, one in enumerate(ranked(then.before, past), 1)}
        below = [one for one in pool if rank[one] > rank[player]]
        last = {
            one
            for one in pool
            if any(line.kind == "bye" and line.round_no == past.after for line in past.lines[one])
        }
        listed = (
            players_in(str(why.message).split("Ranked lower")[1])
            if "Ranked lower" in str(why.message)
            else []
        )
        assert sorted(listed) == sorted(below)
        if "the lowest-ranked player who has had none" in str(why.message):
            self.kinds.add("lowest without a bye")
            assert not past.byes(player)
            assert all(past.byes(one) for one in below)
        else:
            self.kinds.add("everybody had one")
            assert "everybody has had one" in str(why.message)
            assert min(past.byes(one) for one in pool) == past.byes(player) > 0
            fewest = [one for one in pool if past.byes(one) == past.byes(player)]
            due = [one for one in fewest if one not in last] or fewest
            assert max(due, key=rank.__getitem__) == player
        had_none = sum(not past.byes(one) for one in pool)
        odd, place = map(str, why.more)
        assert (
            odd == f"{len(pool)} players were to be paired, an odd number; {had_none} of them had had no bye."
        )
        assert place.startswith(
            f"<{player}> was at place {rank[player]} of the standings; {len(below)} of those"
        )

    def bracket(self, before: State, fact: RoundProposed, player: int, why: Why) -> None:
        games: dict[int | None, tuple[int, ...]] = {one.game: one.players for one in fact.sheet.pairings}
        games |= {bye.game: (bye.player,) for bye in fact.sheet.byes}
        game, here = next((number, own) for number, own in games.items() if player in own)
        earlier = [one for one in before.rounds if one.stage == len(before.stages) - 1]
        if "drawn at random" in str(why.message):
            self.kinds.add("random start")
            assert not earlier
            assert before.seeds is None
            if len(here) == 1:
                filled = re.match(r"(\d+) players and (\d+) byes? fill a bracket of (\d+)", str(why.message))
                assert filled is not None, why.message
                players, byes, size = map(int, filled.groups())
                assert players == sum(map(len, games.values()))
                assert byes == sum(len(own) == 1 for own in games.values())
                assert size == players + byes == 2 * len(games)
        elif "seed" in str(why.message):
            self.kinds.add("seeded")
            assert before.seeds is not None
            one, name = map(int, re.search(r"seed (\d+) \(<(\d+)>\)", str(why.message)).groups())  # type: ignore[union-attr]
            assert (one, before.seeds[one - 1]) == (game, name)
            if len(here) == 2:
                two, name = map(int, re.search(r"meets seed (\d+) \(<(\d+)>\)", str(why.message)).groups())  # type: ignore[union-attr]
                assert (before.seeds[two - 1], one + two) == (name, 2 * len(games) + 1)
        else:
            self.came_from(before, earlier[-1], here, str(why.message))

    def came_from(self, before: State, last: Round, here: tuple[int, ...], says: str) -> None:
        won: dict[int | None, int | None] = {bye.game: bye.player for bye in last.byes}
        for match in last.matches.values():
            assert match.outcome is not None
            winner = match.outcome.winner
            won[match.pairing.game] = None if winner is None else match.pairing.players[winner]
        if len(here) == 2:
            self.kinds.add("came from games")
            came = re.findall(r"game (\d+) \(<(\d+)>\)", says)
            assert {int(player) for _game, player in came} == set(here)
            assert all(won[int(game)] == int(player) for game, player in came)
            return
        self.kinds.add("bracket bye")
        player, game, gone = map(
            int,
            re.search(r"<(\d+)> comes from game (\d+) .* nobody is left from game (\d+)", says).groups(),  # type: ignore[union-attr]
        )
        assert (player, won[game]) == (here[0], here[0])
        other = won.get(gone)
        assert other is None or before.players[PlayerId(other)].status in ("dropped", "disqualified")


def published(entries: Sequence[Entry], only: int = 0) -> Iterator[tuple[State, RoundProposed, Round]]:
    """Every round as it stands, with its proposal and the tournament before it; `only` one of them."""
    now = at(entries, len(entries))
    for round_ in now.rounds:
        if only not in (0, round_.number):
            continue
        seq, _sheet = outs(entries, round_)[-1]
        waiting = at(entries, seq - 1).proposal
        assert waiting is not None
        drawn, fact = next(
            (one.seq, one.fact)
            for one in reversed(entries[: seq - 1])
            if isinstance(one.fact, RoundProposed) and one.fact.seed == waiting.seed
        )
        yield at(entries, drawn - 1), fact, round_


def outs(entries: Sequence[Entry], round_: Round) -> list[tuple[int, Sheet]]:
    """When the round was published, and as what; the last counts."""
    return [
        (one.seq, one.fact.sheet)
        for one in entries
        if isinstance(one.fact, RoundPublished) and one.fact.round_no == round_.number
    ]


def met(sheet: Sheet) -> set[frozenset[PlayerId]]:
    return {frozenset(one.players) for one in sheet.pairings} | {
        frozenset([bye.player]) for bye in sheet.byes
    }


def check_pairings(entries: Sequence[Entry], kinds: set[str]) -> None:
    """Every reason of every round; the kinds of sentences that were seen are added to `kinds`."""
    for before, fact, round_ in published(entries):
        then = PairedThen(before, fact) if before.stages[-1].format == "swiss" else None
        groups: list[tuple[PlayerId, ...]] = [match.pairing.players for match in round_.matches.values()]
        groups += [(bye.player,) for bye in round_.byes]
        for group in groups:
            why = why_paired(entries, RoundNo(round_.number), group[0], named)
            assert why is not None
            there = [frozenset(group) in met(sheet) for _seq, sheet in outs(entries, round_)]
            by_hand = frozenset(group) not in met(fact.sheet)
            # Put back by hand as it stood in the publication that was annulled: nothing changed, it was kept.
            assert bool(why.kept) == (by_hand and there[-2:] == [True, True])
            if why.kept:
                check_kept(entries, round_, group, why, kinds)
            else:
                check_reason(before, fact, then, group, why, kinds)


def check_kept(
    entries: Sequence[Entry], round_: Round, group: tuple[PlayerId, ...], why: Why, kinds: set[str]
) -> None:
    """It is told of the publication in which it stood first of those that kept it; and that is true of it."""
    kinds.add("kept")
    found = outs(entries, round_)[-1 - why.kept :]
    assert all(frozenset(group) in met(sheet) for _seq, sheet in found)
    told = f" The round was published again; this {'bye' if len(group) == 1 else 'table'} was kept."
    assert str(why.message).endswith(told)
    first = entries[: found[0][0]]
    then = why_paired(first, RoundNo(round_.number), group[0], named)
    assert then is not None
    own = replace(why, message=then.message, kept=0)
    assert own == then
    assert str(why.message) == f"{own.message}{told}"
    for before, fact, _round in published(first, round_.number):
        check_reason(before, fact, PairedThen(before, fact), group, own, kinds)


def check_reason(
    before: State,
    fact: RoundProposed,
    then: PairedThen | None,
    group: tuple[PlayerId, ...],
    why: Why,
    kinds: set[str],
) -> None:
    assert why.manual == (frozenset(group) not in met(fact.sheet))
    if why.manual:
        kinds.add("by hand")
        assert str(why.message).endswith("by hand.")
    elif then is None:
        Claims(kinds).bracket(before, fact, group[0], why)
    elif len(group) == 2:
        Claims(kinds).swiss(then, (group[0], group[1]), why)
    else:
        Claims(kinds).bye(then, group[0], why)
