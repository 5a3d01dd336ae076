"""Where on the judge's phone each duty is settled."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from muster.core.duties.values import Act
from muster.web.duty_rows import Way

JUDGE: Final[Mapping[Act, Way]] = MappingProxyType(
    {
        "appeal": Way("judge:ruling", "rule", "target"),
        "building": Way("desk:building", "look"),
        "clock": Way("desk:round", "clock"),
        "components": Way("judge:parts", "rule"),
        "drop": Way("judge:player-drop", "drop", "player", "judge:home"),
        "proxies": Way("judge:parts", "rule"),
        "rosters": Way("desk:rosters", "rosters"),
        "sign-off": Way("judge:sign", "rule", "target"),
        "table": Way("judge:table", "rule", "table", "judge:home"),
        "tables": Way("judge:table", "rule", "target"),
    }
)
"""How judges settle each; calls have a form of their own."""
