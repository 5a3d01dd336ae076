"""Rounds and cut by attendance: every boundary of the structure tables of the five regulations.

Source: the structure sections of each document (examples D26 to D29 of the digest).
"""

from __future__ import annotations

import pytest

from muster.core.structure import Plan, PlanRefusal, plan_for
from muster.rules.load import load


def _outcome(
    regulations_id: str, structure: str, players: int, tier: str | None = None
) -> tuple[int, int] | None:
    """Rounds and cut, or None where the attendance has no row."""
    found = plan_for(load(regulations_id), structure, players, tier=tier)
    if isinstance(found, PlanRefusal) or found.row is None:
        return None
    return found.rounds, found.cut


def _table(regulations_id: str, structure: str, expected: dict[int, tuple[int, int] | None]) -> list[object]:
    return [
        pytest.param(
            regulations_id,
            structure,
            players,
            plan,
            id=f"{regulations_id}-{structure}-{players}-players",
        )
        for players, plan in expected.items()
    ]


ARM_STR_1 = {
    1: None, 2: None, 3: None, 4: (4, 0), 16: (4, 0), 17: (5, 0), 32: (5, 0), 33: (6, 0), 64: (6, 0),
    65: (7, 0), 128: (7, 0), 129: (8, 0), 256: (8, 0), 257: (9, 0), 1000: (9, 0),
}  # fmt: skip
ARM_STR_2 = {
    3: None, 4: (4, 4), 7: (4, 4), 8: (4, 8), 15: (4, 8), 16: (4, 8), 17: (5, 8), 32: (5, 8), 33: (6, 8),
    64: (6, 8), 65: (7, 8), 128: (7, 8), 129: (8, 16), 256: (8, 16), 257: (9, 16), 1000: (9, 16),
}  # fmt: skip
PLA_STR_1 = {3: None, 4: (3, 0), 32: (3, 0), 33: (4, 0), 48: (4, 0), 49: (5, 0), 1000: (5, 0)}
PLA_STR_2 = {
    4: None, 8: None, 9: (3, 0), 28: (3, 0), 29: (4, 2), 44: (4, 2), 45: (5, 2), 90: (5, 2), 91: (5, 4),
    1000: (5, 4),
}  # fmt: skip
RUN_STR_1 = {
    3: None, 4: (2, 0), 8: (2, 0), 9: (3, 0), 32: (3, 0), 33: (4, 0), 48: (4, 0), 49: (5, 0), 1000: (5, 0),
}  # fmt: skip
LEG_STR_2 = {
    8: None, 9: (3, 2), 24: (3, 2), 25: (4, 2), 44: (4, 2), 45: (5, 2), 90: (5, 2), 91: (5, 4), 1000: (5, 4),
}  # fmt: skip
SWU_ROUNDS = {
    1: None, 2: None, 3: (2, 0), 4: (2, 0), 5: (3, 0), 8: (3, 0), 9: (4, 4), 16: (4, 4), 17: (5, 4),
    32: (5, 4), 33: (6, 8), 64: (6, 8), 65: (7, 8), 128: (7, 8), 129: (8, 8), 227: (8, 8), 228: (9, 8),
    409: (9, 8), 410: None,
}  # fmt: skip
SWU_CASUAL = {players: plan and (plan[0], 0) for players, plan in SWU_ROUNDS.items()}

CASES = [
    *_table("armada-4.0", "basic", ARM_STR_1),
    *_table("armada-4.0", "advanced", ARM_STR_2),
    *_table("armada-pl", "basic", PLA_STR_1),
    *_table("armada-pl", "advanced", PLA_STR_2),
    *_table("runewars-2.2.2", "basic", RUN_STR_1),
    *_table("runewars-2.2.2", "advanced", PLA_STR_2),
    *_table("legion-2.0", "basic", RUN_STR_1),
    *_table("legion-2.0", "advanced", LEG_STR_2),
    *_table("unlimited-1.3", "advanced", SWU_ROUNDS),
    *_table("unlimited-1.3", "basic", SWU_CASUAL),
]


@pytest.mark.parametrize(("regulations_id", "structure", "players", "plan"), CASES)
def test_structure_table(
    regulations_id: str, structure: str, players: int, plan: tuple[int, int] | None
) -> None:
    assert _outcome(regulations_id, structure, players) == plan


def test_swu_rnds_1_casual_with_20_plays_5_rounds_without_cut() -> None:
    assert _outcome("unlimited-1.3", "basic", 20) == (5, 0)
    assert _outcome("unlimited-1.3", "advanced", 20, tier="casual") == (5, 0)
    assert _outcome("unlimited-1.3", "advanced", 20, tier="competitive") == (5, 4)


def test_swu_rnds_1_33rd_player_in_round_2_changes_nothing() -> None:
    """32 at the start give 5 rounds; the plan holds its own attendance, so nothing recomputes it."""
    plan = plan_for(load("unlimited-1.3"), "advanced", 32)
    assert isinstance(plan, Plan)
    assert (plan.attendance, plan.rounds) == (32, 5)


@pytest.mark.parametrize(
    ("players", "rounds"), [(410, 10), (818, 10), (819, 11), (1636, 11), (1637, 12), (3272, 12), (3273, 13)]
)
def test_b41_above_409_suggests_a_round_for_every_doubling_begun(players: int, rounds: int) -> None:
    plan = plan_for(load("unlimited-1.3"), "advanced", players)
    assert isinstance(plan, Plan)
    assert (plan.rounds, plan.cut, plan.row) == (rounds, 8, None)
    assert [(note.code, note.clause, note.reading) for note in plan.warnings] == [
        ("beyond-table", "SWU-RNDS-1", "B41")
    ]
