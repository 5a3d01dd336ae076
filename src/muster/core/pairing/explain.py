"""Why a pairing is what it is: computed when asked, from the round as it was paired, and true.

Whether somebody could have met an opponent nearer in points is found out by pairing the round again with
everybody further away ruled out, and comparing the costs; whether the draw put two together or nothing else was
as good, by pairing it again without the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, Literal

from muster.core.draws import DrawSeed
from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Argument, Message, listing, paragraph, say, say_in, say_n
from muster.core.pairing.criteria import Field, Pair, component_names, cost, make_field
from muster.core.pairing.draw import draw_field
from muster.core.pairing.lookahead import Future, best_pairings, matters, stranded
from muster.core.pairing.matching import largest_matching

TRIED: Final = 300
"""Rounds of more players are not paired again to see what else was possible."""

PROVED: Final = 100
"""In rounds of more players it is not worked out who had nobody left to meet: it would take a second and more."""

Unit = Literal["tournament points", "match points", "match wins"]
"""What makes the score groups."""

_ANY_SEED: Final = DrawSeed("0" * 64)


@dataclass(frozen=True, slots=True)
class Alternative:
    """What it would have cost to pair the round otherwise.

    Attributes:
        verdict: `nobody` (there is nobody nearer), `drawn` (nothing: another best pairing does it, the draw
            decided), `worse`, `impossible` (nobody can be paired so), or `untried` (the round is too large to be
            paired again for this).
        criterion: where worse, the first criterion that gets worse, and `group` its score group (0: the first).
        actual: that criterion in the round as it is.
        instead: the least it would have been.
    """

    verdict: Literal["nobody", "drawn", "worse", "impossible", "untried"]
    criterion: str = ""
    group: int = 0
    actual: int = 0
    instead: int = 0


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """Why at least `least` rematches had to be.

    Take the `bridge` players away: those of the `circles` have, outside their own circle, nobody left whom
    they have not met. Each circle is odd, so it leaves one over, who needs one of the bridge; there are fewer
    of these than circles.
    """

    least: int
    bridge: tuple[PlayerId, ...]
    circles: tuple[tuple[PlayerId, ...], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One pairing explained.

    Attributes:
        pair: the players, the one with more points first.
        points: their points.
        fall: how many score groups lie between theirs, plus one; 0 in the same group.
        reason: `same-group`; `odd` (an odd number of players stands above the boundary, so one has to cross
            it, and only one does); `crowded` (more have to cross than parity asks for); `ranked` (by standing).
        nearer: for a pair across groups, what it would have cost if the upper player had met somebody with more
            points than the actual opponent.
        apart: what a round without this pair would have cost; None for pairs by standing.
        rematch: for a rematch, why rematches were unavoidable; None too where the round is too large to find out.
        method: how the round was drawn (`SwissPairs.method`); with the round's draw seed it can be repeated.
        message: the same in a few sentences.
    """

    pair: Pair
    points: tuple[int, int]
    fall: int
    reason: Literal["same-group", "odd", "crowded", "ranked"]
    nearer: Alternative | None
    apart: Alternative | None
    rematch: Unavoidable | None
    method: str
    message: Message


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as it was paired, for asking why.

    Attributes:
        pairs: the whole round.
        field: the field it was drawn from (`swiss.field_of`).
        method: how it was drawn (`SwissPairs.method`).
        future: what was planned after it; matters where small fields look ahead.
        unit: what the points of the field are.
    """

    pairs: Sequence[Pair]
    field: Field
    method: str
    future: Future
    unit: Unit = "tournament points"

    @property
    def worths(self) -> list[int]:
        """The points of the score groups, most first."""
        return sorted(set(self.field.points.values()), reverse=True)


def explain_pair(round_: Paired, pair: Pair, name: Naming) -> Explanation:
    """Explain one pair of a round.

    Args:
        round_: the round.
        pair: one of its pairs.
        name: how the sentences name players.
    """
    field = round_.field
    upper, lower = sorted(pair, key=lambda player: (-field.points[player], pair.index(player)))
    points = (field.points[upper], field.points[lower])
    fall = round_.worths.index(points[1]) - round_.worths.index(points[0])
    reason = "ranked" if round_.method == "ranked" else _reason(round_, points)
    nearer = None if reason in ("ranked", "same-group") else _nearer(round_, (upper, lower))
    apart = None if reason == "ranked" else without(round_, (upper, lower))
    again = lower in field.met[upper]
    rematch = unavoidable(field) if again and len(field.points) <= PROVED else None
    found = Explanation((upper, lower), points, fall, reason, nearer, apart, rematch, round_.method, NOTHING)
    return replace(
        found, message=paragraph(_sentences(found, round_, name), _again(rematch, name) if again else NOTHING)
    )


def counted(number: int, unit: Unit) -> Message:
    """So many of something, in words: `1 match win`, `2 match wins`."""
    match unit:
        case "tournament points":
            return say_n("{count} tournament point", "{count} tournament points", number)
        case "match points":
            return say_n("{count} match point", "{count} match points", number)
        case _:
            return say_n("{count} match win", "{count} match wins", number)


def _reason(round_: Paired, points: tuple[int, int]) -> Literal["same-group", "odd", "crowded"]:
    if points[0] == points[1]:
        return "same-group"
    return "odd" if _crossing(round_, points[0]) == 1 else "crowded"


def _crossing(round_: Paired, worth: int) -> int:
    """How many pairs somebody with so many points or more has with somebody who has fewer."""
    points = round_.field.points
    return sum(max(points[a], points[b]) >= worth > min(points[a], points[b]) for a, b in round_.pairs)


def _nearer(round_: Paired, pair: Pair) -> Alternative:
    """What it would have cost if the upper player had met somebody above the lower player's score group."""
    upper, lower = pair
    points = round_.field.points
    far = {player for player, worth in points.items() if worth <= points[lower]}
    if not set(points) - far - {upper}:
        return Alternative("nobody")
    return _instead(round_, {(upper, player) for player in far})


def without(round_: Paired, pair: Pair) -> Alternative:
    """What the best round without this pair would have cost."""
    return _instead(round_, {pair})


def _instead(round_: Paired, barred: set[Pair]) -> Alternative:
    """The best round without any of these pairs, against the round as it is."""
    field, future = round_.field, round_.future
    if len(field.points) > TRIED:
        return Alternative("untried")
    ahead = matters(field, future)
    least = _least_ahead(round_, barred) if ahead else _least_drawn(field, barred)
    if least is None:
        return Alternative("impossible")
    actual = cost(round_.pairs, field, stranded(round_.pairs, field, future) if ahead else 0)
    if least == actual:
        return Alternative("drawn")
    names = component_names(len(round_.worths))
    place = next(i for i, (a, b) in enumerate(zip(actual, least, strict=True)) if a != b)
    return Alternative("worse", *names[place], actual[place], least[place])


def _least_drawn(field: Field, barred: Iterable[Pair]) -> tuple[int, ...] | None:
    pairs = {*barred, *((a, b) for a, others in field.forbidden.items() for b in others)}
    drawn = draw_field(make_field(field.points, field.met, pairs, field.clubs, field.tired), _ANY_SEED)
    return None if drawn is None else cost(drawn.pairs, field)


def _least_ahead(round_: Paired, barred: Iterable[Pair]) -> tuple[int, ...] | None:
    apart = {frozenset(pair) for pair in barred}

    def keep(pairs: Sequence[Pair]) -> bool:
        return apart.isdisjoint(map(frozenset, pairs))

    best = best_pairings(round_.field, round_.future, keep)
    return best[0][1] if best else None


def unavoidable(field: Field) -> Unavoidable:
    """Why the field cannot be paired with fewer rematches (the Tutte-Berge formula, by Gallai and Edmonds)."""
    players = sorted(field.points)
    friends = {
        p: {q for q in players if q != p and q not in field.met[p] and q not in field.forbidden.get(p, ())}
        for p in players
    }
    most = _pairs_among(players, friends)
    spare = {p for p in players if _pairs_among([q for q in players if q != p], friends) == most}
    bridge = {q for p in spare for q in friends[p]} - spare
    return Unavoidable(len(players) // 2 - most, tuple(sorted(bridge)), _circles(spare, friends))


def _pairs_among(players: Sequence[PlayerId], friends: Mapping[PlayerId, set[PlayerId]]) -> int:
    found = largest_matching(len(players), lambda i, j: 0 if players[j] in friends[players[i]] else None)
    return sum(mate >= 0 for mate in found.mates) // 2


def _circles(
    players: set[PlayerId], friends: Mapping[PlayerId, set[PlayerId]]
) -> tuple[tuple[PlayerId, ...], ...]:
    circles, left = [], set(players)
    while left:
        circle, edge = set[PlayerId](), {min(left)}
        while edge:
            circle |= edge
            edge = {q for p in edge for q in friends[p] & left} - circle
        left -= circle
        circles.append(tuple(sorted(circle)))
    return tuple(circles)


def _sentences(found: Explanation, round_: Paired, name: Naming) -> Message:
    upper, lower = map(name, found.pair)
    if found.apart is None:
        return say(
            "{upper} and {lower} are paired by their places in the standings.", upper=upper, lower=lower
        )
    apart = apart_text(found.apart, round_)
    if found.nearer is None:
        both = counted(found.points[0], round_.unit)
        return paragraph(
            say("{upper} and {lower} both have {both}.", upper=upper, lower=lower, both=both), apart
        )
    nearer = _nearer_text(found.nearer, round_)
    # Where somebody nearer would have been as good, a round without the two was, too: it need not be said twice.
    more = NOTHING if found.nearer.verdict in ("drawn", "untried") else apart
    return paragraph(_paired_down(found, round_, name), nearer, more)


def _paired_down(found: Explanation, round_: Paired, name: Naming) -> Message:
    worth = found.points[0]
    above = sum(points >= worth for points in round_.field.points.values())
    args: dict[str, Argument] = {
        "upper": name(found.pair[0]),
        "lower": name(found.pair[1]),
        "more": counted(worth, round_.unit),
        "fewer": counted(found.points[1], round_.unit),
    }
    if found.reason == "odd":
        return say(
            "{upper} ({more}) is paired down to {lower} ({fewer}): an odd number of players ({above}) has "
            "{more} "
            "or more, so one meets somebody below.",
            above=above,
            **args,
        )
    return say_n(
        "{upper} ({more}) is paired down to {lower} ({fewer}): of the {count} player on {more} or more "
        "not fewer "
        "than {down} could meet somebody below.",
        "{upper} ({more}) is paired down to {lower} ({fewer}): of the {count} players on {more} or more "
        "not fewer "
        "than {down} could meet somebody below.",
        above,
        down=_crossing(round_, worth),
        **args,
    )


def _nearer_text(nearer: Alternative, round_: Paired) -> Message:
    """What it would have cost if the upper player had met somebody with more points."""
    match nearer.verdict:
        case "nobody":
            return say("Nobody is nearer.")
        case "drawn":
            return say("Other pairings, with somebody nearer, were as good; the draw decided.")
        case "impossible":
            return say("Forbidden pairs rule out everybody nearer.")
        case "untried":
            return say("No pairing is better by the criteria.")
        case _:
            return _worse(nearer, round_)[0]


def apart_text(apart: Alternative, round_: Paired) -> Message:
    """What a round without a pair would have cost, in a sentence."""
    match apart.verdict:
        case "drawn":
            return say("Pairings without these two together were as good; the draw put them together.")
        case "impossible":
            return say("There is no way to pair everybody without these two together.")
        case "untried":
            return say("The draw put them together, and no pairing is better by the criteria.")
        case _:
            return _worse(apart, round_)[1]


def _worse(instead: Alternative, round_: Paired) -> tuple[Message, Message]:
    """What gets worse: with an opponent with more points, and in a round without the pair."""
    figures: dict[str, Argument] = {
        "instead": instead.instead,
        "actual": instead.actual,
        "group": counted(round_.worths[instead.group], round_.unit),
    }
    return {
        "rematches": (
            say(
                "An opponent with more points would have meant more rematches: {instead} instead of "
                "{actual}.",
                **figures,
            ),
            say(
                "Any round without these two together would have meant more rematches: {instead} instead "
                "of {actual}.",
                **figures,
            ),
        ),
        "stranded": (
            say(
                "An opponent with more points would have meant more rematches forced in the rounds after "
                "this: {instead} instead of {actual}.",
                **figures,
            ),
            say(
                "Any round without these two together would have meant more rematches forced in the "
                "rounds after this: {instead} instead of {actual}.",
                **figures,
            ),
        ),
        "clubmates": (
            say(
                "An opponent with more points would have meant more pairs of one club: {instead} instead "
                "of {actual}.",
                **figures,
            ),
            say(
                "Any round without these two together would have meant more pairs of one club: {instead} "
                "instead of {actual}.",
                **figures,
            ),
        ),
        "down": (
            say(
                "An opponent with more points would have meant more players paired down from {group} or "
                "more: {instead} instead of {actual}.",
                **figures,
            ),
            say(
                "Any round without these two together would have meant more players paired down from "
                "{group} or more: {instead} instead of {actual}.",
                **figures,
            ),
        ),
        "over": (
            say(
                "An opponent with more points would have meant more pairs that jump over the group of "
                "{group}: {instead} instead of {actual}.",
                **figures,
            ),
            say(
                "Any round without these two together would have meant more pairs that jump over the "
                "group of {group}: {instead} instead of {actual}.",
                **figures,
            ),
        ),
        "again": (
            say(
                "An opponent with more points would have meant more players paired down again: {instead} "
                "instead of {actual}.",
                **figures,
            ),
            say(
                "Any round without these two together would have meant more players paired down again: "
                "{instead} instead of {actual}.",
                **figures,
            ),
        ),
    }[instead.criterion]


def _again(rematch: Unavoidable | None, name: Naming) -> Message:
    if rematch is None:
        return say("They have met before; no pairing has fewer rematches.")
    bridge = listing(map(name, rematch.bridge), "plain")
    return paragraph(
        say(
            "They have met before; at least {least} of this round's pairs had to be rematches.",
            least=rematch.least,
        ),
        say_n(
            "Each of these {count} groups is odd, so that one of it needs an opponent from outside: "
            "{groups}.",
            "Each of these {count} groups is odd, so that one of it needs an opponent from outside: "
            "{groups}.",
            len(rematch.circles),
            groups=reduce(_and_group, (_group(circle, name) for circle in rematch.circles)),
        ),
        say("Outside their own group they may meet without a rematch only: {players}.", players=bridge)
        if bridge
        else say("Outside their own group they may meet without a rematch only: nobody."),
    )


def _group(players: Iterable[PlayerId], name: Naming) -> Message:
    return say_in("a group of players", "{players}", players=listing(map(name, players), "plain"))


def _and_group(first: Message, following: Message) -> Message:
    return say_in("groups of players", "{first}; {next}", first=first, next=following)
