"""`muster penalties` in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from muster.cli.penalties import app
from muster.rules.penalty_files import read, tables


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def test_show_prints_a_file_that_check_finds_right(tmp_path: Path) -> None:
    shown = _run("show", "unlimited")
    assert read(shown.output.encode(), "own") == tables()["unlimited"]
    file = tmp_path / "own.toml"
    file.write_text(shown.output, encoding="utf-8")
    assert "right: Penalties of Unlimited, 13 offences" in _run("check", str(file)).output
    as_json = _run("show", "unlimited", "--json").output
    assert read(as_json.encode(), "own") == tables()["unlimited"]


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('id = "own"\nname = 3\n', encoding="utf-8")
    result = _run("check", str(file))
    assert result.exit_code == 1
    for key in ("name", "source", "kinds", "categories"):
        assert f": {key}: " in result.output
    found = json.loads(_run("check", str(file), "--json").stdout)
    assert len(found["mistakes"]) == 4
    assert _run("check", str(tmp_path / "none")).exit_code == 1
    assert _run("show", "none").exit_code == 1
