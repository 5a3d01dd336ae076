"""Muster as a package: built, installed into an environment that has nothing, and started there."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from browser_cases import clean_env

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long


def ran(*command: str | Path) -> str:
    """What a command says; it must end well."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        env={name: value for name, value in clean_env().items() if name != "PYTHONPATH"},
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_runs_in_a_bare_environment(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    ran(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("muster-*.whl")
    bare = tmp_path / "bare"
    ran(sys.executable, "-m", "venv", bare)
    ran(bare / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel)
    muster = bare / "bin" / "muster"
    assert "muster " in ran(muster, "--version")
    command = [str(muster), "serve", "--demo", "--json", "--port", "0", "--data", str(tmp_path / "site")]
    env = {name: value for name, value in clean_env().items() if name != "PYTHONPATH"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd="/") as server:
        try:
            assert server.stdout is not None
            local = json.loads(server.stdout.readline())["local"]
            for path, status in (("/", 200), ("/e/DEMO", 200), ("/desk/", 200), ("/healthz", 200)):
                with urllib.request.urlopen(local + path, timeout=60) as answer:  # noqa: S310  (our own server)
                    assert answer.status == status, path
        finally:
            server.terminate()
    assert server.returncode == 0
    checked = ran(muster, "journal", "check", "--all", "--data", tmp_path / "site", "--json")
    assert [one["findings"] for one in json.loads(checked)] == [[], []]
