"""How a game is set up, in the words of the regulations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muster.core.tournament.state import State

_CITED: Final = re.compile(r"\s*\(([A-Z0-9]+(?:-[A-Z0-9]+)+)\)\.?$")


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One thing to know before the game, in the words of the regulations, with its clause."""

    says: str
    clause: str


def steps_of(state: State) -> tuple[SetupStep, ...]:
    """How a game is set up by the regulations: who decides about the parts, and the clauses on setting up."""
    rules = state.regulations
    steps = [SetupStep(clause.says, name) for name, clause in rules.clauses.items() if "-SET-" in name]
    roles = rules.seat_roles
    cited = _CITED.search(roles.chooser)
    if cited is None or all(step.clause != cited[1] for step in steps):
        says = _CITED.sub(".", roles.chooser)
        steps.insert(0, SetupStep(says, cited[1] if cited else roles.clause))
    return tuple(steps)
