"""Kinds of event in the terminal: what a kind proposes, what stands on the command line, and departures."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli_cases import Ran, entry_list, refused, run
from muster.cli.files import load_journal


def played(folder: Path, *more: str, regulations: str = "unlimited-1.3") -> Ran:
    ran = run("play", entry_list(folder), "-r", regulations, "--day", "2026-03-07", *more)
    assert ran.code == 0, ran.err
    return ran


@pytest.mark.parametrize(
    ("more", "tier", "match", "structure"),
    [
        (("--kind", "prerelease"), "casual", "single-game", "basic"),
        (("--kind", "planetary-qualifier"), "competitive", "best-of-three", "advanced"),
        (("--kind", "prerelease", "--match", "best-of-three"), "casual", "best-of-three", "basic"),
        (("--kind", "prerelease", "--tier", "competitive"), "competitive", "best-of-three", "basic"),
        (("--kind", "planetary-qualifier", "--structure", "basic"), "competitive", "best-of-three", "basic"),
    ],
)
def test_a_kind_proposes_what_does_not_stand_on_the_command_line(
    tmp_path: Path, more: tuple[str, ...], tier: str, match: str, structure: str
) -> None:
    played(tmp_path, *more)
    created = load_journal(tmp_path / "day.muster").journal.state.created
    assert (created.tier, created.swiss_match, created.structure) == (tier, match, structure)


def test_what_departs_from_the_kind_is_said_with_its_clause(tmp_path: Path) -> None:
    ran = played(tmp_path, "--kind", "prerelease", "--match", "best-of-three")
    assert "Swiss matches are" in ran.err
    assert "(SWU-KIND-1)" in ran.err
    assert "judge" not in ran.err  # of a staff and of rosters the terminal knows nothing
    assert "rosters" not in ran.err


def test_what_departs_from_the_tier_is_said_without_a_kind_too(tmp_path: Path) -> None:
    ran = played(tmp_path, "--tier", "competitive", "--structure", "basic")
    assert "the structure is" in ran.err
    assert "(SWU-RNDS-1)" in ran.err


def test_what_is_by_the_text_is_said_nothing_of(tmp_path: Path) -> None:
    assert played(tmp_path, "--kind", "prerelease").err == ""


@pytest.mark.parametrize("kind", ["grand-ball", "", " prerelease", "x" * 500])
def test_a_kind_that_is_none_is_refused_with_those_there_are(tmp_path: Path, kind: str) -> None:
    ran = run("play", entry_list(tmp_path), "-r", "unlimited-1.3", "--kind", kind)
    if kind:
        refused(ran, 2, "--kind", "prerelease", "planetary-qualifier")
        assert not list(tmp_path.glob("*.muster"))
    else:
        assert ran.code == 0


def test_a_kind_is_not_changed_once_the_tournament_has_begun(tmp_path: Path) -> None:
    played(tmp_path, "--kind", "prerelease")
    refused(run("play", "--journal", tmp_path / "day.muster", "--kind", "weekly"), 2, "--kind")


def test_a_simulation_is_set_up_by_its_kind_too(tmp_path: Path) -> None:
    path = tmp_path / "made.muster"
    ran = run("simulate", "-r", "unlimited-1.3", "-n", 8, "--kind", "planetary-qualifier", "-o", path)
    assert (ran.code, ran.err) == (0, "")
    created = load_journal(path).journal.state.created
    assert (created.tier, created.swiss_match, created.structure) == (
        "competitive",
        "best-of-three",
        "advanced",
    )
    refused(run("simulate", "-r", "legion-2.0", "-n", 8, "--kind", "grand-ball"), 2, "--kind")
