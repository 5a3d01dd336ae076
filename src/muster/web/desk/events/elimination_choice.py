"""The plain choice of how an elimination goes, for the forms that set a tournament up and that change its plan."""

from __future__ import annotations

from typing import get_args

from muster.core.messages import Message
from muster.core.tournament import queries
from muster.core.tournament.state import Elimination, State
from muster.exchange.elimination_words import ELIMINATIONS, players_known
from muster.rules.schema import Regulations


def eliminations(rules: Regulations) -> list[tuple[Elimination, Message]]:
    """How an elimination can go; one alone where three and four sit at a table."""
    every = list(ELIMINATIONS.items())
    return every[:1] if rules.scoring.model == "placing" else every


def elimination_of(choice: str) -> Elimination:
    """The elimination of a choice."""
    known: tuple[Elimination, ...] = get_args(Elimination)
    return next((each for each in known if each == choice), "single")


def double_players(state: State) -> int:
    """How many play in the double elimination; 0 without one, and where that is not known yet."""
    if not state.double:
        return 0
    created = state.created
    if created.first_stage == "elimination":
        return len(queries.active(state))
    return players_known(created.cut_kind, created.cut or 0, len(state.seeds or ()))
