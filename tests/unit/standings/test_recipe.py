"""The recipe for a new tiebreaker in CONTRIBUTING: followed to the letter, and no place forgotten."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import muster
from muster.app.standings.breakdown import apart
from muster.core.standings.tiebreakers import POINTS, TIEBREAKERS
from muster.rules.tiebreakers import TiebreakerId
from muster.rules.variants import Variants

SOURCE = Path(muster.__file__).parent
EVERY: tuple[str, ...] = get_args(TiebreakerId)

PLACES = {
    "rules/tiebreakers.py",
    "core/standings/tiebreakers.py",
    "core/standings/check.py",
    "web/static/muster/verify/standings.js",
}
"""The four files of the recipe."""

ELSEWHERE = {"exchange/recompute.py"}
"""What reads figures that other programs published names the tiebreaker a published figure is held against."""

OTHER_MEANINGS = {"margin", "match-wins"}
"""A way of scoring and a reading are called like these tiebreakers, so their names are everywhere."""


@cache
def _written() -> dict[str, str]:
    """What people write of the source, by the names of its files."""
    files = [path for end in ("py", "js", "html") for path in SOURCE.rglob(f"*.{end}")]
    return {
        path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
        for path in files
        if not path.is_relative_to(SOURCE / "rules" / "data")
    }


def _named_in(identity: str) -> set[str]:
    quoted = re.compile(rf"""["'`]{identity}["'`]|^ +{identity}: \(player\)""", re.MULTILINE)
    return {name for name, text in _written().items() if identity in text and quoted.search(text)}


@pytest.mark.parametrize("identity", sorted({*EVERY} - OTHER_MEANINGS))
def test_a_tiebreaker_is_named_in_the_four_files_of_the_recipe_and_nowhere_else(identity: str) -> None:
    assert _named_in(identity) - ELSEWHERE == PLACES


def test_the_check_in_the_browser_knows_every_tiebreaker() -> None:
    text = (SOURCE / "web/static/muster/verify/standings.js").read_text("utf-8")
    block = re.search(r"const values = \{\n(.*?)\n  \};", text, re.DOTALL)
    assert block is not None
    keys = re.findall(r'^    "?([a-z0-9-]+)"?: \(player\)', block[1], re.MULTILINE)
    assert sorted(keys) == sorted(EVERY)


def test_every_tiebreaker_is_declared_and_says_how_it_is_computed() -> None:
    assert set(TIEBREAKERS) == {*EVERY}
    for made in (POINTS, *TIEBREAKERS.values()):
        assert str(made.explained(Variants())).endswith(".")


STEPS = [
    ("rules/tiebreakers.py", "OfAnyGame = Literal[", 'OfAnyGame = Literal["rounds-drawn", '),
    (
        "core/standings/tiebreakers.py",
        """        "match-wins": Calculation(""",
        """        "rounds-drawn": Calculation(
            RoundSum(
                lambda ledger: ledger.sums([record.side.verdict == "draw" for record in ledger.flat]),
                lambda side: int(side.verdict == "draw"),
            ),
            WHOLE,
            lambda _: say("The number of rounds drawn."),
        ),
        "match-wins": Calculation(""",
    ),
    (
        "core/standings/check.py",
        """            case "match-wins":""",
        """            case "rounds-drawn":
                return Fraction(sum(record.side.verdict == "draw" for record in self._own(player)))
            case "match-wins":""",
    ),
]
"""What the recipe has one write for a made-up tiebreaker, as far as Python goes: file, place, text."""

DAY = f"""
from {apart.__module__} import apart
from muster.core.outcomes import RoundRecord, SideOutcome
from muster.core.standings import explain, standings
from muster.core.standings.check import CheckInput, check
from muster.core.standings.tiebreakers import value_text
from muster.rules.load import load
from muster.rules.schema import Tiebreaker, Variants

def record(verdict, opponent, number):
    return RoundRecord(number, "match", SideOutcome(verdict, 1), (opponent,))

records = {{
    1: [record("win", 2, 1), record("draw", 4, 2)],
    2: [record("loss", 1, 1), record("win", 3, 2)],
    3: [record("win", 4, 1), record("loss", 2, 2)],
    4: [record("loss", 3, 1), record("draw", 1, 2)],
}}
own = Tiebreaker(clause="TST-TIE", id="rounds-drawn", name="Rounds drawn", short="Drawn")
rules = load("unlimited-1.3").standings.model_copy(update={{"tiebreakers": (own,)}})
table = standings(records, rules, Variants(), rounds_completed=2)
assert check(table, CheckInput(records, rules, Variants(), 2)) == []
print(table.order[:2], [str(value_text(table.columns[0].id, row.values[0])) for row in table.rows])
shown = explain(1, "rounds-drawn", records, rules, Variants(), rounds_completed=2)
print(shown.text, "|", shown.how, "|", *map(str, shown.words), sep=" ")
print(apart(table, table.order[1], table.order[2], lambda player: f"P{{player}}").says)
"""


def test_the_recipe_followed_on_a_copy_of_the_source_makes_a_tiebreaker_that_all_know(tmp_path: Path) -> None:
    copy = tmp_path / "muster"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("static", "templates", "__pycache__"))
    for name, place, text in STEPS:
        before = (copy / name).read_text("utf-8")
        assert before.count(place) == 1, name
        (copy / name).write_text(before.replace(place, text), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", DAY], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    ranked, number, above = done.stdout.splitlines()
    assert ranked == "(1, 4) ['1', '1', '0', '0']"
    assert number == (
        "1 | The number of rounds drawn. | "
        "Round 1: 0 against player 2 Round 2: 1 against player 4 Rounds drawn: 1"
    )
    assert above == "P4 stands above P2 by Rounds drawn: 1 against 0."
