"""Refusals for people: what to type instead of a field's name, and who the players in it are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from muster.cli.asking import KEYS
from muster.cli.tables import Names, name_of
from muster.core.messages import Message, paragraph, say
from muster.core.scoring.scored import Problem
from muster.core.tournament.commands import AnnouncePlan, Command, CreateTournament
from muster.core.tournament.refusals import Refusal
from muster.core.tournament.state import State

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


def refused_text(refusal: Refusal, command: Command, state: State, names: Names) -> Message:
    """The refusal in one line: what is wrong, what to type for each field, the clause."""
    known = {player: name_of(names, player) for player in names}
    model = "" if state.setup is None else state.regulations.scoring.model
    faults = (_fault(problem, command, model) for problem in refusal.problems)
    return cited(paragraph(refusal.says.naming(known), *faults), refusal.clause)


def cited(says: Message, clause: str | None) -> Message:
    """A sentence with the clause it rests on, if there is one."""
    return say("{sentence} [{clause}]", sentence=says, clause=clause) if clause else says


def _fault(problem: Problem, command: Command, model: str) -> Message:
    """What is wrong with a field, after what to type for it, where it is typed."""
    typed, fault = _typed(problem.field, command, model), str(problem.message).rstrip(".")
    if not typed:
        return say("{fault}.", fault=fault)
    return say("{option}: {fault}.", option=typed, fault=fault)


def _typed(name: str, command: Command, model: str) -> str:
    if isinstance(command, CreateTournament):
        return _OPTIONS.get(name, f"--variant {name}")
    if isinstance(command, AnnouncePlan):
        return ""
    return _ROLES[model] if name == "deciding" else KEYS.get(name, name)
