"""Swiss pairings held against the independent checker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.core.messages import Message, say, say_in
from muster.core.pairing.check import Case, check_pairs
from muster.core.pairing.seating.check import check_tables
from muster.core.tournament import queries
from muster.core.tournament.drawing_swiss import SwissField, pool_points
from muster.core.tournament.drawing_tables import table_field
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.proof.groups import circle_faults, group_faults, pod_round_faults
from muster.core.tournament.state import State

_PROOFS: Final[Mapping[str, Message]] = {
    "parity bound": say_in("a proof", "parity bound"),
    "exact search": say_in("a proof", "exact search"),
    "verified matching": say_in("a proof", "verified matching"),
    "floor": say_in("a proof", "floor"),
    "every seating": say_in("a proof", "every seating"),
}


def pairing_faults(before: State, fact: RoundProposed, field: SwissField) -> tuple[list[Message], Message]:
    """What is wrong with a proposed Swiss round, and how it was shown to be one of the best.

    A round paired by rank or with an eye on the rounds to come follows a further rule, which the checker does
    not know: there it shows that everybody is there once and no rematch could be avoided, and deciding the
    round again shows the rest.
    """
    if before.at_tables:
        return _table_faults(before, fact, field)
    if queries.part(before).robin:
        return circle_faults(before, fact), say("rounds of a round robin by the circle")
    if queries.part(before).paired == "groups":
        return group_faults(before, fact), say("rounds of a round robin by the circle")
    if queries.part(before).paired == "pods":
        return pod_round_faults(before, fact, field), say("rounds inside pods, each of the best possible")
    pairs = [(one.players[0], one.players[1]) for one in fact.sheet.pairings]
    byes = [bye.player for bye in fact.sheet.byes if not bye.awarded]
    verdict = check_pairs(_case(before, field), pairs, byes)
    if fact.pairs_by in ("listed", "ranked"):
        wrong = [finding.message for finding in verdict.findings if finding.kind != "not-best"]
        if fact.pairs_by == "listed":
            return wrong, say("Swiss rounds looked ahead in, no avoidable rematch")
        return wrong, say("Swiss rounds paired by rank, no avoidable rematch")
    if verdict.proof == "unproved" and not verdict.findings:
        return [], say("Swiss rounds valid, optimum not proved: the field is too entangled")
    how = say("Swiss rounds proved the best possible by {proof}", proof=_PROOFS[verdict.proof])
    return [finding.message for finding in verdict.findings], how


def _table_faults(before: State, fact: RoundProposed, field: SwissField) -> tuple[list[Message], Message]:
    """What is wrong with a round at tables, and how far it was shown to be one of the best."""
    resting = {bye.player for bye in fact.sheet.byes}
    pool = [player for player in field.pool if player not in resting]
    case = table_field(before, pool_points(before, field, pool))
    verdict = check_tables(case, [pairing.players for pairing in fact.sheet.pairings])
    if fact.stopped is not None:
        wrong = [finding.message for finding in verdict.findings if finding.kind != "not-best"]
        return wrong, say("rounds at tables valid, as far as the search for the best seating went")
    if verdict.proof == "unproved" and not verdict.findings:
        return [], say("rounds at tables valid, optimum not proved: too many ways to seat so many")
    how = say("rounds at tables proved the best possible by {proof}", proof=_PROOFS[verdict.proof])
    return [finding.message for finding in verdict.findings], how


def _case(before: State, field: SwissField) -> Case:
    points = queries.pairing_points(before, field.table, len(before.rounds))
    players = before.players
    apart = before.variants.first_round == "clubs-apart" and not queries.swiss_rounds(before)
    clubs = {player: club for player in field.pool if (club := players[player].club) is not None}
    return Case(
        {player: points[player] for player in field.pool},
        {player: frozenset(field.met.get(player, ())) for player in field.pool},
        before.forbidden,
        clubs if apart else {},
        field.down,
    )
