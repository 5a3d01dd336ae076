"""Rounds of a round robin and rounds inside pods, pods, and day two, held against what they must be.

Shares no step with the draw: who meets whom in a circle follows from places and a sum; pods are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from muster.core import draws
from muster.core.draws import DrawSeed, key
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say
from muster.core.pairing.bye_check import check_first_bye, check_later_bye
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.pods import Deal, Pod
from muster.core.standings.values import Row
from muster.core.tournament import facts, queries
from muster.core.tournament.course import rounds_needed
from muster.core.tournament.course import usual_sizes as sizes_for
from muster.core.tournament.drawing_groups import ROBIN_PURPOSE, pod_seed
from muster.core.tournament.drawing_swiss import SwissField
from muster.core.tournament.proof.standing import losses
from muster.core.tournament.state import State

LOOKED_AHEAD: Final = 8
"""Players of the largest pod in which a round is paired with an eye on the rounds to come, as in a field of so many."""


def circle_faults(before: State, fact: facts.RoundProposed) -> list[Message]:
    """What is wrong with a round of a round robin."""
    players: Iterable[PlayerId] = before.stages[-1].players
    seed = before.draws.key_seed or fact.seed
    if before.passed:
        players, seed = before.passed[-1], before.draws.part_seed or fact.seed
    order = sorted(players, key=lambda player: key(seed, ROBIN_PURPOSE, player))
    turning = len(order) - 1 + len(order) % 2
    here, played = {*queries.active(before)}, len(queries.part_rounds(before))
    wanted = {pair for pair in _circle(order, played % turning) if pair <= here}
    pairs = {frozenset(pairing.players) for pairing in fact.sheet.pairings}
    faults = [] if pairs == wanted else [say("these are not the pairs of this round of the circle")]
    resting = sorted(here - {player for pair in wanted for player in pair})
    if sorted(fact.sheet.resting) != resting:
        faults.append(say("these should rest: {players}", players=listing(map(str, resting), "plain")))
    return faults


def group_faults(before: State, fact: facts.RoundProposed) -> list[Message]:
    """What is wrong with a round of groups in which everybody meets everybody."""
    here, faults, meeting = {*queries.active(before)}, list[Message](), set[PlayerId]()
    played = len(queries.part_rounds(before))
    for number, group in enumerate(before.pods or (), 1):
        due = _circle(group, played) if played < len(group) - 1 + len(group) % 2 else set()
        wanted = {pair for pair in due if pair <= here}
        meeting |= {player for pair in wanted for player in pair}
        if {frozenset(one.players) for one in fact.sheet.pairings if one.pod == number} != wanted:
            faults.append(
                say("group {group}: these are not the pairs of this round of the circle", group=number)
            )
    resting = sorted(here - meeting)
    if sorted(fact.sheet.resting) != resting:
        faults.append(say("these should rest: {players}", players=listing(map(str, resting), "plain")))
    if len(fact.sheet.pairings) * 2 != len(meeting) or fact.sheet.byes:
        faults.append(say("somebody is paired outside the groups"))
    return faults


def _circle(order: Sequence[PlayerId], number: int) -> set[frozenset[PlayerId]]:
    """The pairs of a round of the circle, from 0, of all the places."""
    turning = len(order) - 1 + len(order) % 2
    return {
        frozenset((player, foe))
        for place, player in enumerate(order[:turning])
        if (foe := _foe(order, place, number, turning)) is not None
    }


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
    points = queries.pairing_points(before, field.table, len(before.rounds))
    case = Case({player: points[player] for player in players}, met, before.forbidden, {}, field.down)
    verdict = check_pairs(case, pairs, byes)
    proved = verdict.proof != "unproved" and not _by_a_further_rule(before, met, players, byes)
    faults = [one.message for one in verdict.findings if one.kind != "not-best" or proved]
    rank = {player: field.table.places[player] + 1 for player in players}
    if not queries.part_rounds(before):
        yield from _across_faults(before, players, pairs, byes, seed, faults)
        if byes and not first:
            yield from check_later_bye(byes[0], rank, field.byes, field.last)
        return
    yield from faults
    if byes:
        yield from check_later_bye(byes[0], rank, field.byes, field.last)


def _by_a_further_rule(
    before: State, met: Mapping[PlayerId, frozenset[PlayerId]], players: list[PlayerId], byes: list[PlayerId]
) -> bool:
    """Whether a pod is paired by rank (`B42`), or with an eye on the rounds to come (`B4a`).

    The checker knows neither: as in rounds of everybody, deciding the round again shows that it is the right one.
    """
    number, plan = len(queries.swiss_rounds(before)) + 1, before.announced
    if plan.has_cut and before.variants.last_round == "power" and 1 < number == plan.rounds:
        return True
    later = queries.ends(before)[queries.part_index(before)] - number
    if len(players) > LOOKED_AHEAD or not later:
        return False
    pairs = {frozenset(pair) for pair in before.forbidden}
    foes = (
        len(met[one] | {other for other in players if {one, other} in pairs})
        for one in players
        if one not in byes
    )
    return 2 * (max(foes, default=0) + 1 + later) > len(players) - len(players) % 2


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
    if byes and not queries.swiss_rounds(before):
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
    here, part = queries.active(before), queries.part(before)
    if part.deal != "drawn":
        return _dealt_faults(before, fact, here, part.deal)
    drawn = sorted(here, key=lambda player: key(fact.seed, "pods", player))
    if [player for pod in fact.pods for player in pod] != drawn:
        return [say("the pods are not in the order that the seed draws")]
    return []


def _dealt_faults(
    before: State, fact: facts.PodsDrawn, here: Sequence[PlayerId], deal: Deal
) -> list[Message]:
    """By rank each pod stands above the next; in a snake everybody's place says the pod. The seed draws the seats."""
    ranked = [player for player in queries.table(before).order if player in here]
    place = {player: at for at, player in enumerate(ranked)}
    faults = []
    if deal == "by-rank":
        spans = [sorted(place[player] for player in pod) for pod in fact.pods]
        apart = [at for span in spans for at in span] != list(range(len(ranked)))
    else:
        apart = any(
            sorted(place[player] for player in pod) != _snaked(number, [*map(len, fact.pods)])
            for number, pod in enumerate(fact.pods)
        )
    if apart:
        faults.append(say("the pods do not follow the standings"))
    for number, pod in enumerate(fact.pods, 1):
        if list(pod) != sorted(pod, key=lambda one: key(fact.seed, f"pod-seats/{number}", one)):
            faults.append(say("the seats of pod {pod} are not in the order that the seed draws", pod=number))
    return faults


def _snaked(number: int, sizes: Sequence[int]) -> list[int]:
    """The places, from 0, of those in a pod of a snake: one in each pass over the pods that are not full."""
    found, before = [], 0
    for turn in range(sizes[number]):
        wide = [at for at, size in enumerate(sizes) if size > turn]
        ahead = wide.index(number)
        found.append(before + (len(wide) - 1 - ahead if turn % 2 else ahead))
        before += len(wide)
    return found


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
    """Whether the sizes of the pods or groups are those that so many players usually have (`F16`, `F28`)."""
    players = len(queries.active(before))
    return tuple(map(len, fact.pods)) == sizes_for(queries.part(before), players)


def day_two_faults(before: State, fact: facts.DayTwoBegun) -> list[Message]:
    """Who plays on, player by player: everybody here with the points and nobody else, in the order of the standings."""
    if before.announced.course.parts:
        return _part_faults(before, fact)
    points = before.announced.course.points
    expected = [
        row.player
        for row in queries.table(before).rows
        if queries.present(before.players[row.player]) and row.points >= points
    ]
    return _all_but(fact, expected)


def _part_faults(before: State, fact: facts.DayTwoBegun) -> list[Message]:
    """Who comes into a part: each is counted for themself, by those who stand above them."""
    part = queries.parts(before)[fact.part]
    was = before.passed[fact.part - 2] if fact.part > 1 else tuple(before.players)
    rows = [
        row
        for row in queries.table(before).rows
        if row.player in was and queries.present(before.players[row.player])
    ]
    groups = before.pods_before if fact.part == len(before.passed) else before.pods
    lost = losses(before)
    last = rows[min(part.number, len(rows)) - 1].shared_rank if rows else 0

    def comes(place: int, row: Row) -> bool:
        return {
            "everybody": True,
            "top": place < part.number,
            "top-with-ties": row.shared_rank <= last,
            "at-least-points": row.points >= part.number,
            "at-most-losses": lost[row.player] <= part.number,
        }[part.entry]

    if part.entry == "best-of-groups":
        expected = best_of_groups([row.player for row in rows], groups or (), part.number)
    else:
        expected = [row.player for place, row in enumerate(rows) if comes(place, row)]
    faults = _all_but(fact, expected)
    needed = rounds_needed(part, len(fact.players)) if part.robin else None
    return faults if fact.rounds == needed else [*faults, say("these are not the rounds that so many need")]


def best_of_groups(ranked: Sequence[PlayerId], groups: Sequence[Pod], most: int) -> list[PlayerId]:
    """Of these, best first, the first so many of each group: all winners, then all who came second, and so on.

    Each group is cut by itself; who stands where among those of one place follows from the whole order.
    """
    standing = {player: place for place, player in enumerate(ranked)}
    cut = [
        sorted((one for one in group if one in standing), key=standing.__getitem__)[:most] for group in groups
    ]
    rows = ([group[place] for group in cut if place < len(group)] for place in range(most))
    return [player for row in rows for player in sorted(row, key=standing.__getitem__)]


def _all_but(fact: facts.DayTwoBegun, expected: list[PlayerId]) -> list[Message]:
    if list(fact.players) == expected:
        return []
    return [say("the players who play on should be {players}", players=listing(map(str, expected), "plain"))]
