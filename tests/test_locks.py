"""The lock files hold on every pip that Python 3.11 and newer bring along."""

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = Path(__file__).resolve().parents[1] / "requirements"


def pinned(lock: str) -> dict[str, set[str]]:
    """Every package in a lock file, by its name, with the extras it is pinned with."""
    lines = re.findall(r"^([a-z0-9._-]+)(?:\[([a-z0-9,._-]+)\])?==", (LOCKS / lock).read_text(), re.MULTILINE)
    return {name: set(extras.split(",")) - {""} for name, extras in lines}


def _asked_by(name: str) -> list[str]:
    """What a package asks for; nothing of one that is pinned for other systems and not installed here."""
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []


@pytest.mark.parametrize("lock", ["run.lock", "dev.lock"])
def test_what_is_asked_for_with_an_extra_is_pinned_with_it(lock: str) -> None:
    """Older pips hold `coverage==1` no pin of `coverage[toml]`: they take the newest and then refuse the whole lock."""
    pins = pinned(lock)
    assert pins
    missed = [
        f"{asking} asks for {requirement}"
        for asking, of_its_own in pins.items()
        for line in _asked_by(asking)
        if (requirement := Requirement(line)).extras and requirement.name in pins
        if requirement.marker is None
        or any(requirement.marker.evaluate({"extra": x}) for x in of_its_own | {""})
        if not requirement.extras <= pins[requirement.name]
    ]
    assert missed == []


@pytest.mark.parametrize("lock", ["run.lock", "dev.lock"])
@pytest.mark.parametrize("python", ["3.11.0", "3.11.2", "3.11.9", "3.12.3", "3.13.1"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_whatever_is_asked_for_on_one_python_only_is_pinned_too(lock: str, python: str, system: str) -> None:
    """Debian 12 has Python 3.11.2, on which some libraries ask for more than on the one that made the lock."""
    here = {
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
        "sys_platform": system,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[system],
        "os_name": "nt" if system == "win32" else "posix",
    }
    pins = pinned(lock)
    missed = {
        f"{asking} asks for {requirement}"
        for asking, of_its_own in pins.items()
        for line in _asked_by(asking)
        if (requirement := Requirement(line)).marker is None
        or any(requirement.marker.evaluate({**here, "extra": x}) for x in of_its_own | {""})
        if canonicalize_name(requirement.name) not in pins
    }
    assert missed == set()
