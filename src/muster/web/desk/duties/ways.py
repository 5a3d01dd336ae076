"""Where on the desk each duty is settled."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from muster.core.duties.values import Act
from muster.web.duty_rows import Way

DESK: Final[Mapping[Act, Way]] = MappingProxyType(
    {
        "appeal": Way("judge:ruling", "rule", "target"),
        "bracket": Way("desk:bracket", "look"),
        "building": Way("desk:building", "look"),
        "call": Way("desk:hall", "look"),
        "check-in": Way("desk:checkin", "check-in"),
        "checklist": Way("desk:checklist", "look"),
        "clock": Way("desk:round", "clock"),
        "components": Way("judge:parts", "rule"),
        "drop": Way("desk:player-drop", "drop", "target", posts=True),
        "event-file": Way("desk:journal-file", "look"),
        "finish": Way("desk:finish", "look"),
        "hall": Way("desk:hall", "look"),
        "late": Way("desk:round", "rounds"),
        "player": Way("desk:player", "look", "player", "desk:people"),
        "proxies": Way("judge:parts", "rule"),
        "publisher-file": Way("desk:publisher-csv", "manage-event"),
        "recommendation": Way("desk:recommendations", "disqualify"),
        "results": Way("desk:results", "look"),
        "remind": Way("desk:rosters-remind", "people", posts=True),
        "rosters": Way("desk:rosters", "rosters"),
        "settings": Way("desk:tournament-settings", "manage-event"),
        "sign-off": Way("desk:results-sign", "rule", "target"),
        "staff": Way("desk:staff", "manage-staff", "event"),
        "table": Way("desk:result", "results", "table", "desk:results"),
        "tables": Way("desk:results", "look"),
    }
)
"""How the desk settles each; what is not here is settled by players."""
