"""Rounds and cut by attendance: every boundary of the structure tables of the five regulations.

Source: the structure sections of each document (examples D26 to D29 of the digest).
"""

from __future__ import annotations

import re

import pytest

from muster.core.structure import PlanRefusal, RoundsAndCut, plan_for
from muster.rules.load import load
from muster.rules.schema import StructureRow
from muster.rules.scoring import MarginScoring
from regulations_cases import PAIRS
from support import shared_file


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
    assert isinstance(plan, RoundsAndCut)
    assert (plan.attendance, plan.rounds) == (32, 5)


@pytest.mark.parametrize(
    ("players", "rounds"), [(410, 10), (818, 10), (819, 11), (1636, 11), (1637, 12), (3272, 12), (3273, 13)]
)
def test_b41_above_409_suggests_a_round_for_every_doubling_begun(players: int, rounds: int) -> None:
    plan = plan_for(load("unlimited-1.3"), "advanced", players)
    assert isinstance(plan, RoundsAndCut)
    assert (plan.rounds, plan.cut, plan.row) == (rounds, 8, None)
    assert [(note.code, note.clause, note.reading) for note in plan.warnings] == [
        ("beyond-table", "SWU-RNDS-1", "B41")
    ]


# The regulations print nothing for Twin Suns: its rounds are readings (F8, F9).
TEXTS = [(each, structure.id) for each in PAIRS for structure in load(each).structures if structure.rows]


def _printed(text: str, row: StructureRow) -> set[tuple[int, int]]:
    """Rounds and cut of every line of the document that starts with the row's players."""
    players = rf"{row.players}-{row.to}" if row.to else rf"{row.players}\D+?"
    lines = re.findall(rf"^ ?{players}\s+(\d+)\b(?!-)(.*)$", text, re.MULTILINE)
    return {(int(rounds), int((re.findall(r"\d+", rest) or ["0"])[0])) for rounds, rest in lines}


@pytest.mark.parametrize(("regulations_id", "structure_id"), TEXTS)
def test_every_row_of_a_structure_is_printed_in_the_document(regulations_id: str, structure_id: str) -> None:
    text = shared_file("regulations", f"{regulations_id}.txt").read_text(encoding="utf-8")
    text = text.replace("45-30", "45-90")  # a slip of the scan (reading B12)
    regulations = load(regulations_id)
    structure = next(each for each in regulations.structures if each.id == structure_id)
    casual = regulations_id == "unlimited-1.3" and structure_id == "basic"
    for row in structure.rows:
        printed = _printed(text, row)
        expected = {(rounds, 0) for rounds, _ in printed} if casual else printed
        assert (row.rounds, row.cut) in expected, row


@pytest.mark.parametrize("regulations_id", PAIRS)
def test_round_times_and_point_tables_are_printed_in_the_document(regulations_id: str) -> None:
    text = shared_file("regulations", f"{regulations_id}.txt").read_text(encoding="utf-8")
    regulations = load(regulations_id)
    for time in regulations.round_times:
        assert re.search(rf"\b{time.minutes}\s+(minute|minut)", text), time
    if isinstance(regulations.scoring, MarginScoring):
        rows = regulations.scoring.table.rows
        ends = [*(row.margin - 1 for row in rows[1:]), regulations.scoring.margin.cap]
        for row, end in zip(rows, ends, strict=True):
            found = re.search(rf"^{row.margin}-{end}\s+(\S+)(?:\s+(\d+))?\s*$", text, re.MULTILINE)
            assert found, row
            if regulations_id != "armada-pl":  # its scan garbles a winner's column and loses the loser's
                assert (found[1], found[2]) == (str(row.win), str(row.loss))
