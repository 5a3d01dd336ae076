"""Why a pairing is what it is: computed when asked, from the round as it was paired, and true.

Whether somebody could have met an opponent nearer in points is found out by pairing the round again with
everybody further away ruled out, and comparing the costs; whether the draw put two together or nothing else was
as good, by pairing it again without the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, Literal

from muster.core.ids import Naming, PlayerId
from muster.core.messages import NOTHING, Argument, Message, listing, paragraph, say, say_in, say_n
from muster.core.pairing.alternatives import (
    Alternative,
    Paired,
    Unavoidable,
    Unit,
    instead_of,
    unavoidable,
    without,
)
from muster.core.pairing.criteria import Pair

PROVED: Final = 100
"""In rounds of more players it is not worked out who had nobody left to meet: it would take a second and more."""


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
    return instead_of(round_, {(upper, player) for player in far})


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
            "{upper} ({more}) plays someone with fewer points, {lower} ({fewer}): an odd number of players "
            "({above}) has {more} or more, so one meets somebody below.",
            above=above,
            **args,
        )
    return say_n(
        "{upper} ({more}) plays someone with fewer points, {lower} ({fewer}): of the {count} player on {more} or more "
        "not fewer than {down} could meet somebody below.",
        "{upper} ({more}) plays someone with fewer points, {lower} ({fewer}): of the {count} players on {more} or more "
        "not fewer than {down} could meet somebody below.",
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


_WORSE: Final[Mapping[str, tuple[Message, Message]]] = {
    "rematches": (
        say(
            "An opponent with more points would have meant more rematches: {instead} instead of {actual}.",
        ),
        say(
            "Any round without these two together would have meant more rematches: {instead} instead "
            "of {actual}.",
        ),
    ),
    "stranded": (
        say(
            "An opponent with more points would have meant more rematches forced in the rounds after "
            "this: {instead} instead of {actual}.",
        ),
        say(
            "Any round without these two together would have meant more rematches forced in the "
            "rounds after this: {instead} instead of {actual}.",
        ),
    ),
    "clubmates": (
        say(
            "An opponent with more points would have meant more pairs of one club: {instead} instead "
            "of {actual}.",
        ),
        say(
            "Any round without these two together would have meant more pairs of one club: {instead} "
            "instead of {actual}.",
        ),
    ),
    "down": (
        say(
            "An opponent with more points would have meant more players on {group} or more who play someone with "
            "fewer points: {instead} instead of {actual}.",
        ),
        say(
            "Any round without these two together would have meant more players on {group} or more "
            "who play someone with fewer points: {instead} instead of {actual}.",
        ),
    ),
    "over": (
        say(
            "An opponent with more points would have meant more pairs that jump over the group of "
            "{group}: {instead} instead of {actual}.",
        ),
        say(
            "Any round without these two together would have meant more pairs that jump over the "
            "group of {group}: {instead} instead of {actual}.",
        ),
    ),
    "again": (
        say(
            "An opponent with more points would have meant more players who play someone with fewer points "
            "again: {instead} instead of {actual}.",
        ),
        say(
            "Any round without these two together would have meant more players who play someone "
            "with fewer points again: {instead} instead of {actual}.",
        ),
    ),
}
"""By what gets worse: with an opponent with more points, and in a round without the pair."""


def _worse(instead: Alternative, round_: Paired) -> tuple[Message, Message]:
    """What gets worse, with its figures."""
    figures: dict[str, Argument] = {
        "instead": instead.instead,
        "actual": instead.actual,
        "group": counted(round_.worths[instead.group], round_.unit),
    }
    nearer, apart = _WORSE[instead.criterion]
    return replace(nearer, args=figures), replace(apart, args=figures)


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
