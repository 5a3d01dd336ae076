"""What each kind of fact claims about the regulations, held against independent checkers.

A claim names what it checks and returns its faults, none if it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from muster.core.bracket.check import BracketFault, check_random, check_seeded, check_tables
from muster.core.bracket.double_check import check_double, double_place_faults
from muster.core.bracket.games import EliminationRound
from muster.core.draws import LINKS, DrawSeed, draw_seed, key, next_link
from muster.core.ids import PlayerId
from muster.core.messages import Message, listing, say
from muster.core.outcomes import Outcome
from muster.core.pairing.bye_check import check_first_bye, check_later_bye
from muster.core.pairing.round_draws import DEPLOYMENT_PURPOSE, FACES, OBJECTIVE_PURPOSE, season_on
from muster.core.pairing.round_draws_check import check_cards
from muster.core.scoring.check import check as check_outcome
from muster.core.scoring.reports import Report
from muster.core.standings.values import Row
from muster.core.tournament import facts, queries
from muster.core.tournament.course import CLOSED
from muster.core.tournament.drawing_swiss import SwissField, swiss_field
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.facts import Fact
from muster.core.tournament.next_step import unfinished
from muster.core.tournament.proof.groups import (
    best_of_groups,
    building_faults,
    day_two_faults,
    pods_faults,
    usual_sizes,
)
from muster.core.tournament.proof.pairings import pairing_faults
from muster.core.tournament.proof.play_offs import tie_faults
from muster.core.tournament.proof.standing import losses, standings_faults
from muster.core.tournament.state import Sheet, State, best_of

Claims = Iterator[tuple[Message, list[Message]]]
Claim = Callable[[State, Any, State], Claims]


def _proposal(before: State, fact: facts.RoundProposed, _after: State) -> Claims:
    drawing = fact.round_no + before.draws.seatings
    yield say("draw seeds bound to the announced hash chain"), _seed_faults(before, fact, drawing)
    if before.stages[-1].format == "swiss":
        yield from _swiss(before, fact)
    yield say("sheets complete: everybody once, no table twice"), _sheet_faults(before, fact.sheet)
    recorded = before.recorded.get(fact.round_no)
    if recorded is not None:
        faults = [] if fact.sheet.cards == recorded.cards else [say("the cards are not those on record")]
        yield say("deployments and objectives kept as they were recorded by hand"), faults
    elif fact.sheet.cards is not None:
        yield say("deployments and objectives"), _card_faults(before, fact)


def _recorded(before: State, fact: facts.CardsRecorded, _after: State) -> Claims:
    if fact.way == "outline":
        yield say("deployments and objectives as the event outline names them"), []
        return
    yield say("deployments and objectives drawn by hand, legal and not used up"), _hand_faults(before, fact)


def _hand_faults(before: State, fact: facts.CardsRecorded) -> list[Message]:
    rules = before.regulations.round_draws
    season = season_on(rules, before.created.day) if rules else None
    if season is None:
        return [say("there is no season whose cards these could be")]
    number = fact.round_no
    published = number <= len(before.rounds)
    stage = before.rounds[number - 1].stage if published else len(before.stages) - 1
    free = published and before.rounds[number - 1].begun and fact.way == "drawn"
    used = [one.cards for one in before.rounds[: number - 1] if one.stage == stage and one.cards]
    faces = fact.faces or (0, 0)
    return [
        fault
        for card, face, legal, came in (
            (fact.cards.deployment, faces[0], season.deployments, [one.deployment for one in used]),
            (fact.cards.objective, faces[1], season.objectives, [one.objective for one in used]),
        )
        for fault in _hand_fault(card, face, legal, legal if free else _least(legal, came))
    ]


def _least(legal: Sequence[str], came: Sequence[str]) -> list[str]:
    return [one for one in legal if all(came.count(one) <= came.count(another) for another in legal)]


def _hand_fault(card: str, face: int, legal: Sequence[str], left: Sequence[str]) -> Iterator[Message]:
    if card not in legal:
        yield say("{card} is not legal in this season", card=card)
    elif card not in left:
        yield say("{card} is repeated before every card was used", card=card)
    elif face and (len(left) > FACES or (face - 1) // (FACES // len(left)) != left.index(card)):
        yield say("the face {face} of the die does not stand for {card}", face=face, card=card)


def _swiss(before: State, fact: facts.RoundProposed) -> Claims:
    if queries.completed(before):
        yield say("standings, every value and rank"), standings_faults(before)
    field = swiss_field(before)
    faults, how = pairing_faults(before, fact, field)
    yield how, faults
    drawn = [bye.player for bye in fact.sheet.byes if not bye.awarded]
    if drawn and queries.part(before).paired not in CLOSED:
        yield say("byes"), _bye_faults(before, fact, field, drawn)


def _published(before: State, fact: facts.RoundPublished, after: State) -> Claims:
    yield say("sheets complete: everybody once, no table twice"), _sheet_faults(before, fact.sheet)
    if after.stages[-1].format == "elimination":
        yield say("elimination rounds"), _bracket_faults(after)


def _result(before: State, fact: facts.ResultReported | facts.ResultCorrected, _after: State) -> Claims:
    yield say("results, every number"), _outcome_faults(before, fact.round_no, fact.report, fact.outcome)


def _pods(before: State, fact: facts.PodsDrawn, _after: State) -> Claims:
    yield say("draw seeds bound to the announced hash chain"), _seed_faults(before, fact, fact.draw_no)
    how = (
        say("pods in drawn order") if usual_sizes(before, fact) else say("pods in drawn order, sizes by hand")
    )
    yield how, pods_faults(before, fact)


def _building(before: State, fact: facts.BuildingDrawn, _after: State) -> Claims:
    yield say("draw seeds bound to the announced hash chain"), _seed_faults(before, fact, fact.draw_no)
    yield say("building tables in drawn order"), building_faults(before, fact)


def _day_two(before: State, fact: facts.DayTwoBegun, _after: State) -> Claims:
    yield say("standings, every value and rank"), standings_faults(before)
    yield say("who plays on after day one"), day_two_faults(before, fact)


def _played(before: State, fact: facts.TiePlayed, _after: State) -> Claims:
    yield (
        say("play-offs, among exactly those who are equal where the line is drawn"),
        tie_faults(before, fact),
    )


def _cut(before: State, fact: facts.CutMade, _after: State) -> Claims:
    yield say("standings, every value and rank"), standings_faults(before)
    yield say("cuts"), _cut_faults(before, fact)


def _finish(before: State, fact: facts.TournamentFinished, _after: State) -> Claims:
    if queries.swiss_rounds(before):
        yield say("standings, every value and rank"), standings_faults(before)
    if before.stages[-1].format == "elimination":
        yield say("elimination rounds"), _bracket_faults(before)
        if before.elimination != "single" and unfinished(before) is None:
            yield say("places of a double elimination"), _double_place_faults(before, fact)
    ranked = [player.player for player in before.players.values() if player.status != "disqualified"]
    placed = sorted(place.player for place in fact.places)
    missing = sorted(set(ranked) - set(placed)) if queries.swiss_rounds(before) else []
    yield (
        say("final places: everybody once"),
        [say("player {player} has no place", player=player) for player in missing]
        + ([say("somebody has two places")] if len(set(placed)) < len(placed) else []),
    )


def _cut_faults(before: State, fact: facts.CutMade) -> list[Message]:
    """Who goes on, player by player: everybody who passes and nobody else, in the order of the standings."""
    table, plan = queries.table(before), before.announced
    here = [
        row
        for row in table.rows
        if queries.present(before.players[row.player])
        and (before.going_on is None or row.player in before.going_on)
    ]
    if plan.cut_kind == "best-of-groups":
        return _not_cut(fact, best_of_groups([row.player for row in here], before.pods or (), plan.cut))
    last = here[min(plan.cut, len(here)) - 1].shared_rank if plan.cut else 0
    lost = losses(before)

    def passes(place: int, row: Row) -> bool:
        return {
            "top": place < plan.cut,
            "top-with-ties": row.shared_rank <= last,
            "at-least-points": row.points >= plan.cut,
            "at-most-losses": lost[row.player] <= plan.cut,
        }[plan.cut_kind]

    return _not_cut(fact, [row.player for place, row in enumerate(here) if passes(place, row)])


def _not_cut(fact: facts.CutMade, expected: list[PlayerId]) -> list[Message]:
    if list(fact.seeds) == expected:
        return []
    return [say("the players who go on should be {players}", players=listing(map(str, expected), "plain"))]


def _seed_faults(
    before: State, fact: facts.RoundProposed | facts.PodsDrawn | facts.BuildingDrawn, drawing: int
) -> list[Message]:
    known, target = before.draws.revealed or (0, before.draws.commitment)
    link = fact.link
    for _ in range(min(drawing - known, LINKS)):  # no chain is longer
        link = next_link(link)
    faults = [] if link == target else [say("the link does not hash to the one shown before")]
    if fact.seed != draw_seed(fact.link, before.head, drawing, fact.attempt):
        faults.append(say("the draw seed is not the hash of link, journal, round and attempt"))
    return faults


def _sheet_faults(before: State, sheet: Sheet) -> list[Message]:
    seated = [player for pairing in sheet.pairings for player in pairing.players]
    seated += [bye.player for bye in sheet.byes]
    tables = [pairing.table for pairing in sheet.pairings]
    faults = [] if len(set(seated)) == len(seated) else [say("a player stands in the round twice")]
    if len(set(tables)) < len(tables):
        faults.append(say("a table is used twice"))
    if {*seated} & {*sheet.resting}:
        faults.append(say("somebody who plays is said to rest"))
    everybody = {*seated, *sheet.resting}
    if before.stages[-1].format == "swiss" and everybody != set(queries.active(before)):
        faults.append(say("the round is not of exactly the players who are there"))
    return faults


def _card_faults(before: State, fact: facts.RoundProposed) -> list[Message]:
    rules, cards = before.regulations.round_draws, fact.sheet.cards
    season = season_on(rules, before.created.day) if rules else None
    if season is None or cards is None:
        return [say("there is no season whose cards these could be")]
    stage = queries.rounds_of(before, len(before.stages) - 1)
    rounds = [round_ for round_ in stage if round_.cards]
    by_hand = [at for at, one in enumerate(rounds, 1) if one.number in before.recorded]
    drawn = [*(one.cards for one in rounds if one.cards), cards]
    deployments, objectives = [one.deployment for one in drawn], [one.objective for one in drawn]
    return [
        # Earlier rounds of the stage may be older than the deck: here the regulations' own rule is asked of them.
        *check_cards(season.deployments, deployments, DEPLOYMENT_PURPOSE, deck=False, by_hand=by_hand),
        *check_cards(season.objectives, objectives, OBJECTIVE_PURPOSE, deck=False, by_hand=by_hand),
        *_drawn_first(season.deployments, deployments, fact, DEPLOYMENT_PURPOSE),
        *_drawn_first(season.objectives, objectives, fact, OBJECTIVE_PURPOSE),
    ]


def _drawn_first(
    legal: Sequence[str], drawn: Sequence[str], fact: facts.RoundProposed, purpose: str
) -> list[Message]:
    """The last card must have the smallest key of all that could still be drawn."""
    *used, card = drawn
    open_to = [one for one in legal if one not in used] or [
        one
        for one in legal
        if not fact.deck or all(used.count(one) <= used.count(another) for another in legal)
    ]
    first = min(open_to, key=lambda one: key(fact.seed, purpose, one))
    return [] if first == card else [say("the seed draws {first} before {card}", first=first, card=card)]


def _bye_faults(
    before: State, fact: facts.RoundProposed, field: SwissField, drawn: list[PlayerId]
) -> list[Message]:
    if len(drawn) > 1:
        return [say("more than one bye was drawn")]
    player = drawn[0]
    if not queries.swiss_rounds(before):
        paired = [other for other in field.pool if other != player]
        return list(check_first_bye(player, paired, fact.seed))
    rank = {other: field.table.places[other] + 1 for other in field.pool}
    return list(check_later_bye(player, rank, field.byes, field.last))


def _outcome_faults(state: State, round_no: int, report: Report, outcome: Outcome) -> list[Message]:
    stage = state.stages[state.rounds[round_no - 1].stage].format
    found = check_outcome(
        report,
        outcome,
        state.regulations,
        stage=stage,
        best_of=best_of(state, stage),
        variants=state.variants,
    )
    return [
        say(
            "{field}: {problem} [{clause}]",
            field=finding.field,
            problem=finding.message,
            clause=finding.clause,
        )
        for finding in found
    ]


def _bracket_faults(state: State) -> list[Message]:
    rounds = elimination_rounds(state)
    return [finding.text for finding in _bracket_findings(state, rounds)]


def _bracket_findings(state: State, rounds: Sequence[EliminationRound]) -> Sequence[BracketFault]:
    gone = [player.player for player in state.players.values() if not queries.present(player)]
    # Both players of a double loss are out of the bracket like two who dropped (`COM-ELIM-4`).
    lost = [game for one in rounds for game in one.games if one.winners.get(game.number, 0) is None]
    gone += [player for game in lost for player in game.players]
    if state.at_tables:
        return check_tables(state.seeds or (), rounds, gone)
    if state.elimination != "single":
        return check_double(_double_seeds(state), rounds, gone, once=state.elimination == "double-once")
    if state.seeds is not None:
        return check_seeded(state.seeds, rounds, gone)
    players = [player for game in rounds[0].games for player in game.players]
    return check_random(players, state.draws.key_seed or DrawSeed(""), rounds, gone)


def _double_seeds(state: State) -> list[PlayerId]:
    """The seeds of a double elimination: of the cut, or those of its first round in the order that its seed draws."""
    if state.seeds is not None:
        return list(state.seeds)
    first = state.rounds[0]
    there = {player for match in first.matches.values() for player in match.pairing.players} | {
        *first.resting
    }
    seed = state.draws.key_seed or DrawSeed("")
    return sorted(there, key=lambda player: key(seed, "elimination-players", player))


def _double_place_faults(state: State, fact: facts.TournamentFinished) -> list[Message]:
    """What is wrong with the places of a double elimination that was played to its end."""
    rounds, once = elimination_rounds(state), state.elimination == "double-once"
    return list(
        double_place_faults(_double_seeds(state), rounds, fact.places, queries.disqualified(state), once=once)
    )


CLAIMS: Final[tuple[tuple[type[Fact], Claim], ...]] = (
    (facts.RoundProposed, _proposal),
    (facts.CardsRecorded, _recorded),
    (facts.RoundPublished, _published),
    (facts.ResultReported, _result),
    (facts.ResultCorrected, _result),
    (facts.TiePlayed, _played),
    (facts.CutMade, _cut),
    (facts.PodsDrawn, _pods),
    (facts.BuildingDrawn, _building),
    (facts.DayTwoBegun, _day_two),
    (facts.TournamentFinished, _finish),
)
"""Which facts claim what."""
