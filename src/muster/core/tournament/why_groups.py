"""Why a player meets this opponent inside a pod or in a round robin, has the bye of a pod, or rests."""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, listing, say
from muster.core.pairing.alternatives import Paired, Unit
from muster.core.pairing.bye import choose_bye
from muster.core.pairing.bye import explain as explain_bye
from muster.core.pairing.explain import explain_pair
from muster.core.pairing.pods_apart import PURPOSE
from muster.core.pairing.possible import draw_lines, possible, possible_text
from muster.core.pairing.swiss import field_of, future_of
from muster.core.tournament import queries
from muster.core.tournament.drawing import PairedPod, pair_pod, pod_field
from muster.core.tournament.drawing_groups import ROBIN_PURPOSE, PodHere, pods_here, robin_order
from muster.core.tournament.drawing_swiss import candidates, swiss_field, terms
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.state import State


@dataclass(frozen=True, slots=True)
class WhyInGroup:
    """Why, what lies behind it, and how the seed led to it."""

    message: Message
    more: tuple[Message, ...] = ()
    lines: tuple[Message, ...] = ()


def why_in_group(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> WhyInGroup | None:
    """Why somebody meets whom they meet, or nobody, as the round was drawn; None if they are not in it."""
    if queries.part(before).robin:
        return _in_circle(before, fact, player, name)
    if queries.part(before).paired == "groups":
        return _in_group(before, fact, player, name)
    pod = next((pod for pod in pods_here(before, fact.seed) if player in pod.players), None)
    if pod is None:
        if player not in fact.sheet.resting:
            return None
        return WhyInGroup(say("{player} sits in no pod, and rests.", player=name(player)))
    return _in_pod(before, fact, pod, player, name)


def _in_circle(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> WhyInGroup | None:
    order = robin_order(before, fact.seed)
    lines = (
        say(
            "The places of the circle in the order drawn from the first round’s seed (purpose {purpose}).",
            purpose=ROBIN_PURPOSE,
        ),
    )
    pair = next((one.pair for one in fact.sheet.pairings if player in one.players), None)
    if pair is None:
        if player not in fact.sheet.resting:
            return None
        says = say("In a round robin one rests where the number is odd, or where an opponent has dropped.")
        return WhyInGroup(says, lines=lines)
    one, two = pair
    says = say(
        "In a round robin everybody meets everybody: in this round place {first} ({one}) meets place {second} ({two}).",
        first=order.index(one) + 1,
        one=name(one),
        second=order.index(two) + 1,
        two=name(two),
    )
    return WhyInGroup(says, lines=lines)


def _in_group(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> WhyInGroup | None:
    pair = next((one.pair for one in fact.sheet.pairings if player in one.players), None)
    number = next((at for at, group in enumerate(before.pods or (), 1) if player in group), None)
    if pair is None and player not in fact.sheet.resting:
        return None
    if number is None:
        return WhyInGroup(say("{player} is in no group, and rests.", player=name(player)))
    if pair is None:
        says = say(
            "In a group one rests where the number is odd, where an opponent has dropped, or when all have met."
        )
        return WhyInGroup(says)
    group = (before.pods or ())[number - 1]
    says = say(
        "In a group everybody meets everybody: in this round place {first} of group {group} ({one}) meets place {second} ({two}).",  # noqa: E501
        first=group.index(pair[0]) + 1,
        group=number,
        one=name(pair[0]),
        second=group.index(pair[1]) + 1,
        two=name(pair[1]),
    )
    return WhyInGroup(says)


def _in_pod(
    before: State, fact: RoundProposed, pod: PodHere, player: PlayerId, name: Naming
) -> WhyInGroup | None:
    pair = next((one.pair for one in fact.sheet.pairings if player in one.players), None)
    first, opening = not queries.part_rounds(before), not queries.swiss_rounds(before)
    field = pod_field(swiss_field(before), pod)
    if pair is None:
        if player in fact.sheet.resting:
            return WhyInGroup(say("In pod {pod} there is nobody left to meet.", pod=pod.number))
        bye = next((bye for bye in fact.sheet.byes if bye.player == player), None)
        if bye is None:
            return None
        if bye.awarded:
            says = say("{player} was awarded a first-round bye by the organiser.", player=name(player))
            return WhyInGroup(says)
        return WhyInGroup(explain_bye(choose_bye(candidates(field), pod.seed, first_round=opening), name))
    drawn = pair_pod(before, pod, field)
    if first and isinstance(drawn, PairedPod) and drawn.method == "across":
        return _across(drawn, pod, pair, name)
    resting = next((bye.player for bye in fact.sheet.byes if bye.player in pod.players), None)
    rule = terms(before, field, resting)
    wins = before.variants.rank_by == "match-wins"
    unit: Unit = "match wins" if wins else before.regulations.standings.points_name
    pairs = [one.pair for one in fact.sheet.pairings if one.pod == pod.number]
    inside = field_of(rule.playing, rule.forbidden, clubs_apart=False, tired=rule.avoid_second_pair_down)
    future = future_of(rule.rounds_after, rule.resting, rule.byes_had, rule.forbidden)
    round_ = Paired(pairs, inside, drawn.method if isinstance(drawn, PairedPod) else "", future, unit)
    more = tuple(possible_text(one, unit, name) for one in possible(pair, inside))
    lines = tuple(draw_lines(round_, pair, pod.seed, name))
    return WhyInGroup(explain_pair(round_, pair, name).message, more, lines)


def _across(drawn: PairedPod, pod: PodHere, pair: tuple[PlayerId, PlayerId], name: Naming) -> WhyInGroup:
    """Why two meet in the first round of a pod."""
    if not {*pair} & {player for parted in drawn.parted for player in parted}:
        says = say(
            "The first round of a pod is played across the table: {one} and {two} of pod {pod} sit farthest apart.",
            one=name(pair[0]),
            two=name(pair[1]),
            pod=pod.number,
        )
        return WhyInGroup(says)
    says = say(
        "The first round of a pod is played across the table. In pod {pod} two who sit across from each other are "
        "never to be paired, so these pairs were broken up, as few as possible: {players}.",
        pod=pod.number,
        players=listing(say("{one} with {two}", one=name(one), two=name(two)) for one, two in drawn.parted),
    )
    line = say(
        "Pairings of the pod that break up no more: {count}. One was drawn by number (purpose {purpose}).",
        count=drawn.ways,
        purpose=PURPOSE,
    )
    return WhyInGroup(says, lines=(line,))
