"""Why a player sits at this table: explained from the moment the round at tables was proposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from muster.core.ids import Naming, PlayerId
from muster.core.messages import Message, figure, listing, paragraph, say, say_n
from muster.core.pairing.seating.check import SeatingVerdict, check_tables
from muster.core.pairing.seating.field import Fault, TableField
from muster.core.tournament.drawing_swiss import pool_points, swiss_field
from muster.core.tournament.drawing_tables import table_field
from muster.core.tournament.elimination import elimination_rounds
from muster.core.tournament.facts import RoundProposed
from muster.core.tournament.state import Pairing, Sheet, State


@dataclass(frozen=True, slots=True)
class WhyTable:
    """Why somebody sits at a table.

    Attributes:
        message: the reason.
        more: how the whole round compares: what every seating comes to at least, and what this one does.
        lines: how the seed led to it.
        repeated: whether somebody there meets somebody again.
    """

    message: Message
    more: tuple[Message, ...]
    lines: tuple[Message, ...]
    repeated: bool


def why_at_table(before: State, fact: RoundProposed, pairing: Pairing, name: Naming) -> WhyTable:
    """Why these sit at one table of a round, as it was drawn."""
    case, verdict = checked(before, fact.sheet)
    again = [pair for pair in combinations(pairing.players, 2) if case.met.get(pair[0], {}).get(pair[1])]
    lines = tuple(_lines(fact, pairing))
    if not before.rounds:
        random = say("Nobody has points yet: the first round is drawn at random.")
        return WhyTable(random, tuple(_whole(case, verdict)), lines, bool(again))
    proof = _proof(verdict) if fact.stopped is None else stopped(fact.stopped, verdict)
    message = paragraph(_points(case, pairing, name), _meetings(again, name), proof)
    return WhyTable(message, tuple(_whole(case, verdict)), lines, bool(again))


def checked(before: State, sheet: Sheet) -> tuple[TableField, SeatingVerdict]:
    """Everybody who is seated on a sheet of the round after this state, and what the check makes of the sheet."""
    resting = {bye.player for bye in sheet.byes}
    standing = swiss_field(before)
    pool = [one for one in standing.pool if one not in resting]
    case = table_field(before, pool_points(before, standing, pool))
    return case, check_tables(case, [one.players for one in sheet.pairings])


def whole_round(before: State, sheet: Sheet, steps: int | None = None) -> tuple[Message, ...]:
    """How a sheet of the round after this state comes out in each respect, beside the least there could be.

    Args:
        before: the state.
        sheet: the sheet.
        steps: after how many steps the search for it was stopped; None if it was not.
    """
    case, verdict = checked(before, sheet)
    said = () if steps is None else (stopped(steps, verdict),)
    return (*said, *_whole(case, verdict))


def stopped(steps: int, verdict: SeatingVerdict) -> Message:
    """That somebody stopped the search, and what is known of what it had found by then."""
    if verdict.proof == "unproved" or verdict.findings:
        return say(
            "The search for this seating was stopped by hand after {steps} steps. "
            "It is the best one found by then; there may be better ones.",
            steps=figure(steps),
        )
    return say(
        "The search for this seating was stopped by hand after {steps} steps. "
        "No seating of the round is better.",
        steps=figure(steps),
    )


def _points(case: TableField, pairing: Pairing, name: Naming) -> Message:
    """What everybody at the table had."""
    return say(
        "Points before this round: {players}.",
        players=listing(
            say("{player} {points}", player=name(one), points=case.points[one]) for one in pairing.players
        ),
    )


def _meetings(again: list[tuple[PlayerId, PlayerId]], name: Naming) -> Message:
    if not again:
        return say("Nobody at this table has met anybody of it before.")
    pairs = [say("{one} with {two}", one=name(one), two=name(two)) for one, two in again]
    return say("Have met before: {pairs}.", pairs=listing(pairs))


def _proof(verdict: SeatingVerdict) -> Message:
    if verdict.proof == "unproved":
        return say(
            "A better seating of the round was looked for and none found; that there is none is not proved."
        )
    return say("No seating of the round is better; where several are as good, one was drawn.")


def _whole(case: TableField, verdict: SeatingVerdict) -> Iterator[Message]:
    """How the round comes out in each respect, beside the least there could be."""
    for fault in case.faults:
        if fault in verdict.counts and (verdict.counts[fault] or verdict.least.get(fault)):
            yield _count(fault, verdict.counts, verdict.least, proved=verdict.proof != "unproved")


def _count(fault: Fault, counts: Mapping[Fault, int], least: Mapping[Fault, int], *, proved: bool) -> Message:
    number = counts[fault]
    what = counted(fault, number)
    if proved or fault not in least:
        return what
    return paragraph(what, say("No seating has fewer than {least}.", least=least[fault]))


def counted(fault: Fault, number: int) -> Message:
    """How much of a fault a round has, in words."""
    return {
        "forbidden": say("Pairs at one table that are never to meet: {number}.", number=number),
        "repeats": say("Meetings of two who have met before, in the whole round: {number}.", number=number),
        "clubmates": say("Pairs of one club at one table: {number}.", number=number),
        "spread": say("Most points less fewest points, added up over the tables: {number}.", number=number),
        "threes": say("Points of those at tables of three, added up: {number}.", number=number),
        "again": say("How often those at tables of three had sat at one before: {number}.", number=number),
    }[fault]


def _lines(fact: RoundProposed, pairing: Pairing) -> Iterator[Message]:
    """How the seed led to this table."""
    order = [one.players for one in fact.sheet.pairings]
    number = order.index(pairing.players) + 1
    match fact.pairs_by.removeprefix("tables "):
        case "shuffled":
            yield say(
                "Everybody in the order drawn (purpose {purpose}), cut into tables, those of four first.",
                purpose="tables/0",
            )
        case "counted":
            yield say(
                "All best seatings were counted, and one drawn by number (purpose {purpose}).",
                purpose="count",
            )
        case _:
            yield say(
                "The best seating that a search found, which begins from the order drawn (purpose {purpose}).",
                purpose="tables/0",
            )
    yield say(
        "Where at the table: of the orders in which everybody has sat least where they sit, one was drawn "
        "(purposes {seats} and {choice}).",
        seats=f"seats/{number}",
        choice=f"seat-choice/{number}",
    )


def why_in_cut(before: State, fact: RoundProposed, player: PlayerId, name: Naming) -> Message:
    """Why a player sits at this table of the cut, or waits for the final."""
    seeds = before.seeds or ()
    table = next((one for one in fact.sheet.pairings if player in one.players), None)
    if elimination_rounds(before):
        return say(
            "The final is of those who went straight to it and of the winners of the tables before it."
        )
    seed = seeds.index(player) + 1 if player in seeds else 0
    if table is None:
        return say_n(
            "The best seed goes straight to the final: {player} is seed {seed}.",
            "The best {count} seeds go straight to the final: {player} is seed {seed}.",
            len(fact.sheet.byes),
            player=name(player),
            seed=seed,
        )
    if len(fact.sheet.pairings) == 1 and not fact.sheet.byes:
        return say("The cut is the final: {player} is seed {seed}.", player=name(player), seed=seed)
    sitting = listing(sorted(seeds.index(one) + 1 for one in table.players if one in seeds))
    return say("At this table sit seeds {seeds}; its winner goes on to the final.", seeds=sitting)
