"""Regulations files for tests: those that come along as text, and the complete example of the handbook."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from muster.rules.load import parse
from muster.rules.schema import Regulations

IDS = ("armada-4.0", "armada-pl", "legion-2.0", "runewars-2.2.2", "twin-suns-1.3", "unlimited-1.3")
PAIRS = tuple(one for one in IDS if one != "twin-suns-1.3")
"""Those of a match of two."""

HANDBOOK = Path(__file__).parents[1] / "docs" / "regulations.md"


def packaged(regulations_id: str) -> str:
    """The text of a file that comes along."""
    folder = resources.files("muster.rules").joinpath("data")
    return folder.joinpath(f"{regulations_id}.toml").read_text(encoding="utf-8")


def handbook_example() -> str:
    """The organiser's own file as the handbook prints it."""
    _, _, after = HANDBOOK.read_text(encoding="utf-8").partition("```toml\n")
    return after.partition("```")[0]


def good(text: str) -> Regulations:
    """The regulations in a text that has no mistakes."""
    found = parse(text.encode(), "own.toml")
    assert isinstance(found, Regulations), found
    return found


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with each first part replaced by the second; it must occur."""
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


def plain(made: object) -> tuple[tuple[str, str, str], ...]:
    """Source, key and words of every mistake."""
    assert isinstance(made, tuple), "no mistake found"
    return tuple((each.source, each.key, str(each.message)) for each in made)


def mistakes(text: str) -> list[tuple[str, str]]:
    """Key and message of every mistake in a text that has some."""
    found = parse(text.encode(), "own.toml")
    assert not isinstance(found, Regulations), "no mistake found"
    assert {each.source for each in found} == {"own.toml"}
    return [(each.key, str(each.message)) for each in found]
