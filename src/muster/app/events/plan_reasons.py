"""Why a tournament has so many rounds and this cut: the row of which table, for how many players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.core.messages import Message, of_rules, paragraph, say, say_n
from muster.core.structure import RoundsAndCut, places_to_fill, plan_for
from muster.core.tournament.state import State
from muster.exchange.words import cut_words
from muster.rules.schema import Structure, StructureRow


@dataclass(frozen=True, slots=True)
class PlanReason:
    """One thing the plan follows from, with its clause and the readings it rests on."""

    message: Message
    clause: str
    reading: str = ""


def plan_reasons(state: State, attendance: int) -> tuple[PlanReason, ...]:
    """Why this tournament's structure comes to its rounds and its cut with so many players."""
    created, rules = state.created, state.regulations
    if created.first_stage == "elimination":
        return (_elimination(state, attendance),)
    structure = next(one for one in rules.structures if one.id == created.structure)
    if not structure.rows:
        message = say(
            "{structure} has no table: the rounds and the cut are the organiser’s own figures.",
            structure=of_rules(structure.name),
        )
        return (PlanReason(message, structure.clause, structure.reading or ""),)
    plan = plan_for(rules, structure.id, attendance, tier=created.tier)
    return tuple(_by_table(structure, plan)) if isinstance(plan, RoundsAndCut) else ()


def _elimination(state: State, attendance: int) -> PlanReason:
    size = places_to_fill(attendance)
    if state.double:
        message = say(
            "{players} are in a bracket of {size} places: the best {byes} wait in the first round.",
            players=say_n("{count} player", "{count} players", attendance),
            size=size,
            byes=say_n("{count} seed", "{count} seeds", size - attendance),
        )
        return PlanReason(message, state.regulations.elimination.random_start_clause)
    message = say(
        "{players} are in a bracket of {size} places: {byes} in the first round.",
        players=say_n("{count} player", "{count} players", attendance),
        size=size,
        byes=say_n("{count} bye", "{count} byes", size - attendance),
    )
    return PlanReason(message, state.regulations.elimination.random_start_clause, "B22")


def _by_table(structure: Structure, plan: RoundsAndCut) -> Iterator[PlanReason]:
    message = (
        say_n(
            "The table of {structure} ends below {count} player.",
            "The table of {structure} ends below {count} players.",
            plan.attendance,
            structure=of_rules(structure.name),
        )
        if plan.row is None
        else _by_row(structure, plan.row, plan.attendance)
    )
    yield PlanReason(message, structure.clause, structure.reading or "")
    for note in plan.warnings:
        yield PlanReason(note.message, note.clause or "", note.reading or "")
    yield PlanReason(
        say("The number of players when the rounds are fixed counts, even if players come or leave."), "B13"
    )


def _by_row(structure: Structure, row: StructureRow, attendance: int) -> Message:
    return paragraph(
        say_n("{count} player was counted.", "{count} players were counted.", attendance),
        say_n(
            "For {players} the table of {structure} says: {count} round, {cut}.",
            "For {players} the table of {structure} says: {count} rounds, {cut}.",
            row.rounds,
            players=_players(row),
            structure=of_rules(structure.name),
            cut=cut_words("top", row.cut),
        ),
    )


def _players(row: StructureRow) -> Message:
    if row.to is None:
        return say("{least} and more", least=row.players)
    return say("{least} to {most}", least=row.players, most=row.to)
