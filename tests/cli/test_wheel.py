"""Muster as a package: built, installed by pip and by pipx where there is nothing else, and started there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from browser_cases import clean_env
from support import absent

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.long


def env(**more: str) -> dict[str, str]:
    """The environment of somebody who has never seen the project's own folder."""
    return {name: value for name, value in clean_env().items() if name != "PYTHONPATH"} | more


def ran(*command: str | Path, **more: str) -> str:
    """What a command says; it must end well."""
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        env=env(**more),
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Muster as it is given out."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    ran(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    (found,) = folder.glob("muster-*.whl")
    return found


def serves(muster: Path, data: Path) -> None:
    """The command says its version, serves first pages from a folder that was not there, and ends when told."""
    assert "muster " in ran(muster, "--version")
    command = [str(muster), "serve", "--demo", "--json", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env(), cwd="/") as server:
        try:
            assert server.stdout is not None
            local = json.loads(server.stdout.readline())["local"]
            for path, status in (("/", 200), ("/e/DEMO", 200), ("/desk/", 200), ("/healthz", 200)):
                with urllib.request.urlopen(local + path, timeout=60) as answer:  # noqa: S310  (our own server)
                    assert answer.status == status, path
        finally:
            server.terminate()
    assert server.returncode == 0


def test_a_wheel_runs_in_a_bare_environment(wheel: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    ran(sys.executable, "-m", "venv", bare)
    ran(bare / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install", wheel)
    muster = bare / "bin" / "muster"
    serves(muster, tmp_path / "site")
    checked = ran(muster, "journal", "check", "--all", "--data", tmp_path / "site", "--json")
    assert [one["findings"] for one in json.loads(checked)] == [[], []]


def test_pipx_installs_it_with_all_its_parts_and_removes_it(wheel: Path, tmp_path: Path) -> None:
    pipx = shutil.which("pipx") or absent("pipx (install the package pipx)")
    home = {
        "PIPX_HOME": str(tmp_path / "home"),
        "PIPX_BIN_DIR": str(tmp_path / "bin"),
        "PIPX_MAN_DIR": str(tmp_path / "man"),
        "PIPX_DEFAULT_PYTHON": sys.executable,
    }
    ran(pipx, "install", f"muster[all] @ {wheel.as_uri()}", **home)
    assert [path.name for path in (tmp_path / "bin").iterdir()] == ["muster"]
    serves(tmp_path / "bin" / "muster", tmp_path / "site")
    ran(pipx, "uninstall", "muster", **home)
    assert list((tmp_path / "bin").iterdir()) == []
    assert (tmp_path / "site" / "muster.sqlite3").exists()
