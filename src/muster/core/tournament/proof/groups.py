"""Rounds of a round robin and rounds inside pods, pods, and day two, held against what they must be.

Shares no step with the draw: who meets whom in a circle follows from places and a sum; pods are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from muster.core import draws
from muster.core.draws import DrawSeed, key
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say
from muster.core.pairing.bye_check import check_first_bye, check_later_bye
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.pods import pod_sizes
from muster.core.tournament import facts, queries
from muster.core.tournament.drawing import SwissField
from muster.core.tournament.drawing_groups import ROBIN_PURPOSE, pod_seed
from muster.core.tournament.state import State


def circle_faults(before: State, fact: facts.RoundProposed) -> list[Message]:
    """What is wrong with a round of a round robin."""
    players, seed = before.stages[-1].players, before.draws.key_seed or fact.seed
    order = sorted(players, key=lambda player: key(seed, ROBIN_PURPOSE, player))
    turning = len(order) - 1 + len(order) % 2
    number = len(queries.swiss_rounds(before)) % turning
    here = {*queries.active(before)}
    wanted = {
        frozenset((player, foe))
        for place, player in enumerate(order[:turning])
        if (foe := _foe(order, place, number, turning)) is not None and {player, foe} <= here
    }
    pairs = {frozenset(pairing.players) for pairing in fact.sheet.pairings}
    faults = [] if pairs == wanted else [say("these are not the pairs of this round of the circle")]
    resting = sorted(here - {player for pair in wanted for player in pair})
    if sorted(fact.sheet.resting) != resting:
        faults.append(say("these should rest: {players}", players=listing(map(str, resting), "plain")))
    return faults


def _foe(order: Sequence[PlayerId], place: int, number: int, turning: int) -> PlayerId | None:
    """Whom a place of the circle meets: the two places add up to twice the round, all but the last turning.

    Whoever would meet themself meets the last, and rests where there is none.
    """
    other = (2 * number - place) % turning
    if other != place:
        return order[other]
    return order[turning] if turning < len(order) else None


def pod_round_faults(before: State, fact: facts.RoundProposed, field: SwissField) -> list[Message]:
    """What is wrong with a round that is played inside pods."""
    here, faults = {*queries.active(before)}, list[Message]()
    byes = {bye.player for bye in fact.sheet.byes}
    seated = {player for pod in before.pods or () for player in pod}
    for number, pod in enumerate(before.pods or (), 1):
        players = [player for player in pod if player in here]
        pairs = [one.pair for one in fact.sheet.pairings if one.pod == number]
        resting = [player for player in players if player in byes]
        faults += (
            say("pod {pod}: {fault}", pod=number, fault=one)
            for one in _pod_faults(before, fact, field, players, pairs, resting, pod_seed(fact.seed, number))
        )
    strangers = [one for one in fact.sheet.pairings if one.pod is None]
    if strangers or byes - seated:
        faults.append(say("somebody is paired outside the pods"))
    return faults


def _pod_faults(
    before: State,
    fact: facts.RoundProposed,
    field: SwissField,
    players: list[PlayerId],
    pairs: list[tuple[PlayerId, PlayerId]],
    byes: list[PlayerId],
    seed: DrawSeed,
) -> Iterator[Message]:
    met = {player: frozenset(field.met.get(player, ())) for player in players}
    first = not queries.swiss_rounds(before)
    given = [one for one in players if first and before.players[one].first_round_bye]
    if [one.player for one in fact.sheet.byes if one.awarded and one.player in players] != sorted(given):
        yield say("awarded byes in a pod are for those who have a first-round bye")
    players = [one for one in players if one not in given]
    byes = [one for one in byes if one not in given]
    alone = len(players) == 1 and not given
    if not players or alone or (len(players) == 2 and players[1] in met[players[0]]):
        if pairs or byes or not {*players} <= {*fact.sheet.resting}:
            yield say("who has nobody left to meet rests")
        return
    points = queries.pairing_points(before, field.table)
    case = Case({player: points[player] for player in players}, met, before.forbidden, {}, field.down)
    verdict = check_pairs(case, pairs, byes)
    if first:
        yield from _across_faults(
            before, players, pairs, byes, seed, [one.message for one in verdict.findings]
        )
        return
    yield from (
        one.message for one in verdict.findings if one.kind != "not-best" or verdict.proof != "unproved"
    )
    if byes:
        rank = {player: field.table.places[player] + 1 for player in players}
        yield from check_later_bye(byes[0], rank, field.byes, field.last)


def _across_faults(
    before: State,
    players: list[PlayerId],
    pairs: list[tuple[PlayerId, PlayerId]],
    byes: list[PlayerId],
    seed: DrawSeed,
    otherwise: list[Message],
) -> Iterator[Message]:
    """What is wrong with the first round of a pod; `otherwise` is what is if it is paired like a Swiss round."""
    if len(byes) != len(players) % 2:
        yield say("in an odd pod exactly one has a bye")
        return
    sitting = [player for player in players if player not in byes]
    if byes:
        yield from check_first_bye(byes[0], sitting, seed)
    due = across_apart(sitting, before.forbidden)
    if not due:
        yield from otherwise
    elif {frozenset(pair) for pair in pairs} != due[draws.number(seed, "across", len(due))]:
        yield say("in the first round everybody meets who sits across the table")


def across_apart(
    sitting: Sequence[PlayerId], forbidden: Collection[tuple[PlayerId, PlayerId]]
) -> list[set[frozenset[PlayerId]]]:
    """Every pairing of a pod in which the fewest do not meet across the table, in the order of seats.

    None where that part more than five pairs, or three that could meet.
    """
    half, barred = len(sitting) // 2, {frozenset(pair) for pair in forbidden}
    needed = sum(frozenset((sitting[at], sitting[at + half])) in barred for at in range(half))

    def grown(left: tuple[int, ...], parted: frozenset[int], most: int) -> Iterator[list[frozenset[int]]]:
        if not left:
            yield []
            return
        one = left[0]
        for two in left[1:]:
            gone = parted if two - one == half else parted | {one % half, two % half}
            if len(gone) <= most and frozenset((sitting[one], sitting[two])) not in barred:
                for rest in grown(tuple(at for at in left[1:] if at != two), gone, most):
                    yield [frozenset((one, two)), *rest]

    for most in range(needed, min(5, needed + 2) + 1):
        found = list(grown(tuple(range(2 * half)), frozenset(), most))
        if found:
            return [{frozenset(sitting[at] for at in pair) for pair in one} for one in found]
    return []


def pods_faults(before: State, fact: facts.PodsDrawn) -> list[Message]:
    """What is wrong with drawn pods: everybody sits once, in the order that the seed draws."""
    here = queries.active(before)
    drawn = sorted(here, key=lambda player: key(fact.seed, "pods", player))
    if [player for pod in fact.pods for player in pod] != drawn:
        return [say("the pods are not in the order that the seed draws")]
    return []


def building_faults(before: State, fact: facts.BuildingDrawn) -> list[Message]:
    """What is wrong with drawn building tables: everybody sits once, in drawn order, by twos and the odd one last."""
    drawn = sorted(queries.active(before), key=lambda player: key(fact.seed, "building", player))
    faults = []
    if [player for table in fact.tables for player in table] != drawn:
        faults.append(say("the building tables are not in the order that the seed draws"))
    *others, last = map(len, fact.tables)
    if {*others} - {2} or last != 2 + len(drawn) % 2:
        faults.append(say("two build at each table, and three at the last where the number is odd"))
    return faults


def usual_sizes(before: State, fact: facts.PodsDrawn) -> bool:
    """Whether the sizes of the pods are those that so many players usually have (`F16`)."""
    return tuple(map(len, fact.pods)) == pod_sizes(len(queries.active(before)))


def day_two_faults(before: State, fact: facts.DayTwoBegun) -> list[Message]:
    """Who plays on, player by player: everybody here with the points and nobody else, in the order of the standings."""
    points = before.announced.course.points
    expected = [
        row.player
        for row in queries.table(before).rows
        if queries.present(before.players[row.player]) and row.points >= points
    ]
    if list(fact.players) == expected:
        return []
    return [say("the players who play on should be {players}", players=listing(map(str, expected), "plain"))]
