"""The lock files hold on every pip that Python 3.11 and newer bring along."""

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

LOCKS = Path(__file__).resolve().parents[1] / "requirements"


def pinned(lock: str) -> dict[str, set[str]]:
    """Every package in a lock file, by its name, with the extras it is pinned with."""
    lines = re.findall(r"^([a-z0-9._-]+)(?:\[([a-z0-9,._-]+)\])?==", (LOCKS / lock).read_text(), re.MULTILINE)
    return {name: set(extras.split(",")) - {""} for name, extras in lines}


@pytest.mark.parametrize("lock", ["run.lock", "dev.lock"])
def test_what_is_asked_for_with_an_extra_is_pinned_with_it(lock: str) -> None:
    """Older pips hold `coverage==1` no pin of `coverage[toml]`: they take the newest and then refuse the whole lock."""
    pins = pinned(lock)
    assert pins
    missed = [
        f"{asking} asks for {requirement}"
        for asking, of_its_own in pins.items()
        for line in metadata.requires(asking) or ()
        if (requirement := Requirement(line)).extras and requirement.name in pins
        if requirement.marker is None
        or any(requirement.marker.evaluate({"extra": x}) for x in of_its_own | {""})
        if not requirement.extras <= pins[requirement.name]
    ]
    assert missed == []
