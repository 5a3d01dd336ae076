"""What can be asked of a tournament, in the imperative: every command, as its topic in `acts` declares it."""

# ruff: noqa: F403, PLC0414  (whatever is declared there)

from __future__ import annotations

from muster.core.tournament.acts import *
from muster.core.tournament.acts.base import Command as Command
