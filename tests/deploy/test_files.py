"""The files by which a site is set up say what Muster knows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from image_cases import CONTAINERFILE, ROOT, how_to_run, is_let_through, stages
from support import absent

UNIT: Final = ROOT / "deploy" / "muster.service"

FILES: Final = (CONTAINERFILE, ROOT / "compose.yaml", ROOT / "deploy" / "Caddyfile", UNIT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_is_one_there_is(path: Path) -> None:
    known = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bMUSTER_[A-Z_]+\b", path.read_text(encoding="utf-8")))
    assert {name for name in named if f"| `{name}` |" not in known} == set()


def test_no_password_or_key_stands_in_a_file() -> None:
    for path in FILES:
        written = path.read_text(encoding="utf-8")
        assert not re.search(
            r"(?i)(password|secret|key)[A-Z_]*\s*[=:]\s*(?!\$\{)[\"']?[\w+/-]{6,}", written
        ), path


def test_the_image_runs_as_nobody_in_particular_and_can_be_looked_after() -> None:
    how = how_to_run(stages(CONTAINERFILE.read_text(encoding="utf-8"))[-1])
    assert how.user not in {"root", "0"}
    assert how.command[:2] == ("muster", "serve")
    assert "/healthz" in how.health[-1]
    assert how.env["MUSTER_DATA"] in how.volumes
    (port,) = how.ports
    assert f"reverse_proxy app:{port} " in (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert f"http://127.0.0.1:{port}/" in how.health[-1]


def test_the_builder_is_given_what_it_copies_and_no_more() -> None:
    copied = [
        name
        for stage in stages(CONTAINERFILE.read_text(encoding="utf-8"))
        for step in stage.steps
        if step.word == "COPY" and not step.rest.startswith("--from=")
        for name in step.rest.split()[:-1]
    ]
    assert copied
    assert [name for name in copied if not is_let_through(name)] == []
    for name in (
        ".git/config",
        ".env",
        "muster-data/secret-key",
        "tests/conftest.py",
        "src/muster/__pycache__/x",
    ):
        assert not is_let_through(name), name
    assert (ROOT / ".dockerignore").resolve() == (ROOT / ".containerignore").resolve()


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze") or absent("systemd-analyze (install systemd)")
    # There is no Muster where it would be.
    unit = UNIT.read_text(encoding="utf-8").replace("/opt/muster/bin/muster", sys.executable)
    (tmp_path / UNIT.name).write_text(unit, encoding="utf-8")
    ran = subprocess.run(
        [analyze, "verify", "--man=no", tmp_path / UNIT.name], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
