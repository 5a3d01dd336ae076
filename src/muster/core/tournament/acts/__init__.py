"""Every act there is, by topic: a command, the facts it brings about, how they are decided on and what they change.

A topic is a file of this folder and stands here once; its commands and facts are collected from it.
"""

# ruff: noqa: F403  (whatever a topic declares is an act)

from __future__ import annotations

from muster.core.tournament.acts.base import Command, Fact
from muster.core.tournament.acts.building import *
from muster.core.tournament.acts.byes import *
from muster.core.tournament.acts.cards import *
from muster.core.tournament.acts.corrections import *
from muster.core.tournament.acts.cut import *
from muster.core.tournament.acts.ending import *
from muster.core.tournament.acts.final_seats import *
from muster.core.tournament.acts.leaving import *
from muster.core.tournament.acts.parts import *
from muster.core.tournament.acts.people import *
from muster.core.tournament.acts.plan import *
from muster.core.tournament.acts.play_offs import *
from muster.core.tournament.acts.pods import *
from muster.core.tournament.acts.proposals import *
from muster.core.tournament.acts.results import *
from muster.core.tournament.acts.rounds import *
from muster.core.tournament.acts.rules import *
from muster.core.tournament.acts.setup import *
from muster.core.tournament.acts.tables import *
from muster.core.tournament.acts.undo import *

_declared = [one for one in vars().values() if isinstance(one, type)]

FACTS: tuple[type[Fact], ...] = tuple(
    sorted({one for one in _declared if issubclass(one, Fact) and one is not Fact}, key=lambda one: one.kind)
)
"""Every kind of fact there is, by name."""

COMMANDS: tuple[type[Command], ...] = tuple(
    sorted(
        {one for one in _declared if issubclass(one, Command) and one is not Command},
        key=lambda one: one.__name__,
    )
)
"""Every command there is, by name."""
