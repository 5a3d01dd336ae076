"""The review of security names what there is: every section of the standard, and tests and files that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
REVIEW: Final = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")

SECTIONS: Final = {
    1: 5, 2: 4, 3: 7, 4: 4, 5: 4, 6: 8, 7: 6, 8: 4, 9: 2, 10: 7, 11: 7, 12: 3, 13: 4, 14: 3, 15: 4, 16: 5, 17: 3,
}  # fmt: skip
"""How many sections each chapter of ASVS 5.0 has."""

NAMED: Final = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", REVIEW)))
FILES: Final = sorted(set(re.findall(r"`((?:src|tests|requirements)/[\w/.-]+)`", REVIEW)))
ROWS: Final = re.findall(r"^\| V(\d+)\.(\d+) [^|]+\| ([^|]+) \|(.*)\|$", REVIEW, re.MULTILINE)


def test_every_section_is_judged_once() -> None:
    found = [(int(chapter), int(section)) for chapter, section, *_ in ROWS]
    assert found == [(chapter, one) for chapter, count in SECTIONS.items() for one in range(1, count + 1)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"V{row[0]}.{row[1]}")
def test_a_judgement_is_one_of_four_and_rests_on_something(row: tuple[str, str, str, str]) -> None:
    _, _, state, why = row
    assert state in {"met", "partly", "gap", "–"}
    assert why.strip() or state == "–"


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_every_test_that_is_named_exists(file: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    there = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert {name for where, name in NAMED if where == file} - there == set()


@pytest.mark.parametrize("file", FILES)
def test_every_file_that_is_named_exists(file: str) -> None:
    assert (ROOT / file).exists()


def test_a_chapter_that_is_met_names_a_test() -> None:
    chapters = {chapter for chapter, _, state, _ in ROWS if state == "met"}
    tested = {chapter for chapter, _, _, why in ROWS if "::test_" in why}
    assert chapters - tested == set()
    assert len(NAMED) > 50
