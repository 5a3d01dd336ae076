"""How a game is set up, as a player's page shows it: steps with their figures, or the words of the regulations."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from muster.app.common.questions import RowQuestion
from muster.app.player.setting_up import steps_at
from muster.core.messages import Message, of_rules, say
from muster.core.tournament.state import State
from muster.rules.schema import Regulations
from muster.rules.setups import SetupStep, Who

_CITED: Final = re.compile(r"\s*\(([A-Z0-9]+(?:-[A-Z0-9]+)+)\)\.?$")


class _Ticked(NamedTuple):
    number: int
    at: datetime
    step: str
    meeting: str


TICKED: Final = RowQuestion(
    11,
    _Ticked,
    "SELECT id, at, step, meeting FROM people_setuptick WHERE tournament_id = %s AND meeting IN ({several})",
)
"""Which steps are done at a table."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """One thing to do or to know before the game.

    Attributes:
        says: what, with its figures.
        clause: the clause it follows.
        who: who does it; nothing if both do.
        id: by which it is ticked; empty for what is only to be known.
        done: whether it is ticked.
        step: the id of the step; empty where the words of a clause stand for one.
    """

    says: Message
    clause: str
    who: Message
    id: str = ""
    done: bool = False
    step: str = ""


def steps_of(state: State, ticked: Collection[str] = ()) -> tuple[StepLine, ...]:
    """How a game of the running round is set up; under regulations without steps, by their clauses on it."""
    rules = state.regulations
    return shown_steps(rules, steps_at(state), ticked) or _by_clauses(rules)


def shown_steps(
    rules: Regulations, steps: Iterable[SetupStep], ticked: Collection[str] = ()
) -> tuple[StepLine, ...]:
    """These steps as pages show them, in the words these regulations have for the parts of players."""
    return tuple(
        StepLine(
            step.message,
            step.clause,
            _who(rules, step.who),
            step.id if step.ticks else "",
            step.id in ticked,
            step.id,
        )
        for step in steps
    )


def _who(rules: Regulations, who: Who) -> Message:
    roles = rules.seat_roles
    words = {
        "first": of_rules(roles.first),
        "second": of_rules(roles.second),
        "lower": say("player with the lower total"),
    }
    return words.get(who, Message(""))


def _by_clauses(rules: Regulations) -> tuple[StepLine, ...]:
    """Who decides about the parts, and the clauses on setting up."""
    nobody = Message("")
    steps = [StepLine(rules.words_of(name), name, nobody) for name in rules.clauses if "-SET-" in name]
    roles = rules.seat_roles
    cited = _CITED.search(roles.chooser)
    if cited is None or all(step.clause != cited[1] for step in steps):
        says = of_rules(_CITED.sub(".", roles.chooser))
        steps.insert(0, StepLine(says, cited[1] if cited else roles.clause, nobody))
    return tuple(steps)
