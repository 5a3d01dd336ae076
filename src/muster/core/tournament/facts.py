"""What can happen in a tournament, in the past tense: every kind of fact, as its topic in `acts` declares it."""

# ruff: noqa: F403, PLC0414  (whatever is declared there)

from __future__ import annotations

from muster.core.tournament.acts import *
from muster.core.tournament.acts.base import Fact as Fact
