"""Refusals for people: what to type instead of a field's name, and who the players in it are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.cli.asking import KEYS
from muster.cli.tables import Names, name_of
from muster.core.scoring.problems import Problem
from muster.core.tournament.commands import AnnouncePlan, Command, CreateTournament
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State
from muster.exchange.refusing import legend

_ROLES: Final[Mapping[str, str]] = {"margin": "second", "share": "blue", "games": "initiative"}
"""What the deciding part is called when it is typed, by way of scoring."""

_OPTIONS: Final[Mapping[str, str]] = {
    "tier": "--tier",
    "structure": "--structure",
    "swiss_match": "--match",
    "rounds": "--rounds",
    "cut": "--cut",
    "cut_kind": "--cut-kind",
    "tables": "--tables",
}
"""What sets a tournament up; every other name is that of a variant."""


def refused_text(refusal: Refusal, command: Command, state: State, names: Names) -> str:
    """The refusal in one line: what is wrong, what to type for each field, the clause, and who is who."""
    known = {player: name_of(names, player) for player in names}
    model = "" if state.setup is None else state.regulations.scoring.model
    faults = [
        f"{_typed(problem, command, model)}{problem.message.rstrip('.')}." for problem in refusal.problems
    ]
    clause = f" [{refusal.clause}]" if refusal.clause else ""
    return " ".join([refusal.says, *faults]) + clause + legend(refusal, command, known)


def _typed(problem: Problem, command: Command, model: str) -> str:
    """What to type for the field at fault, with a colon; nothing where it is not typed."""
    name = problem.field
    if isinstance(command, CreateTournament):
        return f"{_OPTIONS.get(name, f'--variant {name}')}: "
    if isinstance(command, AnnouncePlan):
        return ""
    return f"{_ROLES[model] if name == 'deciding' else KEYS.get(name, name)}: "
