"""Why a tournament has so many rounds and this cut: the row of which table, for how many players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from muster.core.structure import Plan, places_to_fill, plan_for
from muster.core.tournament.state import State
from muster.exchange.words import cut_words
from muster.rules.schema import Structure, StructureRow


@dataclass(frozen=True, slots=True)
class PlanReason:
    """One thing the plan follows from, with its clause and the readings it rests on."""

    says: str
    clause: str
    reading: str = ""


def plan_reasons(state: State, attendance: int) -> tuple[PlanReason, ...]:
    """Why this tournament's structure comes to its rounds and its cut with so many players."""
    created, rules = state.created, state.regulations
    if created.first_stage == "elimination":
        return (_elimination(state, attendance),)
    structure = next(one for one in rules.structures if one.id == created.structure)
    if not structure.rows:
        says = _("%s has no table: the rounds and the cut are the organiser’s own figures.") % structure.name
        return (PlanReason(says, structure.clause, structure.reading or ""),)
    plan = plan_for(rules, structure.id, attendance, tier=created.tier)
    return tuple(_by_table(structure, plan)) if isinstance(plan, Plan) else ()


def _elimination(state: State, attendance: int) -> PlanReason:
    size = places_to_fill(attendance)
    words = {"players": attendance, "size": size, "byes": size - attendance}
    says = _("%(players)d players are in a bracket of %(size)d places: %(byes)d byes in the first round.")
    return PlanReason(says % words, state.regulations.elimination.random_start_clause, "B22")


def _by_table(structure: Structure, plan: Plan) -> Iterator[PlanReason]:
    words = {"structure": structure.name, "here": plan.attendance}
    if plan.row is None:
        says = _("The table of %(structure)s ends below %(here)d players.") % words
    else:
        cut = cut_words("top", plan.row.cut)
        words |= {"players": _players(plan.row), "rounds": plan.row.rounds, "cut": cut}
        counted = _("%(here)d players were counted. For %(players)s the table of %(structure)s says:") % words
        says = f"{counted} {_('%(rounds)d rounds, %(cut)s.') % words}"
    yield PlanReason(says, structure.clause, structure.reading or "")
    for note in plan.warnings:
        yield PlanReason(
            f"{note.message[:1].upper()}{note.message[1:]}.", note.clause or "", note.reading or ""
        )
    yield PlanReason(_("The number of players at the announcement counts, whoever comes or leaves."), "B13")


def _players(row: StructureRow) -> str:
    if row.to is None:
        return _("%d and more") % row.players
    return _("%(least)d to %(most)d") % {"least": row.players, "most": row.to}
