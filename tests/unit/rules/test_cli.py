"""`muster regulations` in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from muster.cli.output import OUT
from muster.cli.regulations import app
from muster.rules.load import from_json_value, load
from regulations_cases import IDS, changed, handbook_example


@pytest.fixture(autouse=True)
def _a_window_of_100_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OUT, "_width", 100)


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def _own(folder: Path, text: str) -> str:
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("arguments", [(), ("list",)])
def test_list_names_all_regulations(arguments: tuple[str, ...]) -> None:
    result = _run(*arguments)
    assert result.exit_code == 0
    assert all(each in result.output for each in IDS)
    assert "undated" in result.output


def test_list_as_json() -> None:
    listed = json.loads(_run("list", "--json").output)
    assert [each["id"] for each in listed] == list(IDS)
    assert listed[0]["effective"] == "2025-01-27"
    assert listed[1]["effective"] is None


@pytest.mark.parametrize(
    ("regulations_id", "shown"),
    [
        (
            "armada-4.0",
            [
                "257 and above",
                "300-400",
                "4-7 players: cut to 4 instead, ARM-STR-2 (B4)",
                "ARM-TIME-1",
                "COM-SOS-1 (B14, B15)",
                "at least 2 players",
                "schedule_rounds",
            ],
        ),
        ("legion-2.0", ["LEG-MOV-1 (B31)", "ESoS", "210"]),
        (
            "unlimited-1.3",
            [
                "228-409",
                "best-of-three",
                "above the table",
                "a cut only in the tiers competitive",
                "a ratio from 0 to 1",
                "draw",
            ],
        ),
        ("runewars-2.2.2", ["150-200", "Regional Championships", "140"]),
        ("armada-pl", ["Polish edition", "4-32"]),
    ],
)
def test_show_prints_tables_with_their_clauses(regulations_id: str, shown: list[str]) -> None:
    result = _run("show", regulations_id)
    assert result.exit_code == 0
    unwrapped = " ".join(result.output.split())
    assert [each for each in shown if each not in unwrapped] == []


def test_show_as_json_is_the_whole_file() -> None:
    value = json.loads(_run("show", "legion-2.0", "--json").output)
    assert from_json_value(value) == load("legion-2.0")


def test_show_one_clause_in_any_case() -> None:
    result = _run("show", "armada-4.0", "--clause", "arm-tp-1")
    assert result.exit_code == 0
    unwrapped = " ".join(result.output.split())
    assert "Armada Tournament Regulations 4.0, Tournament Points (ARM-TP-1)" in unwrapped
    assert "300-400: 10 to 1" in unwrapped
    value = json.loads(_run("show", "armada-4.0", "--clause", "ARM-TP-1", "--json").output)
    assert value["section"] == "Tournament Points"
    assert value["says"].startswith("Margin 0-59")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "armada-5"), "there are no regulations `armada-5`; known are armada-4.0"),
        (("show", "armada-4.0", "--clause", "ARM-XX-1"), "armada-4.0 has no clause ARM-XX-1"),
    ],
)
def test_show_of_what_is_not_there_fails_in_words(arguments: tuple[str, ...], message: str) -> None:
    result = _run(*arguments)
    assert result.exit_code == 1
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_check_of_a_right_file(tmp_path: Path) -> None:
    file = _own(tmp_path, handbook_example())
    result = _run("check", file)
    assert result.exit_code == 0
    assert "right: club-skirmish-1, Club Skirmish 1" in result.output
    assert json.loads(_run("check", file, "--json").output) == {"file": file, "mistakes": []}


def test_check_prints_all_mistakes_and_fails(tmp_path: Path) -> None:
    text = changed(handbook_example(), ("minutes = 60", "minutes = 0"), ("format = 1", "format = 9"))
    file = _own(tmp_path, text)
    result = _run("check", file)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{file}: format: must be 1",
        f"{file}: round_times[1].minutes: must be at least 1",
    ]
    assert result.stderr.strip() == "2 mistakes"
    as_json = _run("check", file, "--json")
    assert as_json.exit_code == 1
    assert [each["key"] for each in json.loads(as_json.stdout)["mistakes"]] == [
        "format",
        "round_times[1].minutes",
    ]


def test_check_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, "Is a directory"),
        (tmp_path / "none.toml", "No such file or directory"),
    ):
        result = _run("check", str(path))
        assert result.exit_code == 1
        assert f"cannot be read: {message}" in result.output
        assert result.stderr.strip() == "1 mistake"


def test_check_takes_nothing_in_a_file_for_markup_or_control(tmp_path: Path) -> None:
    text = changed(handbook_example(), ('game = "Club Skirmish"', 'game = "[red]x[/nope]\\u001b[2J"'))
    result = _run("check", _own(tmp_path, text))
    assert result.exit_code == 0
    assert "[red]x[/nope]" in result.output
    assert "\x1b" not in result.output
