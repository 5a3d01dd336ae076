"""Refusals for people: what to type instead of a field's name, and who the players in it are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from muster.cli.asking import KEYS
from muster.cli.tables import Names, name_of
from muster.core.ids import PlayerId
from muster.core.scoring.problems import Problem
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


def refused_text(refusal: Refusal, command: Command, state: State, names: Names) -> str:
    """The refusal in one line: what is wrong, what to type for each field, the clause, and who is who."""
    model = "" if state.setup is None else state.regulations.scoring.model
    faults = [
        f"{_typed(problem, command, model)}{problem.message.rstrip('.')}." for problem in refusal.problems
    ]
    clause = f" [{refusal.clause}]" if refusal.clause else ""
    return " ".join([refusal.says, *faults]) + clause + _legend(refusal, command, names)


def _typed(problem: Problem, command: Command, model: str) -> str:
    """What to type for the field at fault, with a colon; nothing where it is not typed."""
    name = problem.field
    if isinstance(command, CreateTournament):
        return f"{_OPTIONS.get(name, f'--variant {name}')}: "
    if isinstance(command, AnnouncePlan):
        return ""
    return f"{_ROLES[model] if name == 'deciding' else KEYS.get(name, name)}: "


def _legend(refusal: Refusal, command: Command, names: Names) -> str:
    """Who the players of a command are, where the refusal speaks of them by entry number."""
    spoken = {int(number) for number in re.findall(r"\d+", refusal.says)}
    known = [
        f"player {player} is {name_of(names, player)}"
        for player in _players(command)
        if player in names and player in spoken
    ]
    return f" ({', '.join(known)})" if known else ""


def _players(command: Command) -> Iterator[PlayerId]:
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name == "players":
            yield from value
        elif each.name in ("player", "by") and value is not None:
            yield value
